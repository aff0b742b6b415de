"""Drafts by overlay: what they stand for, and what they can't say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.test_language_page import GAME, PAGE
from rulewright.dsl.compile import check_file
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.overlay import Merger
from rulewright.dsl.source import Source
from rulewright.dsl.typed import Rules
from rulewright.dsl.yaml_nodes import compose
from rulewright.interpreter.game import Game
from rulewright.interpreter.scenarios import run_tests

BASE = """\
rules: 1
game: market
title: {en: Market, ja: 市}
draft: "1"
players: 2
constants:
  prize: 2
  bonus: {is: 1, text: A little extra.}
  worth: {by: 1..3, 1: 1, 2: 2, 3: 4}
types: {good: [fig, pear]}
components:
  fruit: {is: card, has: {good: good, size: 1..3}, cards: [{good: each, size: 1..3}], starts_in: deck}
zones:
  deck: {holds: fruit, as: pile, seen_by: nobody}
  hand: {each: player, holds: fruit, seen_by: owner}
  shop: {holds: fruit}
variables:
  coins: 0..99 each player
functions:
  value:
    each: fruit
    is: worth[this.size] + bonus
procedures:
  earn:
    each: player
    given: {fruit_sold: fruit}
    text: Take the worth in coins.
    do: |
      me.coins += fruit_sold.value + prize
actions:
  sell:
    choose:
      item: from me.hand "Sell which of the hand?"
    do: |
      move item to shop
      do me.earn(item)
setup: |
  shuffle deck
  for p in players:
      move top 3 of deck to p.hand
phases:
  market:
    turns: clockwise from first_player
    rounds: 3
    turn: |
      me takes one of sell
flow: |
  do market
score:
  coins: me.coins
winner:
  ranked: by me.score descending
tests:
  sale:
    at: market, P1
    given: {P1.hand: [fig 3, pear 1, pear 2]}
    play:
      - P1: sell fig 3
    expect: {P1.coins: 7, shop: [fig 3]}
"""

HEAD = 'extends: market.yaml\ndraft: "2"\nwhy: Prices were too low.\n'


def folder(tmp_path: Path, overlay: str, base: str = BASE) -> Path:
    """Write base and draft beside each other and return the draft's path."""
    (tmp_path / "market.yaml").write_text(base, encoding="utf-8")
    path = tmp_path / "draft.yaml"
    path.write_text(overlay, encoding="utf-8")
    return path


def test_changes_are_laid_over_the_base(tmp_path: Path) -> None:
    """Numbers, tables, texts and blocks change; names are renamed everywhere; additions are new."""
    path = folder(
        tmp_path,
        HEAD
        + """\
rename:
  zones: {shop: stall}
  procedures: {earn: be_paid}
change:
  constants:
    prize: {is: 3, why: Two was nothing.}
    bonus: 0
    worth: {1: 2, 2..3: 4}
  procedures:
    be_paid:
      text: Take the worth and the prize.
add:
  constants: {most: 50}
  procedures:
    be_paid:
      cite: []
tests:
  sale:
    like: sale
    expect: {P1.coins: 7, stall: [fig 3], most: 50}
""".replace("      cite: []\n", "").replace("  procedures:\n    be_paid:\ntests", "tests"),
    )
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.found]
    assert rules.written.draft is not None
    assert rules.written.draft.value == "2"
    assert list(rules.zones) == ["deck", "hand", "stall"]
    game = Game.of(rules, 2)
    assert game.load.scalars["prize"] == 3
    assert game.load.scalars["bonus"] == 0
    assert game.load.tables["worth"] == {(1,): 2, (2,): 4, (3,): 4}
    assert rules.constants["bonus"].written.notes.text is not None
    assert [(o.name, o.status, o.message) for o in run_tests(rules)] == [("sale", "pass", ())]


def test_positions_point_into_the_file_that_holds_the_text(tmp_path: Path) -> None:
    """A mistake that a change brings into a rule of the base is shown where the rule stands."""
    path = folder(tmp_path, HEAD + "remove: {constants: [prize]}\n")
    rules, report = check_file(path)
    assert rules is None
    found = report.sorted()[0]
    assert (found.code, found.span.source.name, found.span.line) == ("name-unknown", "market.yaml", 29)


@pytest.mark.parametrize(
    ("overlay", "code", "message", "help"),
    [
        (
            "change: {constants: {prise: 3}}",
            "overlay-change",
            "no entry of `constants` `prise`",
            "write `prize`",
        ),
        ("change: {constant: {prize: 3}}", "overlay-change", "no section `constant`", "write `constants`"),
        ("add: {constants: {prize: 3}}", "overlay-add", "`prize` exists already", "write it under `change:`"),
        ("remove: {zones: [shopp]}", "overlay-remove", "no entry of `zones` `shopp`", "write `shop`"),
        ("rename: {zones: {shopp: stall}}", "overlay-rename", "no entry of `zones` `shopp`", "write `shop`"),
        ("rename: {zones: {shop: hand}}", "overlay-rename", "`shop` needs a new name of its own", ""),
        (
            "constants: {prize: 3}",
            "overlay-header",
            "`constants` stands outside the changes",
            "write it under",
        ),
        (
            "remove: {procedures: {earn: [txet]}}",
            "overlay-remove",
            "no entry of `procedures.earn` `txet`",
            "write `text`",
        ),
        (
            "remove: {constants: {prize: [why]}}",
            "overlay-remove",
            "no entry of `constants` `prize` with keys",
            "",
        ),
        ("remove: [retruns]", "overlay-remove", "no section `retruns`", ""),
        (
            "add: {constants: {bonus: {text: More.}}}",
            "overlay-add",
            "`text` exists already",
            "under `change:`",
        ),
        ("add: {constants: {worth: {4: 5}}}", "overlay-add", "`worth` exists already", "under `change:`"),
        ("change: [prize]", "overlay-change", "`change` is a mapping by section", ""),
    ],
)
def test_a_change_that_does_not_fit_its_base(
    tmp_path: Path, overlay: str, code: str, message: str, help: str
) -> None:
    """Each section says what it couldn't do, with the nearest name."""
    rules, report = check_file(folder(tmp_path, HEAD + overlay + "\n"))
    assert rules is None
    found = report.sorted()[0]
    assert found.code == code
    assert message in found.message
    assert help in found.help


def test_draft_and_why_are_required(tmp_path: Path) -> None:
    """A draft says what it is and why it was made."""
    rules, report = check_file(folder(tmp_path, "extends: market.yaml\nchange: {constants: {prize: 3}}\n"))
    assert rules is None
    assert [d.message for d in report.sorted()][:1] == ["the draft has no `draft`"]


def test_a_missing_base_and_a_circle(tmp_path: Path) -> None:
    """What it extends must be there, and not lead back to itself."""
    rules, report = check_file(
        folder(tmp_path, HEAD.replace("market", "markt") + "change: {constants: {prize: 3}}\n")
    )
    assert rules is None
    assert report.sorted()[0].code == "overlay-base"
    path = folder(tmp_path, HEAD.replace("market", "draft") + "change: {constants: {prize: 3}}\n")
    rules, report = check_file(path)
    assert rules is None
    assert "circle" in report.sorted()[0].message


def test_drafts_extend_drafts(tmp_path: Path) -> None:
    """A draft of a draft sees the names of the one it extends."""
    (tmp_path / "second.yaml").write_text(HEAD + "rename: {zones: {shop: stall}}\n", encoding="utf-8")
    third = 'extends: second.yaml\ndraft: "3"\nwhy: more\nchange: {zones: {stall: {shown: always}}}\n'
    rules, report = check_file(folder(tmp_path, third))
    assert rules is not None, [d.message for d in report.found]
    assert rules.zones["stall"].shown == "always"


def rules_after(tmp_path: Path, changes: str, base: str = BASE) -> Rules:
    """Return the rules of a draft with some changes."""
    rules, report = check_file(folder(tmp_path, HEAD + changes, base))
    assert rules is not None, [d.message for d in report.found]
    return rules


def test_any_entry_may_carry_a_reason(tmp_path: Path) -> None:
    """Also one that is written short: a number, a table, a distribution, a fact, a line of the score."""
    base = BASE.replace("variables:\n", "odds:\n  sky: {sun: 1, rain: 2}\nvariables:\n")
    base = base.replace("types: {good: [fig, pear]}", "types:\n  good: [fig, pear]\n  weather: [sun, rain]")
    rules = rules_after(
        tmp_path,
        """\
change:
  constants:
    prize: {why: One.}
    bonus: {why: Two.}
    worth: {1: 3, 2..3: 5, why: Three.}
  odds: {sky: {sun: 3, rain: 1, why: Four.}}
  variables: {coins: {why: Five.}}
  score:
    coins: {why: Six.}
add:
  constants:
    worth: {text: What a fruit is worth.}
""",
        base,
    )
    entries = (*rules.written.constants, *rules.written.odds, *rules.written.variables, *rules.written.score)
    assert [e.notes.why.values[""] for e in entries if e.notes.why] == [
        "One.", "Two.", "Three.", "Four.", "Five.", "Six."
    ]  # fmt: skip
    table = rules.constants["worth"].written
    assert (table.notes.text is not None, rules.constants["bonus"].written.notes.text is not None) == (
        True,
        True,
    )
    assert Game.of(rules, 2).load.tables["worth"] == {(1,): 3, (2,): 5, (3,): 5}


def test_a_table_written_long_has_its_rows_replaced_together(tmp_path: Path) -> None:
    """As one written short has; whether the change is written long or short."""
    base = BASE.replace(
        "worth: {by: 1..3, 1: 1, 2: 2, 3: 4}", "worth: {is: {by: 1..3, 1: 1, 2: 2, 3: 4}, text: Coins.}"
    )
    for change in (
        "{1..2: 2, 3: 3}",
        "{is: {1..2: 2, 3: 3}}",
        "{is: {by: 1..3, 1..2: 2, 3: 3}, why: Why not.}",
    ):
        rules = rules_after(tmp_path, f"change: {{constants: {{worth: {change}}}}}\n", base)
        assert Game.of(rules, 2).load.tables["worth"] == {(1,): 2, (2,): 2, (3,): 3}
        assert rules.constants["worth"].written.notes.text is not None


def test_keys_of_an_entry_can_be_taken_out(tmp_path: Path) -> None:
    """And names further in, and a section that is no list of names; beside whole entries."""
    rules = rules_after(
        tmp_path,
        """\
remove:
  - winner
  - constants:
      - worth
      - bonus: [text]
    procedures: {earn: [text, given: fruit_sold]}
    components: {fruit: {has: size}}
change:
  components:
    fruit: {cards: [{good: each, copies: 3}]}
  procedures:
    earn:
      do: |
        me.coins += prize
  functions:
    value:
      is: bonus
  actions:
    sell:
      do: |
        move item to shop
        do me.earn
""",
    )
    assert rules.written.winner is None
    assert list(rules.constants) == ["prize", "bonus"]
    assert rules.constants["bonus"].written.notes.text is None
    assert (rules.procedures["earn"].given, rules.procedures["earn"].written.notes.text) == ((), None)
    assert list(rules.kinds["fruit"].has) == ["good"]


def test_a_part_may_be_made_of_a_type_that_is_added(tmp_path: Path) -> None:
    base = BASE.replace(
        "types: {good: [fig, pear]}", "types:\n  good: [fig, pear]\n  sweet: {part_of: good, without: pear}"
    )
    rules = rules_after(
        tmp_path,
        """\
change:
  types: {sweet: {part_of: ware, without: [salt]}}
add:
  types: {ware: [salt, sugar]}
""",
        base,
    )
    assert rules.enums["ware"].parts == {"sweet": ("sugar",)}


def test_an_entry_may_be_called_like_a_key(tmp_path: Path) -> None:
    """What is called `cards` or `title` is an entry all the same, and merges like one."""
    base = BASE.replace("shop", "cards")
    rules = rules_after(tmp_path, "change: {zones: {cards: {as: row}}}\n", base)
    assert rules.zones["cards"].form == "row"


def test_a_rule_may_be_added_to_an_entry_in_braces(tmp_path: Path) -> None:
    base = BASE.replace("actions:\n", "actions:\n  rest: {do: nothing}\n").replace(
        "one of sell", "one of sell, rest"
    )
    rules = rules_after(tmp_path, "change:\n  actions:\n    rest:\n      when: me.coins > 3\n", base)
    assert rules.actions["rest"].when is not None


def test_the_example_of_the_page_fits_its_game() -> None:
    """What section 11 of docs/language.md takes out is there to be taken out."""
    (example,) = re.findall(r"^```yaml\n(remove:.*?)^```", PAGE, re.M | re.S)
    report = Report()
    game, names = (compose(Source("page", text), report) for text in (GAME, example))
    assert game is not None
    assert names is not None
    left = Merger(report).work_in(names, game)
    assert report.found == []
    constants, fruit = left.get_mapping("constants"), left.get_mapping("components")
    assert constants is not None
    assert fruit is not None
    assert (constants.get("lucky"), left.get("first_player")) == (None, None)
    assert "assumed" not in str(constants.get("value_tokens"))
    assert "shown_as" not in str(fruit.get("fruit"))
