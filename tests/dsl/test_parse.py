"""Rule texts and the trees they become: cases/syntax holds them, UPDATE_CASES=1 writes the trees anew."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl import grammar_cache, parse, syntax
from rulewright.dsl.build_expressions import DEPTH
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.reserved import AGGREGATES, RESERVED, VALUE_WORDS
from rulewright.dsl.source import RuleText, Source

CASES = Path(__file__).parent.parent / "cases" / "syntax"
PARSERS: dict[str, Callable[[RuleText, Report], object]] = {
    "block": parse.parse_block,
    "expression": parse.parse_expression,
    "choice": parse.parse_choice,
    "order": parse.parse_order,
    "type": parse.parse_type,
    "text": parse.parse_text,
}


def rule_text(text: str, *, before: str = "", block: bool = True) -> RuleText:
    """Return a rule text that stands in a file behind `before`."""
    return RuleText(text, Source("game.yaml", f"{before}{text}\n"), ((0, len(before)),), block)


def read(kind: str, text: str) -> tuple[object, Report]:
    report = Report()
    return PARSERS[kind](rule_text(text), report), report


def dump(node: object, indent: str = "") -> str:
    """Return a tree as one line; blocks stand on lines of their own. Spans and empty parts are left out."""
    match node:
        case syntax.Name(name=name):
            return name
        case syntax.Number(value=value):
            return str(value)
        case syntax.Text(parts=parts):
            return "[" + " ".join(json.dumps(p) if isinstance(p, str) else dump(p) for p in parts) + "]"
        case tuple() if node and isinstance(node[0], syntax.Statement | syntax.Case):
            return "".join(f"\n{indent}    {dump(item, indent + '    ')}" for item in node)
        case tuple():
            return "[" + " ".join(dump(item, indent) for item in node) + "]"
        case syntax.Node():
            fields = [
                f"{field.name}={dump(value, indent)}"
                for field in attrs.fields(type(node))
                if not field.name.endswith("span")
                and (value := getattr(node, field.name)) is not None
                and value is not False
                and value != ()
            ]
            return f"({' '.join([type(node).__name__, *fields])})"
        case bool():
            return "yes" if node else "no"
    return str(node)


def show(diagnostic: Diagnostic) -> str:
    """Return a finding as the bad cases hold it."""
    span = diagnostic.span
    lines = [f"{diagnostic.code} {span.line}:{span.column} [{span.text}] {diagnostic.message}"]
    lines += [f"also {other.span.line}:{other.span.column} {other.label}" for other in diagnostic.related]
    lines += [f"help {diagnostic.help}"] if diagnostic.help else []
    lines += [f"note {diagnostic.note}"] if diagnostic.note else []
    return "\n".join(lines)


def cases(folder: str) -> list[pytest.param]:
    """Return (file, heading, kind, text, expected) of all cases of a folder."""
    found = []
    for path in sorted((CASES / folder).glob("*.txt")):
        for part in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            heading, _, rest = part.partition("\n")
            text, _, expected = rest.partition("\n---\n")
            kind, _, title = heading.partition(": ")
            found.append(
                pytest.param(path, heading, kind, text, expected.rstrip("\n"), id=f"{path.stem}: {title}")
            )
    return found


def compare(path: Path, heading: str, text: str, expected: str, got: str) -> None:
    """Compare a result with its case, or write it there."""
    if os.environ.get("UPDATE_CASES"):
        written = path.read_text(encoding="utf-8")
        old = f"=== {heading}\n{text}\n---\n{expected}".rstrip("\n")
        assert written.count(old) == 1, "two cases of one text and heading"
        path.write_text(written.replace(old, f"=== {heading}\n{text}\n---\n{got}"), encoding="utf-8")
    else:
        assert got == expected


@pytest.mark.parametrize(("path", "heading", "kind", "text", "expected"), cases("good"))
def test_good_cases(path: Path, heading: str, kind: str, text: str, expected: str) -> None:
    """Every sentence of the language becomes the tree that stands beside it."""
    node, report = read(kind, text)
    assert [show(d) for d in report.found] == []
    got = "\n".join(dump(s) for s in node) if isinstance(node, tuple) else dump(node)
    compare(path, heading, text, expected, got)


@pytest.mark.parametrize(("path", "heading", "kind", "text", "expected"), cases("bad"))
def test_bad_cases(path: Path, heading: str, kind: str, text: str, expected: str) -> None:
    """What can't be read gives one message in words of the language."""
    node, report = read(kind, text)
    assert node is None
    assert len(report.found) == 1
    got = show(report.found[0])
    assert not re.search(
        r"[A-Z]{2,}_|__ANON|LPAR|COLON|NAME\b(?! (?:from|in|=|\+=|among))|Token|lark", got
    ), got
    compare(path, heading, text, expected, got)


def nodes(node: object) -> Iterator[syntax.Node]:
    """Yield all nodes of a tree."""
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif isinstance(node, syntax.Node):
        yield node
        for field in attrs.fields(type(node)):
            if not field.name.endswith("span"):
                yield from nodes(getattr(node, field.name))


@pytest.mark.parametrize(("path", "heading", "kind", "text", "expected"), cases("good"))
def test_spans_mark_what_was_written(path: Path, heading: str, kind: str, text: str, expected: str) -> None:
    """A span covers the words of its node, and names are marked by themselves."""
    for node in nodes(PARSERS[kind](rule_text(text, before="  do: "), Report())):
        covered = node.span.text
        assert covered == covered.strip() or isinstance(node, syntax.Text)
        match node:
            case syntax.Name(name=name):
                assert covered == name
            case syntax.Number(value=value):
                assert covered == str(value)
            case syntax.Text(raw=raw) if raw:
                assert covered == raw
            case (
                syntax.If()
                | syntax.For()
                | syntax.Together()
                | syntax.Repeat()
                | syntax.Menu()
                | syntax.Offer()
            ):
                assert covered.endswith(":")
            case syntax.Listing():
                assert (covered[0], covered[-1]) == ("[", "]")
        for name, written in (("name", "name_span"), ("fn", ""), ("kind", "kind_span")):
            if written and hasattr(node, written):
                assert getattr(node, written).text == getattr(node, name)


def test_every_node_kind_has_a_case() -> None:
    """No form of the tree is without an example."""
    seen = {
        type(node).__name__
        for case in cases("good")
        for node in nodes(PARSERS[case.values[2]](rule_text(case.values[3]), Report()))
    }
    kinds = {
        name
        for name, kind in vars(syntax).items()
        if isinstance(kind, type) and issubclass(kind, syntax.Node)
    }
    assert kinds - seen == {"Node", "Expr", "Statement"}


def test_the_grammar_is_strict() -> None:
    """No conflict between rules, no text that two words of the grammar could claim."""
    grammar = files("rulewright.dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    assert parse.build_parser(grammar, strict=True).options.strict


def test_reserved_words_cover_the_special_ones() -> None:
    """What stands for a value or before a bracket is reserved too."""
    assert VALUE_WORDS <= RESERVED
    assert AGGREGATES <= RESERVED
    assert not RESERVED & {"number", "face", "down", "set", "open", "game", "phase", "loop", "order", "each"}


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_reserved_words_are_names_after_a_dot_only(word: str) -> None:
    """A reserved word can't be given as a name, but everything may be called so that stands after a dot."""
    assert read("expression", f"p.{word} + p.{word}(3)")[0] is not None
    for given_here in (
        f"let {word} = 3",
        f"for {word} in players:\n    nothing",
        f"me chooses {word} from hand",
    ):
        node, report = read("block", given_here)
        assert node is None
        assert len(report.found) == 1


def test_texts_with_holes() -> None:
    """Holes are expressions with their place in the file; doubled braces are braces."""
    block, _ = read("block", 'announce "{{{dish.name}}} for { top of deck }"')
    assert isinstance(block, tuple)
    text = block[0].text
    assert text.raw == "{{{dish.name}}} for { top of deck }"
    assert [part if isinstance(part, str) else part.span.text for part in text.parts] == [
        "{",
        "dish.name",
        "} for ",
        "top of deck",
    ]


def test_positions_of_a_folded_rule() -> None:
    """Each line of a folded rule has its own way back into the file; a comment ends with its line."""
    file = "is: >\n  me.ruined   # or worse\n  or kichen is empty\n"
    first, second = file.index("me.ruined"), file.index("or kichen")
    text = file[first : second - 3].rstrip() + " " + file[second:].rstrip()
    folded = RuleText(
        text, Source("game.yaml", file), ((0, first), (text.index("or kichen"), second)), block=False
    )
    node = parse.parse_expression(folded, Report())
    assert isinstance(node, syntax.Or)
    assert node.items[1].span.text == "kichen is empty"
    assert (node.items[1].span.line, node.items[1].span.column) == (3, 6)


def test_several_lines_without_a_bar() -> None:
    """Statements that YAML has folded into one line are told how to be written."""
    text = "do: move a to b\n  end turn\n"
    report = Report()
    folded = RuleText("move x to y end turn", Source("game.yaml", text), ((0, 4), (12, 18)), block=False)
    assert parse.parse_block(folded, report) is None
    assert report.found[0].note == "several lines of rules stand under `|`, as in `do: |`"


def test_a_mistake_inside_a_hole_is_placed_in_the_file() -> None:
    """The finding points at the word in the hole."""
    report = Report()
    parse.parse_block(rule_text('announce "a {x == 3}"', before="do: "), report)
    assert report.found[0].span.text == "=="
    assert report.found[0].span.column == 20


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "x" + ")" * 5000,
        "not " * 5000 + "x",
        "- " * 5000 + "x",
        "x" + ".y" * 5000,
        "x" + " + 1" * 5000,
        "if x then y else " * 5000 + "z",
        "[" * 5000,
        "f(" * 70 + "x" + ")" * 70,
        f"x{' * 2' * (DEPTH + 1)}",
    ],
    ids=["brackets", "not", "minus", "dots", "sum", "if", "open", "calls", "product"],
)
def test_nesting_is_bounded(text: str) -> None:
    """What is nested too deeply is a finding, however it is nested."""
    node, report = read("expression", text)
    assert node is None
    assert [d.code for d in report.found] == ["syntax-depth"]


def test_blocks_are_bounded() -> None:
    """Blocks inside blocks count as nesting too."""
    lines = ["    " * level + "if x:" for level in range(DEPTH)]
    _, report = read("block", "\n".join([*lines, "    " * DEPTH + "nothing"]))
    assert [d.code for d in report.found] == ["syntax-depth"]


def test_long_rules_are_not_deep() -> None:
    """Many lines, and many members joined by `and`, are no nesting."""
    assert read("block", "x += 1\n" * 2000)[0] is not None
    assert read("expression", " and ".join(["x is y"] * 500))[0] is not None
    assert read("expression", f"x{' + 1' * (DEPTH - 1)}")[0] is not None


SIGNS = "number face down set open x y z w 0 1 12 99999999999 ( ) [ ] , . .. : = += -= < <= { } * / mod + -"
WORDS = st.sampled_from(
    [
        *sorted(RESERVED),
        *SIGNS.split(" "),
        *(
            "face up",
            "if any",
            '"',
            '"a {x} b"',
            '"{"',
            "\n",
            "\n    ",
            "\n  ",
            "#",
            "#\n",
            " ",
            "==",
            "“",
            "'",
        ),
        *("é", "e\u0301", "３", "\t", "\r", "\x00", "\u2028", "@", "\\"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(PARSERS)), st.lists(WORDS, max_size=25).map(" ".join), st.text(max_size=5))
def test_any_soup_of_words_is_read_or_reported(kind: str, soup: str, more: str) -> None:
    """Nothing escapes: a tree without findings, or none with exactly one, inside the file."""
    text = rule_text(soup + more, before="do: ")
    report = Report()
    node = PARSERS[kind](text, report)
    assert (node is None) == (len(report.found) == 1)
    spans = [d.span for d in report.found] + [n.span for n in nodes(node)]
    for span in spans:
        assert 0 <= span.start < span.end <= len(text.source.text)


def test_importing_builds_no_parser() -> None:
    """What only names rules starts at once: the parser and its library come with the first rule text."""
    program = "import sys, rulewright.dsl.parse; sys.exit('lark' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tables are kept in the user's cache folder; stale, damaged and unwritable ones are no harm."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    path = grammar_cache.cache_file()
    assert path is not None

    def tree() -> object:
        parse.parser.cache_clear()
        return parse.parser().parse("x is y", start="expression")

    fresh = tree()
    kept = path.read_bytes()
    key = kept[: kept.index(b"\n") + 1]
    assert tree() == fresh
    for damaged in (
        b"",
        kept[:200],
        kept[:-1],
        b"0" * 64 + kept[64:],
        kept.replace(b"expression", b"xxpression"),
    ):
        path.write_bytes(damaged)
        assert tree() == fresh
        assert grammar_cache.load_tables(path, key)
    path.unlink()
    path.mkdir()
    assert tree() == fresh
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert tree() == fresh
    parse.parser.cache_clear()
