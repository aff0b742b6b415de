"""Fault in play -> message: which rule, where, and what plays it again."""

from __future__ import annotations

import sys

from rulewright.cli.output import show_findings
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game


def show_fault(fault: Fault, game: Game, again: str) -> None:
    """Write a fault with its frame to standard error; `again` says what plays the game again."""
    rule = f"in `{fault.rule}`; " if fault.rule else ""
    note = f"{rule}{game.players} players, {again}"
    show_findings([Diagnostic(f"fault-{fault.code}", fault.message, fault.span, note=note)], sys.stderr)
