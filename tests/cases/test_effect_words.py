"""Where several effects wait or compete, the options say whose they are and what they do."""

from __future__ import annotations

import json
from pathlib import Path

from terrus_dsl.compile import compile_game
from tests.cases.harness import HERE, folder_of, read_map
from tests.cases.table import Table, deal

BACK = "If this beast would be buried, return it to your hand instead."
AWAY = "If a beast would be buried, discard it instead."
FIRST = "When this beast is buried, gain 1 vitae."
SECOND = "When this beast is buried, gain 1 plant."
MADE = [
    {"name": "Ghost", "text": BACK},
    {"name": "Vow", "type": "relic", "text": AWAY},
    {"name": "Martyr", "text": f"{FIRST}\n{SECOND}"},
    {"name": "Order", "type": "action", "market": 1, "phase": "day", "text": "Bury a beast you rule."},
]
BEAST = {
    "type": "beast", "season": "winter", "market": 1, "recruit": ["plant"], "species": "horse",
    "ATK": 1, "INT": 1, "DEF": 1,
}  # fmt: skip


def asked(folder: Path, city: str, exhibition: list[str]) -> Table:
    """A game in which the only beast of a city is buried."""
    shared = read_map(HERE / "terrus" / "_table.yaml")
    cards = [*shared["cards"], *(card if "type" in card else {**BEAST, **card} for card in MADE)]
    (folder / "block.yaml").write_text("{name: Made up, game: terrus}", encoding="utf-8")
    (folder / "cards.yaml").write_text(json.dumps(cards), encoding="utf-8")
    program = compile_game(folder_of("terrus"), blocks=[folder], cache=False).program
    assert program is not None
    table = deal(program, shared["players"], deck=shared["deck"])
    mine = {"hand": ["Order"], "city": [{"Camp": {"at": "0 0"}}, {city: {"at": "0 1"}}], "exhibition": exhibition}
    table.lay_out({**shared["given"], "A": {**shared["given"]["A"], **mine}})
    choose(table, "Order")
    while table.game.decision().question not in ("what happens instead?", "which comes next?"):
        table.game.apply_action(0)
    return table


def choose(table: Table, words: str) -> None:
    """Pass until an option begins with these words, and take it."""
    for _ in range(20):
        found = [i for i, text in enumerate(options(table)) if text.startswith(words)]
        if found:
            table.game.apply_action(found[0])
            return
        table.game.apply_action(options(table).index("pass"))
    raise AssertionError(f"{words} is never offered")


def options(table: Table) -> list[str]:
    """What can be chosen, in words."""
    return [table.game.decision().words(i) for i in range(len(table.game.legal_actions()))]


def test_competing_replacements_name_their_cards(tmp_path: Path) -> None:
    """Each says its card and its text."""
    assert sorted(options(asked(tmp_path, "Ghost", ["Vow"]))) == [f"Ghost: {BACK}", f"Vow: {AWAY}"]


def test_triggers_of_one_card_say_what_they_do(tmp_path: Path) -> None:
    """Two abilities of one card are told apart."""
    assert sorted(options(asked(tmp_path, "Martyr", []))) == [f"Martyr: {SECOND}", f"Martyr: {FIRST}"]
