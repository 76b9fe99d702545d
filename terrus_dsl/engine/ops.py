"""What compiled sentences call: reading and changing the state, none of it able to pause."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine import chance
from terrus_dsl.engine.state import State
from terrus_dsl.lower.book import FACE_DOWN, RELATED, TARGETED, TOKEN
from terrus_dsl.lower.hooks import BEGINS, CAN, CANNOT, COST, ENDS, ENTERS, EVENT, LEAVES, STAT, WOULD

__all__ = ["GameOver"]

SPACE = 1_000_000

#: What has changed since the last state check.
MOVES, COUNTS, EFFECTS, STATES, TALLIES, ELSEWHERE = 1, 2, 4, 8, 16, 32
_CENTRE = 500

#: Owners of what no player brought: it becomes the first taker's, or nobody's ever (a shared pack).
NOT_YET, NOBODY = -1, -2
_GONE = -1


class GameOver(Exception):
    """The game has ended; raised wherever that happens and caught by the driver alone."""


# ---------------------------------------------------------------- small helpers over lists


def first(items: Any) -> int:
    """The first of a listing, or -1."""
    for thing in items:
        return int(thing)
    return -1


def one(thing: int) -> tuple[int, ...]:
    """A thing as a listing; nothing as an empty one."""
    return (thing,) if thing >= 0 else ()


def joined(lists: Any) -> list[int]:
    """Several zones as one listing."""
    return [o for zone in lists for o in zone]


def top_of(pile: list[int], count: int) -> list[int]:
    """The top cards of a pile, topmost first."""
    return pile[:-count - 1:-1] if count > 0 else []


def bottom_of(pile: list[int], count: int) -> list[int]:
    """The bottom cards of a pile, lowest first."""
    return pile[:max(0, count)]


def unlike(S: State, zone: list[int]) -> list[int]:
    """One of each kind of card in a pile or hand; cards with anything on them stand for themselves."""
    card, flags = S.card, S.flags
    known: set[int] = set()
    out = []
    for o in zone:
        if flags[o]:
            out.append(o)
        elif card[o] not in known:
            known.add(card[o])
            out.append(o)
    return out


def without(items: Any, taken: Any) -> list[int]:
    """What is left of a listing."""
    return [o for o in items if o not in taken]


def highest_of(items: list[int], key: Any) -> list[int]:
    """The one with the highest value; nobody on a tie."""
    return _extreme(items, key, max)


def lowest_of(items: list[int], key: Any) -> list[int]:
    """The one with the lowest value; nobody on a tie."""
    return _extreme(items, key, min)


def _extreme(items: list[int], key: Any, choose: Any) -> list[int]:
    if not items:
        return []
    values = [key(o) for o in items]
    best = choose(values)
    return [items[values.index(best)]] if values.count(best) == 1 else []


def total(dice: tuple[int, ...]) -> int:
    """The sum of dice."""
    return sum(dice)


# ---------------------------------------------------------------- players and places


def order(S: State, you: int) -> list[int]:
    """The players still in the game in turn order, beginning with one of them."""
    alive = S.alive
    start = you if you >= 0 else S.active
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


def neighbor(S: State, player: int, step: int) -> int:
    """The next player in turn order."""
    alive = S.alive
    return alive[(alive.index(player) + step) % len(alive)] if player in alive else -1


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
    if a < SPACE and b < SPACE:
        if a < 0 or b < 0:
            return False
        za, zb, pa, pb = S.zone[a], S.zone[b], S.at[a], S.at[b]
    else:
        (za, pa), (zb, pb) = where(S, a), where(S, b)
    if za != zb or za < 0 or a == b:
        return False
    if S.G.zone_shape[za] == "grid":
        return pa - pb in (1, -1, 1000, -1000)  # rows are 1,000 apart
    zone = S.zones[za]
    return abs(zone.index(a) - zone.index(b)) == 1


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
    back = S.G.zone_back[zone]
    taken = {S.at[o] for o in S.zones[zone]}
    found = set()
    for at in taken:
        for step in (1000, -1000, 1, -1):
            near = at + step
            if near not in taken and (back is None or near // 1000 - _CENTRE >= back):
                found.add(near)
    base = (zone + 1) * SPACE
    return [base + at for at in sorted(found)]  # all vacant: what is taken was left out


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


# ---------------------------------------------------------------- numbers with modifiers


def stat(S: State, o: int, k: int) -> int:
    """A number of a thing: printed, then every change in the order in which it began; standing settings last."""
    if o < 0:
        return 0
    value: int = S.G.stats[S.card[o]][k]
    entries = S.on.get(STAT + k)
    if not entries:
        return value
    cached = S.cached
    if cached is None or S.stale & S.G.stat_looks:
        cached = S.cached = {}
        S.stale = 0
    key = o << 8 | k
    known = cached.get(key)
    if known is None:
        known = cached[key] = _modified(S, entries, value, o)
    return known


def player_stat(S: State, player: int, k: int) -> int:
    """A number of a player."""
    value: int = S.G.player_stats[k]
    entries = S.on.get(STAT + k)
    return _modified(S, entries, value, player) if entries else value


def _modified(S: State, entries: tuple[Any, ...], value: int, o: int) -> int:
    hooks = S.G.hooks
    last = None
    for e in entries:
        change = hooks[e[2]](S, e[0], e[1], e[4], o)
        if change is not None:
            if e[3] == 0:
                value += change
            elif e[5] is None:
                last = change
            else:
                value = change
    return value if last is None else last


def cost_of(S: State, o: int, k: int) -> tuple[Any, ...]:
    """A printed cost of a thing after everything that changes it."""
    if o < 0:
        return ((), 0, 0)
    cost: tuple[Any, ...] = S.G.costs[S.card[o]][k]
    entries = S.on.get(COST + S.G.cost_verbs[k]) if S.G.cost_verbs[k] >= 0 else None
    if not entries:
        return cost
    amounts = dict(cost[0])
    free = cost[1]
    for e in entries:
        change = S.G.hooks[e[2]](S, e[0], e[1], e[4], controller(S, o), o)
        if change is not None:
            counter, delta = change
            if counter in amounts or delta > 0:
                amounts[counter] = max(0, amounts.get(counter, 0) + delta)
            else:
                free = max(0, free + delta)
    return (tuple((c, n) for c, n in amounts.items() if n), free, cost[2])


def special(amount: int) -> tuple[Any, ...]:
    """A cost that is paid by the game's own means of payment."""
    return ((), 0, amount)


def carried(S: State, function: int, holds: int, me: int, you: int, bound: Any, o: int) -> Any:
    """A granted modifier: the bearer is each thing to which the ability is granted."""
    G = S.G
    for h in bearers(S):
        if G.hooks[holds](S, me, you, bound, h):
            change = G.hooks[function](S, h, controller(S, h), (), o)
            if change is not None:
                return change
    return None


def carried_rule(S: State, function: int, holds: int, me: int, you: int, bound: Any, by: int, o: int, target: int) -> Any:
    """A granted restriction or permission."""
    G = S.G
    return any(G.hooks[holds](S, me, you, bound, h) and G.hooks[function](S, h, controller(S, h), (), by, o, target)
               for h in bearers(S))


def carried_event(S: State, function: int, holds: int, me: int, you: int, bound: Any, by: int, it: int, amount: int,
                  target: int, was: int) -> Any:
    """A granted trigger: the list of its bearers for which the event fits."""
    G = S.G
    return [h for h in bearers(S) if G.hooks[holds](S, me, you, bound, h)
            and G.hooks[function](S, h, controller(S, h), (), by, it, amount, target, was)]


def bearers(S: State) -> list[int]:
    """Everything that may bear a granted ability: all things in zones where texts work."""
    return [o for z in S.G.work_zones for o in S.zones[z]]


# ---------------------------------------------------------------- what may be done


def able(S: State, verb: int, you: int, o: int, target: int = -1) -> bool:
    """Whether nothing forbids it; what a card forbids cannot be permitted, what a rule forbids can."""
    entries = S.on.get(CANNOT + verb)
    if entries:
        hooks = S.G.hooks
        for e in entries:
            if hooks[e[2]](S, e[0], e[1], e[4], you, o, target):
                if e[0] >= 0 or e[5] is not None or not _permitted(S, verb, you, o, target):
                    return False
    gate = S.G.gates.get(verb)
    return True if gate is None else bool(gate(S, you, o))


def _permitted(S: State, verb: int, you: int, o: int, target: int) -> bool:
    hooks = S.G.hooks
    return any(hooks[e[2]](S, e[0], e[1], e[4], you, o, target) for e in S.on.get(CAN + verb, ()))


def forbidden(S: State, verb: int, you: int, o: int, target: int) -> bool:
    """Whether a verb that is about to be performed may not be."""
    entries = S.on.get(CANNOT + verb)
    if not entries:
        return False
    hooks = S.G.hooks
    return any(
        hooks[e[2]](S, e[0], e[1], e[4], you, o, target)
        and (e[0] >= 0 or e[5] is not None or not _permitted(S, verb, you, o, target))
        for e in entries
    )


def happened(S: State, verb: int, o: int) -> bool:
    """Whether something was done to a thing this turn."""
    return any(e[0] == verb and e[2] == o for e in S.history)


# ---------------------------------------------------------------- events


def happening(S: State, verb: int, o: int) -> tuple[Any, ...]:
    """What must be known before something happens: who listens, and who controls the thing."""
    return ((S.look if S.look is not None else S.on).get(EVENT + verb, ()), controller(S, o) if 0 <= o < SPACE else -1)


def emit(S: State, before: tuple[Any, ...], verb: int, by: int, it: int, amount: int, target: int) -> None:
    """Record that something happened and set off what listens."""
    seen, was = before
    if verb in S.G.remembered:
        S.history = (*S.history, (verb, by, it, amount, target, was))
    now = S.on.get(EVENT + verb, ())
    if seen or now:
        _set_off(S, seen, by, it, amount, target, was)
        if now is not seen:
            _set_off(S, tuple(e for e in now if e not in seen), by, it, amount, target, was)
    if S.log is not None:
        S.log = (*S.log, ("event", verb, by, it, amount, target))


def _set_off(S: State, entries: tuple[Any, ...], by: int, it: int, amount: int, target: int, was: int) -> None:
    hooks = S.G.hooks
    for e in entries:
        you = e[1] if e[1] >= 0 else by if by >= 0 else S.active
        found = hooks[e[2]](S, e[0], you, e[4], by, it, amount, target, was)
        if not found:
            continue
        if e[7] == 2 and not _first_this_turn(S, e):
            continue
        for bearer in found if isinstance(found, list) else (e[0],):
            who = controller(S, bearer) if isinstance(found, list) else you
            S.pending = (*S.pending, (e[3], bearer, who, it, by, amount, e[4], target))
        if e[7] == 1:
            unregister(S, e)


def _first_this_turn(S: State, e: tuple[Any, ...]) -> bool:
    key = (-1, e[6])
    if key in S.used:
        return False
    S.used[key] = 1
    return True


def fire(S: State, hook: int, by: int, it: int, amount: int, target: int, was: int) -> None:
    """Set off what listens to a hook of the kernel's own events."""
    entries = S.on.get(hook)
    if entries:
        _set_off(S, entries, by, it, amount, target, was)


def register(S: State, hook: int, function: int, me: int, you: int, bound: Any, expiry: Any, effect: int,
             once: bool = False) -> None:
    """Add an entry that listens to a hook until it expires."""
    S.sequence += 1
    S.dirty |= EFFECTS
    S.stale |= EFFECTS
    entry = (me, you, function, effect, bound, expiry, S.sequence, 1 if once else 0)
    S.on[hook] = (*S.on.get(hook, ()), entry)


def unregister(S: State, entry: tuple[Any, ...]) -> None:
    """Remove an entry from wherever it listens."""
    for hook, entries in S.on.items():
        if entry in entries:
            S.on[hook] = tuple(e for e in entries if e is not entry)
            return


def bound_to(S: State, items: Any) -> tuple[Any, ...]:
    """What an effect is fixed to: things with the visit in which they were found."""
    items = tuple(items)
    return items, tuple(S.visit[o] for o in items)


def affects(S: State, bound: Any, o: int) -> bool:
    """Whether a thing is one that an effect was fixed to, and has not left since."""
    return o in bound[0] and S.visit[o] == bound[1][bound[0].index(o)]


# ---------------------------------------------------------------- periods


def begin_period(S: State, period: int, by: int) -> None:
    """A period begins: what lasts until then ends, limits start anew, what waits for it triggers."""
    _expire(S, 0, period, by)
    _renew(S, period, by)
    if period == S.G.turn_period:
        S.active = by
        S.turn += 1
        S.decisions = 0
        S.history = ()
        S.uses = ()
        _limit(S)
    S.periods = (*S.periods, period)
    fire(S, BEGINS + period, by, -1, 0, -1, -1)


def end_period(S: State, period: int, by: int) -> None:
    """A period ends."""
    fire(S, ENDS + period, by, -1, 0, -1, -1)
    _expire(S, 1, period, by)
    _renew(S, period, by)
    if period in S.periods:
        periods = list(S.periods)
        periods.remove(period)
        S.periods = tuple(periods)


def _renew(S: State, period: int, by: int) -> None:
    own = period in S.G.own_periods
    stale = [key for key in S.used if key[0] == period and (not own or key[1] == by)]
    if period == S.G.turn_period:
        stale += [key for key in S.used if key[0] == -1]
    for key in stale:
        del S.used[key]


def _limit(S: State) -> None:
    limit = S.G.limits.get("turns")
    if limit and S.turn > limit:
        S.result = ("limit", (), "turns", ())
        raise GameOver


def _expire(S: State, kind: int, period: int, by: int) -> None:
    for hook, entries in list(S.on.items()):
        for e in entries:
            if e[5] and e[5][0] == kind and e[5][1] == period and e[5][2] in (-1, by):
                S.on[hook] = tuple(
                    x for x in entries
                    if not (x[5] and x[5][0] == kind and x[5][1] == period and x[5][2] in (-1, by))
                )
                S.dirty |= EFFECTS
                S.stale |= EFFECTS
                break


# ---------------------------------------------------------------- objects and zones


def create(S: State, card: int, count: int, where_: int, at: int, flags: int) -> list[int]:
    """Make new things of a card."""
    made = []
    for _ in range(count):
        o = new_object(S, card, S.G.zone_player[where_] if where_ >= 0 else -1)
        made.append(o)
        _enter(S, o, where_, at, flags)
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
    if old == where_ and at == -1 and G.zone_shape[old] != "pile":
        return
    change = MOVES if G.zone_play[where_] or (old >= 0 and G.zone_play[old]) else ELSEWHERE
    S.dirty |= change
    S.stale |= change
    was = controller(S, o)
    if S.tracked is not None and old >= 0 and G.zone_shape[old] == "hand" and G.zone_play[where_]:
        S.tracked = (*S.tracked, (was, S.card[o]))
    leaves = (S.look if S.look is not None else S.on).get(LEAVES + old // G.stride, ()) if old >= 0 else ()
    _leave(S, o, old, where_)
    if G.zone_player[where_] >= 0 and S.owner[o] == NOT_YET:
        S.owner[o] = G.zone_player[where_]
    if S.flags[o] & (1 << TOKEN) and old >= 0 and G.zone_play[old] and not G.zone_play[where_]:
        S.zone[o] = _GONE
    else:
        _enter(S, o, where_, at, flags)
    if leaves:
        _set_off(S, leaves, you, o, 1, was, was)
    fire(S, ENTERS + where_ // G.stride, you, o, 1, G.zone_player[where_], was)
    if S.log is not None:
        S.log = (*S.log, ("move", you, o, old, where_))


def _leave(S: State, o: int, old: int, new: int) -> None:
    G = S.G
    if old < 0:
        return
    S.zones[old].remove(o)
    for entry in G.entries[S.card[o]]:
        hook = entry[0]
        listening = S.on.get(hook)
        if listening:
            S.on[hook] = tuple(e for e in listening if e[0] != o or e[5] is not None)
    S.flags[o] &= ~(1 << FACE_DOWN)
    if G.zone_play[old] and G.zone_play[new]:
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


def _enter(S: State, o: int, zone: int, at: int, flags: int) -> None:
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
    elif faces == "owner" or flags & 1 and player >= 0:
        S.facing[o] |= 1 << player
    kind = zone // G.stride
    entries = G.entries[S.card[o]]
    if entries:
        for hook, function, effect, per_turn, works in entries:
            if kind in works:
                S.sequence += 1
                entry = (o, player if player >= 0 else S.owner[o], function, effect, (), None, S.sequence, 2 if per_turn else 0)
                S.on[hook] = (*S.on.get(hook, ()), entry)


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
            S.facing[o] = S.G.everybody


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


def set_role(S: State, role: int, value: int) -> None:
    """Give a role; a period that lasts as long as a track's value ends when that changes."""
    old = S.roles[role]
    S.roles[role] = value
    S.dirty |= STATES
    S.stale |= STATES
    for tracked, mask, period in S.G.tracks:
        if tracked == role and old >= 0 and value >= 0 and (S.tags[old] ^ S.tags[value]) & mask:
            end_period(S, period, S.active)


# ---------------------------------------------------------------- counters


def put_counters(S: State, you: int, items: Any, number: int, amount: int) -> int:
    """Put counters on things."""
    if amount <= 0:
        return 0
    column = S.counters[number]
    for o in items:
        column[o] += amount
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters:
        check_losses(S)
    return amount if items else 0


def remove_counters(S: State, you: int, o: int, number: int, amount: int) -> int:
    """Remove counters from a thing; not more than there are."""
    if o < 0 or amount <= 0:
        return 0
    floor = S.G.floors[number]
    have = S.counters[number][o]
    taken = amount if floor is None else min(amount, have - floor)
    S.counters[number][o] = have - taken
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters:
        check_losses(S)
    return taken


def set_counters(S: State, number: int, o: int, value: int) -> None:
    """Set how many counters a thing has."""
    S.counters[number][o] = value
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters:
        check_losses(S)


def gain(S: State, you: int, number: int, amount: int) -> int:
    """A player gains something counted."""
    if amount <= 0 or you < 0:
        return 0
    S.tallies[number][you] += amount
    S.dirty |= TALLIES
    S.stale |= TALLIES
    fire(S, EVENT + S.G.gain_verb, you, -1, amount, number, you)
    if number in S.G.loss_counters:
        check_losses(S)
    return amount


def gain_all(S: State, you: int, players: Any, number: int, amount: int) -> None:
    """Several players gain something counted."""
    for player in players:
        gain(S, player, number, amount)


def lose(S: State, you: int, number: int, amount: int) -> int:
    """A player loses something counted; not more than there is, where it has a floor."""
    if amount <= 0 or you < 0:
        return 0
    floor = S.G.floors[number]
    have = S.tallies[number][you]
    taken = amount if floor is None else min(amount, have - floor)
    if taken <= 0:
        return 0
    S.tallies[number][you] = have - taken
    S.dirty |= TALLIES
    S.stale |= TALLIES
    fire(S, EVENT + S.G.lose_verb, you, -1, taken, number, you)
    if number in S.G.loss_counters:
        check_losses(S)
    return taken


def set_tally(S: State, number: int, player: int, value: int) -> None:
    """Set how much of something a player has."""
    S.tallies[number][player] = value
    S.dirty |= TALLIES
    S.stale |= TALLIES
    if number in S.G.loss_counters:
        check_losses(S)


def count(S: State, number: int, change: int) -> None:
    """Change something the game counts."""
    S.totals[number] += change
    S.dirty |= TALLIES
    S.stale |= TALLIES


# ---------------------------------------------------------------- cards


def draw(S: State, you: int, pile: int, hand: int) -> int:
    """Draw the top card of a pile; an empty pile gives nothing."""
    cards = S.zones[pile]
    if not cards:
        return 0
    o = cards[-1]
    before = happening(S, S.G.draw_verb, o)
    move(S, you, o, hand)
    emit(S, before, S.G.draw_verb, you, o, 1, -1)
    return 1


def shuffle(S: State, zone: int) -> None:
    """Shuffle a pile: nobody knows its order any more."""
    pile = S.zones[zone]
    if S.G.zone_faces[zone] == "all" or S.G.works_in_pile[zone]:
        chance.shuffle(S, pile)
        return
    # The faces are shuffled among the places, so that an id seen before says nothing any more.
    faces = [(S.card[o], S.tags[o], S.owner[o]) for o in pile]
    chance.shuffle(S, faces)
    pile.sort()
    for o, (card, tags, player) in zip(pile, faces, strict=True):
        S.card[o], S.tags[o], S.owner[o] = card, tags, player
        S.facing[o] = 0
        S.visit[o] += 1


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
        S.facing[o] = S.G.everybody
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


# ---------------------------------------------------------------- the chain


def cancel(S: State, you: int, test: int) -> int:
    """Take the nearest thing that fits off the chain; the result is whether there was one."""
    index = _nearest(S, you, test)
    if index < 0:
        return 0
    entry = S.chain[index]
    S.chain = S.chain[:index] + S.chain[index + 1:]
    if entry[5] and entry[2] >= 0:
        S.pending_after = (*S.pending_after, entry)
    return 1


def _nearest(S: State, you: int, test: int) -> int:
    for index in range(len(S.chain) - 1, -1, -1):
        kind, _, source, by = S.chain[index][:4]
        if S.G.hooks[test](S, S.me, you, kind, by, source):
            return index
    return -1


def cancellable(S: State, you: int, test: int) -> bool:
    """Whether there is something on the chain that fits."""
    return _nearest(S, you, test) >= 0


def used(S: State, you: int, me: int) -> None:
    """Count the use of a card for the report of a stall."""
    S.decisions += 1


# ---------------------------------------------------------------- the end


def win_all(S: State, players: Any, reason: str) -> None:
    """These players win, and the game ends."""
    winners = tuple(p for p in players if p in S.alive)
    if winners:
        S.result = ("win", winners, reason, ())
        raise GameOver


def lose_all(S: State, players: Any, reason: str) -> None:
    """These players lose at the same time; the last one left wins, nobody left is a draw."""
    losers = set(players)
    left = tuple(p for p in S.alive if p not in losers)
    if left == S.alive:
        return
    S.alive = left
    if len(left) <= 1:
        S.result = ("win", left, reason, ()) if left else ("draw", (), reason, ())
        raise GameOver
    for player in losers:
        _depart(S, player)


def _depart(S: State, player: int) -> None:
    G = S.G
    for kind in range(G.zone_kinds):
        if G.zone_player[kind * G.stride] < 0:
            continue
        for o in list(S.zones[kind * G.stride + player]):
            _leave(S, o, S.zone[o], S.zone[o])
            S.zone[o] = _GONE


def check_losses(S: State) -> None:
    """Look for players who have lost, after a change of what that depends on."""
    for program in S.G.losses:
        S.G.programs[program](S)


__all__ += [name for name, value in list(globals().items()) if callable(value) and not name.startswith("_")]
__all__ = sorted(set(__all__) - {"Any", "State", "annotations"})
_HOOKS = (WOULD,)
