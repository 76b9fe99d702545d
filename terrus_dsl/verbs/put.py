"""put, move, return: things change their place; counters are put on things."""

from __future__ import annotations

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.tree import Node
from terrus_dsl.lower import filters, whose
from terrus_dsl.lower.actions import Action, allowed
from terrus_dsl.lower.choices import pick, pick_from
from terrus_dsl.lower.filters import VAR
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.numbers import counters
from terrus_dsl.lower.tokens import token
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["lower"]

NAMES = ("put", "move", "return")


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Write the move; the result is the number of things that moved."""
    arg = action.arg
    if not isinstance(arg, Node):
        raise Problem("unfinished-sentence", f"{action.verb} what?", action.node)
    if arg.kind == "counters":
        return _put_counters(u, action, arg)
    if arg.kind != "np":
        raise Problem("type-mismatch", "only things can be moved", arg)
    place, word = _place(action)
    created = _created(u, action, arg)
    if created is not None:
        number, card = created
        where, at = _destination(u, place, word)
        space = _entry(u, place, where)
        if space is None:
            made = u.temp(f"create(S, {card}, {number}, {where}, {at}, {_flags(action)})")
        else:
            made = u.temp("()")
            turn = u.temp("0")
            with u.block(f"for {turn} in list(range({number})):"):
                taken = _ask_space(u, space)
                with u.block(f"if {taken} >= 0:"):
                    u.line(f"{made} = (*{made}, *create(S, {card}, 1, {where}, space_at({taken}), {_flags(action)}))")
        value = Value(made, "object", True)
        u.scope.them = value
        u.scope.it = Value(u.temp(f"first({made})"), "object", False)
        u.scope.past[action.verb] = value
        return f"len({made})"
    free = allowed(u, action.verb)
    value = pick(u, arg, optional=action.optional, condition=free)
    if value.domain != "object":
        raise Problem("type-mismatch", "only things can be moved", arg)
    if (word in ("on", "onto", "at") and place.kind == "np") or word == "beneath":
        return _onto(u, action, _moving(value, free), place)
    where, at = _destination(u, place, word, value)
    listing = _moving(value, free)
    order = "in a random order" in action.adverbs
    if "in any order" in action.adverbs and value.many:
        listing = u.temp(f"ordered(S, {u.scope.you}, {listing})")
    if order:
        listing = u.temp(f"shuffled(S, {listing})")
    space = _entry(u, place, where)
    if space is None:
        moved = u.temp(f"move_all(S, {u.scope.you}, {listing}, {where}, {at}, {_flags(action)})")
    else:
        moved = u.temp("0")
        thing = u.temp("-1")
        with u.block(f"for {thing} in {listing}:"):
            taken = _ask_space(u, space)
            with u.block(f"if {taken} >= 0:"):
                u.line(f"{moved} = {moved} + move_all(S, {u.scope.you}, one({thing}), {where}, space_at({taken}), 0)")
    u.scope.past[action.verb] = value
    return moved


def _entry(u: Unit, place: Node, where: str) -> tuple[str, str] | None:
    """Where a zone says which spaces things enter: the code of those spaces, and the phrase."""
    if place.kind != "zone" or where.startswith("-"):
        return None
    name, player = whose.zone_parts(u, place)
    text = u.book.sheet.zones[name].entry
    if not text:
        return None
    tree = parse(f"Choose {text}.", u.book.words)
    if isinstance(tree, SyntaxProblem):
        raise Problem("wrong-value", f"the entry of zone {name} names no spaces: {text}", place)
    np = next(n for n in tree.walk() if n.kind == "np")
    saved = u.scope
    u.scope = saved.copy()
    u.scope.you = player or saved.you
    p = phrase(u, np)
    code = filters.candidates(u, p.filter) if p.filter is not None else "[]"
    u.scope = saved
    return code, text


def _ask_space(u: Unit, space: tuple[str, str]) -> str:
    code, text = space
    site, args = u.options(code, text)
    site.domain = "space"
    return u.temp(f"pick(S, {u.scope.you}, {site.number}, {args})")


def _place(action: Action) -> tuple[Node, str]:
    if not action.preps:
        raise Problem("unfinished-sentence", f"{action.verb} it where?", action.node)
    word, node = action.preps[0]
    return node, word


def _flags(action: Action) -> int:
    return 1 if ", face down" in action.adverbs else 0


def _created(u: Unit, action: Action, arg: Node) -> tuple[str, str] | None:
    """Number and card where a supply makes the thing; a token described in the text is made as well."""
    p = phrase(u, arg)
    f = p.filter
    if f is None:
        return None
    if f.supply is not None:
        return (p.high if p.high != "999" else "1"), str(f.supply)
    if f.noun == "token" or any(n.kind == "adj" and n.children[0].terminal == "SHAPE" for n in arg.walk()):  # type: ignore[union-attr]
        return p.high, str(token(u, arg))
    if f.noun in u.book.names and not f.explicit and u.book.name_types[f.noun] in u.book.parts:
        return p.high, str(u.book.names[f.noun])
    return None


def _destination(u: Unit, place: Node, word: str, value: Value | None = None) -> tuple[str, str]:
    """The index of the zone and where in it: `-1` on top, `-2` at the bottom, else a space."""
    if place.kind == "zone":
        return _zone(u, place, value), "-2" if word == "on the bottom of" else "-1"
    if place.kind == "np":
        p = phrase(u, place)
        target = p.value if p.value is not None else pick_from(u, p)
        if target.domain == "space":
            return f"space_zone({target.code})", f"space_at({target.code})"
    raise Problem("type-mismatch", "that is no place", place)


def _zone(u: Unit, place: Node, value: Value | None) -> str:
    """A zone without a possessor is that of the thing's owner where each player has one."""
    name, player = whose.zone_parts(u, place)
    spec = u.book.sheet.zones[name]
    base = u.book.zone_base(name)
    if not spec.of_player:
        return str(base)
    poss = place.first("poss")
    if (
        poss is not None
        and value is not None
        and value.many
        and u.scope.they is None
        and next(poss.leaves()).id in ("their", "its")
    ):
        return f"-{base} - 1"  # each thing to the zone of its own owner
    if poss is None and value is not None and not any(leaf.id == "each" for leaf in place.leaves()):
        return f"-{base} - 1"
    return f"{base} + {player}"


def _moving(value: Value, free: str | None) -> str:
    """The listing of what moves: of things that were named before, those that nothing holds where they are."""
    listing = value.code if value.many else f"one({value.code})"
    return f"[o for o in {listing} if {free.replace(VAR, 'o')}]" if free is not None else listing


def _onto(u: Unit, action: Action, listing: str, place: Node) -> str:
    """Onto a space, or onto another thing: the thing goes where that is."""
    p = phrase(u, place)
    target = p.value if p.value is not None else pick_from(u, p)
    if target.domain == "space":
        return u.temp(
            f"move_all(S, {u.scope.you}, {listing}, space_zone({target.code}), "
            f"space_at({target.code}), {_flags(action)})"
        )
    raise Problem(
        "type-mismatch",
        "put things into a zone or onto a space",
        place,
        "to attach it to something, say “it becomes …ing that …”",
    )


def _put_counters(u: Unit, action: Action, arg: Node) -> str:
    amount, counter = counters(u, arg)
    place, _ = _place(action)
    spec = u.book.sheet.counters[counter.id]
    if place.kind != "np":
        raise Problem("type-mismatch", "counters are put on things", place)
    value = pick(u, place)
    if spec.of == "player":
        if value.domain != "player":
            raise Problem("type-mismatch", f"{counter.id} belongs to players", place)
        listing = value.code if value.many else f"one({value.code})"
        u.line(f"gain_all(S, {u.scope.you}, {listing}, {spec.number}, {amount})")
        return amount
    listing = value.code if value.many else f"one({value.code})"
    return u.temp(f"put_counters(S, {u.scope.you}, {listing}, {spec.number}, {amount})")
