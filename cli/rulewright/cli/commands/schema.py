"""`rules schema`: the JSON Schema of ruleset files."""

from __future__ import annotations

import click

from rulewright.cli.output import Exit, say_json


@click.command()
def command() -> int:
    """Print the JSON Schema of ruleset files, with which editors complete keys and mark mistakes."""
    from rulewright.dsl.json_schema import schema

    say_json(schema())
    return Exit.HOLDS
