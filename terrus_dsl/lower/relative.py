"""What follows a noun: who controls it, where it is, what it has, what was done to it."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import filters, nouns, whose
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.filters import VAR, Filter, matches
from terrus_dsl.lower.measures import measure, same_test, stat_code
from terrus_dsl.lower.nouns import adjective, phrase
from terrus_dsl.lower.numbers import metric_code
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["apply", "controller_test", "relation_test"]


def apply(u: Unit, f: Filter, post: Node) -> None:
    """Add what one modifier says to a filter."""
    handler = _POSTS.get(post.kind)
    if handler is None:
        raise Problem("no-executor", f"a noun cannot be followed by this ({post.kind})", post)
    handler(u, f, post)


def _controlled(u: Unit, f: Filter, post: Node) -> None:
    bare = post.children[0]
    assert isinstance(bare, Node)
    p = phrase(u, bare)
    if p.value is not None and p.value.domain == "player" and not p.value.many:
        if f.sources and all(u.book.sheet.zones[z].of_player for z, _ in f.sources):
            f.sources = [(zone, p.value.code) for zone, _ in f.sources]
            return
        f.conditions.append(f"controller(S, {VAR}) == {p.value.code}")
        return
    f.conditions.append(controller_test(u, bare, f"controller(S, {VAR})"))


def controller_test(u: Unit, bare: Node, code: str) -> str:
    """Whether the player given by code is one that a phrase admits."""
    p = phrase(u, bare)
    if p.value is not None:
        return f"{code} in {p.value.code}" if p.value.many else f"{code} == {p.value.code}"
    assert p.filter is not None
    if p.filter.domain != "player":
        raise Problem("type-mismatch", "only a player can do that", bare)
    test = matches(u, p.filter, "§§").replace("§§", code)
    return f"{code} >= 0 and {test}" if test != "True" else f"{code} >= 0"


def _in_zone(u: Unit, f: Filter, post: Node) -> None:
    zone = post.first("zone")
    assert zone is not None
    whose.in_zone(u, f, zone)


def _with_measure(u: Unit, f: Filter, post: Node) -> None:
    node = post.children[-1]
    assert isinstance(node, Node)
    f.conditions.append(measure(u, node, VAR))


def _with_superlative(u: Unit, f: Filter, post: Node) -> None:
    node = post.children[-1]
    assert isinstance(node, Node)
    metric = node.children[-1]
    assert isinstance(metric, Node)
    f.superlative = (node.kind, metric_code(u, metric, f, VAR))


def _same_as(u: Unit, f: Filter, post: Node) -> None:
    f.conditions.append(same_test(u, post, VAR))


def _that(u: Unit, f: Filter, post: Node) -> None:
    relative = post.children[-1]
    assert isinstance(relative, Node)
    handler = _RELATIVES.get(relative.kind)
    if handler is None:
        raise Problem("no-executor", f"“that” cannot be followed by this ({relative.kind})", relative)
    f.conditions.append(handler(u, relative, VAR))


def _adjective_relative(u: Unit, node: Node, subject: str) -> str:
    leaf = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "ADJ")
    test = adjective(u, leaf).replace(VAR, subject)
    return f"not ({test})" if node.kind.startswith("not") else test


def relation_test(u: Unit, relation: Leaf, bare: Node | None, subject: str) -> str:
    """Whether the thing given by code stands in a relation to what a phrase admits."""
    book = u.book
    if relation.id in ("to the left of", "to the right of"):
        p = phrase(u, bare) if bare is not None else None
        assert p is not None and p.value is not None
        step = 1 if relation.id == "to the left of" else -1
        return f"{subject} == neighbor(S, {p.value.code}, {step})"
    number = book.relation_numbers.get(relation.id)
    if bare is None:
        if number is None:
            raise Problem("unexpected-word", f"“{relation.id}” needs to say of what", relation)
        return f"S.relations[{number}][{subject}] >= 0"
    p = phrase(u, bare)
    if number is not None:
        code = f"S.relations[{number}][{subject}]"
        if p.value is not None:
            # Where the phrase names nothing, what is related to nothing is not related to it.
            return f"{code} in {p.value.code}" if p.value.many else f"(-1 != {code} == {p.value.code})"
        assert p.filter is not None
        return f"({code} >= 0 and {matches(u, p.filter, code)})"
    function = {
        "adjacent to": "adjacent",
        "in front of": "in_front",
        "in the same row as": "same_row",
        "owned by": "owned_by",
    }.get(relation.id)
    if function is None:
        if relation.id not in book.sheet.defined_relations:
            raise Problem("no-executor", f"nothing says when something is “{relation.id}” another", relation)
        function = f"relation_{python_name(relation.id)}"
    if p.value is not None and not p.value.many:
        return f"{function}(S, {subject}, {p.value.code})"
    if p.value is not None:
        return f"any({function}(S, {subject}, z) for z in {p.value.code})"
    assert p.filter is not None
    listing = filters.candidates(u, p.filter)
    if function == "adjacent":
        return f"beside(S, {subject}, {filters.HOIST[0]}{renamed(listing)}{filters.HOIST[1]})"
    return f"any({function}(S, {subject}, y) for y in {renamed(listing)})"


def renamed(listing: str) -> str:
    """A listing with a loop variable of its own, to stand inside another."""
    import re

    return re.sub(r"\bo\b", "z", listing)


def _relation_relative(u: Unit, node: Node, subject: str) -> str:
    leaf = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "RELATION")
    test = relation_test(u, leaf, node.first("bare"), subject)
    return f"not ({test})" if node.kind.startswith("not") else test


def _relation_post(u: Unit, f: Filter, post: Node) -> None:
    leaf, bare = post.children
    assert isinstance(leaf, Leaf) and isinstance(bare, Node)
    f.conditions.append(relation_test(u, leaf, bare, VAR))


def kind_test(u: Unit, nominal: Node, subject: str) -> str:
    """Whether the thing given by code is of the kind that a nominal names."""
    tests = []
    for leaf in nominal.leaves():
        if leaf.terminal in ("NOUN", "NOUNS"):
            if leaf.id in ("player", "card", "object"):
                continue
            tests.append(nouns.noun_condition(u, leaf))
        elif leaf.terminal == "ADJ":
            tests.append(adjective(u, leaf))
    return " and ".join(t.replace(VAR, subject) for t in tests) or "True"


def _kind_relative(u: Unit, node: Node, subject: str) -> str:
    nominal = node.first("nominal")
    assert nominal is not None
    test = kind_test(u, nominal, subject)
    return f"not ({test})" if node.kind.startswith("not") else test


def _has_relative(u: Unit, node: Node, subject: str) -> str:
    inner = node.children[-1]
    assert isinstance(inner, Node)
    return measure(u, inner, subject)


def _can_relative(u: Unit, node: Node, subject: str) -> str:
    leaf = next(c for c in node.children if isinstance(c, Leaf) and c.terminal in ("VERB", "PAST"))
    number = u.book.verbs[leaf.id]
    return f"able(S, {number}, {u.scope.you}, {subject})"


def _control_relative(u: Unit, node: Node, subject: str) -> str:
    bare = node.first("bare")
    assert bare is not None
    p = phrase(u, bare)
    if p.value is not None:
        return f"controller(S, {p.value.code}) == {subject}"
    assert p.filter is not None
    f = p.filter
    f.sources = [(zone, VAR) for zone, _ in f.sources]
    return f"bool({renamed(filters.candidates(u, f))})"


def done_test(u: Unit, node: Node, subject: str, *, active: bool = False) -> str:
    """Whether something was done to (or by) the thing given by code, this turn or in this text."""
    past = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "PAST")
    words = {leaf.id for leaf in node.leaves()}
    if "this way" in words:
        value = u.scope.past.get(past.id)
        if value is None:
            raise Problem("dangling-reference", f"nothing before was {past.id} this way", node)
        return f"{subject} in {value.code}" if value.many else f"{subject} == {value.code}"
    number = u.book.verbs[past.id]
    u.draft.remembered.add(number)
    by = node.first("by")
    if by is None:
        return f"happened(S, {number}, {subject})"
    bare = by.first("bare")
    assert bare is not None
    return f"any(e[0] == {number} and e[2] == {subject} and ({controller_test(u, bare, 'e[1]')}) for e in S.history)"


def _past_by(u: Unit, f: Filter, post: Node) -> None:
    if f.domain == "player":
        raise Problem("type-mismatch", "say “who …” of a player", post)
    f.conditions.append(done_test(u, post, VAR))
    past = next(c for c in post.children if isinstance(c, Leaf) and c.terminal == "PAST")
    if f.noun == "card" and not f.explicit and not f.sources:
        value = u.scope.past.get(past.id)
        if value is not None and value.many:
            f.among = value.code
    elif past.id in u.book.departing and not f.explicit and "this way" not in {leaf.id for leaf in post.leaves()}:
        f.sources, f.among = [], f"dict.fromkeys([e[2] for e in S.history if e[0] == {u.book.verbs[past.id]}])"


def _was_relative(u: Unit, node: Node, subject: str) -> str:
    return done_test(u, node, subject)


def _other_than(u: Unit, f: Filter, post: Node) -> None:
    bare = post.first("bare")
    assert bare is not None
    p = phrase(u, bare)
    if p.value is None:
        assert p.filter is not None
        f.conditions.append(f"not ({matches(u, p.filter, VAR)})")
        return
    f.conditions.append(f"{VAR} not in {p.value.code}" if p.value.many else f"{VAR} != {p.value.code}")


def _among(u: Unit, f: Filter, post: Node) -> None:
    bare = post.first("bare")
    assert bare is not None
    p = phrase(u, bare)
    f.among = p.value.code if p.value is not None else filters.candidates(u, p.filter)  # type: ignore[arg-type]


def _named(u: Unit, f: Filter, post: Node) -> None:
    leaf = next(c for c in post.children if isinstance(c, Leaf) and c.terminal == "STRING")
    number = u.book.titles.get(leaf.id)
    if number is None:
        raise Problem("unknown-name", f"no card is named “{leaf.id}”", leaf)
    f.conditions.append(f"S.card[{VAR}] == {number}")
    f.name = str(number)
    if f.sources and u.book.sheet.zones[f.sources[0][0]].supply:
        f.supply = number


def _with_that_name(u: Unit, f: Filter, post: Node) -> None:
    name = u.scope.past.get("name")
    if name is None:
        raise Problem("dangling-reference", "no name was named before", post, "begin with “Name a …”")
    f.conditions.append(f"S.card[{VAR}] == {name.code}")


def _same_name(u: Unit, f: Filter, post: Node) -> None:
    """`with the same name as it`: another of the same card."""
    bare = post.first("bare")
    assert bare is not None
    p = phrase(u, bare)
    if p.value is None or p.value.domain != "object" or p.value.many:
        raise Problem("ambiguous-reference", "say which thing's name, with one thing named before", post)
    f.conditions.append(f"S.card[{VAR}] == S.card[{p.value.code}]")


def _with_ability(u: Unit, f: Filter, post: Node) -> None:
    """Printed on a token that is made; no condition on things that exist."""


def _payable(u: Unit, f: Filter, post: Node) -> None:
    """`whose … cost you can pay`."""
    stat, bare = post.first("stat"), post.first("bare")
    assert stat is not None and bare is not None
    word = next(stat.leaves())
    p = phrase(u, bare)
    if p.value is None or p.value.domain != "player":
        raise Problem("ambiguous-reference", "say who pays, with someone named before", bare)
    number = u.book.costs.get(word.id)
    cost = f"cost_of(S, {VAR}, {number})" if number is not None else f"special({stat_code(u, stat, VAR)})"
    f.conditions.append(f"can_pay(S, {p.value.code}, {cost}, {VAR})")

_POSTS = {
    "payable_post": _payable,
    "with_ability": _with_ability,
    "controlled": _controlled,
    "in_zone": _in_zone,
    "with_measure": _with_measure,
    "with_superlative": _with_superlative,
    "same_as": _same_as,
    "that": _that,
    "past_by": _past_by,
    "relation_post": _relation_post,
    "other_than": _other_than,
    "among": _among,
    "named": _named,
    "with_that_name": _with_that_name,
    "same_name": _same_name,
}

_RELATIVES = {
    "adjective_relative": _adjective_relative,
    "not_adjective_relative": _adjective_relative,
    "relation_relative": _relation_relative,
    "not_relation_relative": _relation_relative,
    "kind_relative": _kind_relative,
    "not_kind_relative": _kind_relative,
    "has_relative": _has_relative,
    "can_relative": _can_relative,
    "can_be_relative": _can_relative,
    "control_relative": _control_relative,
    "was_relative": _was_relative,
}
