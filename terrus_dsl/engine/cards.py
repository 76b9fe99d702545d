"""Cards: drawing, shuffling, showing; dice."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine import chance
from terrus_dsl.engine.listening import STATES, emit, happening
from terrus_dsl.engine.mixing import mix
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import listen, make_public, move, stop_listening
from terrus_dsl.lower.book import FACE_DOWN

__all__ = ["draw", "look", "random_of", "reveal", "roll", "show_zone", "shuffle", "shuffled"]


def draw(S: State, you: int, pile: int, hand: int) -> int:
    """Draw the top card of a pile; an empty pile gives nothing."""
    cards = S.zones[pile]
    if not cards:
        return 0
    o = cards[-1]
    before = happening(S, S.G.draw_verb, you, o, 1, -1)
    move(S, you, o, hand)
    emit(S, before, S.G.draw_verb, you, o, 1, -1)
    return 1


def shuffle(S: State, zone: int) -> None:
    """Shuffle a pile: nobody knows its order any more."""
    pile = S.zones[zone]
    if S.G.zone_shape[zone] == "hand":
        mix(S, zone)
        return
    if S.G.zone_faces[zone] == "all":
        chance.shuffle(S, pile)
        return
    speaks = S.G.works_in_pile[zone]
    for o in pile if speaks else ():
        stop_listening(S, o)
    # The faces are shuffled among the places, so that an id seen before says nothing any more.
    S.cached = None
    faces = [(S.card[o], S.tags[o], S.owner[o]) for o in pile]
    chance.shuffle(S, faces)
    pile.sort()
    for o, (card, tags, player) in zip(pile, faces, strict=True):
        S.card[o], S.tags[o], S.owner[o] = card, tags, player
        S.facing[o] = 0
        S.visit[o] += 1
        if speaks:
            listen(S, o)


def shuffled(S: State, items: Any) -> tuple[int, ...]:
    """A listing in a random order."""
    out = list(items)
    chance.shuffle(S, out)
    return tuple(out)


def random_of(S: State, items: Any, count_: int) -> tuple[int, ...]:
    """Things chosen at random."""
    return shuffled(S, items)[:count_]


def reveal(S: State, you: int, items: Any) -> int:
    """Show cards to everybody."""
    for o in items:
        make_public(S, o)
        if S.flags[o] & (1 << FACE_DOWN):
            S.flags[o] &= ~(1 << FACE_DOWN)
        S.dirty |= STATES
        S.stale |= STATES
    return len(items)


def look(S: State, you: int, items: Any) -> None:
    """Show cards to one player."""
    for o in items:
        S.facing[o] |= 1 << you


def show_zone(S: State, zone: int) -> None:
    """Show a whole zone to everybody."""
    reveal(S, -1, tuple(S.zones[zone]))


def roll(S: State, you: int, count_: int) -> None:
    """Roll six-sided dice."""
    S.dice = tuple(1 + chance.below(S, 6) for _ in range(count_))
