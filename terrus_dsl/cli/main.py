"""The group of subcommands, and the exit code of a call: 0 clean, 1 findings, 2 usage, 130 interrupted."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from terrus_dsl import __version__

__all__ = ["main", "terrus"]

CLEAN, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130

# In the order of the help page; each is a module of this package with a command of the same name.
COMMANDS = ("check", "fmt", "show", "explain", "reference", "rules", "play", "playtest", "bench")


class _Lazy(click.Group):
    """Imports a subcommand when it is named, so that each starts as fast as what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"terrus_dsl.cli.{cmd_name}"), cmd_name)
        return command


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="terrus")
def terrus() -> None:
    """Card games whose printed text is the program: check cards, play them, test them."""


def main(arguments: Sequence[str] | None = None) -> None:
    """What the command `terrus` runs."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    try:
        code = terrus.main(arguments, prog_name="terrus", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be written later either.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
        return CLEAN
    return code if isinstance(code, int) else CLEAN
