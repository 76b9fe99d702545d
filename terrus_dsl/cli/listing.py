"""Listings on a terminal; the only module that knows how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from terrus_dsl.diagnostics.render import clean
from terrus_dsl.playtest.report import Listing

__all__ = ["print_listings"]

WIDTH = 100  # where the output is no terminal, so that it is the same everywhere


def print_listings(listings: Iterable[Listing]) -> None:
    """One after the other, numbers to the right."""
    console = Console(width=None if Console().is_terminal else WIDTH, highlight=False)
    for listing in listings:
        console.print(Text(clean(listing.title), "bold"))
        console.print(_drawn(listing))
        if listing.note:
            console.print(Text(clean(listing.note)))
        console.print()


def _drawn(listing: Listing) -> Table:
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, heading in enumerate(listing.headings):
        drawn.add_column(Text(heading), justify="left" if number < listing.numbers else "right")
    for line in listing.lines:
        # Names come from strangers' files: never as markup, never with control characters.
        drawn.add_row(*(Text(clean(cell)) for cell in line))
    return drawn
