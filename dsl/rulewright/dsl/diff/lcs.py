"""Two lists -> what stays, in order: a longest common subsequence within bounded work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

MOST_CELLS = 200_000


def common(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return pairs of places of equal items, ascending on both sides. Turned round it returns the same pairs turned.

    Equal ends are taken first. Where the rest is too long for a table, items that both have exactly once anchor it.
    """
    if sort_key(right) < sort_key(left):
        return [(a, b) for b, a in common(right, left)]
    low = 0
    while low < min(len(left), len(right)) and left[low] == right[low]:
        low += 1
    ends = 0
    while ends < min(len(left), len(right)) - low and left[-1 - ends] == right[-1 - ends]:
        ends += 1
    inner = middle(left[low : len(left) - ends], right[low : len(right) - ends])
    return [
        *((n, n) for n in range(low)),
        *((a + low, b + low) for a, b in inner),
        *((len(left) - n, len(right) - n) for n in range(ends, 0, -1)),
    ]


def sort_key(items: Sequence[Hashable]) -> tuple[int, list[str]]:
    """Return what decides which list is looked at first, whatever their order."""
    return len(items), [repr(item) for item in items]


def middle(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the pairs between the equal ends."""
    if not left or not right:
        return []
    if len(left) * len(right) <= MOST_CELLS:
        return by_table(left, right)
    mine, theirs = Counter(left), Counter(right)
    place = {item: n for n, item in enumerate(right)}
    anchors: list[tuple[int, int]] = []
    for number, item in enumerate(left):
        if mine[item] == 1 and theirs[item] == 1 and (not anchors or place[item] > anchors[-1][1]):
            anchors.append((number, place[item]))
    return anchors


def by_table(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the pairs of a longest common subsequence by the usual table."""
    ids: dict[Hashable, int] = {}
    mine = [ids.setdefault(item, len(ids)) for item in left]
    theirs = [ids.setdefault(item, len(ids)) for item in right]
    rows, columns = len(mine), len(theirs)
    longest = [[0] * (columns + 1) for _ in range(rows + 1)]
    for a in range(rows - 1, -1, -1):
        for b in range(columns - 1, -1, -1):
            if mine[a] == theirs[b]:
                longest[a][b] = longest[a + 1][b + 1] + 1
            else:
                longest[a][b] = max(longest[a + 1][b], longest[a][b + 1])
    found = []
    a = b = 0
    while a < rows and b < columns:
        if mine[a] == theirs[b]:
            found.append((a, b))
            a, b = a + 1, b + 1
        elif longest[a + 1][b] >= longest[a][b + 1]:
            a += 1
        else:
            b += 1
    return found
