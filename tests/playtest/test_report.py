"""The report says what the summary holds, for people and for programs."""

from __future__ import annotations

import json

from terrus_dsl.playtest.report import as_json, listings
from terrus_dsl.playtest.runner import run
from terrus_dsl.playtest.statistics import summarise
from tests.playtest.fake import FakeContest

DECKS = {"A": {"One": 1, "Two": 1, "Three": 1}, "B": {"One": 1, "Two": 1}}
SUMMARY = summarise(run(FakeContest(), 20), ["A", "B"], DECKS)


def test_tables_have_as_many_cells_as_headings() -> None:
    """Wins, length, endings and cards, each row complete."""
    found = listings(SUMMARY)
    assert [listing.title for listing in found] == ["Wins", "Length", "Outcomes", "Cards"]
    assert all(len(row) == len(listing.headings) for listing in found for row in listing.lines)
    assert any(row[0] == "Three" and row[-1] == "never" for row in found[-1].lines)


def test_json_can_be_read_back() -> None:
    """The same numbers, with what was played beside them."""
    data = json.loads(as_json(SUMMARY, {"seed": 1}))
    assert data["seed"] == 1 and data["games"] == 20
    assert data["entrants"][0]["wins"]["of"] == 20 and data["turns"]["most"] >= data["turns"]["least"]
