"""`terrus explain`: the page of a code."""

from __future__ import annotations

from difflib import get_close_matches

import click

from terrus_dsl.diagnostics.catalogue import BY_NAME, CODES, lookup
from terrus_dsl.source.files import pages_dir


@click.command()
@click.argument("code", metavar="CODE")
def explain(code: str) -> None:
    """Print the page of a finding's CODE: what it means, a bad and a good example.

    CODE is the name or the number that a finding shows: unknown-word or T201.
    """
    known = lookup(code)
    if known is None:
        close = get_close_matches(code.lower(), [*BY_NAME, *(one.id.lower() for one in CODES)], 3, 0.5)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise click.UsageError(f"there is no code {code[:60]!r}{hint}")
    click.echo((pages_dir() / f"{known.name}.md").read_text(encoding="utf-8"), nl=False)
