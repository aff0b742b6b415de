"""Zones: where things lie, how they get there, lazy piles, refills. The program's side of `places.py` and `effects.py`.

Read by `routine.py`; `M` is memory, capital names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def remove(c):
    spot = M[SPOT_OF + c]
    if spot == 0:
        return take_from_box(c)
    base = BASE[spot]
    last = M[base] - 1
    at = base + HEAD[spot] + last
    found = M[at]
    M[at] = 0
    while found != c:
        at -= 1
        other = M[at]
        M[at] = found
        found = other
    M[base] = last
    if LAZY[spot]:
        place = at - base - 3
        if place < M[base + 1]:
            M[base + 1] -= 1
        if place < M[base + 2]:
            M[base + 2] -= 1
    return spot


# The box is kept in order of number. A lean program only counts what goes there and comes back, and puts it in order
# when somebody wants to know: where UNORDERED is 1, the words of the box are those of some time before.


def take_from_box(c):
    last = M[BASE[0]] - 1
    M[BASE[0]] = last
    if TRACKING:
        at = BOX + last
        found = M[at]
        M[at] = 0
        while found != c:
            at -= 1
            other = M[at]
            M[at] = found
            found = other
    else:
        M[UNORDERED] = 1
    return 0


def put_into_box(c):
    count = M[BASE[0]]
    M[BASE[0]] = count + 1
    M[SPOT_OF + c] = 0
    M[FACING + c] = 0
    if TRACKING:
        at = BOX + count
        while at > BOX and M[at - 1] > c:
            M[at] = M[at - 1]
            at -= 1
        M[at] = c
    else:
        M[UNORDERED] = 1
    return 0


def order_box():
    if M[UNORDERED]:
        M[UNORDERED] = 0
        at = BOX
        c = 0
        while c < COMPONENTS:
            if M[SPOT_OF + c] == 0:
                M[at] = c
                at += 1
            c += 1
        fill(at, BOX + BOX_ROOM - at)
    return 0


def take_last(spot):
    base = BASE[spot]
    last = M[base] - 1
    c = M[base + HEAD[spot] + last]
    M[base + HEAD[spot] + last] = 0
    M[base] = last
    if LAZY[spot]:
        if M[base + 1] > last:
            M[base + 1] = last
        if M[base + 2] > last:
            M[base + 2] = last
    return c


def empty(base, head):
    fill(base + head, M[base])
    M[base] = 0
    if head == 3:
        M[base + 1] = 0
        M[base + 2] = 0
    return 0


def insert(c, spot, place):
    base = BASE[spot]
    start = base + HEAD[spot] + place
    count = M[base]
    if place < count:
        copy(start + 1, start, count - place)
    M[start] = c
    M[base] = count + 1
    M[SPOT_OF + c] = spot
    M[FACING + c] = 0
    return 0


def append(c, spot):
    if spot == 0:
        put_into_box(c)
    else:
        base = BASE[spot]
        place = M[base]
        M[base + HEAD[spot] + place] = c
        M[base] = place + 1
        M[SPOT_OF + c] = spot
        M[FACING + c] = 0
    return 0


def put_under(c, spot):
    insert(c, spot, 0)
    if LAZY[spot]:
        base = BASE[spot]
        M[base + 1] += 1
        M[base + 2] += 1
    return 0


def sort_words(start, count):
    if count > 1:
        low = COMPONENTS
        high = 0
        at = start
        while at < start + count:
            c = M[at]
            M[MARKS + c] = 1
            if c < low:
                low = c
            if c > high:
                high = c
            at += 1
        at = start
        while low <= high:
            if M[MARKS + low]:
                M[MARKS + low] = 0
                M[at] = low
                at += 1
            low += 1
    return 0


def mix(spot):
    base = BASE[spot]
    count = M[base]
    sort_words(base + 3, count)
    M[base + 1] = 0
    M[base + 2] = count
    return 0


def shuffle(spot):
    if LAZY[spot]:
        mix(spot)
    M[ARMED + spot] = 1
    if TRACKING:
        mixed(BASE[spot] + HEAD[spot], M[BASE[spot]])
    return 0


def raise_to(spot, place, to):
    start = BASE[spot] + HEAD[spot]
    c = M[start + place]
    if place < to:
        copy(start + place, start + place + 1, to - place)
    M[start + to] = c
    return 0


def decided(spot, top):
    base = BASE[spot]
    if LAZY[spot] == 0 or M[base + 1] == M[base + 2]:
        return M[base]
    if top:
        return M[base] - M[base + 2]
    return M[base + 1]


def decide(spot, index, top):
    base = BASE[spot]
    low = base + 3 + M[base + 1]
    high = base + 3 + M[base + 2]
    at = low + index
    c = M[at]
    if top:
        if at < high - 1:
            copy(at, at + 1, high - 1 - at)
        M[high - 1] = c
        M[base + 2] -= 1
    else:
        if at > low:
            copy(low + 1, low, at - low)
        M[low] = c
        M[base + 1] += 1
    return 0


def take_in(spot, top):
    source = REFILL[spot]
    if source == 0:
        order_box()
    start = BASE[source] + HEAD[source]
    count = M[BASE[source]]
    if count == 0:
        return 0
    base = BASE[spot]
    under = 0 if top else M[base]
    if under < M[base]:
        copy(base + 3 + under + count, base + 3 + under, M[base] - under)
    copy(base + 3 + under, start, count)
    fill(start, count)
    M[BASE[source]] = 0
    if LAZY[source]:
        M[BASE[source] + 1] = 0
        M[BASE[source] + 2] = 0
    at = base + 3 + under
    sort_words(at, count)
    while at < base + 3 + under + count:
        M[SPOT_OF + M[at]] = spot
        M[FACING + M[at]] = 0
        at += 1
    M[base] += count
    M[base + 1] = under
    M[base + 2] = under + count
    if TRACKING:
        at = base + 3 + under
        while at < base + 3 + under + count:
            note_arrival(M[at])
            at += 1
        mixed(base + 3 + under, count)
    return 1


def refill(spot):
    if REFILLS[spot] == 1 and M[BASE[spot]] == 0 and (M[READY] or M[ARMED + spot]):
        take_in(spot, 1)
    return 0


def wanted(spot, top, count):
    if LAZY[spot]:
        base = BASE[spot]
        while decided(spot, top) < count:
            left = M[base + 2] - M[base + 1]
            if left > 1:
                return 1
            if left == 1:
                decide(spot, 0, top)
            elif REFILLS[spot] != 2 or take_in(spot, top) == 0:
                return 0
    return 0


def end_of(spot, top):
    if spot == 0:
        order_box()
    base = BASE[spot]
    count = M[base]
    if count == 0:
        return NONE
    if top == ROW[spot]:
        return M[base + HEAD[spot]]
    return M[base + HEAD[spot] + count - 1]


def owner(c):
    if OWNED[c] != NONE:
        return OWNED[c]
    return spot_owner(M[SPOT_OF + c])


def spot_owner(spot):
    found = OWNER[spot]
    if found != NONE and found < -1:
        return owner(-2 - found)
    return found


def place_in(c):
    spot = M[SPOT_OF + c]
    if spot == 0:
        order_box()
    base = BASE[spot]
    place = 0
    while M[base + HEAD[spot] + place] != c:
        place += 1
    return listed_at(spot, place)


def listed_at(spot, place):
    base = BASE[spot]
    count = M[base]
    if PILE[spot] == 0:
        return place
    if LAZY[spot] and place >= M[base + 1] and place < M[base + 2]:
        return count - M[base + 2] + place - M[base + 1]
    return count - 1 - place


def swap_zones(left, right):
    if left == right:
        return 0
    if left == 0 or right == 0:
        order_box()
    a = BASE[left]
    b = BASE[right]
    first = M[a]
    second = M[b]
    copy(SWAP, a + HEAD[left], first)
    copy(SWAP + COMPONENTS, b + HEAD[right], second)
    low = M[a + 1]
    high = M[a + 2]
    if LAZY[left] and LAZY[right]:
        M[SWAP + COMPONENTS * 2] = M[b + 1]
        M[SWAP + COMPONENTS * 2 + 1] = M[b + 2]
    n = 0
    while n < first:
        remove(M[SWAP + n])
        n += 1
    n = 0
    while n < second:
        remove(M[SWAP + COMPONENTS + n])
        n += 1
    n = 0
    while n < first:
        insert(M[SWAP + n], right, M[b])
        n += 1
    n = 0
    while n < second:
        insert(M[SWAP + COMPONENTS + n], left, M[a])
        n += 1
    if LAZY[left] and LAZY[right]:
        M[b + 1] = low
        M[b + 2] = high
        M[a + 1] = M[SWAP + COMPONENTS * 2]
        M[a + 2] = M[SWAP + COMPONENTS * 2 + 1]
    if TRACKING:
        swap_seen(SWAP, first, left, right)
        swap_seen(SWAP + COMPONENTS, second, right, left)
        n = 0
        while n < first:
            note_arrival(M[SWAP + n])
            n += 1
        n = 0
        while n < second:
            note_arrival(M[SWAP + COMPONENTS + n])
            n += 1
    return 0
