"""Questions: how options are enumerated, and the leaves that ask a player."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.ops import SPACE, TALLIES, GameOver, able, controller, lose
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import ACTS, WOULD

__all__ = ["NOTHING", "PAUSE", "SITE_ANY", "SITE_MEANS", "SITE_ORDER", "SITE_REPLACEMENTS", "SITE_RESPONSE", "SITE_TRIGGERS",
           "SITE_USE", "STOP", "Pause", "ability_cost", "ability_of", "affected", "can_pay", "chain_entry", "confirm", "copyable",
           "cost_in_words", "count_use", "current", "counter_costs", "effect_of", "endless", "finish", "first_waiting", "has_chain", "is_free",
           "means_card", "means_counter", "means_verb", "note_resolved", "options_of", "pick", "pick_next", "pick_optional",
           "pick_response", "pick_unit", "shares", "yielder", "yielding_ability", "is_counter", "pick_use", "pop_chain", "positive", "replacement_by_sequence", "replacements",
           "replacing_player", "seen", "slot_args", "slots_of", "source_of", "spend", "stalled", "take_trigger",
           "verb_after", "verb_before", "worth_of", "leave"]


class Pause:
    """The value that every function returns while somebody must decide."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "PAUSE"


PAUSE = Pause()

#: The option of choosing no more, of declining and of passing.
STOP = -1
NOTHING: tuple[Any, ...] = ((), 0, 0)

#: Questions of the kernel; compiled questions are numbered from 0.
SITE_USE, SITE_RESPONSE, SITE_TRIGGERS, SITE_ORDER, SITE_ANY, SITE_MEANS, SITE_REPLACEMENTS = -1, -2, -3, -4, -5, -6, -7

ONE, OPTIONAL, NEXT, YES_NO, UNIT = 0, 1, 2, 3, 4

_CODE = 1 << 20


# ---------------------------------------------------------------- asking


def pick(S: State, you: int, site: int, args: Any) -> Any:
    """Ask for one of the options; nothing to choose from gives -1, a sole option is taken."""
    options = _options(S, site, args)
    if len(options) < 2:
        return options[0] if options else -1
    S.ask = (ONE, you, site, args)
    S.offered = options
    return PAUSE


def pick_optional(S: State, you: int, site: int, args: Any) -> Any:
    """Ask for one of the options or none."""
    options = _options(S, site, args)
    if not options:
        return -1
    S.ask = (OPTIONAL, you, site, args)
    S.offered = [STOP, *options]
    return PAUSE


def pick_next(S: State, you: int, site: int, args: Any, chosen: tuple[int, ...], low: int, high: int) -> Any:
    """Ask for the next of several things; things come in canonical order, so that no choice is offered twice."""
    options = _next_options(S, site, args, chosen, low)
    if len(options) == 1:
        return options[0]
    if not options:
        return STOP
    S.ask = (NEXT, you, site, args, chosen, low)
    S.offered = options
    return PAUSE


def pick_unit(S: State, you: int, site: int, args: Any, units: tuple[int, ...]) -> Any:
    """Ask where the next unit of a division goes."""
    options = _unit_options(S, site, args, units)
    if len(options) < 2:
        return options[0] if options else STOP
    S.ask = (UNIT, you, site, args, units)
    return PAUSE


def _unit_options(S: State, site: int, args: Any, units: tuple[int, ...]) -> list[int]:
    every: list[int] = S.G.sites[site](S, *args)
    return every[every.index(units[-1]):] if units and units[-1] in every else every


def shares(units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Units as amounts for each thing."""
    return tuple((o, units.count(o)) for o in dict.fromkeys(units))


def confirm(S: State, you: int, site: int, args: Any) -> Any:
    """Ask whether an offer is taken."""
    S.ask = (YES_NO, you, site, args)
    return PAUSE


def pick_use(S: State, you: int, window: int) -> Any:
    """Ask what to do in a window; a player who can only pass is not asked."""
    options = usable(S, you, window)
    if not options:
        return STOP
    S.ask = (OPTIONAL, you, SITE_USE, (you, window))
    S.offered = [STOP, *options]
    return PAUSE


def pick_response(S: State, you: int) -> Any:
    """Ask for an answer to what lies on the chain."""
    options = responses(S, you)
    if not options:
        return STOP
    S.ask = (OPTIONAL, you, SITE_RESPONSE, (you,))
    S.offered = [STOP, *options]
    return PAUSE


def options_of(S: State) -> list[int]:
    """The legal options of the question that is open, in canonical order; computed from the state."""
    kind, _, site, args = S.ask[:4]
    if kind == ONE:
        return _options(S, site, args)
    if kind == OPTIONAL:
        return [STOP, *_options(S, site, args)]
    if kind == NEXT:
        return _next_options(S, site, args, S.ask[4], S.ask[5])
    if kind == UNIT:
        return _unit_options(S, site, args, S.ask[4])
    return [0, 1]


def _options(S: State, site: int, args: Any) -> list[int]:
    if site >= 0:
        found = S.G.sites[site](S, *args)
        return _distinct(S, found) if len(found) > 1 and S.G.site_objects[site] else found
    return _KERNEL[-site](S, *args)


def _next_options(S: State, site: int, args: Any, chosen: tuple[int, ...], low: int) -> list[int]:
    every = S.G.sites[site](S, *args) if site >= 0 else _KERNEL[-site](S, *args)
    start = 0
    if chosen:
        last = chosen[-1]
        start = every.index(last) + 1 if last in every else 0
    missing = max(0, low - len(chosen))
    rest = every[start:]
    if missing > 1:
        rest = rest[:len(rest) - missing + 1] or every[start:]
    if len(rest) > 1 and site >= 0 and S.G.site_objects[site]:
        rest = _distinct(S, rest)
    return rest if missing else [STOP, *rest] if rest else []


def _distinct(S: State, items: list[int]) -> list[int]:
    """Things that nothing tells apart are one option: same card, same hand or pile, nothing on them."""
    seen: set[tuple[int, ...]] = set()
    kept = []
    for o in items:
        if not 0 <= o < SPACE or S.G.zone_distinct[S.zone[o]]:
            kept.append(o)
            continue
        key = (S.card[o], S.zone[o], S.flags[o], S.facing[o], *[c[o] for c in S.counters], *[r[o] for r in S.relations])
        if key not in seen:
            seen.add(key)
            kept.append(o)
    return kept


# ---------------------------------------------------------------- what can be used


def usable(S: State, you: int, window: int) -> list[int]:
    """The codes of all abilities that a player can use in a window: rules first, then cards in zone order."""
    G = S.G
    out: list[int] = []
    for number in G.window_rules[window]:
        if _free(S, number, you, -1):
            out.append(number * _CODE)
    table = G.window_cards[window]
    for kind, per_player in G.act_zones:
        zone = S.zones[kind * G.stride + (you if per_player else 0)]
        seen: set[int] | None = None if G.zone_distinct[kind * G.stride] else set()
        for o in zone:
            acts = table[S.card[o]]
            if not acts:
                continue
            if seen is not None:
                if S.card[o] in seen:
                    continue
                seen.add(S.card[o])
            for number, kinds in acts:
                if kind in kinds and _free(S, number, you, o):
                    out.append(number * _CODE + o + 1)
    if ACTS in S.on:
        _granted(S, you, window, out)
    return out


def _granted(S: State, you: int, window: int, out: list[int]) -> None:
    G = S.G
    offered = G.window_all[window]
    for e in S.on[ACTS]:
        if e[3] not in offered:
            continue
        for kind, per_player in G.act_zones:
            for o in S.zones[kind * G.stride + (you if per_player else 0)]:
                if G.hooks[e[2]](S, e[0], e[1], e[4], o) and _free(S, e[3], you, o):
                    out.append(e[3] * _CODE + o + 1)


def _free(S: State, number: int, you: int, o: int) -> bool:
    ability = S.G.abilities[number]
    if ability.limit >= 0 and (ability.limit, you, o, number) in S.used:
        return False
    return ability.ok < 0 or bool(S.G.hooks[ability.ok](S, o, you))


def responses(S: State, you: int) -> list[int]:
    """The codes of all abilities with which a player can answer the chain."""
    return usable(S, you, S.G.response)


def ability_of(S: State, code: int) -> int:
    """The ability of a code."""
    return code // _CODE


def source_of(S: State, code: int) -> int:
    """The card of a code, or -1 for an ability that rules give."""
    return code % _CODE - 1


def copyable(S: State, you: int, me: int, items: Any, label: int) -> list[int]:
    """The codes of abilities with a label on other cards that this card could use as its own."""
    out = []
    for o in items:
        if o == me:
            continue
        for number in S.G.card_abilities[S.card[o]]:
            ability = S.G.abilities[number]
            if label in ability.labels and (ability.ok < 0 or S.G.hooks[ability.ok](S, me, you)):
                out.append(number * _CODE + o + 1)
    return out


def is_free(S: State, code: int) -> bool:
    """Whether using it leaves priority where it is: what may be used as an answer whenever there is one."""
    ability = S.G.abilities[code // _CODE]
    return bool(ability.response and not ability.cancels)


def count_use(S: State, you: int, me: int, number: int) -> None:
    """Remember that an ability was used, for its limit and for reports."""
    ability = S.G.abilities[number]
    if ability.limit >= 0:
        S.used[(ability.limit, you, me, number)] = 1
    if me >= 0:
        S.uses = (*S.uses, S.card[me])
        if S.tracked is not None:
            S.tracked = (*S.tracked, (you, S.card[me]))
        if S.log is not None:
            S.log = (*S.log, ("use", number, you, me))


def slots_of(S: State, number: int) -> Any:
    """The targets that an ability chooses when it is announced."""
    return S.G.abilities[number].slots


def slot_args(slot: Any, me: int, you: int) -> tuple[int, ...]:
    """The arguments of a target's options."""
    return tuple(me if name == "me" else you for name in slot[1])


def seen(S: State, items: Any) -> tuple[tuple[int, int], ...]:
    """Things with the visit in which they were chosen; players and spaces have none."""
    return tuple((o, S.visit[o] if 0 <= o < len(S.visit) else -1) for o in items)


def current(S: State, chosen: tuple[int, int]) -> int:
    """A thing that was named when an ability was announced, unless it has left since."""
    thing, visit = chosen
    return thing if visit < 0 or S.visit[thing] == visit else -1


def counter_costs(S: State, number: int) -> Any:
    """The counters that an ability takes from its card."""
    return S.G.abilities[number].counter_costs


def ability_cost(S: State, number: int) -> Any:
    """What an ability costs."""
    return S.G.abilities[number].cost


def effect_of(S: State, number: int) -> int:
    """The program of an ability."""
    return int(S.G.abilities[number].effect)


def verb_before(S: State, number: int) -> int:
    """The verb that is performed on the card whose text is used."""
    return int(S.G.verb_of(S.G.abilities[number].before))


def verb_after(S: State, entry: Any) -> int:
    """The verb that is performed on a card when its text is done."""
    return int(S.G.verb_of(S.G.abilities[entry[1]].after)) if entry[0] == 0 else -1


def chain_entry(S: State, number: int, me: int, you: int, target: Any) -> Any:
    """What goes on the chain: kind (0 a card, 1 an ability, 2 a trigger), ability, source, player, targets."""
    played = bool(S.G.abilities[number].before)
    return (0 if played else 1, number, me, you, target, 1 if played else 0)


def cost_in_words(S: State, number: int) -> int:
    """The program of a cost in words, or -1."""
    return int(S.G.abilities[number].pays)


def has_chain(S: State, number: int) -> bool:
    """Whether what is used now waits for answers."""
    return bool(not S.G.abilities[number].at_once and S.G.response >= 0 and (S.responding or S.G.window_chain[S.window]))


def pop_chain(S: State) -> Any:
    """Take what lies on top of the chain."""
    entry = S.chain[-1]
    S.chain = S.chain[:-1]
    return entry


def note_resolved(S: State, entry: Any) -> None:
    """Remember the last thing that resolved, for texts that copy it."""
    S.last = entry


# ---------------------------------------------------------------- paying


def can_pay(S: State, you: int, cost: Any, card: int = -1) -> bool:
    """Whether a player can pay a cost in full, from what they have and with purely yielding cards in hand."""
    if not (cost[0] or cost[1] or cost[2]):
        return True
    tallies = S.tallies
    fixed, free, due = cost
    made: dict[int, int] | None = None
    for number, amount in fixed:
        have = tallies[number][you]
        if have < amount:
            if made is None:
                made = _made_in_hand(S, you, card)
            if have + made.get(number, 0) < amount:
                return False
    if not free and not due:
        return True
    spare = -free
    for number in S.G.resources:
        spare += tallies[number][you]
    for _, amount in fixed:
        spare -= amount
    if free and spare < 0:
        if made is None:
            made = _made_in_hand(S, you, card)
        if spare + sum(made.values()) < 0:
            return False
    spare = max(0, spare)
    # A card that yields can also be given away, but not both.
    return spare >= due or spare + _other_means(S, you, card, due - spare) >= due


def _made_in_hand(S: State, you: int, card: int) -> dict[int, int]:
    """What the purely yielding cards in a player's hand would give."""
    made: dict[int, int] = {}
    yielders = S.G.yielders
    if yielders:
        for o in S.zones[S.G.yielder_zone + you]:
            gives = yielders.get(S.card[o])
            if gives is not None and o != card:
                made[gives[0]] = made.get(gives[0], 0) + gives[1]
    return made


def yielder(S: State, you: int, number: int) -> int:
    """A card in hand that does nothing but yield a resource."""
    for o in S.zones[S.G.yielder_zone + you]:
        gives = S.G.yielders.get(S.card[o])
        if gives is not None and gives[0] == number:
            return o
    return -1


def yielding_ability(S: State, o: int) -> int:
    """The ability of a purely yielding card."""
    return int(S.G.yielders[S.card[o]][2])


def is_counter(unit: int) -> bool:
    """Whether a unit of payment is a resource, not a card."""
    return unit < _CODE


def _other_means(S: State, you: int, card: int, enough: int) -> int:
    found = 0
    taken: set[int] = set()
    for _, candidates, worth in S.G.means:
        for o in candidates(S, you):
            if o != card and o not in taken:
                taken.add(o)
                found += int(worth(S, you, o))
                if found >= enough:
                    return found
    return found


def _worth(S: State, you: int, o: int, worth: Any) -> int:
    return int(worth(S, you, o))


def spend(S: State, you: int, number: int, amount: int) -> None:
    """Take resources from a player."""
    S.tallies[number][you] -= amount
    S.dirty |= TALLIES
    S.stale |= TALLIES


def _any_unit(S: State, you: int) -> list[int]:
    out = [number for number in S.G.resources if S.tallies[number][you] > 0]
    if S.G.yielders:
        cards: set[int] = set()
        for o in S.zones[S.G.yielder_zone + you]:
            if S.card[o] in S.G.yielders and S.card[o] not in cards:
                cards.add(S.card[o])
                out.append(_CODE + o)
    return out


def _means(S: State, you: int, due: int, least: int, card: int) -> list[int]:
    """Units that may be paid next; a payment may be too large only if every part of it is needed."""
    out = [number for number in S.G.resources if S.tallies[number][you] > 0] if S.G.spends_any else []
    taken: set[int] = set()
    cards: set[int] = set()
    for _, candidates, worth in S.G.means:
        for o in candidates(S, you):
            if o == card or o in taken:
                continue
            taken.add(o)
            over = _worth(S, you, o, worth) - due
            if over <= 0 or over < least:
                if S.card[o] not in cards:
                    cards.add(S.card[o])
                    out.append(_CODE + o)
    return out


def worth_of(S: State, you: int, unit: int) -> int:
    """How much of the cost a unit pays."""
    if unit < _CODE:
        return 1
    o = unit - _CODE
    return max(_worth(S, you, o, worth) for _, candidates, worth in S.G.means if o in candidates(S, you))


def means_verb(S: State, you: int, unit: int) -> int:
    """The verb with which a card pays; -1 for a resource."""
    if unit < _CODE:
        return -1
    return int(next(verb for verb, candidates, _ in S.G.means if unit - _CODE in candidates(S, you)))


def means_card(unit: int) -> int:
    """The card of a unit."""
    return unit - _CODE


def means_counter(unit: int) -> int:
    """The resource of a unit."""
    return unit


# ---------------------------------------------------------------- triggers and replacements


def first_waiting(S: State) -> int:
    """The player whose waiting triggers come first: the active one, then the others in turn order."""
    waiting = {t[2] for t in S.pending}
    n = S.n
    return min(waiting, key=lambda p: (p - S.active) % n)


def _triggers(S: State, player: int) -> list[int]:
    seen_: dict[tuple[int, int], int] = {}
    for index, t in enumerate(S.pending):
        if t[2] == player:
            seen_.setdefault((t[0], S.card[t[1]] if t[1] >= 0 else -1, t[3]), index)  # type: ignore[arg-type]
    return list(seen_.values())


def take_trigger(S: State, index: int) -> Any:
    """Take one waiting trigger."""
    trigger = S.pending[index]
    S.pending = S.pending[:index] + S.pending[index + 1:]
    return trigger


def replacements(S: State, verb: int, by: int, it: int, amount: int, target: int) -> list[Any]:
    """The entries that would replace an event; each replaces it once."""
    entries = S.on.get(WOULD + verb)
    if not entries:
        return []
    hooks = S.G.hooks
    was = controller(S, it) if 0 <= it < SPACE else by
    return [e for e in entries if e[6] not in S.replacing
            and hooks[e[2]](S, e[0], e[1] if e[1] >= 0 else by, e[4], by, it, amount, target, was)]


def _replacement_options(S: State, verb: int, by: int, it: int, amount: int, target: int) -> list[int]:
    return [e[6] for e in replacements(S, verb, by, it, amount, target)]


def replacement_by_sequence(S: State, verb: int, sequence: int) -> Any:
    """A replacement by its number."""
    return next(e for e in S.on[WOULD + verb] if e[6] == sequence)


def replacing_player(S: State, entry: Any, by: int) -> int:
    """Who is “you” in a replacement."""
    return int(entry[1]) if entry[1] >= 0 else by


def affected(S: State, by: int, it: int) -> int:
    """Who chooses among several replacements: whoever is affected."""
    player = controller(S, it) if 0 <= it < SPACE else by
    return player if player >= 0 else max(0, by)


def positive(done: Any) -> int:
    """A result that says that something was done instead."""
    return max(0, int(done or 0))


def _rest(S: State, rest: tuple[int, ...]) -> list[int]:
    return list(rest)


_KERNEL: dict[int, Any] = {
    1: usable,
    2: responses,
    3: _triggers,
    4: _rest,
    5: _any_unit,
    6: _means,
    7: _replacement_options,
}


# ---------------------------------------------------------------- ends


def leave(S: State, period: int) -> Any:
    """Leave the procedure that spans a period at once; the driver unwinds to it."""
    S.exit = S.G.span_functions[period]
    return PAUSE


def stalled(S: State) -> None:
    """End the game if one turn asks for more decisions than the game allows."""
    limit = S.G.limits.get("decisions")
    if limit and S.decisions > limit:
        counted: dict[int, int] = {}
        for card in S.uses:
            counted[card] = counted.get(card, 0) + 1
        S.result = ("stall", (), "decisions", tuple(sorted(counted.items(), key=lambda kv: (-kv[1], kv[0]))))
        raise GameOver


def endless(S: State) -> None:
    """State checks that never come to rest end the game as a stall."""
    S.result = ("stall", (), "checks", ())
    raise GameOver


def finish(S: State) -> None:
    """The procedure of the whole game is over: nobody has won."""
    if not S.result:
        S.result = ("draw", (), "end", ())
    raise GameOver


__all__ += ["able", "lose"]
