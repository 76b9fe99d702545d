"""Words for people: questions, options and the game report, made on request from the state."""

from __future__ import annotations

import re
from typing import Any

from terrus_dsl.engine import questions
from terrus_dsl.engine.listening import PLAYER
from terrus_dsl.engine.places import SPACE
from terrus_dsl.engine.state import State
from terrus_dsl.engine.waiting import replacement_by_sequence, waiting_triggers
from terrus_dsl.language.words import inflect
from terrus_dsl.lower.book import FACE_DOWN

__all__ = ["card_of", "name_of", "option_words", "question_words", "report_lines"]

_CODE = 1 << 20


def question_words(S: State) -> str:
    """What is asked."""
    site = S.ask[2]
    if site >= 0:
        text = _with_names(S, S.G.program.questions[site])
        return f"{text.rstrip('.')}?" if S.ask[0] == questions.YES_NO else f"choose {text}"
    if site == questions.SITE_USE:
        return str(next(name for name, w in S.G.sheet.windows.items() if w.number == S.ask[3][1]))
    return {
        questions.SITE_RESPONSE: "answer?",
        questions.SITE_TRIGGERS: "which comes next?",
        questions.SITE_ORDER: "which goes first?",
        questions.SITE_ANY: "pay with",
        questions.SITE_MEANS: f"pay {S.ask[3][1]} more with" if len(S.ask[3]) > 1 else "pay",
        questions.SITE_REPLACEMENTS: "what happens instead?",
    }[site]


def _with_names(S: State, question: Any) -> str:
    """A question in which “it” is the thing that was named before, where there is just one."""
    params, text, _ = question
    if tuple(params) == ("me",) and S.ask[0] == questions.YES_NO:
        return f"{_source_name(S, S.ask[3][0])}: {text}"
    named = [
        value
        for name, value in zip(params, S.ask[3], strict=True)
        if name not in ("me", "you") and isinstance(value, int) and 0 <= value < len(S.zone)
    ]
    if len(named) != 1:
        return str(text)
    return re.sub(r"\b(it|that [a-z]+)\b", lambda m: name_of(S, named[0], S.ask[1]), str(text), count=1, flags=re.I)


def option_words(S: State, option: int) -> str:
    """An option in words."""
    kind, you, site = S.ask[0], S.ask[1], S.ask[2]
    if kind == questions.YES_NO:
        return "yes" if option else "no"
    if option == questions.STOP:
        return (
            "pass"
            if site in (questions.SITE_USE, questions.SITE_RESPONSE)
            else "no more"
            if kind == questions.NEXT
            else "none"
        )
    if site >= 0:
        return _domain_words(S, S.G.site_domains[site], option, you, site)
    if site in (questions.SITE_USE, questions.SITE_RESPONSE):
        return _ability_words(S, option)
    if site == questions.SITE_TRIGGERS:
        return _trigger_words(S, option, you)
    if site in (questions.SITE_ANY, questions.SITE_MEANS):
        return _counter_name(S, option) if option < _CODE else name_of(S, option - _CODE, you)
    if site == questions.SITE_REPLACEMENTS:
        return _replacement_words(S, option)
    return name_of(S, option, you)


def _trigger_words(S: State, option: int, you: int) -> str:
    """The card whose trigger waits; of several on equal cards also what each says, and what it is about."""
    waiting = [S.pending[index] for index in waiting_triggers(S, you)]
    program, me, it = S.pending[option][0], S.pending[option][1], S.pending[option][3]
    name = _source_name(S, me)
    alike = [t for t in waiting if _source_name(S, t[1]) == name]
    said = {S.G.program.said.get(t[0], "") for t in alike}
    text = f": {S.G.program.said.get(program, '')}" if len(said) > 1 else ""
    same = [t for t in alike if t[0] == program]
    about = f" ({name_of(S, it, you)})" if len(same) > 1 and 0 <= it < len(S.zone) and it != me else ""
    return f"{name}{about}{text}"


def _replacement_words(S: State, sequence: int) -> str:
    """The card whose effect would happen instead, and what it says."""
    entry = replacement_by_sequence(S, sequence, *S.ask[3])
    name, text = _source_name(S, entry[0]), S.G.program.said.get(entry[3], "")
    return f"{name}: {text}" if text else name


def _domain_words(S: State, domain: str, option: int, you: int, site: int) -> str:
    question = S.G.program.questions[site][1]
    if question.startswith("modes: "):
        return str(question.removeprefix("modes: ").split("; or ")[option])
    if domain == "object":
        return f"{name_of(S, option, you)}{_place(S, option)}{_known(S, option)}{_related(S, option, you)}"
    if domain == "player":
        return f"{S.G.sheet.player[0]} {option + 1}"
    if domain == "card":
        return str(S.G.cards[option].name)
    if domain == "space":
        at = option % SPACE
        return f"row {at // 1000 - 500}, column {at % 1000 - 500}"
    if option >= _CODE:
        return _ability_words(S, option)
    return str(option)


def _counter_name(S: State, number: int) -> str:
    return str(next(name for name, c in S.G.sheet.counters.items() if c.number == number))


def _ability_words(S: State, code: int) -> str:
    number, o = code // _CODE, code % _CODE - 1
    ability = S.G.abilities[number]
    if o >= 0:
        return f"{S.G.cards[S.card[o]].name}{_known(S, o)}: {ability.text}"
    effect = ability.text.partition(": ")[2] or ability.text
    labels = [name for name, label in S.G.sheet.labels.items() if label.number in ability.labels]
    return f"{', '.join(labels)}: {effect} [{ability.rule}]"


def _known(S: State, o: int) -> str:
    """What tells a card apart from an equal one that its owner alone knows."""
    if not 0 <= o < len(S.zone) or S.zone[o] < 0 or S.facing[o] != S.G.everybody:
        return ""
    equals = [other for other in S.zones[S.zone[o]] if S.card[other] == S.card[o]]
    return ", known to all" if any(S.facing[other] != S.G.everybody for other in equals) else ""


def _related(S: State, o: int, you: int) -> str:
    """How a thing stands to others; what is hidden is told apart by nothing else."""
    if not 0 <= o < len(S.zone) or name_of(S, o, you) != "a hidden card":
        return ""
    found = [
        f", {word} {name_of(S, row[o], you)}{_place(S, row[o])}"
        for word, row in zip(S.G.sheet.relations, S.relations, strict=True)
        if row[o] >= 0
    ]
    return "".join(found)


def _place(S: State, o: int) -> str:
    zone = S.zone[o]
    if zone < 0:
        return ""
    name = list(S.G.sheet.zones)[zone // S.G.stride]
    player = S.G.zone_player[zone]
    whose = f" of {S.G.sheet.player[0]} {player + 1}" if player >= 0 else ""
    at = S.at[o]
    where = f" ({at // 1000 - 500},{at % 1000 - 500})" if at >= 0 and S.G.zone_shape[zone] == "grid" else ""
    if S.G.zone_shape[zone] == "row":
        where = f" {S.zones[zone].index(o) + 1}"
    return f" in {name}{where}{whose}"


def name_of(S: State, o: int, you: int) -> str:
    """A thing's name as far as a player knows it."""
    if o < 0:
        return "the rules"
    if o >= SPACE:
        return "a space"
    if (you >= 0 and not S.facing[o] >> you & 1) or (S.flags[o] & (1 << FACE_DOWN) and you < 0):
        return "a hidden card"
    return str(S.G.cards[S.card[o]].name)


def _source_name(S: State, o: int) -> str:
    """The card whose ability a player is asked about: its player knows it, wherever it lies."""
    return str(S.G.cards[S.card[o]].name) if o >= 0 else "the rules"


def card_of(S: State, option: int) -> str | None:
    """The name of the card that an option uses or plays."""
    if not S.ask or S.ask[2] not in (questions.SITE_USE, questions.SITE_RESPONSE) or option == questions.STOP:
        return None
    o = option % _CODE - 1
    return str(S.G.cards[S.card[o]].name) if o >= 0 else None


def report_lines(S: State) -> list[str]:
    """The log as sentences; each line ends with the rule or card behind it."""
    return [_line(S, entry) for entry in S.log or () if _line(S, entry)]


def _line(S: State, entry: Any) -> str:
    noun = S.G.sheet.player[0]
    who = f"{noun} {entry[2] + 1}" if entry[2] >= 0 else "the rules"
    if entry[0] == "turn":
        return f"turn {entry[1]}: {noun} {entry[2] + 1}"
    if entry[0] == "use":
        ability = S.G.abilities[entry[1]]
        source = _card_name(S, entry[3]) or ability.source
        return f"{who} uses {source}" + (f" [{ability.rule}]" if ability.rule else "")
    if entry[0] == "event":
        verb = next(v for v, n in S.G.verbs.items() if n == entry[1])
        rule = S.G.program.rules_of.get(verb, "")
        what = f" {noun} {PLAYER - entry[3] + 1}" if entry[3] <= PLAYER else f" {_card_name(S, entry[3])}"
        what = what if entry[3] != -2 else ""
        count = f" {entry[4]}" if entry[4] != 1 else ""
        third, past = S.G.sheet.verbs.get(verb, (None, None))
        return f"  {who} {inflect(verb, third, past).third}{count}{what}" + (f" [{rule}]" if rule else "")
    zones = list(S.G.sheet.zones)
    old = zones[entry[3] // S.G.stride] if entry[3] >= 0 else "nowhere"
    return f"    {_card_name(S, entry[2] if entry[5] else -1)}: {old} → {zones[entry[4] // S.G.stride]}"


def _card_name(S: State, card: int) -> str:
    return "a hidden card" if card == -1 else str(S.G.cards[card].name) if card >= 0 else ""
