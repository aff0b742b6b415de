"""Names of operations -> a toy ruleset with nothing but them, through the whole pipeline."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.interpreter.game import Game

HEAD = """
rules: 1
game: toy
title: Toy
players: 2..3
language: en
types:
  colour: [blue, red]
  side: [heads, tails]
constants:
  hands: {hands}
  laid: {laid}
components:
  card:
    is: card
    has: {{colour: colour, rank: 1..3}}
    keeps: {{mark: side = heads}}
    {back}
    starts_in: deck
    cards:
      - {{colour: blue, rank: 1, copies: {blues}}}
      - {{colour: red, rank: [1, 2]}}
  bean: {{is: token, has: {{size: 1..2}}, starts_in: bag, cards: [{{size: each}}]}}
zones:
  deck: {{holds: card, as: pile, seen_by: nobody}}
  discard: {{holds: card, as: pile}}
  line: {{holds: card, as: row, seen_by: nobody}}
  hand: {{each: player, holds: card, seen_by: owner}}
  desk: {{each: player, holds: card, as: row, seen_by: owner}}
  under: {{each: card, holds: bean, seen_by: nobody}}
  bag: {{holds: bean, as: pile, seen_by: nobody}}
variables: {{done: 0..900 = 0}}
setup: |
  shuffle deck
  shuffle bag
  for p in players:
      move top hands of deck to p.hand
  move top laid of deck to line
flow: |
  repeat until done is 900:
      do play
phases:
  play:
    turns: clockwise from first_player
    turn: |
      done += 1
      me may take one of {actions}
actions:
"""

OPERATIONS = {
    "draw": ("deck is not empty", "", "move top of deck to me.hand"),
    "draw_bottom": ("deck is not empty", "", "move bottom of deck to me.hand"),
    "play": ("", "card: from me.hand", "move card to discard"),
    "place": ("", "card: from me.hand", "move card to line"),
    "place_first": ("", "card: from me.hand", "move card to line at 1"),
    "grab": ("", "card: from line", "move card to me.hand"),
    "give": (
        "",
        "card: from me.hand, other: from players where other is not me",
        "move card to other.hand",
    ),
    "steal": (
        "",
        "other: from players where other is not me and other.hand is not empty",
        "chance chooses loot from other.hand\nmove loot to me.hand",
    ),
    "bury": ("", "card: from me.hand", "move card to bottom of deck"),
    "top_deck": ("", "card: from me.hand", "move card to deck"),
    "search": (
        "deck is not empty",
        "",
        "move all of deck to me.desk\nme chooses card from me.desk\nmove card to me.hand\n"
        "move all of me.desk to deck\nshuffle deck",
    ),
    "search_back": (
        "deck is not empty",
        "",
        "move all of deck to me.desk\nme chooses card from me.desk\nmove card to me.hand\nmove all of me.desk to deck",
    ),
    "pick_up": ("", "", "move all of me.desk to me.hand"),
    "lay_out": ("", "", "move all of me.hand to me.desk"),
    "unload": ("", "", "move all of me.hand to deck"),
    "recycle": ("discard is not empty", "", "move all of discard to deck\nshuffle deck"),
    "shuffle_deck": ("", "", "shuffle deck"),
    "peek": ("deck is not empty", "", "show top of deck to me"),
    "peek_line": ("", "card: from line", "show card to me"),
    "show_one": (
        "",
        "card: from me.hand, other: from players where other is not me",
        "show card to other",
    ),
    "show_all": ("me.hand is not empty", "", "show me.hand to players"),
    "colour_of_first": (
        "line is not empty",
        "",
        "let card = first(c in line)\nif reveal card.colour is blue:\n    done += 0",
    ),
    "rank_of_first": ("line is not empty", "", "let card = first(c in line)\nlet rank = reveal card.rank"),
    "mark_of_first": ("line is not empty", "", "let card = first(c in line)\nlet mark = reveal card.mark"),
    "turn_up": ("", "card: from line", "turn card face up"),
    "turn_down": ("", "", "for card in line:\n    turn card face down"),
    "flash": ("", "card: from me.hand", "turn card face up"),
    "unflash": ("", "", "for card in me.hand:\n    turn card face down"),
    "trade_hands": ("", "other: from players where other is not me", "swap me.hand with other.hand"),
    "trade_line": ("", "", "swap me.hand with line"),
    "rotate": ("line is not empty", "", "move first(c in line) to line"),
    "mark": ("", "card: from me.hand, value: from side", "card.mark = value"),
    "place_marked": ("", "card: from me.hand", "move card to line with mark = tails"),
    "place_secret": ("", "card: from me.hand, value: from side", "move card to line with mark = value"),
    "mark_line": ("", "", "for card in line:\n    card.mark = tails"),
    "mark_one": ("", "card: from line, value: from side", "card.mark = value"),
    "bean_on_line": (
        "line is not empty and bag is not empty",
        "",
        "let card = first(c in line)\nmove top of bag to card.under",
    ),
    "peek_bean": (
        "any(c in line where c.under is not empty)",
        "",
        "let card = first(c in line where c.under is not empty)\nshow all of card.under to me",
    ),
    "remove": ("", "card: from me.hand", "move card to box"),
    "pass_right": (
        "not any(p in players where p.hand is empty)",
        "",
        "together for p in players:\n    p chooses gift from p.hand\n    move gift to p.right.hand",
    ),
    "pass_twice": (
        "not any(p in players where p.hand is empty)",
        "",
        "together for p in players:\n    p chooses gift from p.hand\n    move gift to p.right.hand\n"
        "    p chooses other_gift from p.hand\n    move other_gift to p.left.hand",
    ),
    "pass_or_place": (
        "not any(p in players where p.hand is empty)",
        "",
        "together for p in players:\n    p chooses gift from p.hand\n    p chooses one:\n"
        '        "pass":\n            move gift to p.right.hand\n'
        '        "place":\n            move gift to line\n'
        '        "keep and draw" if deck is not empty:\n            move top of deck to p.hand',
    ),
    "show_together": (
        "not any(p in players where p.hand is empty)",
        "",
        "together for p in players:\n    p chooses card from p.hand\n    show card to p.right\n"
        "    p chooses gift from p.hand\n    move gift to p.right.hand",
    ),
}
"""Name of the action: `when`, `choose`, `do`."""


def text(names: tuple[str, ...], *, hands: int = 1, laid: int = 1, blues: int = 2, back: bool = False) -> str:
    """Return the ruleset with these operations."""
    found = HEAD.format(
        actions=", ".join(names),
        hands=hands,
        laid=laid,
        blues=blues,
        back="back: [rank]" if back else 'shown_as: "{colour} {rank}"',
    )
    for name in names:
        when, choose, do = OPERATIONS[name]
        found += f"  {name}:\n"
        if when:
            found += f"    when: {when}\n"
        if choose:
            found += "    choose:\n"
            found += "".join(f"      {part}\n" for part in choose.split(", "))
        found += "    do: |\n" + "".join(f"      {line}\n" for line in do.split("\n"))
    return found


@cache
def game(
    names: tuple[str, ...], players: int, *, hands: int = 1, laid: int = 1, blues: int = 2, back: bool = False
) -> Game:
    """Return the game of the toy ruleset with these operations."""
    return made(text(names, hands=hands, laid=laid, blues=blues, back=back), players)


def made(written: str, players: int) -> Game:
    """Return the game of a ruleset's text; an error in it fails the test with its messages."""
    report = Report()
    tree = read_ruleset(Source("toy.yaml", written), report, Path("."))
    rules = None if tree is None or report.failed else resolve(tree, report)
    assert not report.failed, "\n".join(f"{d.span}: {d.message}" for d in report.sorted())
    assert rules is not None
    return Game.of(rules, players)
