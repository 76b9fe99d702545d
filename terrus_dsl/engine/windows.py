"""What a player can use in a window."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.places import shown
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import make_public
from terrus_dsl.lower.hooks import ACTS, BORROWED

__all__ = [
    "NOTHING",
    "ability_cost",
    "ability_of",
    "chain_entry",
    "copyable",
    "cost_in_words",
    "count_use",
    "counter_costs",
    "current",
    "effect_of",
    "has_chain",
    "is_free",
    "note_resolved",
    "pop_chain",
    "responses",
    "seen",
    "slot_args",
    "slots_of",
    "source_of",
    "usable",
    "verb_after",
    "verb_before",
]

NOTHING: tuple[Any, ...] = ((), 0, 0)


_CODE = 1 << 20


def usable(S: State, you: int, window: int) -> list[int]:
    """The codes of all abilities that a player can use in a window: rules first, then cards in zone order."""
    G = S.G
    out: list[int] = []
    used, hooks = S.used, G.hooks
    for number, limit, ok in G.window_rules[window]:
        if (limit < 0 or (limit, you, -1, number) not in used) and (ok < 0 or hooks[ok](S, -1, you)):
            out.append(number * _CODE)
    table = G.window_cards[window]
    for kind, per_player in G.act_zones:
        zone = S.zones[kind * G.stride + (you if per_player else 0)]
        seen: set[int] | None = None if G.zone_distinct[kind * G.stride] else set()
        for o in zone:
            acts = table[S.card[o]]
            if not acts:
                continue
            if seen is not None and not S.flags[o]:  # of equal cards one is enough
                key = S.card[o] << 8 | S.facing[o]  # what others have seen tells a card apart
                if key in seen:
                    continue
                seen.add(key)
            for number, kinds, limit, ok in acts:
                if kind not in kinds or (limit >= 0 and (limit, you, o, number) in used):
                    continue
                if ok < 0 or hooks[ok](S, o, you):
                    out.append(number * _CODE + o + 1)
    if ACTS in S.on:
        _granted(S, you, window, out)
    return out


def _granted(S: State, you: int, window: int, out: list[int]) -> None:
    G = S.G
    offered = G.window_all[window]
    for e in S.on[ACTS]:
        if e[3] == BORROWED:
            _borrowed(S, you, e, offered, out)
            continue
        if e[3] not in offered:
            continue
        for kind, per_player in G.act_zones:
            for o in S.zones[kind * G.stride + (you if per_player else 0)]:
                if G.hooks[e[2]](S, e[0], e[1], e[4], o) and _free(S, e[3], you, o):
                    out.append(e[3] * _CODE + o + 1)


def _borrowed(S: State, you: int, e: Any, offered: frozenset[int], out: list[int]) -> None:
    """The abilities of other cards that a thing has as its own."""
    G = S.G
    lent = G.lent.get(e[2], {})
    for kind, per_player in G.act_zones:
        for o in S.zones[kind * G.stride + (you if per_player else 0)]:
            for lender in G.hooks[e[2]](S, e[0], e[1], e[4], o) or ():
                card = S.card[lender]
                numbers = lent[card] if card in lent else G.card_abilities[card]
                for number in [n for n in numbers if n in offered and not G.abilities[n].own]:
                    code = number * _CODE + o + 1
                    if code not in out and _free(S, number, you, o):
                        out.append(code)


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
    """The codes of abilities with a label on other cards that this card could use as its own.

    Such an ability may copy in turn; no card stands twice in such a row.
    """
    out = []
    for o in items:
        if o == me or o in S.copying:
            continue
        S.copying = (*S.copying, o)
        for number in S.G.card_abilities[S.card[o]]:
            ability = S.G.abilities[number]
            if label in ability.labels and not ability.own and (ability.ok < 0 or S.G.hooks[ability.ok](S, me, you)):
                out.append(number * _CODE + o + 1)
        S.copying = S.copying[:-1]
    return out


def is_free(S: State, code: int) -> bool:
    """Whether using it leaves priority where it is: what may be used as an answer whenever there is one."""
    ability = S.G.abilities[code // _CODE]
    return bool(ability.response and not ability.answers)


def count_use(S: State, you: int, me: int, number: int) -> None:
    """Remember that an ability was used, for its limit and for reports."""
    ability = S.G.abilities[number]
    if ability.limit >= 0:
        S.used[(ability.limit, you, me, number)] = 1
    if me >= 0:
        if S.G.zone_shape[S.zone[me]] == "hand" and S.facing[me] != S.G.everybody:
            make_public(S, me)  # who uses a card in hand shows it
        S.uses = (*S.uses, S.card[me])
        if S.tracked is not None:
            S.tracked = (*S.tracked, (you, S.card[me]))
        if S.log is not None:
            S.log = (*S.log, ("use", number, you, shown(S, me)))


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
    return bool(
        not S.G.abilities[number].at_once and S.G.response >= 0 and (S.responding or S.G.window_chain[S.window])
    )


def pop_chain(S: State) -> Any:
    """Take what lies on top of the chain."""
    entry = S.chain[-1]
    S.chain = S.chain[:-1]
    return entry


def note_resolved(S: State, entry: Any) -> None:
    """Remember the last thing that resolved, for texts that copy it."""
    S.last = entry
