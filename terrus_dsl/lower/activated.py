"""Activated abilities: what they cost, what they need, and the programs of cost and effect."""

from __future__ import annotations

from typing import Any

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import statements
from terrus_dsl.lower.actions import independent, perform, possible, read_action
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.header import Header, label_conditions
from terrus_dsl.lower.made import Ability, Made
from terrus_dsl.lower.numbers import counters
from terrus_dsl.lower.unit import Problem, Scope, Unit, Value

__all__ = ["activated", "first_possible"]


def first_possible(u: Unit, body: Node) -> str:
    """Whether a text can be begun: its first clause that must choose or pay has something to choose or pay with."""
    probe = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    for sentence in body.children:
        assert isinstance(sentence, Node)
        statement = sentence.children[0]
        if not isinstance(statement, Node) or statement.kind not in ("plain_statement", "unless"):
            return "True"
        for clause in statement.children[0].children:  # type: ignore[union-attr]
            if not isinstance(clause, Node):
                continue
            vp = clause.children[0]
            if clause.kind != "imperative" or not isinstance(vp, Node) or vp.kind != "act":
                return "True"
            action = vp.children[0]
            assert isinstance(action, Node)
            if not independent(action):
                return "True"
            test = possible(probe, action, enough=not u.book.sheet.response)  # with a chain, all there are are chosen
            if test != "True" or any(n.kind == "np" for n in action.walk()):
                return test
        if len(sentence.children) > 2:  # something hangs on whether this is done
            return "True"
    return "True"


def activated(
    u: Unit, body: Node, labels: list[str], card: Any, header: Header | None = None, text: str = ""
) -> Made:
    """An ability that is used: its test, its cost, what it points at, and its programs."""
    header = header or Header()
    sheet = u.book.sheet
    draft = u.draft
    effect = Unit(draft, Scope(me=u.scope.me), u.subject, u.rule)
    cost_program = _cost_program(u, header, effect)
    effect.targets = (
        [] if sheet.response else None
    )  # without a chain nothing can happen between announcing and resolving
    statements.body(effect, body)
    name = draft.name("effect")
    program = draft.effect(name, effect.function(name, "S, me, you, target"), u.subject, u.rule)
    cost, counter_costs = _costs(u, header)
    tests = [condition_code(u, c) for c in header.conditions] + label_conditions(u, labels, header)
    if cost != ((), 0, 0):
        tests.append(f"can_pay(S, you, {cost!r}, me)")
    tests += [f"S.counters[{number}][me] >= {amount}" for number, amount in counter_costs]
    tests += [possible(u, action) for k, action in enumerate(header.actions) if not k or independent(action)]
    if not header.actions:
        tests.append(first_possible(u, body))
    slots = []
    for site, (low, high, single) in zip(effect.targets or [], effect.target_modes, strict=True):
        if low != "0":
            listed = site.source.removeprefix("[o ").removesuffix("]")
            if not any(listed in test for test in tests):  # the same listing has not been asked for yet
                tests.append(f"bool({site.source})")
        slots.append((site.number, site.params, int(low), min(int(high), 999), single))
    ok = draft.name("ok")
    tests = [t for t in tests if t != "True"]
    ok_number = (
        draft.hook(
            ok,
            f"def {ok}(S, me, you):\n    return {' and '.join(f'({t})' for t in tests) or 'True'}",
            u.subject,
            u.rule,
        )
        if tests
        else -1
    )
    specs = [sheet.labels[name] for name in labels]
    zones: tuple[str, ...] = tuple(z for spec in specs for z in spec.zones)
    if card is not None and not card.text and set(zones) & set(card.works):
        zones = tuple(z for z in zones if z in card.works)
    if card is not None and card.text and not any(spec.zones for spec in specs):
        zones = (card.text["from"],)
    elif card is not None and not zones:
        zones = card.works
    limit = header.limit or next((spec.limit for spec in specs if spec.limit), "")
    answers = header.response or any(leaf.terminal == "VERB" and leaf.id == "cancel" for leaf in body.leaves())
    number = len(draft.abilities)
    draft.abilities.append(
        Ability(
            number,
            text,
            u.subject,
            u.rule,
            tuple(spec.number for spec in specs),
            tuple(sheet.zones[z].number for z in zones),
            -1 if header.unlimited or not limit else u.book.periods[limit],
            ok_number,
            cost,
            counter_costs,
            tuple(slots),
            program,
            answers or any(spec.response for spec in specs),
            answers,
            card.text.get("verb", "") if card is not None and card.text else "",
            card.text.get("after", "") if card is not None and card.text else "",
            _yields(u, body) if cost == ((), 0, 0) and not counter_costs else (),
            cost_program,
            any(spec.at_once for spec in specs),
        )
    )
    return Made(activated=[number])


def _cost_program(u: Unit, header: Header, effect: Unit) -> int:
    """A cost in words is carried out when the ability is announced; what it names is known to the effect."""
    if not header.actions:
        return -1
    cost = Unit(u.draft, Scope(me=u.scope.me), u.subject, u.rule)
    for action in header.actions:
        perform(cost, read_action(action))
    named = [v for v in cost.scope.things if not v.many]
    cost.line(f"return seen(S, ({''.join(v.code + ', ' for v in named)}))")
    for index, value in enumerate(named):
        local = effect.temp(f"current(S, target[{index}])")
        effect.bind(Value(local, value.domain, False, value.noun))
    effect.offset = len(named)
    effect.scope.x = None
    name = u.draft.name("cost")
    return u.draft.program(name, cost.function(name, "S, me, you"), u.subject, u.rule)


def _yields(u: Unit, body: Node) -> tuple[int, ...]:
    """The resource and amount of a text that does nothing but yield one."""
    acts = [
        n for n in body.walk() if n.kind in ("act_on", "act_alone", "act_from", "act_toward", "choose", "choose_number")
    ]
    if (
        len(body.children) != 1
        or len(acts) != 1
        or any(n.kind in ("if_then", "for_each", "optional") for n in body.walk())
    ):
        return ()
    verb = next(acts[0].leaves())
    phrase = next((n for n in acts[0].walk() if n.kind == "counters"), None)
    if phrase is None or verb.id in ("lose", "remove", "spend", "pay"):
        return ()
    if not next(phrase.leaves()).id.isdigit():
        return ()
    amount, counter = counters(u, phrase)
    spec = u.book.sheet.counters[counter.id]
    return (spec.number, int(amount)) if spec.resource and amount.isdigit() else ()


def _costs(u: Unit, header: Header) -> tuple[tuple[Any, ...], tuple[tuple[int, int], ...]]:
    resources: list[tuple[int, int]] = []
    on_card: list[tuple[int, int]] = []
    for node in header.resources:
        amount, counter = counters(u, node)
        spec = u.book.sheet.counters[counter.id]
        if not amount.isdigit():
            raise Problem("type-mismatch", "a cost is a plain number", node)
        (resources if spec.of == "player" else on_card).append((spec.number, int(amount)))
    return (tuple(resources), 0, header.special), tuple(on_card)
