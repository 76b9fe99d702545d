"""Games for commands: compile them, and stop with the findings where one does not compile."""

from __future__ import annotations

from dataclasses import dataclass

import click

from terrus_dsl.cli.places import Target
from terrus_dsl.compile import Compiled, compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.compile.read import local_words
from terrus_dsl.diagnostics import render
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.language.wording import Words

__all__ = ["Ready", "compiled", "ready", "words_of"]

FINDINGS = 1


@dataclass(frozen=True, slots=True)
class Ready:
    """A game that compiles."""

    target: Target
    compiled: Compiled
    program: Program


def compiled(target: Target) -> Compiled:
    """What the compiler makes of a game, findings included."""
    return compile_game(target.folder, blocks=target.blocks)


def ready(target: Target) -> Ready:
    """A game to play with; where it has errors, the command stops with them."""
    made = compiled(target)
    errors = made.findings.errors
    if errors or made.program is None:
        click.echo(render.text(errors), err=True)
        click.echo(f"{target.folder}: {render.summary(errors)}", err=True)
        raise click.exceptions.Exit(FINDINGS)
    return Ready(target, made, made.program)


def words_of(made: Compiled) -> Words:
    """The vocabulary of each text of a game."""
    words = made.words or Vocabulary()  # where a game's sheet cannot be read there are no texts either
    return lambda text: local_words(text, words)
