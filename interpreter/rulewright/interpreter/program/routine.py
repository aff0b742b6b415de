"""Functions written in a small part of Python -> functions of the program form.

The routines that every game needs (zones, chance, the drivers) are written in it: whole numbers, `M[…]` for memory,
capital names for tables and for numbers of the load, `while`, `if`, `break`, `continue`, `return`, calls of other
routines, `copy(to, start, count)`, `fill(to, count)`, `paste(to, TABLE)`, `fault("code")`,
`seed(index)` and `draw(stream, KEY, counter, bound)`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from attrs import define, field

from rulewright.interpreter.program import form
from rulewright.interpreter.program.build import Builder, cell, const, negate, op, pick
from rulewright.interpreter.program.form import Get, Value

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@define(eq=False)
class Names:
    """What the capital names of routines stand for in one load."""

    numbers: Mapping[str, int]
    tables: Mapping[str, object]
    site: Callable[[str], int]
    keys: Mapping[str, int] = field(factory=dict)


def routines(source: str, names: Names) -> list[form.Function]:
    """Return the functions of a file of routines."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found.append(Routine(node, names).made())
    return found


@define(eq=False)
class Routine:
    """One function on its way."""

    node: ast.FunctionDef
    names: Names
    b: Builder = field(init=False)
    locals: dict[str, Get] = field(factory=dict)
    loops: list[str] = field(factory=list)

    def made(self) -> form.Function:
        """Return the function."""
        self.b = Builder(self.node.name)
        for argument in self.node.args.args:
            self.locals[argument.arg] = self.b.parameter(argument.arg)
        self.steps(self.node.body)
        return self.b.done()

    def steps(self, nodes: list[ast.stmt]) -> None:
        """Translate a block."""
        for node in nodes:
            self.step(node)

    def step(self, node: ast.stmt) -> None:
        """Translate a statement."""
        b = self.b
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=arguments)):
                self.call_step(name, arguments)
            case ast.Assign(targets=[target], value=value):
                self.store(target, self.value(value))
            case ast.AugAssign(target=target, op=operator, value=value):
                name = OPERATORS[type(operator)]
                self.store(target, op(name, self.value(target), self.value(value)))
            case ast.If(test=test, body=body, orelse=otherwise):
                self.branch(self.value(test), body, otherwise)
            case ast.While(test=test, body=body):
                with b.loop() as label:
                    self.loops.append(label)
                    going = self.value(test)
                    if not isinstance(going, form.Const):
                        with b.when(negate(going)):
                            b.leave(label)
                    self.steps(body)
                    self.loops.pop()
            case ast.Break():
                b.leave(self.loops[-1])
            case ast.Continue():
                b.again(self.loops[-1])
            case ast.Return(value=value):
                b.give(self.value(value) if value is not None else const(0))
            case _:
                raise AssertionError(ast.unparse(node))

    def branch(self, test: Value, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        """Translate an `if`; one that the load decides leaves no trace."""
        if isinstance(test, form.Const):
            self.steps(body if test.value else otherwise)
            return
        with self.b.block() as then:
            self.steps(body)
        with self.b.block() as other:
            self.steps(otherwise)
        self.b.add(form.If(test, tuple(then), tuple(other)))

    def store(self, target: ast.expr, value: Value) -> None:
        """Assign to a local or to memory."""
        match target:
            case ast.Name(id=name):
                if name not in self.locals:
                    self.locals[name] = self.b.local(name)
                self.b.set(self.locals[name], value)
            case ast.Subscript(value=ast.Name(id="M"), slice=at):
                self.b.put(self.value(at), value)
            case _:
                raise AssertionError(ast.unparse(target))

    def call_step(self, name: str, arguments: list[ast.expr]) -> None:
        """Translate a call that stands alone."""
        match name, arguments:
            case "copy", [to, start, count]:
                self.b.add(form.Copy(self.value(to), self.value(start), self.value(count)))
            case "fill", [to, count]:
                self.b.add(form.Fill(self.value(to), self.value(count)))
            case "paste", [to, ast.Name(id=table)]:
                assert table in self.names.tables, table
                self.b.add(form.Paste(self.value(to), table))
            case "seed", [index]:
                self.b.add(form.Seed(self.value(index)))
            case "fault", [ast.Constant(value=str() as code)]:
                self.b.fault(self.names.site(code))
            case _:
                self.b.add(form.Do(self.call(name, arguments)))

    def call(self, name: str, arguments: list[ast.expr]) -> Value:
        """Translate a call."""
        if name == "draw":
            stream, key, counter, bound = arguments
            assert isinstance(stream, ast.Constant)
            assert isinstance(key, ast.Name)
            number = int(str(stream.value))
            return form.Draw(number, self.names.keys[key.id], self.value(counter), self.value(bound))
        return form.Call(name, tuple(self.value(a) for a in arguments))

    def value(self, node: ast.expr) -> Value:
        """Translate an expression."""
        match node:
            case ast.Constant(value=bool() | int() as number):
                return const(number)
            case ast.Name(id=name):
                if name in self.locals:
                    return self.locals[name]
                return const(self.names.numbers[name])
            case ast.Subscript(value=ast.Name(id="M"), slice=at):
                return cell(self.value(at))
            case ast.Subscript(value=ast.Name(id=table), slice=at):
                assert table in self.names.tables, table
                return form.Row(table, self.value(at))
            case ast.BinOp(left=left, op=operator, right=right):
                return op(OPERATORS[type(operator)], self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return op(OPERATORS[type(operator)], self.value(left), self.value(right))
            case ast.BoolOp(op=ast.And(), values=values):
                return self.chain([self.value(v) for v in values], both=True)
            case ast.BoolOp(values=values):
                return self.chain([self.value(v) for v in values], both=False)
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return negate(self.value(of))
            case ast.UnaryOp(op=ast.USub(), operand=of):
                return op("-", const(0), self.value(of))
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return pick(self.value(test), self.value(then), self.value(otherwise))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.call(name, arguments)
            case _:
                raise AssertionError(ast.unparse(node))

    def chain(self, values: list[Value], *, both: bool) -> Value:
        """Return `and` or `or`: the later ones are only worked out when they count. All are 0 or 1."""
        found = values[-1]
        for value in reversed(values[:-1]):
            found = pick(value, found, const(0)) if both else pick(value, const(1), found)
        return found
