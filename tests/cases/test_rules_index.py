"""Every rule of a game's index is answered as its kind asks, and every sentence of its rulebook is missed by a case.

`_checks.yaml` beside a game's cases shows rules of the kinds data and display. A case there has `rules` and `says` like
all cases, and `example` where it shows one; then one or several of:

    accepts: {...}    a change of the game that is accepted, or a list of them
    refuses: {...}    its bad twin, with `finds: [codes]`
    shows: {CARD: |}  what `terrus show CARD` prints, without the file's name at its end

A change has `deck: {of: DECK, less: {CARD: N}, more: {CARD: N}}` or `deck: {cards: {CARD: N}}`, `cards: [...]` (one
made-up card, whose name does not matter), or `sheet: {PATH: value}`. Another section of a deck may stand beside its
cards (`relics: {CARD: N}`) and takes the place of the one that is there. `cards` of a case are made-up cards for its
decks.

An example of the index is a situation and its outcome. A case or check that says so plays each, one that is expected to
fail does not count.

For each sentence of the rulebook the cases that cite its rule are played without it, and one of them must fail. The
environment variable TERRUS_MUTATIONS says how many sentences are tried, `all` for every one. What survives stands in
docs/gaps.md.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import pytest
import yaml

from terrus_dsl.cli.main import run
from terrus_dsl.cli.rules import KINDS, Rule, index
from terrus_dsl.compile import Compiled, compile_game
from terrus_dsl.compile.program import Deck, Program
from tests.cases.harness import HERE, Case, cases, cited, examples, folder_of, made_up, play, read_list, read_map

ROOT = HERE.parent.parent
GAMES = sorted(path.name for path in HERE.iterdir() if (ROOT / "cards" / path.name / "rules.yaml").is_file())
RULES = [pytest.param(game, rule, id=f"{game}/{rule.id}") for game in GAMES for rule in index(folder_of(game))]
EVERY = [case for case in cases() if case.path.parent.name in GAMES]
CASES = [case for case in EVERY if "xfail" not in case.data]
SAMPLE = os.environ.get("TERRUS_MUTATIONS", "30")
PATIENCE = 5  # seconds for one case without a sentence; a game that does not end is a failure, too


# ---------------------------------------------------------------- the index


@lru_cache
def _checks(game: str) -> list[dict[str, Any]]:
    path = HERE / game / "_checks.yaml"
    return list(read_map(path)["cases"]) if path.exists() else []


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_is_shown_as_its_kind_asks(game: str, rule: Rule) -> None:
    """Behaviour has a case, data an accepted value and a bad twin, a display a golden."""
    shown = [check for check in _checks(game) if rule.id in check["rules"]]
    has = {
        "behaviour": any(rule.id in case.data["rules"] for case in CASES if case.path.parent.name == game),
        "data": any("accepts" in check for check in shown) and any("refuses" in check for check in shown),
        "display": any("shows" in check for check in shown),
        "none": not rule.cases,
    }
    assert has[rule.kind], f"{rule.id} is {rule.kind}, and nothing shows it"


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_is_answered_where_it_says(game: str, rule: Rule) -> None:
    """What `where` names is there."""
    if rule.kind != "none":
        assert not [place for place in rule.where if not _exists(game, place)]


def _exists(game: str, place: str) -> bool:
    kind, _, name = place.partition(" ")
    folder = folder_of(game)
    if kind == "rulebook":
        return name in {str(entry["rule"]) for path in _rulebook(folder) for entry in read_list(path)}
    if kind == "law":
        laws = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Laws of the engine")[2]
        return re.search(rf"^{name}\. ", laws, re.M) is not None
    if kind == "command":
        return (ROOT / "terrus_dsl" / "cli" / f"{name}.py").is_file()
    data = read_map(folder / "game.yaml")
    if kind == "card":
        return name in {"type", "text"} | {field for one in data["types"].values() for field in one.get("fields", [])}
    if kind != "sheet":
        data = read_map(folder / kind / "block.yaml")
    for key in name.split("."):
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


@pytest.mark.parametrize("game", GAMES)
def test_no_case_cites_an_unknown_rule(game: str) -> None:
    """The index holds every id that is cited, once, and every id of the rulebook."""
    ids = Counter(rule.id for rule in index(folder_of(game)))
    assert max(ids.values()) == 1
    used = {rule for case in CASES if case.path.parent.name == game for rule in case.data["rules"]}
    used |= {rule for check in _checks(game) for rule in check["rules"]}
    used |= {str(entry["rule"]) for path in _rulebook(folder_of(game)) for entry in read_list(path)}
    assert not used - set(ids)
    assert all(len(check["rules"]) <= 3 for check in _checks(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_played(game: str) -> None:
    """Every question has an example, each situation of each example is played, and nothing plays any other."""
    rules = index(folder_of(game))
    assert not [rule.id for rule in rules if rule.id.startswith("faq.") and not rule.example]
    written = {name for rule in rules for name in _situations(rule)}
    shown = {name for check in _checks(game) for name in examples(check)}
    named = {name for case in EVERY if case.path.parent.name == game for name in examples(case.data)}
    played = {name for case in CASES if case.path.parent.name == game for name in examples(case.data)}
    assert sorted((named | shown) - written) == []
    assert sorted(written - (played | shown)) == []
    assert all(cited(name, check["rules"]) for check in _checks(game) for name in examples(check))


def _situations(rule: Rule) -> list[str]:
    """What a case calls them: by the rule's id, numbered where there are several."""
    if len(rule.example) < 2:
        return [rule.id] * len(rule.example)
    return [f"{rule.id}#{number}" for number in range(1, len(rule.example) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_gaps_are_those_of_the_index(game: str) -> None:
    """Whatever has no answer stands in docs/gaps.md with the same reason, and nothing else does."""
    unanswered = {f"{rule.id}: {' '.join(rule.where)}" for rule in index(folder_of(game)) if rule.kind == "none"}
    assert _gaps(game, "Not answered") == unanswered


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_the_matrix(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each rule, and the counts of the kinds at the end."""
    assert run(["rules", game]) == 0
    *lines, empty, last = capsys.readouterr().out.splitlines()
    counts = Counter(rule.kind for rule in index(folder_of(game)))
    assert len(lines) == counts.total()
    assert not empty
    assert last.startswith(f"{len(lines)} rules: " + ", ".join(f"{kind} {counts[kind]}" for kind in KINDS))


def _gaps(game: str, heading: str) -> set[str]:
    """The lines of a list in the game's section of docs/gaps.md."""
    text = (ROOT / "docs" / "gaps.md").read_text(encoding="utf-8")
    section = text.partition(f"## {game.capitalize()}\n")[2].partition("\n## ")[0]
    lines = section.partition(f"### {heading}\n")[2].partition("\n### ")[0].splitlines()
    return {line[2:] for line in lines if line.startswith("* ")}


# ---------------------------------------------------------------- data and displays

CHECKS = [
    pytest.param(game, number, id=f"{game}/{check['rules'][0]}: {check['says']}")
    for game in GAMES
    for number, check in enumerate(_checks(game))
]


@pytest.mark.parametrize(("game", "number"), CHECKS)
def test_a_value_is_accepted_and_its_twin_refused(game: str, number: int) -> None:
    """Decks, cards and sheets have the findings that their check expects, and no other."""
    for change, expected in _changes(_checks(game)[number]):
        if "deck" in change:
            found = _found(_decks(game), _name(change))
        elif "cards" in change:
            found = _found(_cards(game), _name(change))
        else:
            found = sorted({finding.code for finding in _with_sheet(game, change["sheet"]).findings.errors})
        assert found == sorted(expected), change


@pytest.mark.parametrize("game", GAMES)
def test_findings_cite_the_rule(game: str) -> None:
    """What is wrong with a deck or a field of a card names the rule that the index has for it."""
    named = Counter(
        finding.rule
        for compiled in (_decks(game), _cards(game))
        for finding in compiled.findings.errors
        if finding.code in ("deck-size", "deck-total", "deck-limit", "wrong-value", "unknown-type")
    )
    known = {rule.id for rule in index(folder_of(game))}
    assert named
    assert set(named) <= known, named


@pytest.mark.parametrize(("game", "number"), CHECKS)
def test_a_card_is_shown(game: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """What `terrus show` prints is what the check says."""
    for card, prints in _checks(game)[number].get("shows", {}).items():
        assert run(["show", card]) == 0
        assert capsys.readouterr().out.rpartition("\n\n")[0] == prints.strip("\n")


def _changes(check: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    for key in ("accepts", "refuses"):
        found = check.get(key, [])
        for change in found if isinstance(found, list) else [found]:
            yield change, change.get("finds", [])


def _name(change: dict[str, Any]) -> str:
    """A name that no other change has."""
    return f"Sample {crc32(repr(change).encode())}"


def _found(compiled: Compiled, subject: str) -> list[str]:
    return sorted({finding.code for finding in compiled.findings.errors if finding.subject == subject})


@lru_cache
def _decks(game: str) -> Compiled:
    """The game with every deck of its checks, in one compilation."""
    with TemporaryDirectory() as place:
        folder = _copy(game, Path(place))
        made = [card for check in _checks(game) for card in check.get("cards", [])]
        _block(folder, "made-up", made)
        for number, change in enumerate(c for check in _checks(game) for c, _ in _changes(check) if "deck" in c):
            base = f"{change['deck'].get('of')}.yaml"  # the sections besides the cards are as they are there
            deck = read_map(folder / "decks" / base) if "of" in change["deck"] else {}
            deck |= {key: value for key, value in change["deck"].items() if key not in ("of", "less", "more")}
            deck |= {"name": _name(change), "game": game, "cards": _listed(folder, change["deck"])}
            (folder / "decks" / f"changed-{number}.yaml").write_text(yaml.safe_dump(deck), encoding="utf-8")
        return compile_game(folder, cache=False)


def _listed(folder: Path, deck: dict[str, Any]) -> dict[str, int]:
    if "cards" in deck:
        return dict(deck["cards"])
    base = Counter(read_map(folder / "decks" / f"{deck['of']}.yaml")["cards"])
    base.subtract(deck.get("less", {}))
    base.update(deck.get("more", {}))
    assert min(base.values()) >= 0, f"{deck['of']} has less of a card than the check takes away"
    return {name: count for name, count in base.items() if count}


@lru_cache
def _cards(game: str) -> Compiled:
    """The game with every made-up card of its checks, in one compilation."""
    changes = [c for check in _checks(game) for c, _ in _changes(check) if "cards" in c]
    with TemporaryDirectory() as place:
        folder = _copy(game, Path(place))
        _block(folder, "made-up", [{**change["cards"][0], "name": _name(change)} for change in changes])
        return compile_game(folder, cache=False)


def _with_sheet(game: str, changes: dict[str, Any]) -> Compiled:
    with TemporaryDirectory() as place:
        folder = _copy(game, Path(place))
        sheet = read_map(folder / "game.yaml")
        for path, value in changes.items():
            *above, key = path.split(".")
            inner = sheet
            for name in above:
                inner = inner[name]
            inner[key] = value
        (folder / "game.yaml").write_text(yaml.safe_dump(sheet, sort_keys=False), encoding="utf-8")
        return compile_game(folder, cache=False)


def _copy(game: str, place: Path) -> Path:
    return Path(shutil.copytree(folder_of(game), place / game))


def _block(folder: Path, name: str, made: list[dict[str, Any]]) -> None:
    (folder / name).mkdir()
    (folder / name / "block.yaml").write_text(f"{{name: {name}, game: {folder.name}}}", encoding="utf-8")
    (folder / name / "cards.yaml").write_text(yaml.safe_dump(made, allow_unicode=True), encoding="utf-8")


# ---------------------------------------------------------------- sentences taken away


@dataclass(frozen=True)
class Lost:
    """A sentence of a rulebook: the file, the entry, its line and which of the line's sentences."""

    game: str
    path: Path
    entry: int
    line: int
    part: int
    rule: str
    text: str


def _rulebook(folder: Path) -> list[Path]:
    return sorted((folder / "rulebook").glob("*.yaml"))


def _parts(line: str) -> list[str]:
    return re.split(r"(?<=\.) +(?=[A-Z])", line.strip())


def _sentences(game: str) -> Iterator[Lost]:
    for path in _rulebook(folder_of(game)):
        for number, entry in enumerate(read_list(path)):
            for line, text in enumerate(entry["text"].splitlines()):
                for part, sentence in enumerate(_parts(text)):
                    yield Lost(game, path, number, line, part, str(entry["rule"]), sentence)


def _sampled() -> list[Any]:
    every = [lost for game in GAMES for lost in _sentences(game)]
    step = 1 if SAMPLE == "all" else max(1, len(every) // int(SAMPLE))
    return [
        pytest.param(lost, id=f"{lost.game}/{lost.rule}: {lost.entry}.{lost.line}.{lost.part} {lost.text[:60]}")
        for lost in every[::step]
    ]


@pytest.mark.parametrize("lost", _sampled())
def test_a_sentence_is_missed(lost: Lost) -> None:
    """Without it the rulebook does not compile, or a case that cites its rule fails; else docs/gaps.md says so."""
    known = f"{lost.rule}: {lost.text}" in _gaps(lost.game, "Sentences that no case misses")
    assert _survives(lost) == known


def _survives(lost: Lost) -> bool:
    files: dict[Path, list[Case]] = {}
    for case in CASES:
        if case.path.parent.name == lost.game and lost.rule in case.data["rules"]:
            files.setdefault(case.path, []).append(case)
    for path, citing in sorted(files.items(), key=lambda item: -len(item[1])):
        whole, program = _without(path, None), _without(path, lost)
        assert whole is not None, f"{path} does not compile by itself"
        if program is None:
            return False
        failing = next((case for case in citing if _fails(case, program)), None)
        if failing is not None:
            play(failing, whole)  # it is the sentence alone that it misses
            return False
    return True


def _fails(case: Case, program: Program) -> bool:
    try:
        with _patience():
            play(case, program)
    except Exception:
        return True
    return False


@contextmanager
def _patience() -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@lru_cache
def _needed(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The cards of the game, by block, that a file's cases and the rulebook speak of, and those that these speak of."""
    folder = folder_of(path.parent.name)
    blocks = {
        block.parent.name: [
            card for file in sorted(block.parent.glob("*.yaml")) if file != block for card in read_list(file)
        ]
        for block in sorted(folder.glob("*/block.yaml"))
    }
    common = path.parent / "_table.yaml"
    read = [path, common, folder / "game.yaml", *_rulebook(folder), *folder.glob("*/block.yaml")]
    unread = "\n".join(file.read_text(encoding="utf-8") for file in read if file.exists())
    kept: set[str] = set()
    while unread:
        left = [card for cards in blocks.values() for card in cards if card["name"] not in kept]
        new = [card for card in left if _spoken(card, unread)]
        kept |= {card["name"] for card in new}
        unread = "\n".join(card.get("text", "") for card in new)
    return {block: [card for card in cards if card["name"] in kept] for block, cards in blocks.items()}


def _spoken(card: dict[str, Any], text: str) -> bool:
    names = (card["name"], card.get("plural", card["name"]))
    return any(re.search(rf"\b{re.escape(str(name))}\b", text) for name in names)


@lru_cache(maxsize=64)
def _without(path: Path, lost: Lost | None) -> Program | None:
    """The game with what a file of cases needs, without a sentence; None where that does not compile."""
    source = folder_of(path.parent.name)
    with TemporaryDirectory() as place:
        folder = Path(place) / source.name
        (folder / "rulebook").mkdir(parents=True)
        shutil.copy(source / "game.yaml", folder)
        for file in _rulebook(source):
            if lost is None or file != lost.path:
                shutil.copy(file, folder / "rulebook")
            else:
                text = yaml.safe_dump(_taken(read_list(file), lost), allow_unicode=True, width=10_000)
                (folder / "rulebook" / file.name).write_text(text, encoding="utf-8")
        for block, needed in _needed(path).items():
            _block(folder, block, needed)
            shutil.copy(source / block / "block.yaml", folder / block / "block.yaml")
        _block(folder, "of these cases", made_up(path))
        made = compile_game(folder, cache=False).program
        # Cases bring their own deck; a game that has none is set up without.
        return replace(made, decks={"none": Deck("none", "none", "", ())}) if made is not None else None


def _taken(entries: list[dict[str, Any]], lost: Lost) -> list[dict[str, Any]]:
    """The rulebook without the sentence; without the head of a definition there is none."""
    entry = entries[lost.entry]
    lines = entry["text"].splitlines()
    parts = _parts(lines[lost.line])
    del parts[lost.part]
    rest = [*lines[: lost.line], " ".join(parts), *lines[lost.line + 1:]]
    rest = [line for line in rest if line.strip()]
    if lost.text.endswith(":") or not rest or (len(lines) > 1 and rest == lines[:1] and rest[0].endswith(":")):
        return [other for number, other in enumerate(entries) if number != lost.entry]
    shorter = {**entry, "text": "\n".join(rest)}
    return [shorter if number == lost.entry else other for number, other in enumerate(entries)]
