"""What every module has beside its program: draws, division that rounds down, moves of many words -> code."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.chance import GAMMA
from rulewright.interpreter.engines.wasm import encode as e

SITE, STREAMS, CHOSEN, KEYS = 0, (1, 2), (3, 4), 5
"""The globals: the site of a fault, the mixed seeds of both streams, those that were chosen from outside, and from there
on, for each point at which numbers are drawn, its key and its stream's seed mixed."""
Points = Sequence[tuple[int, int]]
"""The points at which numbers are drawn: stream and key."""
OUTSIDE = -2
"""The site of an address outside its region, less the function's number."""
BELOW, FLOOR_DIV, FLOOR_MOD, COPY, FILL, BEGIN, SEED, SITE_OF = range(8)
MANY = 12
"""More words are moved, or made 0, faster by what the engine has for it than by a loop."""
TYPES = (
    e.function_type([e.I32, e.I32, e.I64], [e.I32]),
    e.function_type([e.I32, e.I32], [e.I32]),
    e.function_type([e.I32, e.I32], [e.I32]),
    e.function_type([e.I32, e.I32, e.I32], []),
    e.function_type([e.I32, e.I32], []),
    e.function_type([e.I32], []),
    e.function_type([e.I64, e.I64], []),
    e.function_type([], [e.I32]),
)


def codes(words: int, guarded: bool, points: Points) -> list[bytes]:
    """Return the code of the helpers, in order, for a memory of so many words; guarded ones look at addresses."""
    copies = copy(within(0, 2, words) + within(1, 2, words) if guarded else b"")
    fills = fill(within(0, 1, words) if guarded else b"")
    return [below(), floor_div(), floor_mod(), copies, fills, begin(points), seed(points), site()]


def get(local: int) -> bytes:
    """Return `local.get`."""
    return bytes((e.LOCAL_GET, local))


def put(local: int) -> bytes:
    """Return `local.set`."""
    return bytes((e.LOCAL_SET, local))


def op(*instructions: int) -> bytes:
    """Return instructions that need nothing but the stack."""
    return bytes(instructions)


def stop(site: int) -> bytes:
    """Return what says where a program stops, and stops it."""
    return e.i32(site) + bytes((e.GLOBAL_SET, SITE, e.UNREACHABLE))


# -- draws ----------------------------------------------------------------------------------------


def mix(local: int) -> bytes:
    """Return what leaves splitmix64's output on the stack, for the state in a local, which is used up."""
    out = get(local) + e.i64(GAMMA) + op(e.I64_ADD) + put(local)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        out += xor_shifted(local, shift) + e.i64(factor) + op(e.I64_MUL) + put(local)
    return out + xor_shifted(local, 31)


def xor_shifted(local: int, shift: int) -> bytes:
    """Return what leaves `local ^ local >> shift` on the stack."""
    return get(local) * 2 + e.i64(shift) + op(e.I64_SHR_U, e.I64_XOR)


def high(value: int, factor: int) -> bytes:
    """Return what leaves bits 64 and up of a product on the stack, of 64 bits and one below 2^32, both in locals."""
    lower = get(value) + e.i64(2**32 - 1) + op(e.I64_AND) + get(factor) + op(e.I64_MUL)
    upper = get(value) + e.i64(32) + op(e.I64_SHR_U) + get(factor) + op(e.I64_MUL)
    return lower + e.i64(32) + op(e.I64_SHR_U) + upper + op(e.I64_ADD) + e.i64(32) + op(e.I64_SHR_U)


def below() -> bytes:
    """Return the code of (counter, bound, what `points_mixed` keeps) -> a number in 0 … bound - 1."""
    counter, bound, state, value, factor, low = range(6)
    out = get(counter) + op(e.I64_EXTEND_S) + put(value)
    out += mix(value) + get(state) + op(e.I64_XOR) + put(state)
    out += get(bound) + op(e.I64_EXTEND_U) + put(factor)
    out += op(e.LOOP, e.NOTHING)
    out += get(state) + put(value) + mix(value) + put(value)
    out += get(value) + get(factor) + op(e.I64_MUL) + put(low)
    give = op(e.IF, e.NOTHING) + high(value, factor) + op(e.I32_WRAP, e.RETURN, e.END)
    out += get(low) + get(factor) + op(e.I64_GE_U) + give
    threshold = e.i64(0) + get(factor) + op(e.I64_SUB) + get(factor) + op(e.I64_REM_U)
    out += get(low) + threshold + op(e.I64_GE_U) + give
    out += get(state) + e.i64(GAMMA) + op(e.I64_ADD) + put(state)
    return e.code([(3, e.I64)], out + op(e.BR, 0, e.END, e.UNREACHABLE))


def points_mixed(points: Points, spare: int) -> bytes:
    """Return what keeps the mixed seed of each point; `spare` is a local of 64 bits."""
    out = b""
    for number, (stream, key) in enumerate(points):
        out += bytes((e.GLOBAL_GET, STREAMS[stream])) + e.i64(key) + op(e.I64_XOR) + put(spare)
        out += mix(spare) + bytes((e.GLOBAL_SET,)) + e.unsigned(KEYS + number)
    return out


def seed(points: Points) -> bytes:
    """Return the code that takes the seeds of both streams."""
    out = b""
    for local, (number, chosen) in enumerate(zip(STREAMS, CHOSEN, strict=True)):
        out += mix(local) + put(local)
        for kept in (number, chosen):
            out += get(local) + bytes((e.GLOBAL_SET, kept))
    return e.code([], out + points_mixed(points, 0))


def begin(points: Points) -> bytes:
    """Return the code that takes the seeds of one game of a series."""
    index, state = range(2)
    out = b""
    for number, chosen in zip(STREAMS, CHOSEN, strict=True):
        out += bytes((e.GLOBAL_GET, chosen)) + get(index) + op(e.I64_EXTEND_U, e.I64_XOR) + put(state)
        out += mix(state) + put(state) + mix(state) + bytes((e.GLOBAL_SET, number))
    return e.code([(1, e.I64)], out + points_mixed(points, state))


def site() -> bytes:
    """Return the code that gives back the site of the last fault, once; -1 if there was none."""
    return e.code([], bytes((e.GLOBAL_GET, SITE)) + e.i32(-1) + bytes((e.GLOBAL_SET, SITE)))


# -- division -------------------------------------------------------------------------------------


def floor_mod() -> bytes:
    """Return the code of what is left of a number divided by another, with that one's sign."""
    number, divisor, rest = range(3)
    out = get(number) + get(divisor) + op(e.I32_REM_S) + put(rest)
    return e.code(
        [(1, e.I32)],
        out + get(rest) + get(divisor) + e.i32(0) + differ(rest, divisor) + op(e.SELECT, e.I32_ADD),
    )


def floor_div() -> bytes:
    """Return the code of a number divided by another, rounded down."""
    number, divisor, rest = range(3)
    out = get(number) + get(divisor) + op(e.I32_REM_S) + put(rest)
    return e.code(
        [(1, e.I32)],
        out + get(number) + get(divisor) + op(e.I32_DIV_S) + differ(rest, divisor) + op(e.I32_SUB),
    )


def differ(rest: int, divisor: int) -> bytes:
    """Return what leaves 1 on the stack if a division's rest isn't 0 and has another sign than the divisor."""
    signs = get(rest) + get(divisor) + op(e.I32_XOR) + e.i32(0) + op(e.I32_LT_S)
    return signs + get(rest) + e.i32(0) + op(e.I32_NE, e.I32_AND)


# -- many words -----------------------------------------------------------------------------------


def copy(looks: bytes) -> bytes:
    """Return the code that copies (to, start, count) words, which may overlap, after what looks at the addresses."""
    to, start, count, end = range(4)
    at_once = in_bytes(to) + in_bytes(start) + in_bytes(count) + e.MEMORY_COPY
    out = looks + if_many(count, at_once) + begins(to, count, end) + in_bytes(start) + put(start)
    out += get(to) + get(start) + op(e.I32_GT_S, e.IF, e.NOTHING)
    out += get(start) + get(end) + get(to) + op(e.I32_SUB, e.I32_ADD) + put(start)
    moved = e.memory(e.I32_LOAD, 0) + e.memory(e.I32_STORE, 0)
    down = further(end, -4) + further(start, -4) + get(end) + get(start) + moved
    out += until_equal(to, end, down) + op(e.RETURN, e.END)
    up = get(to) + get(start) + moved + further(to, 4) + further(start, 4)
    return e.code([(1, e.I32)], out + until_equal(to, end, up))


def fill(looks: bytes) -> bytes:
    """Return the code that makes (to, count) words 0, after what looks at the addresses."""
    to, count, end = range(3)
    at_once = in_bytes(to) + e.i32(0) + in_bytes(count) + e.MEMORY_FILL
    out = looks + if_many(count, at_once) + begins(to, count, end)
    up = get(to) + e.i32(0) + e.memory(e.I32_STORE, 0) + further(to, 4)
    return e.code([(1, e.I32)], out + until_equal(to, end, up))


def in_bytes(local: int) -> bytes:
    """Return what leaves four times a local on the stack."""
    return get(local) + e.i32(2) + op(e.I32_SHL)


def if_many(count: int, at_once: bytes) -> bytes:
    """Return what does something at once, and no more, if a local is large."""
    return get(count) + e.i32(MANY) + op(e.I32_GT_S, e.IF, e.NOTHING) + at_once + op(e.RETURN, e.END)


def begins(to: int, count: int, end: int) -> bytes:
    """Return what makes a local a byte address, and another one where so many words from there end."""
    return in_bytes(to) + put(to) + get(to) + in_bytes(count) + op(e.I32_ADD) + put(end)


def further(local: int, distance: int) -> bytes:
    """Return what adds a number to a local."""
    return get(local) + e.i32(distance) + op(e.I32_ADD) + put(local)


def until_equal(left: int, right: int, body: bytes) -> bytes:
    """Return what does something again and again until two locals are equal."""
    test = get(left) + get(right) + op(e.I32_EQ, e.BR_IF, 1)
    return op(e.BLOCK, e.NOTHING, e.LOOP, e.NOTHING) + test + body + op(e.BR, 0, e.END, e.END)


def within(at: int, count: int, words: int) -> bytes:
    """Return what stops a program unless so many words from a place on lie in memory; both are locals."""
    out = b""
    for local in (at, count):
        out += get(local) + e.i32(0) + op(e.I32_LT_S)
    out += get(at) + op(e.I64_EXTEND_S) + get(count) + op(e.I64_EXTEND_S, e.I64_ADD) + e.i64(words)
    out += op(e.I64_GT_U, e.I32_OR, e.I32_OR, e.IF, e.NOTHING)
    return out + stop(OUTSIDE) + op(e.END)
