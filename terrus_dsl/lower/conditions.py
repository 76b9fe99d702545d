"""Conditions: tests over things, counts and what has happened, as Python expressions."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import filters, measures, relative, whose
from terrus_dsl.lower.actions import possible
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import Phrase, adjective, phrase
from terrus_dsl.lower.numbers import listing, number_code
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["condition_code", "predicate_test"]


def condition_code(u: Unit, node: Node) -> str:
    """The code of a condition."""
    inner = node.children[0]
    assert isinstance(inner, Node)
    tests = [test_code(u, c) for c in inner.children if isinstance(c, Node)]
    if len(tests) == 1:
        return tests[0]
    joint = " and " if inner.kind == "all_of" else " or "
    return joint.join(f"({t})" for t in tests)


def test_code(u: Unit, node: Node) -> str:
    """The code of one test."""
    handler = _TESTS.get(node.kind)
    if handler is None:
        raise Problem("no-executor", f"this cannot be tested ({node.kind})", node)
    return handler(u, node)


def _subject(u: Unit, np: Node) -> Phrase:
    p = phrase(u, np)
    if p.filter is not None and p.filter.domain == "object" and not p.filter.sources and p.filter.among is None:
        hand = u.book.hand()
        p.filter.sources = [(hand, u.scope.you)] if hand else []
    return p


def _about(u: Unit, p: Phrase, test: str) -> str:
    """A test about each thing of a phrase: `test` is written over §§."""
    if p.value is not None:
        if not p.value.many:
            return test.replace("§§", p.value.code)
        return f"all([{test.replace('§§', 'y')} for y in {p.value.code}])"
    assert p.filter is not None
    listing = candidates(u, p.filter)
    if p.quantity in ("one", "the") and not p.plural:
        return f"any([{test.replace('§§', 'y')} for y in {listing}])"
    if p.quantity == "none":
        return f"not any([{test.replace('§§', 'y')} for y in {listing}])"
    if p.quantity == "all":
        return f"all([{test.replace('§§', 'y')} for y in {listing}])"
    count = f"len([y for y in {listing} if {test.replace('§§', 'y')}])"
    return _counted(p, count)


def _counted(p: Phrase, count: str) -> str:
    if p.quantity == "none":
        return f"not {count}"
    if p.quantity == "exactly":
        return f"{count} == {p.low}"
    if p.quantity == "fewer":
        return f"{count} <= {p.high}"
    return f"{count} >= {p.low}" if p.low != "1" else f"{count} > 0"


def _is_test(u: Unit, node: Node) -> str:
    np, _, predicate = node.children
    assert isinstance(np, Node) and isinstance(predicate, Node)
    p = _subject(u, np)
    if predicate.kind == "in_role":
        role = next(predicate.leaves())
        return _about(u, p, f"§§ == S.roles[{u.book.roles[role.id]}]")
    return _about(u, p, predicate_test(u, predicate, "§§"))


def predicate_test(u: Unit, predicate: Node, subject: str) -> str:
    """Whether the thing given by code is what a predicate says."""
    leaves = [c for c in predicate.children if isinstance(c, Leaf) and not c.literal]
    kind = predicate.kind.removeprefix("not_")
    if kind == "adjective":
        test = adjective(u, leaves[0]).replace(filters.VAR, subject)
    elif kind == "relating":
        test = relative.relation_test(u, leaves[0], None, subject)
    elif kind == "relating_to":
        test = relative.relation_test(u, leaves[0], predicate.first("bare"), subject)
    elif kind == "kind_of":
        nominal = predicate.first("nominal")
        assert nominal is not None
        test = relative.kind_test(u, nominal, subject)
    elif kind == "in_place":
        zone = predicate.first("zone")
        assert zone is not None
        name, player = whose.zone_parts(u, zone)
        base = u.book.zone_base(name)
        owned = zone.first("poss") is not None and u.book.sheet.zones[name].of_player
        test = (
            f"S.zone[{subject}] == {base} + {player}"
            if owned
            else f"{base} <= S.zone[{subject}] < {base + u.book.stride}"
        )
    else:
        raise Problem("no-executor", f"this cannot be tested ({predicate.kind})", predicate)
    return f"not ({test})" if predicate.kind.startswith("not_") else test


def _has_test(u: Unit, node: Node) -> str:
    np, _, measure = node.children
    assert isinstance(np, Node) and isinstance(measure, Node)
    return _about(u, _subject(u, np), measures.measure(u, measure, "§§"))


def _same_test(u: Unit, node: Node) -> str:
    np = node.children[0]
    assert isinstance(np, Node)
    return _about(u, _subject(u, np), measures.same_test(u, node, "§§"))


def _has_things(u: Unit, node: Node) -> str:
    """`you have 5 or fewer cards in your hand`: whose zone is the subject's unless the phrase says so."""
    np, quantity = node.children[0], node.children[2]
    assert isinstance(np, Node) and isinstance(quantity, Node)
    return _possession(u, np, quantity.children[0], owned=True)  # type: ignore[arg-type]


def _control_test(u: Unit, node: Node) -> str:
    return _possession(u, node.children[0], node.children[2], owned=True)  # type: ignore[arg-type]


def _possession(u: Unit, np: Node, things: Node, *, owned: bool) -> str:
    p = phrase(u, np)
    if p.value is not None and not p.value.many:
        return _holds(u, p.value.code, things)
    saved = u.scope
    u.scope = saved.copy()
    u.scope.they = "y"
    test = _holds(u, "y", things)
    u.scope = saved
    if p.value is not None:
        return f"all([{test} for y in {p.value.code}])"
    assert p.filter is not None
    listing = candidates(u, p.filter)
    word = "all" if p.quantity == "all" else "any"
    return f"{'not any' if p.quantity == 'none' else word}([{test} for y in {listing}])"


def _holds(u: Unit, player: str, things: Node) -> str:
    saved = u.scope
    u.scope = saved.copy()
    if player != saved.you:
        u.scope.they = player
    p = phrase(u, things, default_zone=u.book.hand() or None)
    u.scope = saved
    if p.value is not None:
        return f"controller(S, {p.value.code}) == {player}"
    f = p.filter
    assert f is not None
    f.sources = [(zone, player if pl is None and u.book.sheet.zones[zone].of_player else pl) for zone, pl in f.sources]
    return _counted(p, f"len({candidates(u, f)})") if p.quantity != "one" else filters.exists(u, f)


def _was_done(u: Unit, node: Node) -> str:
    np = node.children[0]
    assert isinstance(np, Node)
    past = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "PAST")
    words = {leaf.id for leaf in node.leaves()}
    p = phrase(u, np)
    if p.value is not None:
        return relative.done_test(u, node, p.value.code)
    assert p.filter is not None
    if "this way" in words:
        value = u.scope.past.get(past.id)
        if value is None:
            raise Problem("dangling-reference", f"nothing before was {past.id} this way", node)
        listing = value.code if value.many else f"one({value.code})"
    else:
        number = u.book.verbs[past.id]
        u.draft.remembered.add(number)
        listing = f"[e[2] for e in S.history if e[0] == {number}]"
    _nowhere(p, np)
    test = filters.matches(u, p.filter, "y", zones=False, controller="§c")
    if "§c" in test:
        test = test.replace("§c", "last_controller(S, y)")
    return _counted(p, f"len([y for y in {listing} if {test}])")


def _nowhere(p: Phrase, np: Node) -> None:
    """What has happened is remembered with the things it happened to, not with where they were."""
    if p.filter is not None and p.filter.explicit:
        raise Problem("no-executor", "where something was is not remembered", np, "say it without the place")


def _did(u: Unit, node: Node) -> str:
    np = node.children[0]
    assert isinstance(np, Node)
    past = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "PAST")
    number = u.book.verbs[past.id]
    u.draft.remembered.add(number)
    p = phrase(u, np)
    who = relative.controller_test(u, np, "e[1]") if p.value is None else f"e[1] == {p.value.code}"
    objects = [c for c in node.children if isinstance(c, Node) and c.kind == "np"][1:]
    if not objects:
        return f"any(e[0] == {number} and {who} for e in S.history)"
    q = phrase(u, objects[0])
    if q.value is not None:
        return f"any(e[0] == {number} and {who} and e[2] == {q.value.code} for e in S.history)"
    assert q.filter is not None
    _nowhere(q, objects[0])
    test = filters.matches(u, q.filter, "e[2]", zones=False, controller="e[1]")
    return _counted(q, f"len([e for e in S.history if e[0] == {number} and {who} and {test}])")


def _can_test(u: Unit, node: Node) -> str:
    np, action = node.children[0], node.children[-1]
    assert isinstance(np, Node) and isinstance(action, Node)
    p = phrase(u, np)
    if p.value is None:
        raise Problem("ambiguous-reference", "say who with someone named before", np)
    saved = u.scope
    u.scope = saved.copy()
    if p.value.domain == "player":
        u.scope.you = p.value.code
        test = possible(u, action)
    else:
        verb = next(leaf for leaf in action.leaves() if leaf.terminal == "VERB")
        test = f"able(S, {u.book.verbs[verb.id]}, {u.scope.you}, {p.value.code})"
    u.scope = saved
    return test


def _window_test(u: Unit, node: Node) -> str:
    np, window = node.children[0], node.children[-1]
    assert isinstance(np, Node) and isinstance(window, Leaf)
    p = phrase(u, np)
    if p.value is None or p.value.domain != "player":
        raise Problem("ambiguous-reference", "say which player, named before", np)
    return f"bool(usable(S, {p.value.code}, {u.book.sheet.windows[window.id].number}))"


def _there_is(u: Unit, node: Node) -> str:
    np = node.children[-1]
    assert isinstance(np, Node)
    p = phrase(u, np)
    if p.filter is None:
        raise Problem("type-mismatch", "“there is” needs a kind of thing", np)
    code = listing(u, np)
    if p.quantity in ("one", "none") and code.startswith("[o for "):
        return f"{'not ' if p.quantity == 'none' else ''}any(1 {code[3:-1]})"
    return _counted(p, f"len({code})")


def _number_test(u: Unit, node: Node) -> str:
    number, _, compared = node.children
    assert isinstance(number, Node) and isinstance(compared, Node)
    poss = _indefinite(u, number)
    if poss is None:
        return compare(u, compared, number_code(u, number))
    p = _subject(u, poss)
    assert p.filter is not None
    u.scope.names["§subject"] = "y"
    saved = u.scope
    u.scope = saved.copy()
    u.scope.it = Value("y", p.filter.domain, noun=p.filter.noun)
    test = compare(u, compared, number_code(u, number))
    u.scope = saved
    del u.scope.names["§subject"]
    return f"any([{test} for y in {candidates(u, p.filter)}])"


def _indefinite(u: Unit, number: Node) -> Node | None:
    """The possessor of a number where it is some unnamed thing: `a card's counters`."""
    for node in number.walk():
        if node.kind == "poss" and isinstance(node.children[0], Node) and node.children[0].kind == "bare":
            inner = node.children[0].children[0]
            if isinstance(inner, Node) and inner.kind == "phrase":
                words = (
                    {leaf.id for leaf in inner.children[0].leaves()} if isinstance(inner.children[0], Node) else set()
                )
                if words & {"a", "an", "each", "another"}:
                    return node.children[0]
    return None


def compare(u: Unit, compared: Node, code: str) -> str:
    """A comparison of a number."""
    if compared.kind in ("even", "odd"):
        return f"{code} % 2 == {0 if compared.kind == 'even' else 1}"
    number = compared.first("number")
    assert number is not None
    operator = {"or_more": ">=", "or_less": "<=", "equal_to": "==", "more_than": ">", "less_than": "<"}[compared.kind]
    return f"{code} {operator} {number_code(u, number)}"


def _track_test(u: Unit, node: Node) -> str:
    leaf = next(node.leaves())
    _, role = u.book.sheet.tracks[leaf.id]
    number = u.book.roles[role]
    return f"(S.roles[{number}] >= 0 and S.tags[S.roles[{number}]] & {u.book.sheet.mask(leaf.id)})"


_TESTS = {
    "is_test": _is_test,
    "has_test": _has_test,
    "has_things": _has_things,
    "same_test": _same_test,
    "control_test": _control_test,
    "was_done": _was_done,
    "did": _did,
    "can_test": _can_test,
    "window_test": _window_test,
    "there_is": _there_is,
    "number_test": _number_test,
    "track_test": _track_test,
}
