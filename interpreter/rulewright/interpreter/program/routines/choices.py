"""Choices: what looks the same to a chooser, and the sets of a size in lexicographic order.

Read by `routine.py`; `M` is memory, capital names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def twin(a, b):
    if a == b:
        return 1
    spot = M[SPOT_OF + a]
    if SETS[spot] == 0 or M[SPOT_OF + b] != spot:
        return 0
    return alike(a, b)


def seen_twin(start, count, c):
    face = FACE[c]
    n = 0
    while n < count:
        if FACE[M[start + n]] == face and twin(M[start + n], c):
            return 1
        n += 1
    return 0


def seen_value(start, count, c):
    n = 0
    while n < count:
        if M[start + n] == c:
            return 1
        n += 1
    return 0


def find_twins(start, count, to, looks):
    n = 0
    while n < count:
        other = n - 1
        while other >= 0:
            if looks:
                if FACE[M[start + other]] == FACE[M[start + n]] and twin(M[start + other], M[start + n]):
                    break
            elif M[start + other] == M[start + n]:
                break
            other -= 1
        M[to + n] = other
        n += 1
    return 0


def next_set(stack, taken, twins, size, there, first):
    depth = 0
    at = 0
    if first:
        fill(taken, there)
        if size == 0:
            return 1
    elif size == 0:
        return 0
    else:
        depth = size - 1
        M[taken + M[stack + depth]] = 0
        at = M[stack + depth] + 1
    while True:
        if at > there - size + depth:
            if depth == 0:
                return 0
            depth -= 1
            M[taken + M[stack + depth]] = 0
            at = M[stack + depth] + 1
            continue
        if twins >= 0:
            other = M[twins + at]
            if other >= 0 and M[taken + other] == 0:
                at += 1
                continue
        M[stack + depth] = at
        M[taken + at] = 1
        depth += 1
        at += 1
        if depth == size:
            return 1


def take_set(to, start, stack, size):
    M[to] = size
    n = 0
    while n < size:
        M[to + 1 + n] = M[start + M[stack + n]]
        n += 1
    return 0


def merged(start, count, c):
    spot = M[SPOT_OF + c]
    n = 0
    while n < count:
        other = M[start + 2 * n]
        if M[SPOT_OF + other] == spot and (other == c or (SETS[spot] and alike(other, c))):
            return n
        n += 1
    return -1


def weighted(value):
    at = OPTIONS
    while True:
        value -= M[at + 1]
        if value < 0:
            return at
        at += 2
