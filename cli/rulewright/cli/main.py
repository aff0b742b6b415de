"""Arguments -> exit code: the command `rules`, its verbs imported only when they are used."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import click

from rulewright.cli.output import Ended, Exit, note

VERBS = {
    "run": "Play a ruleset: you against bots, people around one screen, or bots only.",
    "check": "Find the mistakes of rulesets, all in one run.",
    "test": "Run the scenarios of a ruleset.",
    "replay": "Show a saved game once more.",
    "diff": "Tell what changed between two drafts.",
    "gaps": "List the open questions of a ruleset and what it assumes.",
    "explain": "Explain a finding by its code.",
    "list": "List the shipped rulesets.",
    "show": "Print a form of a ruleset: tree, typed rules, control graph, program.",
    "bench": "Measure how fast each engine plays a ruleset.",
    "perft": "Count the ways to answer the first stops.",
    "tree": "Count the whole tree of a small game, with exact values.",
    "schema": "Print the JSON Schema of ruleset files, for editors.",
}


class Verbs(click.Group):
    """The verbs, one file each; a verb is imported when it is called, so that the command starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the help page."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a verb."""
        if cmd_name not in VERBS:
            return None
        command = import_module(f"rulewright.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb; of an unknown one say which is meant."""
        from rulewright.dsl.diagnostics import nearest

        if args and not args[0].startswith("-") and args[0] not in VERBS:
            near = nearest(args[0], VERBS)
            meant = f"; did you mean `{near}`?" if near else f"; the verbs are {', '.join(VERBS)}"
            raise click.UsageError(f"there is no verb `{args[0]}`{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from importlib.metadata import version

        click.echo(f"rules, Rulewright {version('rulewright')}")
        ctx.exit()


@click.group(cls=Verbs, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=show_version, expose_value=False, is_eager=True, help="Show it."
)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """Check, play and test the rules of tabletop games that are written as data.

    FILE may be a path or the name of a shipped ruleset: `rules list` shows those.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; nothing that goes wrong prints a traceback."""
    prepare_streams()
    gc.set_threshold(1_000_000)  # the forms of a ruleset are many objects that stay
    try:
        with rules.make_context("rules", list(sys.argv[1:] if arguments is None else arguments)) as context:
            code = rules.invoke(context)
        sys.stdout.flush()
        return int(code or 0)
    except click.exceptions.Exit as done:
        return finish(Exit(done.exit_code), "")
    except Ended as ended:
        return finish(ended.code, ended.message)
    except click.ClickException as error:
        error.show(sys.stderr)
        return Exit.USAGE
    except (KeyboardInterrupt, click.Abort):
        return finish(Exit.INTERRUPTED, "")
    except BrokenPipeError:
        quiet(sys.stdout)
        return Exit.HOLDS
    except OSError as error:
        return finish(Exit.NOT_LOADED, f"rules: {error.strerror or error}")
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        return finish(Exit.BUG, bug(error))


def prepare_streams() -> None:
    """Write UTF-8 whatever the locale says; where a stream is closed, write nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the process
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def finish(code: Exit, message: str) -> int:
    """Say why the command ends, as far as anybody listens, and return its exit code."""
    try:
        sys.stdout.flush()
        if message:
            note(message)
    except OSError:
        quiet(sys.stdout)
        quiet(sys.stderr)
    return code


def quiet(stream: object) -> None:
    """Point a stream whose reader is gone at nothing, so that its end is quiet too."""
    if isinstance(stream, TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def bug(error: Exception) -> str:
    """Return what to say about a mistake of our own."""
    return (
        f"rules: internal error ({type(error).__name__}: {error})\n"
        "This is a bug of Rulewright, not of your ruleset. "
        "Set RULEWRIGHT_DEBUG=1 and run it again to see where."
    )
