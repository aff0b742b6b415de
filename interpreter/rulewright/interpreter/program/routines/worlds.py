"""Possible worlds: what an observer can't know is dealt out anew, at random (hidden information, section determinize).

The state must have come with its knowledge: a lean program doesn't keep that up to date. Read by `routine.py`; `M` is
memory, capital names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def spot_sees(spot, bit):
    how = SEEN_BY[spot]
    if how < 2:
        return how
    whose = spot_owner(spot)
    mine = 0
    if whose != NONE:
        mine = (bit >> whose) & 1
    if how == 2:
        return mine
    return 1 - mine


def sees(c, bit):
    side = M[FACING + c]
    if side >= BOXED:
        return (side - BOXED) & bit != 0
    if side:
        return side == 1
    return spot_sees(M[SPOT_OF + c], bit)


def hidden(c, bit):
    if M[KNOWN + c] & bit or sees(c, bit):
        return 0
    return carries(c) == 0


def same_group(a, b):
    return (
        M[POOL + a] == M[POOL + b]
        and BACK[a] == BACK[b]
        and KIND_OF[a] == KIND_OF[b]
        and OWNED[a] == OWNED[b]
    )


def determinize(observer, index):
    bit = 1 << observer
    seed(index)
    M[DRAWN] = 0
    c = 0
    while c < COMPONENTS:
        M[TO + c] = c
        M[TAKEN + c] = 0
        M[NUMBER + c] = NONE
        M[FREE + c] = hidden(c, bit)
        c += 1
    group()
    number_groups()
    spot = 0
    while spot < SPOTS:
        at = BASE[spot] + HEAD[spot]
        last = at + M[BASE[spot]]
        while at < last:
            c = M[at]
            if M[FREE + c]:
                M[TO + c] = deal_out(M[LEAD + c])
            at += 1
        spot += 1
    rename()
    M[LISTED] = 0
    answer_anew(observer)
    return 0


def group():
    """Tell for what is dealt out the first of its group."""
    c = 0
    while c < COMPONENTS:
        if M[FREE + c]:
            lead = 0
            while lead < c:
                if M[FREE + lead] and M[LEAD + lead] == lead and same_group(c, lead):
                    break
                lead += 1
            M[LEAD + c] = lead
        c += 1
    return 0


def number_groups():
    """Number the groups by the first zone where one of them lies; in a zone by their first. Within a zone the places
    don't count: nobody else knows the order in a hand, and cards in no order yet lie by number."""
    number = 0
    spot = 0
    while spot < SPOTS:
        found = 0
        at = BASE[spot] + HEAD[spot]
        last = at + M[BASE[spot]]
        while at < last:
            c = M[at]
            if M[FREE + c] and M[NUMBER + M[LEAD + c]] == NONE:
                M[NUMBER + M[LEAD + c]] = COMPONENTS
                found = 1
            at += 1
        if found:
            lead = 0
            while lead < COMPONENTS:
                if M[NUMBER + lead] == COMPONENTS:
                    M[NUMBER + lead] = number
                    number += 1
                lead += 1
        spot += 1
    return 0


def deal_out(lead):
    count = 0
    done = 0
    other = lead
    while other < COMPONENTS:
        if M[FREE + other] and M[LEAD + other] == lead:
            done += M[TAKEN + other]
            count += 1
        other += 1
    number = draw(1, WORLDS, M[NUMBER + lead] * COMPONENTS + done, count - done)
    other = lead
    while True:
        if M[FREE + other] and M[LEAD + other] == lead and M[TAKEN + other] == 0:
            if number == 0:
                M[TAKEN + other] = 1
                return other
            number -= 1
        other += 1


def answer_anew(observer):
    player = 0
    while player < PLAYERS:
        if player != observer and has_answered(player):
            count = list_now(player)
            M[ANSWERS + player] = draw(1, WORLDS, COMPONENTS * COMPONENTS + player, count)
        player += 1
    return 0


def rename_column(at):
    c = 0
    while c < COMPONENTS:
        M[SWAP + c] = M[at + c]
        c += 1
    c = 0
    while c < COMPONENTS:
        M[at + M[TO + c]] = M[SWAP + c]
        c += 1
    return 0


def rename_values(at, first, many, width):
    c = 0
    while c < many * width:
        M[VALUES + c] = M[at + c]
        c += 1
    c = 0
    while c < many:
        n = 0
        while n < width:
            M[at + (M[TO + first + c] - first) * width + n] = M[VALUES + c * width + n]
            n += 1
        c += 1
    return 0


def rename_cells(at, count, step):
    n = 0
    while n < count:
        c = M[at + n * step]
        if c >= 0 and c < COMPONENTS:
            M[at + n * step] = M[TO + c]
        n += 1
    return 0


def rename_zones(shift):
    spot = 0
    while spot < SPOTS:
        base = BASE[spot] + shift
        rename_cells(base + HEAD[spot], M[base], 1)
        if spot == 0:
            sort_words(base + HEAD[spot], M[base])
        if LAZY[spot]:
            sort_words(base + 3 + M[base + 1], M[base + 2] - M[base + 1])
        spot += 1
    return 0


def rename_pools():
    c = 0
    while c < COMPONENTS:
        M[SWAP + c] = COMPONENTS
        c += 1
    c = 0
    while c < COMPONENTS:
        label = M[POOL + c]
        if c < M[SWAP + label]:
            M[SWAP + label] = c
        c += 1
    c = 0
    while c < COMPONENTS:
        M[POOL + c] = M[SWAP + M[POOL + c]]
        c += 1
    return 0


def in_scope(start, end):
    if M[PC] > start and M[PC] <= end:
        return 1
    n = 0
    while n < MANY_BACKS:
        back = M[BACKS[n]]
        if back > start and back <= end:
            return 1
        n += 1
    return 0
