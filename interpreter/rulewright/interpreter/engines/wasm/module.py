"""A program -> a WebAssembly module."""

from __future__ import annotations

from itertools import chain

from rulewright.interpreter import chance
from rulewright.interpreter.engines.wasm import encode as e
from rulewright.interpreter.engines.wasm import helpers
from rulewright.interpreter.engines.wasm.emit import Emitter
from rulewright.interpreter.engines.wasm.values import Layout
from rulewright.interpreter.program.form import Program

PAGE = 2**16
SEED, SITE, MEMORY = ".seed", ".site", ".memory"
"""What a module exports besides the program's entries."""


def module(program: Program, guarded: bool = False) -> bytes:
    """Return a module: memory, the constant tables behind it, the helpers and the program's functions.

    A guarded one looks at each address whether it lies in its region, and stops if not.
    """
    tables, content = tables_of(program)
    functions = list(program.functions.values())
    numbers = {function.name: len(helpers.TYPES) + number for number, function in enumerate(functions)}
    layout = Layout(
        numbers, tables, program.words, guarded, program.natural, program.blocks, frozenset(program.flows)
    )
    types = list(dict.fromkeys(chain(helpers.TYPES, (type_of(f.parameters) for f in functions))))
    kinds = {kind: number for number, kind in enumerate(types)}
    kinds_used = chain(helpers.TYPES, (type_of(f.parameters) for f in functions))
    written = [Emitter(f, numbers[f.name], layout).code() for f in functions]
    points = tuple(layout.points)
    pages = max(1, -(-4 * (program.words + len(content)) // PAGE))
    exports = [(name, 0, numbers[name]) for name in program.entries]
    exports += [(SEED, 0, helpers.SEED), (SITE, 0, helpers.SITE_OF), (MEMORY, 2, 0)]
    return b"".join(
        [
            b"\0asm\1\0\0\0",
            e.section(1, e.vector(types)),
            e.section(3, e.vector([e.unsigned(kinds[kind]) for kind in kinds_used])),
            e.section(5, e.vector([b"\1" + 2 * e.unsigned(pages)])),
            e.section(6, e.vector(global_variables(points))),
            e.section(7, e.vector([e.name(n) + bytes((kind,)) + e.unsigned(i) for n, kind, i in exports])),
            e.section(
                10,
                e.vector([*helpers.codes(program.words, guarded, points), *written]),
            ),
            e.section(11, data(4 * program.words, content)),
        ]
    )


def type_of(parameters: int) -> bytes:
    """Return the type of a program's function."""
    return e.function_type([e.I32] * parameters, [e.I32])


def tables_of(program: Program) -> tuple[dict[str, tuple[int, int]], list[int]]:
    """Return where each table lies and how long it is, in words, and the words of all; equal ones are one."""
    content: list[int] = []
    known: dict[tuple[int, ...], int] = {}
    for table in program.tables.values():
        if table not in known:
            known[table] = program.words + len(content)
            content += table
    return {name: (known[table], len(table)) for name, table in program.tables.items()}, content


def global_variables(points: helpers.Points) -> list[bytes]:
    """Return the globals: the site of a fault, the mixed seeds of both streams, those chosen from outside, and one for
    each point at which numbers are drawn."""
    seed = chance.mix(0)
    mixed = [seed for _ in (*helpers.STREAMS, *helpers.CHOSEN)] + [
        chance.mix(seed ^ key) for _, key in points
    ]
    return [
        bytes((kind, 1)) + start + b"\x0b"
        for kind, start in [(e.I32, e.i32(-1)), *((e.I64, e.i64(m)) for m in mixed)]
    ]


def data(address: int, content: list[int]) -> bytes:
    """Return the section of what lies in memory from the beginning."""
    if not content:
        return b""
    packed = e.words(content)
    return e.vector([b"\0" + e.i32(address) + b"\x0b" + e.unsigned(len(packed)) + packed])
