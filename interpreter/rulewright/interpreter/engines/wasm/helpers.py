"""What every module has beside its program: draws, division that rounds down, moves of many words -> code."""

from __future__ import annotations

from rulewright.interpreter.chance import GAMMA
from rulewright.interpreter.engines.wasm import encode as e

SITE, STREAMS, CHOSEN = 0, (1, 2), (3, 4)
"""The globals: the site of a fault, the mixed seeds of both streams, and those that were chosen from outside."""
OUTSIDE = -2
"""The site of an address outside its region, less the function's number."""
BELOW, FLOOR_DIV, FLOOR_MOD, COPY, FILL, BEGIN, SEED, SITE_OF = range(8)
TYPES = (
    e.function_type([e.I32, e.I32, e.I64], [e.I32]),
    e.function_type([e.I32, e.I32], [e.I32]),
    e.function_type([e.I32, e.I32], [e.I32]),
    e.function_type([e.I32, e.I32, e.I32], []),
    e.function_type([e.I32, e.I32, e.I32], []),
    e.function_type([e.I32], []),
    e.function_type([e.I64, e.I64], []),
    e.function_type([], [e.I32]),
)


def codes(words: int) -> list[bytes]:
    """Return the code of the helpers, in order, for a memory of so many words."""
    return [below(), floor_div(), floor_mod(), copy(words), fill(words), begin(), seed(), site()]


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
    """Return the code of (counter, bound, mixed seed ^ key) -> a number in 0 … bound - 1."""
    counter, bound, state, value, factor, low = range(6)
    out = get(counter) + op(e.I64_EXTEND_S) + put(value)
    out += mix(state) + mix(value) + op(e.I64_XOR) + put(state)
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


def seed() -> bytes:
    """Return the code that takes the seeds of both streams."""
    out = b""
    for local, (number, chosen) in enumerate(zip(STREAMS, CHOSEN, strict=True)):
        out += mix(local) + put(local)
        for kept in (number, chosen):
            out += get(local) + bytes((e.GLOBAL_SET, kept))
    return e.code([], out)


def begin() -> bytes:
    """Return the code that takes the seeds of one game of a series."""
    index, state = range(2)
    out = b""
    for number, chosen in zip(STREAMS, CHOSEN, strict=True):
        out += bytes((e.GLOBAL_GET, chosen)) + get(index) + op(e.I64_EXTEND_U, e.I64_XOR) + put(state)
        out += mix(state) + put(state) + mix(state) + bytes((e.GLOBAL_SET, number))
    return e.code([(1, e.I64)], out)


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


# -- many words, looked at ------------------------------------------------------------------------


def in_bytes(local: int) -> bytes:
    """Return what leaves four times a local on the stack."""
    return get(local) + e.i32(2) + op(e.I32_SHL)


def copy(words: int) -> bytes:
    """Return the code that copies (to, start, count) words of a memory of so many."""
    moved = in_bytes(0) + in_bytes(1) + in_bytes(2) + e.MEMORY_COPY
    return e.code([], within(0, 2, words) + within(1, 2, words) + moved)


def fill(words: int) -> bytes:
    """Return the code that makes words 0, for (to, 0, count)."""
    return e.code([], within(0, 2, words) + in_bytes(0) + get(1) + in_bytes(2) + e.MEMORY_FILL)


def within(at: int, count: int, words: int) -> bytes:
    """Return what stops a program unless so many words from a place on lie in memory; both are locals."""
    out = b""
    for local in (at, count):
        out += get(local) + e.i32(0) + op(e.I32_LT_S)
    out += get(at) + op(e.I64_EXTEND_S) + get(count) + op(e.I64_EXTEND_S, e.I64_ADD) + e.i64(words)
    out += op(e.I64_GT_U, e.I32_OR, e.I32_OR, e.IF, e.NOTHING)
    return out + stop(OUTSIDE) + op(e.END)
