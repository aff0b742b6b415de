"""`rules explain`: what a finding means."""

from __future__ import annotations

import sys

import click

from rulewright.cli.output import Ended, Exit, coloured, paint, say
from rulewright.dsl.codes import CODES
from rulewright.dsl.diagnostics import nearest


@click.command()
@click.argument("code", metavar="[CODE]", required=False)
def command(code: str | None) -> int:
    """Explain a finding by the code in its brackets; without a code, list all of them."""
    if code is None:
        for name, about in CODES.items():
            say(f"{name:<20} {about.severity:<8} {about.title}")
        return Exit.HOLDS
    name = code.strip("[]")
    if name not in CODES:
        near = nearest(name, CODES)
        meant = f"; did you mean `{near}`?" if near else "; `rules explain` lists all codes"
        raise Ended(Exit.USAGE, f"rules: there is no finding `{name}`{meant}")
    found = CODES[name]
    say(paint(f"{name}: {found.title}", "bold", on=coloured(sys.stdout)) + f" ({found.severity})")
    say(found.about)
    return Exit.HOLDS
