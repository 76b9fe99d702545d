"""Zones in phrases, and the player whose they are."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower.filters import Filter
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.references import controller_code, it
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["in_zone", "player_of", "zone_index", "zone_parts"]


def in_zone(u: Unit, f: Filter, zone: Node) -> None:
    """Restrict a filter to a zone."""
    names = [leaf.id for leaf in zone.leaves() if leaf.terminal == "ZONE"]
    if len(names) == 2:
        poss = zone.first("poss")
        assert poss is not None
        f.sources = [(name, player_of(u, poss)) for name in names]
        f.explicit = True
        return
    name, player = zone_parts(u, zone)
    if f.domain == "space":
        f.sources = [(name, player)]
        return
    spec = u.book.sheet.zones[name]
    if spec.supply and f.noun in u.book.names:
        f.supply = u.book.names[f.noun]
    if spec.supply and f.name:
        f.supply = int(f.name)
    f.sources = [(name, player)]
    f.explicit = True


def zone_parts(u: Unit, zone: Node) -> tuple[str, str | None]:
    """The kind of zone and the code of its player; None means the zones of all players, or a shared one."""
    leaf = next(leaf for leaf in reversed(list(zone.leaves())) if leaf.terminal == "ZONE")
    spec = u.book.sheet.zones[leaf.id]
    poss = zone.first("poss")
    if poss is None:
        words = {c.id for c in zone.children if isinstance(c, Leaf) and c.literal}
        if not spec.of_player or "each" in words:
            return leaf.id, None
        return leaf.id, u.scope.they or u.scope.you
    return leaf.id, player_of(u, poss)


def player_of(u: Unit, poss: Node) -> str:
    """The player to whom a possessive points."""
    inner = poss.children[0]
    assert isinstance(inner, Node)
    if inner.kind == "own":
        word = inner.children[0].id  # type: ignore[union-attr]
        if word == "your":
            return u.scope.you
        if word == "their":
            if u.scope.they is None:
                if u.scope.them is not None and u.scope.them.domain == "object":
                    return f"owner(S, first({u.scope.them.code}))"
                raise Problem("dangling-reference", "“their” refers to nobody named before", poss)
            return u.scope.they
        thing = it(u, poss)
        return controller_code(u, thing.code)
    p = phrase(u, inner)
    if p.value is not None:
        return p.value.code if p.value.domain == "player" else controller_code(u, p.value.code)
    raise Problem(
        "ambiguous-reference",
        "say whose it is with a player named before",
        poss,
        "choose the player in a sentence of its own first",
    )


def zone_index(u: Unit, zone: Node) -> str:
    """The code of the index of one zone."""
    name, player = zone_parts(u, zone)
    base = u.book.zone_base(name)
    if not u.book.sheet.zones[name].of_player:
        return str(base)
    if player is None:
        raise Problem("ambiguous-reference", f"say whose {name}", zone)
    return f"{base} + {player}"
