"""Events: what a trigger or a replacement waits for, and what is then done."""

from __future__ import annotations

import re
from dataclasses import dataclass

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import relative, whose
from terrus_dsl.lower.actions import Action, read_action
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.filters import matches
from terrus_dsl.lower.hooks import BEFORE, BEGINS, CANNOT, ENDS, ENTERS, EVENT, IF_IT_LEAVES, LEAVES, WOULD, parameters
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["Entry", "Happening", "event_test", "listener", "replacement", "trigger"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What listens where: a hook, the function that is called, and what it stands for."""

    hook: int
    function: int
    effect: int = 0
    per_turn: bool = False
    works: tuple[int, ...] = ()  # kinds of zone where it listens, if not where the card's text works
    own: bool = False  # only the card that prints it has it



#: What an event may change: adjectives, counters and relations of its things, and what functions say of them.
_CHANGES = re.compile(r"S\.flags\[|S\.(?:counters|relations)\[\d+\]\[|(?<!controller)(?<!owner)\(S, (?:it|target)\b")
_PLACED = re.compile(r"S\.zone\[(?:it|target)\]")


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that is waited for: its hook, the test over it, and whether the test looks back (`hooks.BEFORE`)."""

    hook: int
    test: str = "True"
    looks: int = 0

    @staticmethod
    def of(hook: int, tests: list[str]) -> Happening:
        """Where something was, or how it was when it left, can only be asked before it happens."""
        test = _joined(tests)
        done = EVENT <= hook < WOULD or LEAVES <= hook < BEGINS
        looks = BEFORE if _PLACED.search(test) else IF_IT_LEAVES if _CHANGES.search(test) else 0
        return Happening(hook, test, looks if done else 0)

    def only_if(self, condition: str) -> Happening:
        """The event where a condition holds, too."""
        return Happening(self.hook, _joined([self.test, condition]), self.looks)


def trigger(u: Unit, node: Node, rest: tuple[Node, ...] = ()) -> Entry:
    """The entry of `When …, …`: its hook, the test of the event, and the program of the effect."""
    head, then = node.children[0], node.first("chain")
    assert isinstance(head, Node) and then is not None
    if head.kind in ("before_event", "before_priority"):
        raise Problem("no-executor", "only a rule can act before an event", head, "write “If … would …, … instead.”")
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    happening = event_test(inner, head)
    condition = node.first("condition")
    if condition is not None:  # it must hold when the event happens, and again when the effect resolves
        happening = happening.only_if(condition_code(inner, condition))
    once_a_turn = head.kind == "first_time"
    number = listener(inner, happening)
    program = _effect(inner, then, rest, condition)
    return Entry(happening.hook, number, program, once_a_turn)


def listener(u: Unit, happening: Happening) -> int:
    """The function that asks whether an event is the one waited for; its number."""
    name = u.draft.name("would" if WOULD <= happening.hook < CANNOT else "when")
    source = f"def {name}({parameters(happening.hook)}):\n    return bool({happening.test})"
    return u.draft.hook(name, source, u.subject, u.rule, happening.looks)


def _effect(u: Unit, then: Node, rest: tuple[Node, ...], condition: Node | None) -> int:
    """The program of a trigger: `f(S, me, you, it, by, amount, bound, target)`."""
    from terrus_dsl.lower import clauses, statements

    body = Unit(u.draft, u.scope, u.subject, u.rule)
    if condition is not None:
        body.line(f"if not ({condition_code(body, condition)}):")
        body.line("    return 0")
    done = clauses.chain(body, then)
    for k, sentence in enumerate(rest):
        if k == 0 and sentence.kind in ("if_they_do", "if_they_do_not"):
            statements.follow_up(body, sentence, done)
        else:
            statements.write_sentence(body, sentence)
    name = u.draft.name("then")
    return u.draft.effect(name, body.function(name, "S, me, you, it, by, amount, bound, target"), u.subject, u.rule)


def event_test(u: Unit, head: Node) -> Happening:
    """What a trigger waits for; what the event names comes into scope."""
    if head.kind in ("at_beginning", "at_end"):
        return _period_test(u, head)
    event = (
        head.first("does") or head.first("is_done") or head.first("enters") or head.first("leaves") or head.children[-1]
    )
    assert isinstance(event, Node)
    return event_entry(u, event)


def _period_test(u: Unit, head: Node) -> Happening:
    period = head.children[-1]
    assert isinstance(period, Node)
    leaf = next(c for c in period.leaves() if c.terminal == "PERIOD")
    base = BEGINS if head.kind == "at_beginning" else ENDS
    number = u.book.periods[leaf.id]
    u.scope.they = "by"
    poss = period.first("poss")
    if poss is None:
        return Happening(base + number)
    bare = poss.first("bare")
    if bare is not None:
        return Happening(base + number, relative.controller_test(u, bare, "by"))
    return Happening(base + number, f"by == {whose.player_of(u, poss)}")


def event_entry(u: Unit, event: Node, *, would: bool = False) -> Happening:
    """One event: that something happened, or would happen."""
    if event.kind in ("enters", "leaves"):
        return _zone_event(u, event)
    if event.kind == "would_be_counted":
        return _counted_event(u, event)
    if event.kind in ("is_done", "would_be_done"):
        return _passive(u, event, would)
    return _active(u, event, would)


def _zone_event(u: Unit, event: Node) -> Happening:
    np, zone = event.first("np"), event.first("zone")
    assert np is not None and zone is not None
    name, player = whose.zone_parts(u, zone)
    base = ENTERS if event.kind == "enters" else LEAVES
    tests = [_object_test(u, np, "it")]
    if player is not None and zone.first("poss") is not None:
        tests.append(f"target == {player}")
    if base == ENTERS and _PLACED.search(tests[0]):
        raise Problem("no-executor", "what enters a zone is no longer where it was", np, "say what was done to it")
    _name_event(u, np)
    return Happening.of(base + u.book.sheet.zones[name].number, tests)


def _counted_event(u: Unit, event: Node) -> Happening:
    """`If 1 cube would be put on this card`: the thing is “it”, the amount “that many”."""
    counter = next(leaf for leaf in event.leaves() if leaf.terminal == "COUNTER")
    verb = next(c for c in event.children if isinstance(c, Leaf) and c.terminal == "VERB")
    np = next((n for n in event.walk() if n.kind == "np"), None)
    if verb.id != "put" or np is None:
        raise Problem("no-executor", "counters can only be put on something instead", event)
    number = u.book.sheet.counters[counter.id].number
    tests = [_object_test(u, np, "it"), f"target == {number}"]
    _name_event(u, np)
    return Happening.of(WOULD + u.book.verbs["put"], tests)


def _passive(u: Unit, event: Node, would: bool) -> Happening:
    np = event.first("np")
    past = next(c for c in event.children if isinstance(c, Leaf) and c.terminal == "PAST")
    assert np is not None
    tests = [_object_test(u, np, "it")]
    by = event.first("by")
    if by is not None:
        bare = by.first("bare")
        assert bare is not None
        tests.append(relative.controller_test(u, bare, "by"))
    _name_event(u, np)
    counter = next((c for c in event.children if isinstance(c, Leaf) and c.terminal == "COUNTER"), None)
    if counter is not None and f"{past.id} {counter.id}" in u.book.definitions:
        u.scope.names["§key"] = f"{past.id} {counter.id}"
    return Happening.of((WOULD if would else EVENT) + u.book.verbs[past.id], tests)


def _active(u: Unit, event: Node, would: bool) -> Happening:
    np = event.first("np")
    inner = event.children[-1]
    assert np is not None and isinstance(inner, Node)
    action = read_action(inner)
    p = phrase(u, np)
    domain = p.value.domain if p.value is not None else p.filter.domain  # type: ignore[union-attr]
    tests = []
    hook = (WOULD if would else EVENT) + u.book.verbs[action.verb]
    if domain == "player":
        tests.append(relative.controller_test(u, np, "by") if p.value is None else f"by == {p.value.code}")
        u.scope.they = "by"
        tests.extend(_argument_tests(u, action, ["it", "target"]))
    else:
        defined = action.verb in u.book.definitions
        tests.append(_object_test(u, np, "was" if defined and action.arg is not None else "it"))
        _name_event(u, np)
        if action.arg is not None:
            tests.extend(_argument_tests(u, action, ["it", "target"]))
    return Happening.of(hook, tests)


def _argument_tests(u: Unit, action: object, names: list[str]) -> list[str]:
    assert isinstance(action, Action)
    tests = []
    nodes = [action.arg, *(node for _, node in action.preps)]
    for node in nodes:
        if not isinstance(node, Node):
            continue
        if node.kind == "np" and names:
            name = names.pop(0)
            p = phrase(u, node)
            if p.filter is not None and p.filter.noun == "card" and action.verb == "draw":
                continue
            if (p.value is not None and p.value.domain == "player") or (
                p.filter is not None and p.filter.domain == "player"
            ):
                tests.append(relative.controller_test(u, node, name))
            else:
                tests.append(_object_test(u, node, name))
                _name_event(u, node, name)
        elif node.kind == "counters":
            counter = next(leaf for leaf in node.leaves() if leaf.terminal == "COUNTER")
            if action.verb in ("gain", "lose", "put", "remove", "spend"):
                tests.append(f"target == {u.book.sheet.counters[counter.id].number}")
            u.scope.amount = "amount"
    return tests


def _object_test(u: Unit, np: Node, name: str) -> str:
    p = phrase(u, np)
    if p.value is not None:
        if p.value.domain == "player":
            return f"by == {p.value.code}"
        return f"{name} in {p.value.code}" if p.value.many else f"{name} == {p.value.code}"
    f = p.filter
    assert f is not None
    if f.domain == "player":
        return relative.controller_test(u, np, "by")
    if f.explicit:
        return matches(u, f, name)
    controller = "was" if name == "it" else f"controller(S, {name})"
    return matches(u, f, name, zones=False, controller=controller)


def _name_event(u: Unit, np: Node, name: str = "it") -> None:
    p = phrase(u, np)
    noun = p.value.noun if p.value is not None else p.filter.noun  # type: ignore[union-attr]
    value = Value(name, "object", False, noun)
    if p.value is not None and p.value.code == "me":
        value = Value("me", "object", False, noun)
    if name == "it":
        u.scope.it = value
        if "by" not in (u.scope.they or ""):
            u.scope.they = "by"
    u.scope.things.append(value)
    u.scope.amount = "amount"


def _joined(tests: list[str]) -> str:
    return " and ".join(f"({t})" for t in tests if t != "True") or "True"


def replacement(u: Unit, node: Node) -> Entry:
    """The entry of `If … would …, … instead.`"""
    from terrus_dsl.lower import clauses

    would = next(
        c for c in node.children if isinstance(c, Node) and c.kind in ("would_do", "would_be_done", "would_be_counted")
    )
    then = node.first("chain")
    assert then is not None
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    happening = event_entry(inner, would, would=True)
    condition = node.first("condition")
    if condition is not None:
        happening = happening.only_if(condition_code(inner, condition))
    number = listener(inner, happening)
    body = Unit(u.draft, inner.scope, u.subject, u.rule)
    body.scope.amount = "amount"
    verb = next(leaf for leaf in would.leaves() if leaf.terminal in ("VERB", "PAST"))
    body.scope.names["§event"] = verb.id
    done = clauses.chain(body, then)
    body.line(f"return {done}")
    effect = u.draft.name("instead")
    program = u.draft.program(
        effect, body.function(effect, "S, me, you, it, by, amount, bound, target"), u.subject, u.rule
    )
    return Entry(happening.hook, number, program)
