"""Objects and zones: what is made, moves, turns over and stands in relation to what."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.listening import ELSEWHERE, MOVES, STATES, fire, foresee, set_off
from terrus_dsl.engine.memory import remember
from terrus_dsl.engine.places import controller, owner, shown
from terrus_dsl.engine.state import State
from terrus_dsl.lower.book import FACE_DOWN, RELATED, TARGETED, TOKEN
from terrus_dsl.lower.hooks import ENTERS, LEAVES

__all__ = [
    "NOBODY",
    "NOT_YET",
    "create",
    "kept",
    "kept_all",
    "listen",
    "make_public",
    "move",
    "move_all",
    "new_object",
    "relate",
    "set_state",
    "stop_listening",
    "turn_face",
]

#: Owners of what no player brought: it becomes the first taker's, or nobody's ever (a shared pack).
NOT_YET, NOBODY = -1, -2


_GONE = -1


def create(S: State, card: int, count: int, where_: int, at: int, flags: int) -> list[int]:
    """Make new things of a card."""
    made = []
    for _ in range(count):
        o = new_object(S, card, S.G.zone_player[where_] if where_ >= 0 else -1)
        made.append(o)
        enter(S, o, where_, at, flags)
        fire(
            S,
            ENTERS + where_ // S.G.stride,
            S.G.zone_player[where_],
            o,
            1,
            S.G.zone_player[where_],
            S.G.zone_player[where_],
        )
    S.dirty |= MOVES
    S.stale |= MOVES
    return made


def new_object(S: State, card: int, player: int) -> int:
    """A new object that lies nowhere yet."""
    o = len(S.zone)
    G = S.G
    S.zone.append(_GONE)
    S.at.append(-1)
    S.card.append(card)
    S.tags.append(G.tags[card])
    S.owner.append(player)
    S.visit.append(0)
    S.flags.append(1 << TOKEN if G.token[card] else 0)
    S.facing.append(0)
    for number, starts in enumerate(G.object_starts):
        S.counters[number].append(starts)
    for relation in S.relations:
        relation.append(-1)
    return o


def move_all(S: State, you: int, items: Any, where_: int, at: int, flags: int) -> int:
    """Move things to a zone at the same time; the result is how many moved."""
    items = tuple(items)
    if len(items) > 1 and S.look is None:
        S.look = S.on.copy()
        for o in items:
            move(S, you, o, where_, at, flags)
        S.look = None
    else:
        for o in items:
            move(S, you, o, where_, at, flags)
    return len(items)


def move(S: State, you: int, o: int, where_: int, at: int = -1, flags: int = 0) -> None:
    """Move one thing; a negative zone means the one of its owner."""
    G = S.G
    if where_ < 0:
        where_ = -where_ - 1 + max(0, owner(S, o))
    old = S.zone[o]
    if old < 0:
        return  # it has ceased to exist
    if old == where_ and at == -1 and G.zone_shape[old] != "pile":
        return
    change = MOVES if G.zone_play[where_] or G.zone_play[old] else ELSEWHERE
    S.dirty |= change
    S.stale |= change
    was = controller(S, o)
    if S.tracked is not None and G.zone_shape[old] == "hand" and G.zone_play[where_]:
        S.tracked = (*S.tracked, (was, S.card[o]))
    leaves = (S.look if S.look is not None else S.on).get(LEAVES + old // G.stride, ())
    foreseen = foresee(S, leaves, you, o, 1, was, was) if leaves else None
    if G.recalls and not G.zone_play[where_] and (G.zone_play[old] or S.flags[o] & 1 << RELATED):
        remember(S, o)
    public = S.facing[o] == G.everybody
    leave_zone(S, o, old, where_)
    if G.zone_player[where_] >= 0 and S.owner[o] == NOT_YET:
        S.owner[o] = G.zone_player[where_]
    if S.flags[o] & (1 << TOKEN) and G.zone_play[old] and not G.zone_play[where_]:
        S.zone[o] = _GONE
    else:
        enter(S, o, where_, at, flags)
    if old in S.known and not public:
        gone(S, o, old)
    if leaves:
        set_off(S, leaves, you, o, 1, was, was, foreseen)
    fire(S, ENTERS + where_ // G.stride, you, o, 1, G.zone_player[where_], was)
    if S.log is not None:
        S.log = (*S.log, ("move", you, S.card[o], old, where_, shown(S, o) >= 0))


def vanish(S: State, o: int) -> None:
    """A thing ceases to exist, and nothing sees it go."""
    leave_zone(S, o, S.zone[o], _GONE)
    S.zone[o] = _GONE


def make_public(S: State, o: int) -> None:
    """Everybody sees a card; what its hand was known to hold, it is no more among the hidden ones."""
    zone = S.zone[o]
    if zone in S.known and S.facing[o] != S.G.everybody and S.card[o] in S.known[zone]:
        left = list(S.known[zone])
        left.remove(S.card[o])
        S.known = {**S.known, zone: tuple(left)}
    S.facing[o] = S.G.everybody


def gone(S: State, o: int, zone: int) -> None:
    """A card has left a hand of which cards are known; where nobody saw which, nothing is known of it any more."""
    left = list(S.known[zone]) if S.facing[o] == S.G.everybody else []
    if S.card[o] in left:
        left.remove(S.card[o])
    S.known = {**S.known, zone: tuple(left)}


def leave_zone(S: State, o: int, old: int, new: int) -> None:
    """Take a thing out of a zone; what goes out of play loses what is on it."""
    G = S.G
    S.zones[old].remove(o)
    stop_listening(S, o)
    S.flags[o] &= ~(1 << FACE_DOWN)
    if new >= 0 and G.zone_play[old] and G.zone_play[new]:
        return
    S.visit[o] += 1
    flags = S.flags[o]
    S.flags[o] = flags & 1 << TOKEN
    for number, start in enumerate(G.object_starts):
        S.counters[number][o] = start
    if flags & 1 << RELATED:
        for relation in S.relations:
            relation[o] = -1
    if flags & 1 << TARGETED:
        for relation in S.relations:
            for other, target in enumerate(relation):
                if target == o:
                    relation[other] = -1


def enter(S: State, o: int, zone: int, at: int, flags: int) -> None:
    """Put a thing into a zone, where its text may work and others may see it."""
    G = S.G
    S.zone[o] = zone
    S.at[o] = at if at >= 0 else -1
    if at == -2:
        S.zones[zone].insert(0, o)
    else:
        S.zones[zone].append(o)
    if flags & 1:
        S.flags[o] |= 1 << FACE_DOWN
    faces = G.zone_faces[zone]
    player = G.zone_player[zone]
    if faces == "all" and not flags & 1:
        S.facing[o] = G.everybody
    elif faces == "owner" or (flags & 1 and player >= 0):
        S.facing[o] |= 1 << player
    listen(S, o)


def listen(S: State, o: int) -> None:
    """Put in force what the text of a thing says where it lies."""
    G = S.G
    entries = G.entries[S.card[o]]
    if not entries:
        return
    kind, player = S.zone[o] // G.stride, G.zone_player[S.zone[o]]
    who = player if player >= 0 else S.owner[o]
    for index, (hook, function, effect, per_turn, works) in enumerate(entries):
        if kind in works:
            # Numbered by the thing, not by the clock: a count of entries would tell of texts in hidden hands.
            entry = (o, who, function, effect, (), None, -(o << 6 | index) - 1, 2 if per_turn else 0)
            S.on[hook] = (*S.on.get(hook, ()), entry)


def stop_listening(S: State, o: int) -> None:
    """Take out of force what the text of a thing said."""
    for entry in S.G.entries[S.card[o]]:
        hook = entry[0]
        listening = S.on.get(hook)
        if listening:
            S.on[hook] = tuple(e for e in listening if e[0] != o or e[5] is not None)


def kept(S: State, chosen: Any, site: int, args: Any) -> int:
    """A target that was chosen when the effect was announced, if it is still what the text asks for."""
    if not chosen:
        return -1
    thing, visit = chosen[0]
    if visit >= 0 and (S.visit[thing] != visit):
        return -1
    return int(thing) if thing in S.G.sites[site](S, *args) else -1


def kept_all(S: State, chosen: Any, site: int, args: Any) -> tuple[int, ...]:
    """The targets that are still what the text asks for."""
    legal = S.G.sites[site](S, *args)
    return tuple(thing for thing, visit in chosen if (visit < 0 or S.visit[thing] == visit) and thing in legal)


def set_state(S: State, o: int, bit: int, on: bool) -> None:
    """Set or clear an adjective of a thing."""
    if o >= 0:
        S.flags[o] = S.flags[o] | 1 << bit if on else S.flags[o] & ~(1 << bit)
        S.dirty |= STATES
        S.stale |= STATES


def turn_face(S: State, o: int, down: bool) -> None:
    """Turn a thing face down or face up."""
    if o >= 0:
        set_state(S, o, FACE_DOWN, down)
        if not down:
            make_public(S, o)


def relate(S: State, relation: int, o: int, target: int) -> None:
    """Set or clear a relation of a thing."""
    if o >= 0:
        S.relations[relation][o] = target
        if S.tracked is not None and target >= 0 and S.G.zone_shape[S.zone[o]] == "hand":
            S.tracked = (*S.tracked, (controller(S, o), S.card[o]))
        if target >= 0:
            S.flags[o] |= 1 << RELATED
            S.flags[target] |= 1 << TARGETED
        elif not any(row[o] >= 0 for row in S.relations):
            S.flags[o] &= ~(1 << RELATED)
        S.dirty |= STATES
        S.stale |= STATES
