"""Knowledge: who sees a face now and who knows it (the program's side of `sight.py`), for tracking programs.

Lists are stretches of memory: where they begin and how long they are. Read by `routine.py`; `M` is memory, capital
names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def spot_mask(spot):
    how = SEEN_BY[spot]
    if how == 0:
        return 0
    if how == 1:
        return ALL
    whose = spot_owner(spot)
    bit = 0
    if whose != NONE:
        bit = 1 << whose
    if how == 2:
        return bit
    return ALL & (bit ^ -1)


def mask(c):
    side = M[FACING + c]
    if side >= BOXED:
        return side - BOXED
    if side:
        return ALL if side == 1 else 0
    return spot_mask(M[SPOT_OF + c])


def learn(c, who):
    alone(c, who)
    at = KNOWN + c
    facet = 0
    while facet < FACETS:
        if HAS_FACET[facet * COMPONENTS + c]:
            M[at] = M[at] | who
        at += COMPONENTS
        facet += 1
    return 0


def hear(c, facet, who):
    if facet == 0:
        alone(c, who)
    at = KNOWN + facet * COMPONENTS + c
    M[at] = M[at] | who
    return 0


def alone(c, who):
    if ((who & (M[KNOWN + c] ^ -1)) >> PLAYERS) & 1:
        label = M[POOL + c]
        M[POOL + c] = c
        if label == c:
            first = -1
            other = 0
            while other < COMPONENTS:
                if other != c and M[POOL + other] == label:
                    if first < 0:
                        first = other
                    M[POOL + other] = first
                other += 1
    return 0


def with_load(start, count):
    n = 0
    while n < count:
        M[LOADED + n] = M[start + n]
        n += 1
    at = 0
    while at < n:
        c = M[LOADED + at]
        which = CARRY_FIRST[c]
        last = which + CARRY_MANY[c]
        while which < last:
            base = BASE[CARRY[which]]
            place = base + HEAD[CARRY[which]]
            end = place + M[base]
            while place < end:
                M[LOADED + n] = M[place]
                n += 1
                place += 1
            which += 1
        at += 1
    return n


def unlearn(c, lost):
    at = KNOWN + c
    facet = 0
    while facet < FACETS:
        if HAS_FACET[facet * COMPONENTS + c]:
            M[at] = M[at] & lost
        at += COMPONENTS
        facet += 1
    return 0


def forget(start, count, blind):
    if blind == 0:
        return 0
    n = with_load(start, count)
    at = 0
    while at < n:
        c = M[LOADED + at]
        unlearn(c, (blind & (mask(c) ^ -1)) ^ -1)
        at += 1
    if (blind >> PLAYERS) & 1:
        merge(LOADED, n)
    return 0


def merge(start, count):
    at = 0
    while at < count:
        c = M[start + at]
        if (M[KNOWN + c] >> PLAYERS) & 1 == 0:
            low = M[POOL + c]
            n = at + 1
            while n < count:
                d = M[start + n]
                if BACK[d] == BACK[c] and (M[KNOWN + d] >> PLAYERS) & 1 == 0 and M[POOL + d] < low:
                    low = M[POOL + d]
                n += 1
            n = at
            while n < count:
                d = M[start + n]
                if BACK[d] == BACK[c] and (M[KNOWN + d] >> PLAYERS) & 1 == 0:
                    relabel(M[POOL + d], low)
                n += 1
        at += 1
    return 0


def relabel(label, low):
    if label != low:
        c = 0
        while c < COMPONENTS:
            if M[POOL + c] == label:
                M[POOL + c] = low
            c += 1
    return 0


def like(c, spot):
    segment = M[CURTAIN]
    place = BASE[spot] + HEAD[spot]
    end = place + M[BASE[spot]]
    n = 0
    while place < end:
        other = M[place]
        if BACK[other] == BACK[c] and (segment == 0 or M[CURTAIN_OF + other] != segment):
            M[REST + n] = other
            n += 1
        place += 1
    return n


def leave(spot, count, seen, followed):
    if followed or count == 0 or (TRACKED[spot] and PILE[spot] == 0):
        return 0
    return ALL & (spot_mask(spot) ^ -1) & (seen ^ -1)


def arrive(c, count, lost, named):
    seen = mask(c)
    heard = named & (seen ^ -1)
    M[REST - 1] = c
    if lost:
        spend(c, count, lost & (seen | heard))
        forget(REST - 1, count + 1, lost & ((seen | heard) ^ -1))
        forget(REST - 1, 1, lost)
    learn(c, seen)
    hear(c, 0, heard)
    n = with_load(REST - 1, 1)
    at = 1
    while at < n:
        learn(M[LOADED + at], mask(M[LOADED + at]))
        at += 1
    return 0


def spend(c, count, witnesses):
    if witnesses == 0:
        return 0
    M[REST - 1] = c
    at = 0
    while at < count:
        M[ONE] = M[REST + at]
        blind = witnesses & agree(c, M[ONE])
        n = with_load(ONE, 1)
        k = 0
        while k < n:
            one = M[LOADED + k]
            unlearn(one, (blind & (mask(one) ^ -1)) ^ -1)
            k += 1
        at += 1
    if (witnesses >> PLAYERS) & 1:
        merge(LOADED, with_load(REST - 1, count + 1))
    return 0


def agree(c, other):
    if c == other:
        return ALL
    apart = values_apart(c, other)
    if FACE[other] != FACE[c]:
        apart = apart | M[KNOWN + other]
    return ALL & (apart ^ -1)


def mixed(start, count):
    if count > 1:
        forget(start, count, ALL)
    return 0


def show_all(start, count, who):
    at = 0
    while at < count:
        c = M[start + at]
        spot = M[SPOT_OF + c]
        sees_it = mask(c) | spot_mask(spot)
        news = who & (sees_it ^ -1)
        M[SHOWN + at] = who
        if news and TRACKED[spot] == 0:
            n = 0
            place = BASE[spot] + HEAD[spot]
            end = place + M[BASE[spot]]
            while place < end:
                other = M[place]
                if BACK[other] == BACK[c] and seen_value(start, count, other) == 0:
                    M[REST + n] = other
                    n += 1
                place += 1
            k = 0
            while k < n:
                other = M[REST + k]
                news = news & ((mask(other) & agree(c, other)) ^ -1)
                k += 1
            spend(c, n, news)
            M[SHOWN + at] = news | (who & sees_it)
        at += 1
    at = 0
    while at < count:
        learn(M[start + at], M[SHOWN + at])
        at += 1
    return 0


def changed(c, facet, public, pointed):
    stretch = KNOWN + facet * COMPONENTS
    if pointed:
        M[stretch + c] = ALL if public else mask(c)
        return 0
    other = FIRST_OF_KIND[c]
    last = other + MANY_OF_KIND[c]
    while other < last:
        M[stretch + other] = M[stretch + other] & mask(other)
        other += 1
    M[stretch + c] = M[stretch + c] | mask(c)
    return 0


def touch(cell):
    if M[CURTAIN] and SHARED:
        at = AUTHORS + cell - OPEN
        M[at] = M[at] | ((1 << M[BEHIND]) >> 1)
    return 0


def note_arrival(c):
    if M[CURTAIN]:
        M[CURTAIN_OF + c] = M[CURTAIN]
        touch(SPOT_OF + c)
        touch(FACING + c)
    return 0


def curtain_falls():
    fill(CURTAIN_OF, COMPONENTS)
    if SHARED:
        copy(VEIL, ZONES, VEIL - ZONES)
        copy(BEFORE, OPEN, KNOWN - OPEN)
        fill(AUTHORS, KNOWN - OPEN)
    return 0


def curtain_rises():
    fill(CURTAIN_OF, COMPONENTS)
    if SHARED:
        fill(VEIL, AUTHORS + KNOWN - OPEN - VEIL)
    return 0


def depart(c):
    before = mask(c)
    learn(c, before)
    return before


def settle(c, source, before, count, lost, named):
    note_arrival(c)
    if M[SPOT_OF + c] == 0 and M[READY]:
        M[FACING + c] = BOXED + before
    if M[CURTAIN]:
        named = 0
    arrive(c, count, lost, named)
    return 0


def swap_seen(start, count, source, to):
    if count > 1 and TRACKED[to] and TRACKED[source] == 0:
        forget(start, count, ALL & (spot_mask(source) ^ -1))
    n = with_load(start, count)
    at = 0
    while at < n:
        learn(M[LOADED + at], mask(M[LOADED + at]))
        at += 1
    return 0
