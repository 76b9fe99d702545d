"""Noun phrases: what a phrase admits, how many, and where it looks."""

from __future__ import annotations

from dataclasses import dataclass

from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.lower.book import FACE_DOWN, TOKEN, python_name
from terrus_dsl.lower.filters import VAR, Filter
from terrus_dsl.lower.references import controller_code, past_reference, pronoun, reference, role
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["Phrase", "adjective", "amount_code", "each_of", "noun_condition", "noun_groups", "phrase"]


@dataclass
class Phrase:
    """A noun phrase taken apart: its quantity, and either a known value or a filter."""

    quantity: str  # one, up to, all, any, random, reference, another, none, top
    low: str = "1"
    high: str = "1"
    value: Value | None = None
    filter: Filter | None = None
    plural: bool = False
    node: Node | None = None


def phrase(u: Unit, node: Node, *, default_zone: str | None = None) -> Phrase:
    """Take a noun phrase (`np` or `bare`) apart."""
    bare, posts = (node.children[0], node.children[1:]) if node.kind == "np" else (node, ())
    assert isinstance(bare, Node)
    if bare.kind == "plural":
        nominal = bare.children[0]
        assert isinstance(nominal, Node)
        f = _filter(u, nominal, posts, default_zone)
        f.tied = True
        return Phrase("all", filter=f, plural=True, node=node)
    inner = bare.children[0]
    if isinstance(inner, Leaf):  # ROLE
        return Phrase("reference", value=role(u, inner), node=node)
    if inner.kind == "pronoun":
        return Phrase("reference", value=pronoun(u, inner), node=node, plural=pronoun(u, inner).many)
    if inner.kind == "possessor":
        return Phrase("reference", value=_possessor(u, inner), node=node)
    return _determined(u, inner, posts, node, default_zone)


def each_of(u: Unit, node: Node, *besides: str) -> Phrase:
    """The phrase “each …” of `for each …`: its nominal and what follows, without children of other kinds."""
    nominal = next(c for c in node.children if isinstance(c, Node) and c.kind == "nominal")
    posts = tuple(c for c in node.children if isinstance(c, Node) and c.kind not in ("nominal", *besides))
    each = Node("det_one", (Leaf("EACH", "each", literal=True),))
    p = phrase(u, Node("np", (Node("bare", (Node("phrase", (each, nominal)),)), *posts)))
    assert p.filter is not None
    if p.filter.domain == "object" and not p.filter.sources and p.filter.among is None:
        p.filter.sources = [(u.book.hand(), u.scope.you)]
    return p


def _possessor(u: Unit, node: Node) -> Value:
    """`that card's player`: the player who controls a thing."""
    bare, noun = node.children[0], node.children[-1]
    assert isinstance(bare, Node) and isinstance(noun, Leaf)
    if noun.id != "player":
        raise Problem("type-mismatch", f"a thing has no “{noun.id}”", node)
    p = phrase(u, bare)
    if p.value is None or p.value.domain != "object":
        raise Problem("ambiguous-reference", "say of which thing, with something named before", bare)
    return Value(controller_code(u, p.value.code), "player")


def _determined(u: Unit, inner: Node, posts: tuple[Tree, ...], node: Node, default_zone: str | None) -> Phrase:
    parts = inner.children
    first = parts[0]
    if isinstance(first, Leaf) and first.id == "the" and isinstance(parts[1], Leaf) and parts[1].terminal == "PAST":
        return Phrase("reference", value=past_reference(u, parts[1], inner), node=node)
    if isinstance(parts[-1], Leaf) and parts[-1].id in ("of them", "them"):
        return _of_them(u, inner, node)
    det = first
    nominal = parts[1]
    assert isinstance(det, Node) and isinstance(nominal, Node)
    words = tuple(leaf.id for leaf in det.leaves())
    head = words[0] if words else ""
    if head in ("this", "that", "those"):
        return Phrase("reference", value=reference(u, head, nominal), node=node, plural=head == "those")
    f = _filter(u, nominal, posts, default_zone)
    plural = nominal.kind == "nominals"
    amount = next((c for c in det.children if isinstance(c, Node) and c.kind == "amount"), None)
    count = amount_code(u, amount) if amount is not None else "1"
    _not_among_them(u, f, head)
    if head == "your":
        f.sources = [(zone, u.scope.you) for zone, _ in f.sources]
    if head in ("the top", "the bottom"):
        f.top, f.bottom = count, head == "the bottom"
    key = words[-1] if words[-1] in _TAILS else head
    quantity, low, high, several = _QUANTITIES.get(key, ("some", "N", "N", True))
    low, high = (count if bound == "N" else bound for bound in (low, high))
    f.tied = quantity != "the" or plural
    return Phrase(quantity, low, high, filter=f, node=node, plural=plural if several is None else several)


def _not_among_them(u: Unit, f: Filter, head: str) -> None:
    """`another` and `other` leave out who speaks: the player, or the card that says it."""
    if head not in ("another", "other", "all other", "each other"):
        return
    if f.domain == "player":
        f.conditions.append(f"{VAR} != {u.scope.you}")
    else:
        _not_me(u, f)

_TAILS = frozenset({"random", "or more", "or fewer"})

#: Determiner -> quantity, lower and upper bound (N is the amount), whether it is several (None: as the noun says).
_QUANTITIES: dict[str, tuple[str, str, str, bool | None]] = {
    "a": ("one", "1", "1", False),
    "an": ("one", "1", "1", False),
    "another": ("one", "1", "1", False),
    "up to 1": ("one", "0", "1", False),
    "each": ("all", "1", "1", True),
    "all": ("all", "1", "1", True),
    "other": ("all", "1", "1", True),
    "all other": ("all", "1", "1", True),
    "each other": ("all", "1", "1", True),
    "your": ("all", "1", "1", True),
    "no": ("none", "0", "0", None),
    "the": ("the", "1", "1", None),
    "a random": ("random", "1", "1", None),
    "random": ("random", "N", "N", None),
    "the top": ("top", "N", "N", None),
    "the bottom": ("top", "N", "N", None),
    "up to": ("some", "0", "N", True),
    "any number of": ("some", "0", "999", True),
    "exactly": ("exactly", "N", "N", True),
    "or more": ("some", "N", "999", True),
    "or fewer": ("fewer", "0", "N", True),
}


def _of_them(u: Unit, inner: Node, node: Node) -> Phrase:
    them = u.scope.them
    if them is None:
        raise Problem(
            "dangling-reference",
            "“them” refers to nothing named before",
            node,
            "name several things first, for example with “look at” or “choose”",
        )
    words = tuple(leaf.id for leaf in inner.leaves())
    f = Filter(them.domain, them.noun, among=them.code)
    if words[0] == "any number of":
        return Phrase("some", "0", "999", filter=f, node=node, plural=True)
    amount = inner.first("amount")
    assert amount is not None
    count = amount_code(u, amount)
    if words[0] == "up to":
        return Phrase("some", "0", count, filter=f, node=node, plural=True)
    return Phrase("one" if count == "1" else "some", count, count, filter=f, node=node, plural=count != "1")


def _not_me(u: Unit, f: Filter) -> None:
    if u.scope.me is not None:
        f.conditions.append(f"{VAR} != {u.scope.me}")


def amount_code(u: Unit, node: Node) -> str:
    """The code of an `amount`: digits, X, or what a sentence before has counted."""
    leaf = node.children[0]
    assert isinstance(leaf, Leaf)
    if leaf.terminal == "DIGITS":
        return leaf.id
    if leaf.id == "X":
        if u.scope.x is None:
            raise Problem("dangling-reference", "X is not set by anything before", node, "pay X of something first")
        return u.scope.x
    if u.scope.amount is None:
        raise Problem("dangling-reference", f"“{leaf.id}” refers to no amount named before", node)
    return u.scope.amount if leaf.id == "that many" else f"2 * {u.scope.amount}"


def _filter(u: Unit, nominal: Node, posts: tuple[Tree, ...], default_zone: str | None) -> Filter:
    f = Filter()
    for leaf in nominal.leaves():
        if leaf.terminal == "ADJ":
            f.conditions.append(adjective(u, leaf))
        elif leaf.terminal == "RELATION":
            number = u.book.relation_numbers.get(leaf.id)
            if number is None:
                raise Problem("unexpected-word", f"“{leaf.id}” needs to say of what", leaf)
            f.conditions.append(f"S.relations[{number}][{VAR}] >= 0")
    groups = noun_groups(nominal)
    _head_noun(u, f, groups[0][-1])
    if len(groups) == 1:
        for leaf in groups[0][:-1]:
            f.conditions.append(noun_condition(u, leaf))
    else:
        f.conditions.pop()
        tests = [" and ".join(noun_condition(u, leaf) for leaf in group) for group in groups]
        f.conditions.append("(" + " or ".join(tests) + ")")
        for group in groups[1:]:
            f.sources += [(z, None) for z in u.book.home(group[-1].id) if (z, None) not in f.sources]
    for post in posts:
        assert isinstance(post, Node)
        _post(u, f, post)
    if f.domain == "object" and not f.sources and f.among is None:
        zones = (default_zone,) if default_zone else ()
        f.sources = [(zone, u.scope.you) for zone in zones]
    return f


def noun_groups(nominal: Node) -> list[list[Leaf]]:
    """The alternatives of `tokens or face-up cards`, each with its nouns."""
    groups: list[list[Leaf]] = [[]]
    for leaf in nominal.leaves():
        if leaf.literal and leaf.id == "or":
            groups.append([])
        elif leaf.terminal in ("NOUN", "NOUNS"):
            groups[-1].append(leaf)
    return groups


def _head_noun(u: Unit, f: Filter, noun: Leaf) -> None:
    f.noun = noun.id
    if noun.id in ("player", "opponent", "neighbor"):
        f.domain = "player"
        if noun.id == "opponent":
            f.conditions.append(f"{VAR} != {u.scope.you}")
        return
    if noun.id == "space":
        f.domain = "space"
        return
    if noun.id in ("result", "die"):
        f.domain = "number"
        f.among = "S.dice"
        return
    if noun.id in ("card", "object", "ability"):
        if noun.id == "card":
            f.conditions.append(f"not S.flags[{VAR}] & {1 << TOKEN}")
        return
    f.sources = [(zone, None) for zone in u.book.home(noun.id)]
    if noun.id == "token":
        f.sources = [(zone, None) for zone in u.book.play_zones()]
    f.conditions.append(noun_condition(u, noun))


def noun_condition(u: Unit, noun: Leaf) -> str:
    """The test of what a noun says of a thing."""
    book = u.book
    if noun.id in book.names:
        return f"S.card[{VAR}] == {book.names[noun.id]}"
    if noun.id == "token":
        return f"S.flags[{VAR}] & {1 << TOKEN}"
    if noun.id == "card":
        return f"not S.flags[{VAR}] & {1 << TOKEN}"
    mask = book.sheet.mask(noun.id)
    if not mask:
        raise Problem("unknown-word", f"“{noun.id}” names no kind of card", noun)
    return f"S.tags[{VAR}] & {mask}"


def adjective(u: Unit, leaf: Leaf) -> str:
    """The condition that a printed, set or defined adjective stands for."""
    book = u.book
    if leaf.id == "face down":
        return f"S.flags[{VAR}] & {1 << FACE_DOWN}"
    if leaf.id == "face up":
        return f"not S.flags[{VAR}] & {1 << FACE_DOWN}"
    if leaf.id == "even":
        return f"{VAR} % 2 == 0"
    if leaf.id == "odd":
        return f"{VAR} % 2 == 1"
    if leaf.id == "empty":
        return f"vacant(S, {VAR})"
    if leaf.id in book.states:
        return f"S.flags[{VAR}] & {1 << book.states[leaf.id]}"
    if leaf.id in book.sheet.adjectives:
        return f"adjective_{python_name(leaf.id)}(S, {VAR})"
    if leaf.id in book.sheet.tags:
        return f"S.tags[{VAR}] & {book.sheet.mask(leaf.id)}"
    raise Problem("no-executor", f"nothing says when something is “{leaf.id}”", leaf)


def _post(u: Unit, f: Filter, post: Node) -> None:
    from terrus_dsl.lower import relative

    relative.apply(u, f, post)
