"""What a resolving text changes for a while: fixed to what it found, until it ends; delayed triggers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import events, references, whose
from terrus_dsl.lower.about import Subject
from terrus_dsl.lower.choices import pick, pick_from
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.continuous import KINDS, entries, permission_entry
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.hooks import ACTS, BORROWED
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["delayed", "effect", "expiry", "lasting", "permission"]


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
        bound = u.temp(f"bound_to(S, {listing})" if domain == "object" else f"({listing}, ())")
        test = "affects(S, bound, o)" if domain == "object" else "by in bound[0]"
        who = Subject(domain, test)
    frozen, kept = _frozen(u)
    if condition is None:
        frozen.counted = _counting(u, kept, value)
        frozen.alone = value is not None and not value.many
    found = entries(frozen, clause, condition, who)
    things = kept.bound(bound if value is not None else "")
    for entry in found:
        _write(u, entry, things, ending)
    if value is not None and domain == "object" and not value.many:
        u.scope.it = value
    return "1"


def _counting(u: Unit, kept: _Kept, value: Value | None) -> Callable[[Callable[[Unit], str]], str]:
    """What fixes a number: it is found when the text resolves, and kept with what the text found."""

    def counted(number: Callable[[Unit], str]) -> str:
        saved = u.scope
        u.scope = saved.copy()
        if value is not None and value.domain == "object" and not value.many:
            u.scope.it = value
        code = number(u)
        if not code.isdigit():
            code = kept.other(u.temp(code))
        u.scope = saved
        return code

    return counted


def _write(u: Unit, entry: Entry, bound: str, ending: str, *, once: bool = False) -> None:
    """The line that registers an entry when a text resolves."""
    u.draft.hot.add(entry.hook)
    who = f"{u.scope.me or '-1'}, {u.scope.you}"
    u.line(f"register(S, {entry.hook}, {entry.function}, {who}, {bound}, {ending}, {entry.effect}, {once})")
    if entry.hook == ACTS and entry.effect == BORROWED:
        u.line(f"register_lent(S, {entry.function}, {who}, {bound}, {ending})")


def _affected(u: Unit, clause: Node, subject: Value | None) -> tuple[Value | None, str]:
    if subject is not None:
        return subject, subject.domain
    if clause.kind in ("set_number", "become_number"):
        poss = clause.children[0]
        assert isinstance(poss, Node)
        own = poss if poss.kind == "own" else poss.children[0]
        assert isinstance(own, Node)
        if own.kind == "own":
            return references.it(u, own), "object"
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


@dataclass
class _Kept:
    """What an entry keeps beside the things it is fixed to: other things, and what is none."""

    things: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def value(self, value: Value) -> Value:
        """The same value, read from the entry."""
        code = f"tuple({value.code})" if value.many else value.code
        return replace(value, code=self.thing(code) if value.domain == "object" else self.other(code), optional=False)

    def thing(self, code: str) -> str:
        """Code of a thing or of several, as the entry knows it."""
        if code == "me":
            return code
        self.things.append(code)
        return f"bound[2][{len(self.things) - 1}]"

    def other(self, code: str) -> str:
        """Code of a number, a player or a space, as the entry knows it."""
        if code == "you":
            return code
        self.others.append(code)
        return f"bound[{len(self.others) + 2}]"

    def bound(self, fixed: str = "") -> str:
        """The code of all that the entry is bound to; `fixed` holds things and their visits."""
        if not self.things and not self.others:
            return fixed or "((), ())"
        first = f"*{fixed}" if fixed else "(), ()"
        things = "(" + "".join(f"{code}, " for code in self.things) + ")"
        return f"({first}, {', '.join([things, *self.others])})"


def _frozen(u: Unit) -> tuple[Unit, _Kept]:
    """A unit whose locals are read from the entry's bound values: what a text counted stays as it was."""
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    inner.scope.you, inner.scope.me = "you", "me"
    kept = _Kept()
    scope = inner.scope
    if scope.x is not None:
        scope.x = kept.other(scope.x)
    if scope.amount is not None:
        scope.amount = kept.other(scope.amount)
    it = scope.known
    if it is not None and it.code != "me":
        scope.it = it = replace(kept.value(it), many=False)
    scope.things = [it] if it is not None else []
    if scope.them is not None:
        scope.them = kept.value(scope.them)
    if scope.they is not None:
        scope.they = kept.other(scope.they)
    scope.past = {verb: kept.value(value) for verb, value in scope.past.items()}
    scope.names = {name: kept.other(code) for name, code in scope.names.items() if not name.startswith("§")}
    return inner, kept


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
        player = whose.player_of(u, poss)
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
    p = phrase(u, np)
    value = p.value if p.value is not None else pick_from(u, p)
    listing = value.code if value.many else f"one({value.code})"
    bound = u.temp(f"bound_to(S, {listing})" if value.domain == "object" else f"({listing}, ())")
    who = Subject(value.domain, "affects(S, bound, o)" if value.domain == "object" else "by in bound[0]")
    entry = permission_entry(u, vp, who, None)
    duration = next(
        (c for c in node.children if isinstance(c, Node) and c.kind in ("this_turn", "until", "until_end")), None
    )
    _write(u, entry, bound, expiry(u, duration))
    return "1"


def delayed(u: Unit, node: Node) -> str:
    """A trigger or replacement that a resolving text sets up; it happens once unless it says “whenever”."""
    frozen, kept = _frozen(u)
    if node.kind in ("replacement", "next_replacement"):
        entry = events.replacement(frozen, node)
        once = node.kind == "next_replacement"
    else:
        entry = events.trigger(frozen, node)
        trigger = node.children[0]
        assert isinstance(trigger, Node)
        once = trigger.kind not in ("whenever",)
    ending = f"(1, {u.book.periods['turn']}, -1)" if _this_turn(node) else "()"
    _write(u, entry, kept.bound(), ending, once=once)
    return "1"


def _this_turn(node: Node) -> bool:
    # What a condition or the effect says of this turn is about the past.
    heads = [c for c in node.children if isinstance(c, Node) and c.kind not in ("condition", "chain")]
    return any(leaf.id == "this turn" for head in heads for leaf in head.leaves())
