"""Players, spaces and places: who controls what, what touches what."""

from __future__ import annotations

from terrus_dsl.engine.state import State

__all__ = [
    "SPACE",
    "adjacent",
    "alike",
    "beside",
    "controller",
    "in_front",
    "last_controller",
    "neighbor",
    "order",
    "owned_by",
    "owner",
    "same_row",
    "shown",
    "space_at",
    "space_zone",
    "spaces",
    "spaces_beside",
    "vacant",
    "where",
]

SPACE = 1_000_000


_CENTRE = 500


def order(S: State, you: int) -> list[int]:
    """The players still in the game in turn order, beginning with one of them."""
    alive = S.alive
    start = you if you >= 0 else S.active
    if len(alive) == S.n:
        return [*alive[start:], *alive[:start]]
    return [p for p in alive if p >= start] + [p for p in alive if p < start]


def controller(S: State, o: int) -> int:
    """The player in whose zone a thing is; its owner where zones belong to nobody."""
    if o < 0:
        return -1
    player: int = S.G.zone_player[S.zone[o]] if S.zone[o] >= 0 else -1
    return player if player >= 0 else S.owner[o]


def owner(S: State, o: int) -> int:
    """The owner of a thing; where it has none, the player in whose zone it is."""
    if o < 0:
        return -1
    if S.owner[o] >= 0:
        return S.owner[o]
    player: int = S.G.zone_player[S.zone[o]] if S.zone[o] >= 0 else -1
    return player


def shown(S: State, o: int) -> int:
    """The card of a thing as a report may name it: -1 where not everybody sees its face, -2 for nothing."""
    if o < 0 or o >= SPACE:
        return -2
    return S.card[o] if S.facing[o] == S.G.everybody else -1


def neighbor(S: State, player: int, step: int) -> int:
    """The next player in turn order; beside a player who has left, the next one who has not."""
    if player < 0:
        return -1
    seats = order(S, player)
    return seats[step % len(seats) if player in S.alive or step < 0 else step - 1]


def last_controller(S: State, o: int) -> int:
    """Who controlled a thing when it was last recorded in this turn's history."""
    for event in reversed(S.history):
        if event[2] == o:
            return int(event[5])
    return controller(S, o)


def where(S: State, x: int) -> tuple[int, int]:
    """Zone and position of a thing or space."""
    if x >= SPACE:
        return x // SPACE - 1, x % SPACE
    return (S.zone[x], S.at[x]) if x >= 0 else (-2, -2)


def adjacent(S: State, a: int, b: int) -> bool:
    """Whether two things or spaces of one zone touch: side by side in a row, by an edge in a grid."""
    if a < 0 or b < 0:
        return False
    if a < SPACE:
        za, pa = S.zone[a], S.at[a]
    else:
        za, pa = a // SPACE - 1, a % SPACE
    if b < SPACE:
        zb, pb = S.zone[b], S.at[b]
    else:
        zb, pb = b // SPACE - 1, b % SPACE
    if za != zb or za < 0 or a == b:
        return False
    if S.G.zone_shape[za] == "grid":
        return pa - pb in (1, -1, 1000, -1000)  # rows are 1,000 apart
    zone = S.zones[za]
    return abs(zone.index(a) - zone.index(b)) == 1


def beside(S: State, a: int, items: list[int]) -> bool:
    """Whether a thing or space touches one of several things."""
    if a < SPACE or not S.G.zone_grid[a // SPACE - 1]:
        return any(adjacent(S, a, o) for o in items)
    zone, at = a // SPACE - 1, a % SPACE
    # A list beats a generator here: the listings are short and this is asked for every space.
    return any([S.zone[o] == zone and at - S.at[o] in (1, -1, 1000, -1000) for o in items])  # noqa: C419


def in_front(S: State, a: int, b: int) -> bool:
    """Whether `a` stands in the row directly in front of `b`."""
    (za, pa), (zb, pb) = where(S, a), where(S, b)
    return za == zb and za >= 0 and pa // 1000 == pb // 1000 + 1


def same_row(S: State, a: int, b: int) -> bool:
    """Whether two things of one grid share a row."""
    (za, pa), (zb, pb) = where(S, a), where(S, b)
    return za == zb and za >= 0 and pa // 1000 == pb // 1000


def alike(S: State, a: int, b: int, mask: int) -> bool:
    """Whether two things share a subtype of a group."""
    return a >= 0 and b >= 0 and bool(S.tags[a] & S.tags[b] & mask)


def owned_by(S: State, o: int, player: int) -> bool:
    """Whether a player owns a thing."""
    return owner(S, o) == player


def spaces(S: State, zone: int) -> list[int]:
    """The empty spaces of a grid that touch something in it, row by row."""
    return spaces_beside(S, zone, S.zones[zone])


def spaces_beside(S: State, zone: int, items: list[int]) -> list[int]:
    """The empty spaces of a grid that touch one of several things, row by row."""
    back = S.G.zone_back[zone]
    taken = {S.at[o] for o in S.zones[zone]}
    near = {S.at[o] + step for o in items if S.zone[o] == zone for step in (1000, -1000, 1, -1)}
    base = (zone + 1) * SPACE
    found = sorted(near - taken)
    return [base + at for at in found if back is None or at // 1000 - _CENTRE >= back]


def vacant(S: State, space: int) -> bool:
    """Whether nothing stands on a space."""
    if space < SPACE:
        return False
    at = space % SPACE
    return all(S.at[o] != at for o in S.zones[space // SPACE - 1])


def space_zone(space: int) -> int:
    """The zone of a space."""
    return space // SPACE - 1 if space >= SPACE else -1


def space_at(space: int) -> int:
    """The position of a space in its zone."""
    return space % SPACE if space >= SPACE else -1
