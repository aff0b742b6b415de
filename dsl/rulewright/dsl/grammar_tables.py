"""Grammar -> the file of tables by which `trees.py` reads: what Lark has made of it, in a form of our own.

`python -m rulewright.dsl.grammar_tables` writes it anew after a change of the grammar; a test holds it true.
"""

from __future__ import annotations

import json
from typing import Any

from rulewright.dsl.parse import build_parser
from rulewright.dsl.trees import GRAMMAR, TABLES, TWO_WORDS, digest

WORDS = {
    "FACTOR": "* / mod",
    "UPDOWN": "up down",
    "NOT": "not",
    "REVEAL": "reveal",
    "OPEN": "open",
    "ENDS": "top bottom",
    "LEFT": "turn phase game loop",
    "SORT": "ascending descending",
    "DIRECTION": "clockwise counterclockwise",
    "BUMP": "+= -=",
    "COMPARE": "<= >= < >",
    "MINUS": "-",
    "PLUS": "+ -",
}
"""What the terminals are that are written as regular expressions in the grammar, but for names, numbers, texts and those
of two words."""


def made() -> str:
    """Return the content of the file."""
    grammar = GRAMMAR.read_bytes()
    parser: Any = build_parser(grammar.decode().replace("\r\n", "\n"))
    table = parser.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(sorted(parser.rules, key=rule_of))}
    numbers = numbered(table)
    found = {
        "grammar": digest(grammar),
        "starts": {start: numbers[state] for start, state in sorted(table.start_states.items())},
        "ends": {start: numbers[state] for start, state in sorted(table.end_states.items())},
        "words": words_of(parser),
        "kept": sorted({s.name for r in rules for s in r.expansion if s.is_term and not s.filter_out}),
        "rules": [rule_of(rule) for rule in rules],
        "states": [
            {name: action_of(action, numbers, rules) for name, action in by_name(table.states[state])}
            for state in numbers
        ],
    }
    lines = []
    for name, value in found.items():
        if isinstance(value, list):
            lines.append(f'"{name}": [\n' + ",\n".join(json.dumps(one) for one in value) + "\n]")
        else:
            lines.append(f'"{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def by_name(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the actions of a state in the order of their names."""
    return sorted(row.items(), key=lambda one: one[0])


def numbered(table: Any) -> dict[Any, int]:
    """Return the states with numbers of their own: Lark's aren't the same each time."""
    found: dict[Any, int] = {}
    pending = [state for _, state in sorted(table.start_states.items(), reverse=True)]
    while pending:
        state = pending.pop()
        if state not in found:
            found[state] = len(found)
            row = reversed(by_name(table.states[state]))
            pending += [then for _, (kind, then) in row if kind.name == "Shift"]
    return found


def action_of(action: Any, numbers: dict[Any, int], rules: dict[Any, int]) -> int:
    """Return what to do in a state: go to another one, or complete a rule."""
    kind, then = action
    return numbers[then] if kind.name == "Shift" else -1 - rules[then]


def rule_of(rule: Any) -> tuple[int, str, str, bool, list[int]]:
    """Return what a complete rule is replaced by."""
    length = len(rule.expansion)
    none = [len(ones) for ones in "".join(str(int(empty)) for empty in rule.options.empty_indices).split("0")]
    parts: list[int] = []
    for number, symbol in enumerate(rule.expansion):
        parts += [-1] * (none[number] if rule.options.empty_indices else 0)
        if not symbol.is_term and symbol.name.startswith("_"):
            parts.append(-2 - number)
        elif not symbol.is_term or not symbol.filter_out:
            parts.append(number)
    parts += [-1] * (none[length] if rule.options.empty_indices else 0)
    single = bool(rule.options.expand1 and not rule.alias)
    return length, rule.origin.name, rule.alias or str(rule.origin.name), single, parts


def words_of(parser: Any) -> dict[str, list[str]]:
    """Return which terminals a word or sign can be, the strongest first."""
    found: dict[str, list[str]] = {}
    for name, words in WORDS.items():
        for word in words.split():
            found.setdefault(word, []).append(name)
    for terminal in parser.terminals:
        if terminal.pattern.type == "str" and terminal.name not in WORDS:
            found.setdefault(terminal.pattern.value, []).append(terminal.name)
    known = {*WORDS, "NAME", "INT", "STRING", "_NL", *(name for name, _ in TWO_WORDS.values())}
    unknown = [
        terminal.name
        for terminal in parser.terminals
        if terminal.pattern.type == "re" and terminal.name not in known and "IGNORE" not in terminal.name
    ]
    assert not unknown, f"terminals that trees.py doesn't know: {unknown}"
    return found


def main() -> None:
    """Write the file."""
    TABLES.write_text(made(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
