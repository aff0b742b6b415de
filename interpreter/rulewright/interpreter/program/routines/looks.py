"""Looks: which components can't be told from each other, and what chance weighs by that.

Read by `routine.py`; `M` is memory, capital names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def alike(a, b):
    if a == b:
        return 1
    if FACE[a] != FACE[b] or M[FACING + a] != M[FACING + b]:
        return 0
    if FIXED[a]:
        return FIXED[b]
    return alike_state(a, b)


def alike_plain(start, value):
    while value > 0 and FACE[M[start + value]] == FACE[M[start + value - 1]]:
        value -= 1
    return value


def alike_place(start, count, value):
    drawn = value
    simple = 1
    place = 0
    while place < count:
        c = M[start + place]
        face = FACE[c]
        if M[WEIGHTS + face] == 0:
            M[LEADERS + face] = place
        elif alike(M[start + M[LEADERS + face]], c) == 0:
            simple = 0
        M[WEIGHTS + face] += 1
        place += 1
    found = -1
    place = 0
    while place < count:
        face = FACE[M[start + place]]
        if M[LEADERS + face] == place and found < 0:
            if value < M[WEIGHTS + face]:
                found = place
            value -= M[WEIGHTS + face]
        place += 1
    place = 0
    while place < count:
        M[WEIGHTS + FACE[M[start + place]]] = 0
        place += 1
    if simple:
        return found
    return unlike_place(start, count, drawn)


def unlike_place(start, count, value):
    place = 0
    while place < count:
        if first_alike(start, place):
            weight = weight_alike(start, place, count)
            if value < weight:
                return place
            value -= weight
        place += 1
    return 0


def first_alike(start, place):
    n = 0
    while n < place:
        if alike(M[start + n], M[start + place]):
            return 0
        n += 1
    return 1


def weight_alike(start, place, count):
    weight = 1
    n = place + 1
    while n < count:
        if alike(M[start + place], M[start + n]):
            weight += 1
        n += 1
    return weight


def list_alike(start, count):
    found = 0
    place = 0
    while place < count:
        if first_alike(start, place):
            M[OPTIONS + 2 * found] = place
            M[OPTIONS + 2 * found + 1] = weight_alike(start, place, count)
            found += 1
        place += 1
    return found


def only_alike(start, count):
    n = 1
    while n < count:
        if alike(M[start], M[start + n]) == 0:
            return 0
        n += 1
    return 1


def carries_alike(left, right, ordered):
    a = BASE[left] + HEAD[left]
    b = BASE[right] + HEAD[right]
    count = M[BASE[left]]
    if M[BASE[right]] != count:
        return 0
    n = 0
    while n < count:
        if ordered:
            if alike(M[a + n], M[b + n]) == 0:
                return 0
        elif how_many_alike(a, count, M[a + n]) != how_many_alike(b, count, M[a + n]):
            return 0
        n += 1
    return 1


def how_many_alike(start, count, c):
    found = 0
    n = 0
    while n < count:
        found += alike(M[start + n], c)
        n += 1
    return found
