"""A place in the rules -> its rulebook: what stands there in words, and the sections it comes from."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import tree
from rulewright.interpreter.game import Game


@frozen
class Passage:
    """What the rulebook says at one place: a title, its sentence, the headings it cites."""

    title: str
    text: str
    sections: tuple[str, ...]


def passage(game: Game, path: str) -> Passage:
    """Return the rulebook's words for the path of a rule, such as `procedures.serve`."""
    written = game.rules.written
    writer = game.machine.writer
    section, _, rest = path.partition(".")
    name = rest.split(".")[0]
    entries = {
        "procedures": {e.name.value: e.notes for e in written.procedures},
        "actions": {e.name.value: e.notes for e in written.actions},
        "phases": {e.name.value: e.notes for e in written.phases},
        "functions": {e.name.value: e.notes for e in written.functions},
    }
    notes = entries.get(section, {}).get(name, tree.Notes())
    headings = {word.value: writer.text_of(text) for word, text in written.sections}
    cited = tuple(headings[word.value] for word in notes.cite if headings.get(word.value))
    return Passage(writer.label(name or section), writer.text_of(notes.text).strip(), cited)
