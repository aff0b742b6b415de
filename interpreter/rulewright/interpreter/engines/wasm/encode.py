"""Numbers, sections and instructions -> bytes of a WebAssembly module."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

I32, I64, NOTHING = 0x7F, 0x7E, 0x40

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BR, BR_IF, BR_TABLE, RETURN, CALL, RETURN_CALL, DROP, SELECT = 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x12, 0x1A, 0x1B
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x22, 0x23, 0x24
I32_LOAD, I64_LOAD, I32_STORE, I64_STORE = 0x28, 0x29, 0x36, 0x37
I32_EQZ, I32_EQ, I32_NE, I32_LT_S, I32_GT_S = 0x45, 0x46, 0x47, 0x48, 0x4A
I32_LE_S, I32_GE_S, I32_GE_U = 0x4C, 0x4E, 0x4F
I32_ADD, I32_SUB, I32_MUL, I32_DIV_S, I32_REM_S = 0x6A, 0x6B, 0x6C, 0x6D, 0x6F
I32_AND, I32_OR, I32_XOR, I32_SHL, I32_SHR_S = 0x71, 0x72, 0x73, 0x74, 0x75
I64_GT_U, I64_GE_U = 0x56, 0x5A
I64_ADD, I64_SUB, I64_MUL, I64_REM_U, I64_AND, I64_XOR, I64_SHR_U = 0x7C, 0x7D, 0x7E, 0x82, 0x83, 0x85, 0x88
I32_WRAP, I64_EXTEND_S, I64_EXTEND_U = 0xA7, 0xAC, 0xAD
I64_NE, I64_OR, I64_SHL = 0x52, 0x84, 0x86
V128_LOAD, I32X4_SPLAT, I32X4_EQ, I32X4_BITMASK = b"\xfd\0", b"\xfd\x11", b"\xfd\x37", b"\xfd\xa4\1"
MEMORY_COPY, MEMORY_FILL = bytes((0xFC, 10, 0, 0)), bytes((0xFC, 11, 0))


def unsigned(value: int) -> bytes:
    """Return a number that isn't negative, seven bits a byte, lowest first."""
    if value < 0x80:
        return _SMALL[value]
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """Return a number with sign, seven bits a byte, lowest first."""
    if -0x40 <= value < 0x40:
        return _SMALL[value & 0x7F]
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


_SMALL = [bytes((value,)) for value in range(0x80)]


def i32(value: int) -> bytes:
    """Return `i32.const`."""
    return b"\x41" + signed(value)


def i64(value: int) -> bytes:
    """Return `i64.const` of a number with or without sign."""
    return b"\x42" + signed((value + 2**63) % 2**64 - 2**63)


def memory(instruction: int, offset: int, align: int = 2) -> bytes:
    """Return a load or store at the address on the stack plus `offset` bytes."""
    return bytes((instruction, align)) + unsigned(offset)


def name(text: str) -> bytes:
    """Return a name."""
    encoded = text.encode()
    return unsigned(len(encoded)) + encoded


def vector(items: Sequence[bytes]) -> bytes:
    """Return how many there are, and then they themselves."""
    return unsigned(len(items)) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    """Return a section; one without content is left out."""
    return bytes((number,)) + unsigned(len(content)) + content if content else b""


def function_type(parameters: Sequence[int], results: Sequence[int]) -> bytes:
    """Return the type of a function."""
    return b"\x60" + vector([_SMALL[p] for p in parameters]) + vector([_SMALL[r] for r in results])


def code(locals_: Sequence[tuple[int, int]], body: bytes | bytearray) -> bytes:
    """Return a function's code: how many locals of which type, and instructions."""
    head = vector([unsigned(count) + _SMALL[kind] for count, kind in locals_ if count])
    return unsigned(len(head) + len(body) + 1) + head + body + b"\x0b"


def words(numbers: Iterable[int]) -> bytes:
    """Return numbers as they lie in memory."""
    packed = array("i", numbers)
    assert packed.itemsize == 4
    return packed.tobytes()
