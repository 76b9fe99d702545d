"""Continuous sentences: bonuses, restrictions, permissions, costs; each becomes entries that listen to a hook.

The same sentence is a static ability on a card in play (it holds for whatever its words admit, always) and a
one-off effect in a text that resolves (it holds for what its words admit at that moment, for a while: `lasting`).
"""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import filters, references, relative, whose
from terrus_dsl.lower.about import Subject, listening, subject_of
from terrus_dsl.lower.book import CHOOSE
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.filters import matches
from terrus_dsl.lower.granted import borrowed, grant
from terrus_dsl.lower.hooks import CAN, CANNOT, COST, STAT
from terrus_dsl.lower.nouns import each_of, phrase
from terrus_dsl.lower.numbers import counters, number_code
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["KINDS", "entries", "permission_entry"]

KINDS = frozenset({"have", "cannot", "cannot_be", "be", "cost_change"})


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


def _modifier(u: Unit, mod: Node, subject: Subject, condition: str | None) -> list[Entry]:
    if mod.kind in ("borrowed", "borrowed_as"):
        return [borrowed(u, mod, subject, condition)]
    if mod.kind in ("granted", "keyword_mod"):
        return grant(u, mod, subject, condition)
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
        code = number_code(u, value)
        u.scope = saved
        if u.counted is not None and ("TESTED" not in code or u.alone):
            code = u.counted(lambda outer: number_code(outer, value))
        amount = f"({code})" if signed.id.startswith("+") else f"-({code})"
        return [
            Entry(
                STAT + number,
                listening(
                    u, STAT + number, subject.test, relative.renamed(amount).replace("TESTED", "o"), condition
                ),
            )
        ]
    if mod.kind == "bonus_each":
        amount = f"{amount} * {_each_count(u, mod)}"
    return [Entry(STAT + number, listening(u, STAT + number, subject.test, amount, condition))]


def _each_count(u: Unit, mod: Node) -> str:
    def count(unit: Unit) -> str:
        saved = unit.scope
        unit.scope = saved.copy()
        p = each_of(unit, mod)
        assert p.filter is not None
        code = f"len({relative.renamed(filters.candidates(unit, p.filter))})"
        unit.scope = saved
        return code

    return count(u) if u.counted is None else u.counted(count)


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
    return Entry(hook + number, listening(u, hook + number, test, "True", condition))


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
        listening(u, COST + number, subject.test, f"({spec.number}, {sign}{amount})", condition),
    )


def _set_number(u: Unit, clause: Node, condition: str | None, subject: Subject | None) -> Entry:
    poss, stat, number = clause.children[0], clause.children[1], clause.first("number")
    assert isinstance(poss, Node) and isinstance(stat, Node) and number is not None
    word = next(stat.leaves())
    index = u.book.stats.get(word.id, u.book.player_stats.get(word.id))
    if index is None:
        raise Problem("type-mismatch", f"“{word.id}” is no number that changes", stat)
    if word.id in u.book.player_stats and subject is None:
        subject = Subject("object", f"o == {whose.player_of(u, poss)}")
    if subject is None:
        own = poss if poss.kind == "own" else poss.children[0]
        assert isinstance(own, Node)
        subject = Subject("object", f"o == {references.it(u, own).code}") if own.kind == "own" else subject_of(u, own)
    code = number_code(u, number)
    if u.counted is not None:
        code = u.counted(lambda outer: number_code(outer, number))
    return Entry(STAT + index, listening(u, STAT + index, subject.test, code, condition), 1)


def permission_entry(u: Unit, vp: Node, subject: Subject, condition: str | None) -> Entry:
    """The entry of a permission."""
    if vp.kind != "act":
        raise Problem("no-executor", "only an action can be permitted", vp)
    return _restriction(u, vp, subject, condition, CAN)
