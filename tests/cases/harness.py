"""Rule cases as data: a position, choices in words, and what must have come of them.

A folder holds the cases of one game (its name is the game's). `_table.yaml` there says what all its files share; a
file is a mapping with the same keys and `cases`:

    players: {P: the attacking player, Q: the defending player}   names, each with a role or a seat number
    deck: {cards: {Beacon: 30}}    what everybody starts with, or `decks: [name, name]`; `format:`
    first: chance                  whom the shuffles let begin; without it the first player begins
    complete: true                 in `_table.yaml`: every rule of the rulebook must be cited by a case
    cards: [...]                   made-up cards, compiled as one block together with those of all cases of the file
    start: [...]                   choices that lead from the first decision to where the position is laid out
    given: {P: {...}, Q: {...}}    the position, on top of which a case lays its own
    cases:
      - rules: [op.scrap]          one to three rule ids
        says: one sentence
        example: op.scrap          the example of the index that is played; `op.scrap#2` is the second of several
        cards: [...]
        given: {P: {hand: [Skiff, 2 Larva, Kiosk: {standing on: archipelago 2}], health of archipelago: 6 6 3 6}}
        when: [Attack > Skiff > archipelago 3, pass, until: the defense window, Q: Defend]
        then: {result: P wins, P: {hand: 2, Scrapyard: [Skiff]}, offers: [...], does not offer: [...]}

A choice is the text of one option as far as it is unmistakable; `A > B` are two choices, `NAME #2` is the second of
equal ones. `pass` declines whatever is open, `any` takes the first option, `until: WORDS` declines until a question
holds the words, `PLAYER: CHOICE` says who must be asked, `times: [N, CHOICE]` repeats, `concede: PLAYER` gives up,
`then: {...}` looks at the position in between. `until: the end` declines to the end of the game.

A zone that `given` names holds what is listed and nothing else, of a pile the top card first; `given: as dealt` leaves
all as it was dealt. Behind a thing's name stand counters, states, relations (`standing on: archipelago 2`), `owner: Q`
and `at: ROW COLUMN` of a grid; `then` can ask for its stats, too. `unknown: {Q: {attacking archipelago 2: 2}}` counts
the things there whose faces Q does not see.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.files import game_folder
from terrus_dsl.source.yaml import load, plain
from tests.cases.table import Table, deal, named

__all__ = [
    "HERE", "Case", "cases", "cited", "complete", "examples", "folder_of", "made_up", "play", "played", "problem",
    "read_list",
    "read_map",
]  # fmt: skip

HERE = Path(__file__).parent
LIMIT = 2_000
_DECLINE = ("pass", "no more", "none", "no")
_NTH = re.compile(r"(.*) #(\d+)")
_CASE_KEYS = {"rules", "says", "example", "cards", "given", "when", "then", "seed", "xfail"}


@dataclass(frozen=True)
class Case:
    """One case and where it stands."""

    path: Path
    number: int
    data: dict[str, Any]

    @property
    def id(self) -> str:
        """How a test run calls it."""
        return f"{self.path.parent.name}/{self.path.stem}/{self.data['rules'][0]}: {self.data['says']}"


def cases() -> Iterator[Case]:
    """Every case of every game."""
    for path in sorted(HERE.glob("*/*.yaml")):
        if not path.name.startswith("_"):
            for number, data in enumerate(read_map(path)["cases"]):
                yield Case(path, number, data)


def complete(folder: Path) -> bool:
    """Whether the cases of a game are meant to cite every rule of its rulebook."""
    common = folder / "_table.yaml"
    return common.exists() and bool(read_map(common).get("complete"))


def problem(case: Case) -> str:
    """What is wrong with how a case is written."""
    unknown = set(case.data) - _CASE_KEYS
    if unknown:
        return f"unknown keys: {', '.join(sorted(unknown))}"
    if not 1 <= len(case.data["rules"]) <= 3:
        return "a case has one to three rules"
    foreign = [name for name in examples(case.data) if not cited(name, case.data["rules"])]
    if foreign:
        return f"examples of rules that the case does not cite: {', '.join(foreign)}"
    return "" if case.data.get("then") else "a case without `then` shows nothing"


def examples(data: dict[str, Any]) -> list[str]:
    """The examples that a case or check says it plays: `RULE`, or `RULE#N` where a rule has several."""
    named = data.get("example", [])
    return [named] if isinstance(named, str) else list(named)


def cited(example: str, rules: list[str]) -> bool:
    """Whether an example is one of these rules; an id may itself hold a # where the rulebook has a number twice."""
    return example in rules or example.rpartition("#")[0] in rules


def play(case: Case, game: Program | None = None) -> None:
    """Lay out the position, make the choices, look at what came of them (in another program, if given)."""
    _check(played(case, game), case.data["then"])


def played(case: Case, game: Program | None = None) -> Table:
    """The position after the choices of a case."""
    shared = _shared(case.path)
    table = deal(game or program(case.path), shared["players"], seed=case.data.get("seed", 1), deck=shared.get("deck"),
                 decks=shared.get("decks"), format=shared.get("format"),
                 first=None if shared.get("first") == "chance" else 0)
    for step in shared.get("start", []):
        _step(table, step)
    given = case.data.get("given", {})
    if given != "as dealt":
        table.lay_out(_merged(shared.get("given", {}), given))
    for step in case.data.get("when", []):
        _step(table, step)
    return table


# ---------------------------------------------------------------- files


def read_map(path: Path) -> dict[str, Any]:
    """A file that holds a mapping."""
    return dict(_plain(path))


def read_list(path: Path) -> list[Any]:
    """A file that holds a list."""
    return list(_plain(path))


def _plain(path: Path) -> Any:
    findings = Findings()
    top = load(path.read_text(encoding="utf-8"), str(path), findings)
    assert top is not None and not findings.errors, "\n".join(str(f) for f in findings.errors)
    return plain(top)


@lru_cache
def _shared(path: Path) -> dict[str, Any]:
    common = path.parent / "_table.yaml"
    shared = read_map(common) if common.exists() else {}
    own = read_map(path)
    given = _merged(shared.get("given", {}), own.get("given", {}))
    made = [card for part in (shared, own, *own["cases"]) for card in part.get("cards", [])]
    return {**shared, **own, "given": given, "cards": made}


def made_up(path: Path) -> list[dict[str, Any]]:
    """The cards that a file of cases makes up."""
    return list(_shared(path)["cards"])


@lru_cache
def program(path: Path) -> Program:
    """The game with the made-up cards of a file; compiled once."""
    with TemporaryDirectory() as folder:
        block = Path(folder) / "made-up"
        block.mkdir()
        game = path.parent.name
        (block / "block.yaml").write_text(yaml.safe_dump({"name": "Made up", "game": game}), encoding="utf-8")
        (block / "cards.yaml").write_text(yaml.safe_dump(made_up(path), allow_unicode=True), encoding="utf-8")
        compiled = compile_game(folder_of(game), blocks=[block])
    assert compiled.program is not None, "\n".join(str(f) for f in compiled.findings.errors)
    return compiled.program


def folder_of(game: str) -> Path:
    """Where a game lies."""
    folder = game_folder(game)
    assert folder is not None, f"no game is called {game!r}"
    return folder


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    out = copy.deepcopy(below)
    for who, what in above.items():
        out[who] = {**out.get(who, {}), **copy.deepcopy(what)}
    return out


# ---------------------------------------------------------------- when


def _step(table: Table, step: Any) -> None:
    if isinstance(step, str):
        for choice in step.split(" > "):
            _choose(table, choice)
        return
    for key, value in step.items():
        if key == "until":
            _until(table, value)
        elif key == "times":
            for _ in range(value[0]):
                _step(table, value[1])
        elif key == "concede":
            table.game.concede(table.player(value))
        elif key == "then":
            _check(table, value)
        else:
            asked = table.game.current_player()
            assert asked == table.player(key), f"{key} is not asked for {value!r}\n{_asked(table)}"
            _step(table, value)


def _choose(table: Table, choice: str) -> None:
    game = table.game
    assert not game.is_terminal(), f"the game is over ({game.result}) before {choice!r}"
    words = _words(table)
    if choice == "any":
        game.apply_action(0)
    elif choice == "pass":
        game.apply_action(_decline(table))
    else:
        found = _matching(words, choice)
        assert len(found) == 1, f"{len(found)} options fit {choice!r}\n{_asked(table)}"
        game.apply_action(found[0])


def _until(table: Table, words: str) -> None:
    for _ in range(LIMIT):
        if words == "the end" and table.game.is_terminal():
            return
        assert not table.game.is_terminal(), f"the game is over ({table.game.result}) before {words!r} is asked"
        if words in table.game.decision().question:
            return
        table.game.apply_action(_decline(table, otherwise=0))
    raise AssertionError(f"{words!r} is not asked within {LIMIT} decisions")


def _decline(table: Table, otherwise: int = -1) -> int:
    words = _words(table)
    found = next((words.index(w) for w in _DECLINE if w in words), otherwise)
    assert found >= 0, f"nothing can be declined\n{_asked(table)}"
    return found


def _matching(words: list[str], choice: str) -> list[int]:
    """The options that fit: the whole text before a beginning before any part; of equal ones the nth or the first."""
    nth = _NTH.fullmatch(choice)
    text, place = (nth[1], int(nth[2])) if nth else (choice, 0)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [i for i, w in enumerate(words) if fits(w.lower(), text.lower())]
        if found and place:
            return found[place - 1:place]
        if found:
            return found[:1] if len({words[i] for i in found}) == 1 else found
    return []


def _words(table: Table) -> list[str]:
    decision = table.game.decision()
    return [decision.words(i) for i in table.game.legal_actions()]


def _asked(table: Table) -> str:
    if table.game.is_terminal():
        return f"the game is over: {table.game.result}"
    decision = table.game.decision()
    options = "".join(f"\n  - {w}" for w in _words(table))
    log = "".join(f"\n  {line}" for line in table.game.report()[-12:])
    return f"{table.seats[decision.player]} is asked: {decision.question}{options}\nlast in the log:{log}"


# ---------------------------------------------------------------- then


def _check(table: Table, then: dict[str, Any]) -> None:
    for key, value in then.items():
        if key in _CHECKS:
            _CHECKS[key](table, value)
        else:
            player = -1 if key == "game" else table.player(key)
            for what, expected in value.items():
                _has(table, key, player, what, expected)


def _has(table: Table, who: str, player: int, what: str, expected: Any) -> None:
    if what in table.sheet.zones:
        things = table.things(what, player)
        titles = [table.title(o) for o in things]
        if isinstance(expected, int):
            assert len(things) == expected, f"{who} has in {what}: {titles}, not {expected}\n{_asked(table)}"
            return
        wanted = named(expected)
        same = sorted(titles) == sorted(title for title, _ in wanted)
        assert same, f"{who} has in {what}: {titles}, not {expected}\n{_asked(table)}"
        left = things
        for title, traits in wanted:
            fitting = [o for o in left if table.title(o) == title and _fits(table, o, traits, player)]
            seen = [{k: table.value(o, k, player) for k in traits} for o in left if table.title(o) == title]
            assert fitting, f"no {title} in {who}'s {what} has {traits}: {seen}\n{_asked(table)}"
            left = [o for o in left if o != fitting[0]]
        return
    value = table.read(what, player)
    assert str(value) == str(expected), f"{who} has {what}: {value}, not {expected}\n{_asked(table)}"


def _fits(table: Table, o: int, traits: dict[str, Any], player: int) -> bool:
    for key, expected in traits.items():
        wanted = expected
        if key in table.sheet.relations:
            wanted = -1 if expected == "nothing" else table.find(expected, player)
        if table.value(o, key, player) != wanted:
            return False
    return True


def _result(table: Table, expected: str) -> None:
    result = table.game.result
    if result is None:
        seen = "none"
    elif result.kind == "win":
        seen = f"{' and '.join(table.seats[p] for p in result.winners)} wins"
    else:
        seen = result.kind
    assert seen == expected, f"the result is {seen} ({result}), not {expected}\n{_asked(table)}"


def _reason(table: Table, expected: str) -> None:
    assert table.game.result is not None, "the game is not over"
    assert table.game.result.reason == expected, f"the game ended by {table.game.result}"


def _asks(table: Table, expected: str) -> None:
    question = "" if table.game.is_terminal() else table.game.decision().question
    assert expected.lower() in question.lower() and question, f"not asked: {expected!r}\n{_asked(table)}"


def _decides(table: Table, expected: str) -> None:
    assert table.game.current_player() == table.player(expected), f"{expected} is not asked\n{_asked(table)}"


def _offers(table: Table, expected: list[str]) -> None:
    for text in expected:
        assert _matching(_words(table), text), f"not offered: {text!r}\n{_asked(table)}"


def _does_not_offer(table: Table, expected: list[str]) -> None:
    for text in expected:
        assert not _matching(_words(table), text), f"offered: {text!r}\n{_asked(table)}"


def _options(table: Table, expected: int) -> None:
    assert len(_words(table)) == expected, f"not {expected} options\n{_asked(table)}"


def _log(table: Table, expected: list[str]) -> None:
    report = "\n".join(table.game.report())
    for text in expected:
        assert text in report, f"the log lacks {text!r}:\n{report}"


def _log_lacks(table: Table, expected: list[str]) -> None:
    report = "\n".join(table.game.report())
    for text in expected:
        assert text not in report, f"the log has {text!r}:\n{report}"


def _sees(table: Table, expected: dict[str, list[str]]) -> None:
    for who, things in expected.items():
        for words in things:
            assert _seen(table, who, words), f"{who} does not see {words}\n{_asked(table)}"


def _does_not_see(table: Table, expected: dict[str, list[str]]) -> None:
    for who, things in expected.items():
        for words in things:
            assert not _seen(table, who, words), f"{who} sees {words}\n{_asked(table)}"


def _seen(table: Table, who: str, words: str) -> bool:
    """Whether a player's observation shows the face of a thing, or says that its hand holds such a card."""
    data, thing = table.game.observation(table.player(who)).data, table.find(words, -1)
    held = dict(data["known"]).get(table.state.zone[thing], [])
    return bool(data["card"][thing] >= 0 or table.state.card[thing] in held)


def _unknown(table: Table, expected: dict[str, dict[str, int]]) -> None:
    for who, counts in expected.items():
        data = table.game.observation(table.player(who)).data
        for words, number in counts.items():
            name = next(r for r in table.sheet.relations if words.startswith(r + " "))
            other = table.find(words[len(name) + 1:], table.player(who))
            related = data["relations"][table.sheet.relations.index(name)]
            found = sum(to == other and face < 0 for to, face in zip(related, data["card"], strict=True))
            assert found == number, f"{found} unknown things are {words} for {who}, not {number}\n{_asked(table)}"


def _turn(table: Table, expected: int) -> None:
    assert table.game.turn == expected, f"turn {table.game.turn}, not {expected}\n{_asked(table)}"


def _stalled_by(table: Table, expected: list[str] | dict[str, int]) -> None:
    assert table.game.result is not None, "the game is not over"
    uses = dict(table.game.result.cards)
    assert (uses if isinstance(expected, dict) else list(uses)) == expected, f"the game ended by {table.game.result}"


def _roles(table: Table, expected: dict[str, str]) -> None:
    for role, name in expected.items():
        holder = table.role(role)
        wanted = table.player(name) if name in table.seats else table.find(name, -1)
        assert holder == wanted, f"{role} is {holder}, not {wanted} ({name})"


_CHECKS = {
    "result": _result,
    "reason": _reason,
    "asks": _asks,
    "decides": _decides,
    "offers": _offers,
    "does not offer": _does_not_offer,
    "options": _options,
    "log": _log,
    "log lacks": _log_lacks,
    "turn": _turn,
    "sees": _sees,
    "does not see": _does_not_see,
    "unknown": _unknown,
    "stalled by": _stalled_by,
    "roles": _roles,
}
