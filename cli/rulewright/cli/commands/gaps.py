"""`rules gaps`: the open questions of a ruleset, and what it assumes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from rulewright.cli.columns import wrap
from rulewright.cli.languages import wanted_language
from rulewright.cli.loading import load_rules
from rulewright.cli.output import Exit, coloured, counted, paint, say, say_json
from rulewright.dsl import tree
from rulewright.dsl.check.loads import words_of
from rulewright.dsl.typed import Rules

COLUMNS = 100


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--lang", metavar="LANGUAGE", help="The language of questions and reasons.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: str, lang: str | None, form: str) -> int:
    """List the questions that the source of a ruleset leaves open, with our default and its reason, and all
    that is assumed without being in the source.
    """
    rules, _ = load_rules(file)
    language = wanted_language(rules.written, lang)
    questions = [question(rules, p, language) for p in rules.written.parameters if p.because is not None]
    assumed = list(assumptions(rules.written, language))
    if form == "json":
        say_json({"open_questions": questions, "assumed": assumed})
        return Exit.HOLDS
    on = coloured(sys.stdout)
    say(paint(counted(len(questions), "open question"), "bold", on=on))
    for entry in questions:
        say()
        show(f"{entry['name']}: {entry['asks']}" if entry["asks"] else entry["name"])
        values = ", ".join(entry["values"])
        show(f"  {entry['default']}" + (f"   (of {values})" if values else ""))
        show(f"  {entry['because']}")
    say()
    say(paint(counted(len(assumed), "assumption"), "bold", on=on))
    for item in folded(assumed):
        say()
        show(f"{item['section']} {item['name']} (line {item['line']})")
        show(f"  {item['assumed']}")
    return Exit.HOLDS


def show(text: str) -> None:
    """Write a text in lines, indented as it begins."""
    indent = " " * (len(text) - len(text.lstrip())) + "  "
    for line in wrap(text, COLUMNS, indent):
        say(line)


def question(rules: Rules, parameter: tree.Parameter, language: str) -> dict[str, Any]:
    """Return an open question as data."""
    return {
        "name": parameter.name.value,
        "line": parameter.name.span.line,
        "asks": said(parameter.asks, rules.written, language),
        "default": str(parameter.default.value),
        "values": words_of(rules, rules.parameters[parameter.name.value]),
        "because": said(parameter.because, rules.written, language),
        "cite": [word.value for word in parameter.notes.cite],
    }


def said(text: tree.Text | None, written: tree.Ruleset, language: str) -> str:
    """Return a text in a language, on one line."""
    return " ".join(text.in_language(language, written.language).split()) if text is not None else ""


def assumptions(written: tree.Ruleset, language: str) -> Iterator[dict[str, Any]]:
    """Yield everything that says `assumed`, in the order of the file's sections."""
    for section, name, line, notes in noted(written):
        if notes.assumed is not None:
            yield {
                "section": section,
                "name": name,
                "line": line,
                "assumed": said(notes.assumed, written, language),
                "cite": [word.value for word in notes.cite],
            }


def folded(assumed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return assumptions, those of rows of one kind for one reason as one, with their number."""
    rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
    found: list[list[dict[str, Any]]] = []
    for item in assumed:
        kind, row, _ = item["name"].partition(", row ")
        group = rows.setdefault((kind, item["assumed"]), []) if row else []
        if not group:
            found.append(group)
        group.append(item)
    return [
        {**group[0], "name": f"{group[0]['name'].partition(', row ')[0]}, {counted(len(group), 'row')}"}
        if len(group) > 1
        else group[0]
        for group in found
    ]


def noted(written: tree.Ruleset) -> Iterator[tuple[str, str, int, tree.Notes]]:
    """Yield all entries with their notes; card rows after their kind."""
    sections: dict[str, tuple[Any, ...]] = {
        "constants": written.constants,
        "parameters": written.parameters,
        "types": written.types,
        "odds": written.odds,
        "components": written.components,
        "zones": written.zones,
        "variables": written.variables,
        "functions": written.functions,
        "procedures": written.procedures,
        "actions": written.actions,
        "phases": written.phases,
        "score": written.score,
    }
    for section, entries in sections.items():
        for entry in entries:
            yield section, entry.name.value, entry.name.span.line, entry.notes
            for number, row in enumerate(getattr(entry, "cards", None) or (), 1):
                yield section, f"{entry.name.value}, row {number}", row.span.line, row.notes
    if written.winner is not None:
        yield "winner", "", written.winner.span.line, written.winner.notes
