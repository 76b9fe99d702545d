"""Continuous effects: bonuses, restrictions, permissions, granted abilities, replacements, delayed triggers.

The same sentence is a static ability on a card in play (it holds for whatever its words admit, always) and a
one-off effect in a text that resolves (it holds for what its words admit at that moment, for a while). Both become
entries that listen to a hook.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import events, filters, nouns, relative
from terrus_dsl.lower.book import CHOOSE
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.filters import matches
from terrus_dsl.lower.hooks import (
    ACTS,
    BORROWED,
    CAN,
    CANNOT,
    COST,
    ENTERS,
    EVENT,
    IF_IT_LEAVES,
    STAT,
    WOULD,
    parameters,
)
from terrus_dsl.lower.nouns import each_of, phrase
from terrus_dsl.lower.numbers import counters, listing, number_code
from terrus_dsl.lower.unit import Lending, Problem, Unit, Value

__all__ = ["KINDS", "Entry", "carried", "delayed", "effect", "entries", "expiry", "lasting", "permission"]

_TAGGED = re.compile(r"S\.tags\[§\] & (\d+)")

KINDS = frozenset({"have", "cannot", "cannot_be", "be", "cost_change"})


@dataclass
class Subject:
    """Whom a continuous sentence is about: the test over `o` (an object) or `by` (a player)."""

    domain: str
    test: str
    value: Value | None = None


# ---------------------------------------------------------------- static entries


def entries(u: Unit, clause: Node, condition: str | None = None, subject: Subject | None = None) -> list[Entry]:
    """The entries of a continuous clause; `u` only lends its scope, each entry is a function of its own."""
    if clause.kind in ("set_number", "become_number"):
        return [_set_number(u, clause, condition, subject)]
    np, vp = (clause.children[0], clause.children[-1]) if clause.kind == "declarative" else (None, clause.children[0])
    vp = next(c for c in clause.children if isinstance(c, Node) and c.kind in (*KINDS, "act"))
    if subject is None:
        if not isinstance(np, Node):
            raise Problem("no-executor", "say what this is about", clause)
        subject = subject_of(u, np)
    if vp.kind == "have":
        found: list[Entry] = []
        for mod in vp.children:
            if isinstance(mod, Node) and mod.kind != "has":
                found.extend(_modifier(u, mod, subject, condition))
        return found
    if vp.kind in ("cannot", "cannot_be"):
        return [_restriction(u, vp, subject, condition)]
    if vp.kind == "cost_change":
        return [_cost(u, vp, subject, condition)]
    raise Problem("no-executor", f"this cannot hold all the time ({vp.kind})", vp)


def subject_of(u: Unit, np: Node) -> Subject:
    """The test that a subject stands for."""
    p = phrase(u, np)
    if p.value is not None:
        variable = "by" if p.value.domain == "player" else "o"
        test = f"{variable} in {p.value.code}" if p.value.many else f"{variable} == {p.value.code}"
        return Subject(p.value.domain, test, p.value)
    assert p.filter is not None
    if p.filter.domain == "player":
        return Subject("player", matches(u, p.filter, "by"))
    return Subject("object", matches(u, p.filter, "o"))


def _function(u: Unit, params: str, test: str, result: str, condition: str | None) -> int:
    """A function that gives `result` where the test holds; its number."""
    tests = [t for t in (test, condition) if t and t != "True"]  # whom it is about is cheaper to ask than when
    name = u.draft.name("hook")
    head = f"def {name}({params}):\n"
    if tests:
        source = head + f"    if {' and '.join(f'({t})' for t in tests)}:\n        return {result}\n    return None"
    else:
        source = head + f"    return {result}"
    return u.draft.hook(name, source, u.subject, u.rule)


def _modifier(u: Unit, mod: Node, subject: Subject, condition: str | None) -> list[Entry]:
    if mod.kind in ("borrowed", "borrowed_as"):
        return [_borrowed(u, mod, subject, condition)]
    if mod.kind in ("granted", "keyword_mod"):
        return _grant(u, mod, subject, condition)
    if subject.domain != "object":
        raise Problem("type-mismatch", "a player has no such number", mod)
    signed, stat = mod.children[0], mod.children[1]
    assert isinstance(signed, Leaf)
    word = stat if isinstance(stat, Leaf) else next(stat.leaves())
    number = u.book.stats.get(word.id)
    if number is None:
        raise Problem("type-mismatch", f"“{word.id}” is no number that changes", mod)
    amount = signed.id.lstrip("+")
    if amount.endswith("X") and mod.kind != "bonus_where":
        if u.scope.x is None:
            raise Problem("dangling-reference", "X is not set by anything before", mod)
        amount = amount.replace("X", u.scope.x)
    if mod.kind == "bonus_where":
        value = mod.first("number")
        assert value is not None
        saved = u.scope
        u.scope = saved.copy()
        u.scope.it = Value("TESTED", "object")  # the thing whose number changes, apart from loops over others
        amount = f"({number_code(u, value)})" if signed.id.startswith("+") else f"-({number_code(u, value)})"
        u.scope = saved
        return [
            Entry(
                STAT + number,
                _function(
                    u, "S, me, you, bound, o", subject.test, relative._renamed(amount).replace("TESTED", "o"), condition
                ),
            )
        ]
    if mod.kind == "bonus_each":
        amount = f"{amount} * {_each_count(u, mod)}"
    return [Entry(STAT + number, _function(u, "S, me, you, bound, o", subject.test, amount, condition))]


def _each_count(u: Unit, mod: Node) -> str:
    saved = u.scope
    u.scope = saved.copy()
    p = each_of(u, mod)
    assert p.filter is not None
    code = f"len({relative._renamed(filters.candidates(u, p.filter))})"
    u.scope = saved
    return code


def _grant(u: Unit, mod: Node, subject: Subject, condition: str | None) -> list[Entry]:
    from terrus_dsl.lower import abilities

    if mod.kind == "granted":
        inner = next(c for c in mod.children if isinstance(c, Node))
        result = abilities.ability(u.draft, inner, u.subject, u.rule)
    else:
        keyword = next(mod.leaves())
        result = abilities.keyword(u.draft, keyword.id, u.subject, u.rule)
    found: list[Entry] = []
    holds = _function(u, "S, me, you, bound, o", subject.test, "True", condition)
    for number in result.activated:
        found.append(Entry(ACTS, holds, number))
    for entry in result.entries:
        found.append(carried(u, entry, holds))
    return found


def _borrowed(u: Unit, mod: Node, subject: Subject, condition: str | None) -> Entry:
    """`the abilities of each …`: those of these cards, as one's own, while they are there."""
    np = mod.first("np")
    assert np is not None
    p = phrase(u, np)
    fixed = [int(test[1]) for c in p.filter.conditions if (test := _TAGGED.fullmatch(c))] if p.filter else []
    if p.value is not None and p.value.noun in u.book.sheet.tags:
        fixed = [u.book.sheet.mask(p.value.noun)]
    words: dict[str, str] = {}
    if mod.kind == "borrowed_as":
        own, kind = [leaf for leaf in mod.children if isinstance(leaf, Leaf) and not leaf.literal]
        words = {word: own.id for word in _kinds(u, own, kind) if word != own.id}
    function = _function(u, "S, me, you, bound, o", subject.test, listing(u, np), condition)
    mine = subject.value is not None and subject.value.code == "me"
    u.draft.lendings[function] = Lending(u.subject, tuple(fixed), words, mine)
    return Entry(ACTS, function, BORROWED)


def _kinds(u: Unit, own: Leaf, kind: Leaf) -> tuple[str, ...]:
    """The words of which one is in place of all: the subtypes of its group, or the types that a noun stands for."""
    sheet = u.book.sheet
    group = next((members for members in sheet.groups.values() if own.id in members), ())
    found = group or sheet.unions.get(kind.id, ("", "", ()))[2]
    if own.id not in found:
        raise Problem("type-mismatch", f"“{own.id}” is no kind of {kind.id}", own)
    return tuple(found)


def carried(u: Unit, entry: Entry, holds: int) -> Entry:
    """An entry whose bearer is whatever the function `holds` admits."""
    name = u.draft.name("hook")
    looks = 0
    kind = "carried_rule" if CANNOT <= entry.hook < ENTERS else "carried"
    if EVENT <= entry.hook < CANNOT or ENTERS <= entry.hook < ACTS:
        kind = "carried_event"
    if kind == "carried_event" and not WOULD <= entry.hook < CANNOT:
        looks = max(IF_IT_LEAVES, u.draft.looks.get(entry.function, 0))  # who bears it may leave by the event
    _, *rest = parameters(entry.hook).split(", ")
    source = (
        f"def {name}({parameters(entry.hook)}):\n    return {kind}(S, {entry.function}, {holds}, {', '.join(rest)})"
    )
    return Entry(entry.hook, u.draft.hook(name, source, u.subject, u.rule, looks), entry.effect)


def _restriction(u: Unit, vp: Node, subject: Subject, condition: str | None, hook: int = CANNOT) -> Entry:
    inner = vp
    if vp.kind in ("cannot", "act"):
        inner = next(c for c in vp.children if isinstance(c, Node))
    verb = next(c for c in inner.children if isinstance(c, Leaf) and (c.terminal in ("VERB", "PAST") or c.id == CHOOSE))
    number = u.book.verbs[verb.id]
    u.draft.restricted.add(verb.id)
    tests = [subject.test] if subject.test != "True" else []
    names = ["o", "target"] if subject.domain == "player" else ["target"]
    if inner.kind in ("act_on", "act_toward", "choose"):
        for node in inner.walk():
            if node.kind == "np" and names:
                tests.append(_thing_test(u, node, names.pop(0)))
    test = " and ".join(f"({t})" for t in tests if t != "True") or "True"
    return Entry(hook + number, _function(u, "S, me, you, bound, by, o, target", test, "True", condition))


def _thing_test(u: Unit, np: Node, variable: str) -> str:
    p = phrase(u, np)
    if p.value is not None:
        return f"{variable} in {p.value.code}" if p.value.many else f"{variable} == {p.value.code}"
    assert p.filter is not None
    return matches(u, p.filter, variable)


def _cost(u: Unit, vp: Node, subject: Subject, condition: str | None) -> Entry:
    node = next(c for c in vp.children if isinstance(c, Node) and c.kind == "counters")
    words = {c.id for c in vp.children if isinstance(c, Leaf)}
    verb = next(c for c in vp.children if isinstance(c, Leaf) and c.terminal == "VERB")
    amount, counter = counters(u, node)
    sign = "-" if "less" in words else ""
    spec = u.book.sheet.counters[counter.id]
    number = u.book.verbs[verb.id]
    return Entry(
        COST + number,
        _function(u, "S, me, you, bound, by, o", subject.test, f"({spec.number}, {sign}{amount})", condition),
    )


def _set_number(u: Unit, clause: Node, condition: str | None, subject: Subject | None) -> Entry:
    poss, stat, number = clause.children[0], clause.children[1], clause.first("number")
    assert isinstance(poss, Node) and isinstance(stat, Node) and number is not None
    word = next(stat.leaves())
    index = u.book.stats.get(word.id, u.book.player_stats.get(word.id))
    if index is None:
        raise Problem("type-mismatch", f"“{word.id}” is no number that changes", stat)
    if word.id in u.book.player_stats and subject is None:
        subject = Subject("object", f"o == {nouns.player_of(u, poss)}")
    if subject is None:
        own = poss if poss.kind == "own" else poss.children[0]
        assert isinstance(own, Node)
        subject = Subject("object", f"o == {nouns._it(u, own).code}") if own.kind == "own" else subject_of(u, own)
    return Entry(STAT + index, _function(u, "S, me, you, bound, o", subject.test, number_code(u, number), condition), 1)


# ---------------------------------------------------------------- effects


def effect(u: Unit, clause: Node, *, subject: Value | None = None) -> str:
    """Write the registration of a continuous effect; what it affects is fixed now (rule of continuous effects)."""
    duration = next(
        (c for c in clause.children if isinstance(c, Node) and c.kind in ("this_turn", "until", "until_end")), None
    )
    ending = expiry(u, duration)
    return _register(u, clause, ending, subject, None)


def _register(u: Unit, clause: Node, ending: str, subject: Value | None, condition: str | None) -> str:
    value, domain = _affected(u, clause, subject)
    if value is None:
        who = None
    else:
        listing = value.code if value.many else f"one({value.code})"
        bound = u.temp(f"bound_to(S, {listing})" if domain == "object" else f"({listing},)")
        test = "affects(S, bound, o)" if domain == "object" else "by in bound[0]"
        who = Subject(domain, test)
    frozen, extra = _frozen(u)
    found = entries(frozen, clause, condition, who)
    things = bound if value is not None else "((), ())"
    if extra:
        things = f"(*{things}, {', '.join(extra)})" if value is not None else f"((), (), {', '.join(extra)})"
    for entry in found:
        _write(u, entry, things, ending)
    if value is not None and domain == "object" and not value.many:
        u.scope.it = value
    return "1"


def _write(u: Unit, entry: Entry, bound: str, ending: str, *, once: bool = False) -> None:
    """The line that registers an entry when a text resolves."""
    u.draft.hot.add(entry.hook)
    who = f"{u.scope.me or '-1'}, {u.scope.you}"
    u.line(f"register(S, {entry.hook}, {entry.function}, {who}, {bound}, {ending}, {entry.effect}, {once})")
    if entry.hook == ACTS and entry.effect == BORROWED:
        u.line(f"register_lent(S, {entry.function}, {who}, {bound}, {ending})")


def _affected(u: Unit, clause: Node, subject: Value | None) -> tuple[Value | None, str]:
    from terrus_dsl.lower.choices import pick, pick_from

    if subject is not None:
        return subject, subject.domain
    if clause.kind in ("set_number", "become_number"):
        poss = clause.children[0]
        assert isinstance(poss, Node)
        own = poss if poss.kind == "own" else poss.children[0]
        assert isinstance(own, Node)
        if own.kind == "own":
            return nouns._it(u, own), "object"
        return pick(u, own), "object"
    np = clause.children[0]
    assert isinstance(np, Node)
    vp = next((c for c in clause.children if isinstance(c, Node) and c.kind in KINDS), None)
    p = phrase(u, np)
    if p.value is not None:
        return p.value, p.value.domain
    assert p.filter is not None
    if vp is not None and vp.kind in ("cannot", "cannot_be", "cost_change") and p.quantity == "all":
        return None, p.filter.domain  # a change of rules reaches what comes later
    value = pick_from(u, p)
    return value, value.domain


def _frozen(u: Unit) -> tuple[Unit, list[str]]:
    """A unit whose locals are read from the entry's bound values: what a text counted stays as it was."""
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    inner.scope.you, inner.scope.me = "you", "me"
    extra: list[str] = []

    def keep(code: str) -> str:
        if code in ("you", "me"):
            return code
        extra.append(code)
        return f"bound[{len(extra) + 1}]"

    scope = inner.scope
    if scope.x is not None:
        scope.x = keep(scope.x)
    if scope.amount is not None:
        scope.amount = keep(scope.amount)
    it = scope.known
    if it is not None and it.code != "me":
        scope.it = it = Value(keep(it.code), it.domain, False, it.noun)
    scope.things = [it] if it is not None else []
    if scope.them is not None:
        scope.them = Value(f"{keep(f'tuple({scope.them.code})')}", scope.them.domain, True, scope.them.noun)
    if scope.they is not None:
        scope.they = keep(scope.they)
    scope.past = {
        verb: Value(keep(f"tuple({v.code})" if v.many else v.code), v.domain, v.many, v.noun)
        for verb, v in scope.past.items()
    }
    scope.names = {name: keep(code) for name, code in scope.names.items() if not name.startswith("§")}
    return inner, extra


def expiry(u: Unit, duration: Node | None) -> str:
    """When an effect ends: `()` never, `(0, period, player)` as a period begins, `(1, period, -1)` as it ends."""
    if duration is None:
        return "()"
    if duration.kind == "this_turn":
        if "turn" not in u.book.periods:
            raise Problem("unknown-word", "this game declares no period “turn”", duration)
        return f"(1, {u.book.periods['turn']}, -1)"
    period = duration.children[-1]
    assert isinstance(period, Node)
    leaf = next(c for c in period.leaves() if c.terminal == "PERIOD")
    number = u.book.periods[leaf.id]
    if duration.kind == "until_end":
        return f"(1, {number}, -1)"
    player = "-1"
    if period.kind in ("own_period", "next_period"):
        poss = period.first("poss")
        assert poss is not None
        player = nouns.player_of(u, poss)
    return f"(0, {number}, {player})"


def lasting(u: Unit, node: Node) -> str:
    """`Until …, …` and `While …, …` in a text that resolves."""
    then = node.first("chain")
    assert then is not None
    first = node.children[0]
    assert isinstance(first, Node) or node.kind == "while_then"
    ending, condition = "()", None
    if node.kind == "duration_then":
        ending = expiry(u, first)  # type: ignore[arg-type]
    else:
        test = node.first("condition")
        assert test is not None
        condition = condition_code(u, test)
    for clause in then.children:
        if isinstance(clause, Node):
            if clause.kind not in ("declarative", "set_number", "become_number"):
                raise Problem("no-executor", "only a lasting change can stand here", clause)
            _register(u, clause, ending, None, condition)
    return "1"


def permission(u: Unit, node: Node) -> str:
    """`It may … this turn.`: a permission that beats what a rule forbids."""
    np, vp = node.children[0], node.children[2]
    assert isinstance(np, Node) and isinstance(vp, Node)
    from terrus_dsl.lower.choices import pick_from

    p = phrase(u, np)
    value = p.value if p.value is not None else pick_from(u, p)
    listing = value.code if value.many else f"one({value.code})"
    bound = u.temp(f"bound_to(S, {listing})" if value.domain == "object" else f"({listing},)")
    who = Subject(value.domain, "affects(S, bound, o)" if value.domain == "object" else "by in bound[0]")
    entry = permission_entry(u, vp, who, None)
    duration = next(
        (c for c in node.children if isinstance(c, Node) and c.kind in ("this_turn", "until", "until_end")), None
    )
    _write(u, entry, bound, expiry(u, duration))
    return "1"


def permission_entry(u: Unit, vp: Node, subject: Subject, condition: str | None) -> Entry:
    """The entry of a permission."""
    if vp.kind != "act":
        raise Problem("no-executor", "only an action can be permitted", vp)
    return _restriction(u, vp, subject, condition, CAN)


# ---------------------------------------------------------------- delayed triggers and replacements


def delayed(u: Unit, node: Node) -> str:
    """A trigger or replacement that a resolving text sets up; it happens once unless it says “whenever”."""
    frozen, extra = _frozen(u)
    if node.kind in ("replacement", "next_replacement"):
        entry = events.replacement(frozen, node)
        once = node.kind == "next_replacement"
    else:
        entry = events.trigger(frozen, node)
        trigger = node.children[0]
        assert isinstance(trigger, Node)
        once = trigger.kind not in ("whenever",)
    bound = f"((), (), {''.join(code + ', ' for code in extra)})"
    ending = f"(1, {u.book.periods['turn']}, -1)" if _this_turn(node) else "()"
    _write(u, entry, bound, ending, once=once)
    return "1"


def _this_turn(node: Node) -> bool:
    # What a condition or the effect says of this turn is about the past.
    heads = [c for c in node.children if isinstance(c, Node) and c.kind not in ("condition", "chain")]
    return any(leaf.id == "this turn" for head in heads for leaf in head.leaves())
