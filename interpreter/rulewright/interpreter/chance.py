"""Seed, point, counter -> a draw: the same on every engine and platform."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def point_key(name: str) -> int:
    """Return the 64-bit key of a chance point's name."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def mix(value: int) -> int:
    """Return splitmix64's output for a state."""
    value = (value + GAMMA) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def game_seed(seed: int, index: int) -> int:
    """Return the seed of one game of a series."""
    return mix(mix(seed & MASK) ^ index)


def below(seed: int, key: int, counter: int, bound: int) -> int:
    """Return a number in 0 … bound - 1, exactly uniform (Lemire's rejection on the high word)."""
    state = mix(mix(seed & MASK) ^ key) ^ mix(counter & MASK)
    attempt = 0
    while True:
        product = mix((state + attempt * GAMMA) & MASK) * bound
        low = product & MASK
        if low >= bound or low >= (MASK + 1 - bound) % bound:
            return product >> 64
        attempt += 1


def pick(seed: int, key: int, counter: int, weights: Sequence[int]) -> int:
    """Return the place of a weighted outcome."""
    value = below(seed, key, counter, sum(weights))
    for place, weight in enumerate(weights):
        value -= weight
        if value < 0:
            return place
    raise AssertionError(weights)
