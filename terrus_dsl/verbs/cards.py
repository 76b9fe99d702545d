"""draw, shuffle, reveal, look at, search, choose: what is done with cards and with what is hidden."""

from __future__ import annotations

import re
from dataclasses import replace

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import nouns, whose
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.choices import pick, pick_from
from terrus_dsl.lower.filters import VAR, Filter
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.renew import renew
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["choose", "draw", "look_at", "name", "reveal", "search", "secretly_choose", "shuffle"]


def draw(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Draw cards one at a time from the pile that is the player's own (or the game's)."""
    if not isinstance(action.arg, Node) or action.arg.kind != "np":
        raise Problem("unfinished-sentence", "draw how many cards?", action.node)
    count = _count(u, action.arg)
    deck, hand = u.book.deck(), u.book.hand()
    zone = (
        f"{u.book.zone_base(deck)} + {u.scope.you}"
        if u.book.sheet.zones[deck].of_player
        else str(u.book.zone_base(deck))
    )
    cards = u.temp("()")
    if count == "1":
        _draw_one(u, zone, hand, cards)
        u.scope.past["draw"] = Value(f"first({cards})", "object", False, "card")
        return f"len({cards})"
    turn = u.temp("0")
    with u.block(f"for {turn} in list(range({count})):"):
        _draw_one(u, zone, hand, cards)
    u.scope.past["draw"] = Value(cards, "object", True, "card")
    return f"len({cards})"


def _draw_one(u: Unit, zone: str, hand: str, cards: str) -> None:
    card = u.temp(f"first(top_of(S.zones[{zone}], 1))")
    drawn = u.temp(f"draw(S, {u.scope.you}, {zone}, {u.book.zone_base(hand)} + {u.scope.you})")
    u.line(f"{cards} = (*{cards}, {card}) if {drawn} else {cards}")


def _count(u: Unit, np: Node) -> str:
    amount = next((n for n in np.walk() if n.kind == "amount"), None)
    return nouns.amount_code(u, amount) if amount is not None else "1"


def shuffle(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Shuffle a pile, or things into a pile."""
    arg = action.arg
    if isinstance(arg, Node) and arg.kind == "zone" and not action.preps:
        name, _ = whose.zone_parts(u, arg)
        if u.book.sheet.zones[name].shape == "hand" and not u.rule:
            # An effect would lose the cards that it speaks of, for they get other numbers.
            raise Problem("no-executor", f"only a rule can shuffle a {name}", arg, "shuffle a pile")
        u.line(f"shuffle(S, {whose.zone_index(u, arg)})")
        return "1"
    target = action.prep("into")
    if target is None or target.kind != "zone" or not isinstance(arg, Node):
        raise Problem("type-mismatch", "shuffle a pile, or cards into a pile", action.node)
    where = whose.zone_index(u, target)
    if arg.kind == "zone":
        listing = f"S.zones[{whose.zone_index(u, arg)}][:]"
    else:
        value = pick(u, arg)
        listing = value.code if value.many else f"one({value.code})"
    moved = u.temp(f"move_all(S, {u.scope.you}, {listing}, {where}, -1, 0)")
    u.line(f"shuffle(S, {where})")
    return moved


def reveal(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Show cards to all players; what is revealed is named."""
    if not isinstance(action.arg, Node):
        raise Problem("unfinished-sentence", "reveal what?", action.node)
    verb = u.book.verbs[action.verb]
    if action.arg.kind == "zone":
        zone = whose.zone_index(u, action.arg)
        u.line(f"show_zone(S, {zone})")
        u.line(f"told(S, {verb}, {u.scope.you}, S.zones[{zone}])")
        return "1"
    value = pick(u, action.arg, optional=action.optional)
    listing = value.code if value.many else f"one({value.code})"
    u.scope.past["reveal"] = value
    if value.many:
        u.scope.them = u.scope.rest = value
    shown = u.temp(f"reveal(S, {u.scope.you}, {listing})")
    u.line(f"told(S, {verb}, {u.scope.you}, {listing})")
    return shown


def look_at(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Show cards to one player; what is looked at is “them”."""
    if not isinstance(action.arg, Node):
        raise Problem("unfinished-sentence", "look at what?", action.node)
    if action.arg.kind == "zone":
        renew(u, *whose.zone_parts(u, action.arg))
        zone = whose.zone_index(u, action.arg)
        value = Value(u.temp(f"S.zones[{zone}][:]"), "object", True, "card")
    else:
        value = pick(u, action.arg)
    u.bind(value)
    listing = value.code if value.many else f"one({value.code})"
    u.line(f"look(S, {u.scope.you}, {listing})")
    if value.many:
        u.scope.rest = value
    return f"len({listing})"


def search(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Look through a zone and take what is wanted; finding nothing is allowed."""
    wanted = action.prep("for")
    if not isinstance(action.arg, Node) or action.arg.kind != "zone" or wanted is None:
        raise Problem("unfinished-sentence", "search which zone for what?", action.node)
    name, player = whose.zone_parts(u, action.arg)
    p = phrase(u, wanted)
    if p.filter is None:
        raise Problem("type-mismatch", "search for a kind of card", wanted)
    p.filter.sources = [(name, player)]
    renew(u, name, player)
    u.line(f"look(S, {u.scope.you}, S.zones[{whose.zone_index(u, action.arg)}])")
    if p.quantity == "some":
        p.low = "0"
    value = pick_from(u, p, optional=True)
    return f"len({value.code})" if value.many else f"{value.code} >= 0"


def choose(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Name something by choosing it."""
    assert isinstance(action.arg, Node)
    value = pick(u, action.arg, optional=action.optional)
    u.scope.past["choose"] = value
    return f"len({value.code})" if value.many else f"{value.code} >= 0"


def name(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Say the name of any card of the game whose print fits the phrase; “with that name” refers to it."""
    if not isinstance(action.arg, Node) or action.arg.kind != "np":
        raise Problem("unfinished-sentence", "name what?", action.node)
    p = phrase(u, action.arg)
    if p.filter is None or p.filter.domain != "object" or p.quantity != "one" or p.filter.explicit:
        raise Problem("type-mismatch", "name one kind of card", action.arg, "write “name a …” without a place")
    tests = [_printed(condition, action.arg) for condition in p.filter.conditions]
    tests.append(f"not S.G.token[{VAR}]")  # a token is no card
    named = Filter("card", p.filter.noun, players="S.G.card_numbers", conditions=tests)
    u.scope.past["name"] = value = pick_from(u, replace(p, filter=named))
    return f"{value.code} >= 0"


def _printed(condition: str, node: Node) -> str:
    """A test of a thing as a test of a card's print."""
    test = condition
    for of_thing, of_card in _PRINT:
        test = of_thing.sub(of_card, test)
    if re.search(rf"\bS\b(?!\.G\.(tags|stats)\[{VAR}\])", test):
        raise Problem("type-mismatch", "a card is named by what is printed on it alone", node)
    return test


#: What a test of a thing looks at, and where the same is printed.
_PRINT = (
    (re.compile(rf"S\.tags\[{VAR}\]"), f"S.G.tags[{VAR}]"),
    (re.compile(rf"\bstat\(S, {VAR}, (\d+)\)"), rf"S.G.stats[{VAR}][\1]"),
)


def secretly_choose(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Choose so that nobody sees it until it is revealed."""
    if not isinstance(action.arg, Node):
        raise Problem("unfinished-sentence", "choose what?", action.node)
    u.line(f"S.secret = {u.scope.you}")
    value = pick(u, action.arg, optional=action.optional)
    u.line("S.secret = -1")
    u.scope.past["secretly choose"] = value
    return f"len({value.code})" if value.many else f"{value.code} >= 0"
