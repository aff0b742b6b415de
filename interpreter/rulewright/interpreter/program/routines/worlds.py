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


def same_group(a, b, bit):
    if M[POOL + a] != M[POOL + b] or BACK[a] != BACK[b] or KIND_OF[a] != KIND_OF[b] or OWNED[a] != OWNED[b]:
        return 0
    return same_told(a, b, bit)


def determinize(observer, index):
    bit = 1 << observer
    seed(index)
    c = 0
    while c < COMPONENTS:
        M[TO + c] = c
        M[TAKEN + c] = 0
        M[FREE + c] = hidden(c, bit)
        c += 1
    spot = 0
    while spot < SPOTS:
        at = BASE[spot] + HEAD[spot]
        last = at + M[BASE[spot]]
        while at < last:
            c = M[at]
            if M[FREE + c]:
                M[TO + c] = deal_out(c, bit)
            at += 1
        spot += 1
    rename()
    M[LISTED] = 0
    answer_anew(observer)
    return 0


def deal_out(c, bit):
    """Draw what lies where a component lies. Of places only the order within a group counts: an observer can't tell
    the order of cards in a hand, and cards in no order yet lie by number."""
    first = NONE
    count = 0
    done = 0
    other = 0
    while other < COMPONENTS:
        if M[FREE + other] and same_group(c, other, bit):
            if first == NONE:
                first = other
            if M[TAKEN + other]:
                done += 1
            else:
                count += 1
        other += 1
    number = draw(1, WORLDS, first * COMPONENTS + done, count)
    other = 0
    while True:
        if M[FREE + other] and M[TAKEN + other] == 0 and same_group(c, other, bit):
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
