"""The Python of a program: verbs get their guards, events and spans only where some text can use them."""

from __future__ import annotations

import re

from terrus_dsl.check.decks import Listed
from terrus_dsl.compile.program import CardDef, Deck, Program
from terrus_dsl.lower.book import Definition, python_name
from terrus_dsl.lower.filters import HOIST
from terrus_dsl.lower.hooks import EVENT, WOULD
from terrus_dsl.lower.rules import Rules
from terrus_dsl.lower.unit import Draft
from terrus_dsl.source.load import Files

__all__ = ["assemble"]

_PARAMS = "S, me, you, it, amount, target"


def assemble(files: Files, draft: Draft, rules: Rules, cards: list[CardDef], decks: dict[str, Listed]) -> Program:
    """Put everything that was lowered together."""
    for entry in rules.made.entries:
        draft.hot.add(entry.hook)
    draft.hot.update(hook for entries in draft.lent_entries.values() for hook, _, _ in entries)
    functions = dict(draft.functions)
    for definition in draft.book.definitions.values():
        functions.update(_verb(draft, definition, rules))
    for site in draft.sites:
        params = ", ".join(("S", *site.params))
        functions[f"site_{site.number}"] = f"def site_{site.number}({params}):\n    return {site.source}"
    functions = {name: _with_replacements(draft, _plain(source)) for name, source in functions.items()}
    spans = {draft.book.periods[period]: f"do_{python_name(verb)}" for period, verb in files.sheet.spans.items()}
    return Program(
        sheet=files.sheet,
        source="\n\n".join(functions[name] for name in sorted(functions)),
        cards=cards,
        abilities=draft.abilities,
        sites=[(site.params, site.question) for site in draft.sites],
        questions=[(site.params, site.question, site.domain) for site in draft.sites],
        hooks=draft.hooks,
        looks=draft.looks,
        bearers=draft.bearers,
        recalls=draft.recalls,
        lent=draft.lent,
        lent_entries=draft.lent_entries,
        programs=draft.programs,
        said=draft.said,
        functions=sorted(functions),
        rule_abilities=tuple(rules.made.activated),
        rule_entries=tuple(rules.made.entries),
        checks=tuple(rules.checks),
        losses=tuple(rules.losses),
        loss_counters=frozenset(rules.loss_counters),
        before_priority=tuple(rules.before_priority),
        hot=frozenset(draft.hot),
        remembered=frozenset(draft.remembered),
        verbs=dict(draft.book.verbs),
        names=dict(draft.book.titles),
        decks={key: Deck(*listed) for key, listed in decks.items()},
        places=draft.places,
        plain=functions,
        span_bodies=spans,
        worth=draft.worth,
        rules_of={d.verb: d.rule for d in draft.book.definitions.values()},
        player_verbs=frozenset(
            draft.book.verbs[d.verb] for d in draft.book.definitions.values() if d.params and d.params[0][0] == "player"
        ),
        gates=draft.gates,
        means=draft.means,
    )

def _verb(draft: Draft, definition: Definition, rules: Rules) -> dict[str, str]:
    """The function of a defined verb: guards, replacement, body, event."""
    name = python_name(definition.key)
    number = draft.book.verbs[definition.verb]
    body = rules.bodies.get(definition.key, ("", ""))[0]
    spans = [period for period, verb in draft.book.sheet.spans.items() if verb == definition.verb]
    lines = []
    if any(kind in ("object", "player", "space") for kind, _ in definition.params):
        lines += ["if it < 0:", "    return 0"]
    if any(kind == "amount" for kind, _ in definition.params):
        lines += ["if amount <= 0:", "    return 0"]
    if definition.verb in draft.restricted:
        lines += [f"if forbidden(S, {number}, you, it, target):", "    return 0"]
    if WOULD + number in draft.hot:
        lines += [
            f"if S.on.get({WOULD + number}):",
            f"    d1 = replaced(S, {number}, me, you, it, amount, target)",
            "    if d1 >= 0:",
            "        return d1",
        ]
    if definition.verb in draft.befores:
        lines += ["if S.look is None:", f"    before_{name}(S, you)"]
    heard = EVENT + number in draft.hot or number in draft.remembered
    if heard:
        lines.append(f"d2 = happening(S, {number}, you, it, amount, target)")
    out: dict[str, str] = {}
    if definition.verb in draft.befores:
        calls = "".join(f"    {function}(S, you)\n" for function in draft.befores[definition.verb])
        out[f"before_{name}"] = f"def before_{name}(S, you):\n{calls}    return 1"
    if spans:
        periods = [draft.book.periods[p] for p in spans]
        for period in periods:
            lines += [f"if skips(S, {period}, you):", "    return 0"]
        lines += [f"begin_period(S, {p}, you)" for p in periods]
        lines.append(f"body_{name}({_PARAMS})")
        lines += [f"end_period(S, {p}, you)" for p in reversed(periods)]
        out[f"body_{name}"] = f"def body_{name}({_PARAMS}):\n{body or '    pass'}\n    return 1"
        body = ""
    text = f"def do_{name}({_PARAMS}):\n" + "\n".join("    " + line for line in lines)
    if body:
        text += "\n" + body
    if heard:
        text += f"\n    emit(S, d2, {number}, you, it, amount, target)"
    else:
        text += f"\n    if S.log is not None:\n        note(S, {number}, you, it, amount)"
    out[f"do_{name}"] = text + "\n    return 1"
    return out


def _plain(source: str) -> str:
    """Source without the marks of listings that no loop looks up once."""
    return source.replace(HOIST[0], "").replace(HOIST[1], "")


_REPLACEABLE = {
    verb: (name, re.compile(rf"\b{name}\(S, "))
    for verb, name in {"draw": "draw", "gain": "gain", "lose": "lose", "put": "put_counters"}.items()
}


def _with_replacements(draft: Draft, source: str) -> str:
    """Where something may happen instead of a kernel verb, the verb asks first."""
    for verb, (name, pattern) in _REPLACEABLE.items():
        if WOULD + draft.book.verbs[verb] in draft.hot:
            source = pattern.sub(f"{name}_or(S, ", source)
    return source
