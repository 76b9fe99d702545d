"""Effects of Tides of Terragos by hand, as one would write them who knows the game and has only this engine."""

# ruff: noqa: N803, C901 (S is the state, as in the engine; `pairs` is one list)
from __future__ import annotations

from typing import Any

from kit import Kit, asked

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.ops import (
    STOP,
    adjacent,
    affects,
    bound_to,
    confirm,
    create,
    draw,
    emit,
    forbidden,
    happening,
    look,
    move,
    move_all,
    pick,
    pick_next,
    register,
    relate,
    remove_counters,
    replacements,
    reveal,
    set_counters,
    set_state,
    shuffle,
    stat,
)
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import WOULD

YARD = HAND = SCRAP = ISLES = BERTHS = STORE = RESERVES = 0
SHIP = STRUCTURE = ISLAND = IRONCLAD = AIRCRAFT = INSECT = RETURNING = 0
STRENGTH = RESISTANCE = HEALTH = CARGO = BOMB = DAMAGE = VICTORIOUS = UNESCORTED = EXPOSED = 0
ATTACKING = DEFENDING = STANDING = 0
SCRAPPED = ERECT = WOULD_SCRAP = WOULD_JETTISON = WOULD_DRAW = 0
RESHUFFLE = 0


def constants(kit: Kit) -> None:
    """The numbers that the game has given to its words."""
    global YARD, HAND, SCRAP, ISLES, BERTHS, STORE, RESERVES
    global SHIP, STRUCTURE, ISLAND, IRONCLAD, AIRCRAFT, INSECT, RETURNING
    global STRENGTH, RESISTANCE, HEALTH, CARGO, BOMB, DAMAGE, VICTORIOUS, UNESCORTED, EXPOSED
    global ATTACKING, DEFENDING, STANDING
    global SCRAPPED, ERECT, WOULD_SCRAP, WOULD_JETTISON, WOULD_DRAW, RESHUFFLE
    zones = ("Shipyard", "hand", "Scrapyard", "archipelago", "berths", "storeroom", "Reserves")
    YARD, HAND, SCRAP, ISLES, BERTHS, STORE, RESERVES = map(kit.zone, zones)
    nouns = ("ship", "structure", "island", "Ironclad", "Aircraft", "Insect", "returning")
    SHIP, STRUCTURE, ISLAND, IRONCLAD, AIRCRAFT, INSECT, RETURNING = map(kit.mask, nouns)
    STRENGTH, RESISTANCE = map(kit.stat, ("Strength", "Resistance"))
    HEALTH, CARGO, BOMB, DAMAGE = map(kit.counter, ("health", "cargo", "bomb", "damage"))
    VICTORIOUS = kit.state("victorious")
    UNESCORTED = kit.state("unescorted")
    EXPOSED = kit.state("exposed")
    ATTACKING, DEFENDING, STANDING = map(kit.relation, ("attacking", "defending", "standing on"))
    SCRAPPED, ERECT = kit.verb("scrap"), kit.verb("erect")
    WOULD_SCRAP, WOULD_JETTISON, WOULD_DRAW = (WOULD + kit.verb(verb) for verb in ("scrap", "jettison", "draw"))
    (RESHUFFLE,) = kit.sites(kit.do("weigh a reshuffle"))


# ---------------------------------------------------------------- what several effects do


def weigh(S: State, you: int) -> None:
    """An empty Shipyard can be made of the Scrapyard again."""
    if not S.zones[YARD + you] and S.zones[SCRAP + you] and asked(S, confirm(S, you, RESHUFFLE, ())):
        move_all(S, you, S.zones[SCRAP + you], YARD + you, -1, 0)
        shuffle(S, YARD + you)


def draw_card(S: State, you: int) -> int:
    """Draw a card; no card of the game but a rule changes what drawing does."""
    if len(S.on.get(WOULD_DRAW, ())) > 1:
        return int(S.G.space["draw_or"](S, you, YARD + you, HAND + you))
    weigh(S, you)
    return draw(S, you, YARD + you, HAND + you)


def to_reserves(S: State, hook: int, you: int, o: int) -> bool:
    """Cards that return go to the Reserves instead, where no card replaces that again."""
    entries = S.on.get(hook, ())
    if len(entries) == 1 and entries[0][0] < 0:
        if S.tags[o] & RETURNING:
            move(S, you, o, RESERVES)
            return True
        return False
    return bool(replacements(S, hook - WOULD, you, o, 1, -1))


def scrap(S: State, you: int, o: int) -> int:
    if o < 0:
        return 0
    if to_reserves(S, WOULD_SCRAP, you, o):
        return 1
    before = happening(S, SCRAPPED, you, o, 1, -1)
    weigh(S, you)
    owner = S.owner[o]
    move(S, you, o, SCRAP + (owner if owner >= 0 else S.G.zone_player[S.zone[o]]))
    emit(S, before, SCRAPPED, you, o, 1, -1)
    return 1


def inflict(S: State, you: int, o: int, amount: int) -> None:
    if o >= 0 and amount > 0:
        remove_counters(S, you, o, HEALTH, amount)


def islands(S: State, *args: int) -> list[int]:
    return [o for zone in S.zones[ISLES : ISLES + S.n] for o in zone if S.tags[o] & ISLAND]


def near(S: State, island: int, ship: int) -> bool:
    """Whether a ship attacks or defends an island or one beside it."""
    for at in (S.relations[ATTACKING][ship], S.relations[DEFENDING][ship]):
        if at >= 0 and S.zone[at] == S.zone[island] and adjacent(S, at, island):
            return True
    return bool(S.relations[DEFENDING][ship] == island)


# ---------------------------------------------------------------- effects


def storm(site: int) -> Any:
    """1 damage to up to two islands with 5 health or more."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        chosen: tuple[int, ...] = ()
        while len(chosen) < 2:
            o = asked(S, pick_next(S, you, site, (), chosen, 0, 2))
            if o == STOP:
                break
            chosen = (*chosen, o)
        for o in chosen:
            inflict(S, you, o, 1)

    return run


def healthy(S: State) -> list[int]:
    health = S.counters[HEALTH]
    return [o for o in islands(S) if health[o] >= 5]


def hand_of(S: State, you: int) -> list[int]:
    return S.zones[HAND + you][:]


def crusade(site: int, offer: int) -> Any:
    """Scrap 2 cards; draw one, if wanted."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        first = asked(S, pick_next(S, you, site, (you,), (), 2, 2))
        if first != STOP:
            second = asked(S, pick_next(S, you, site, (you,), (first,), 2, 2))
            S.look = S.on.copy()
            scrap(S, you, first)
            scrap(S, you, second)
            S.look = None
        if asked(S, confirm(S, you, offer, ())):
            draw_card(S, you)

    return run


def furnace(site: int, strength: int, resistance: int) -> Any:
    """Scrap up to 3 cards; stronger by as many for the turn."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        chosen: tuple[int, ...] = ()
        while len(chosen) < 3:
            o = asked(S, pick_next(S, you, site, (you,), chosen, 0, 3))
            if o == STOP:
                break
            chosen = (*chosen, o)
        S.look = S.on.copy()
        gone = tuple(o for o in chosen if scrap(S, you, o))[::-1]
        S.look = None
        bound = (*bound_to(S, (me,)), (gone, gone), len(gone), len(gone), len(gone))
        register(S, STRENGTH, strength, me, you, bound, (1, 0, -1), 0)
        register(S, RESISTANCE, resistance, me, you, bound, (1, 0, -1), 0)

    return run


def reckon(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """What is left over of the ships at an island is the damage that it takes."""
    attacking, defending = S.relations[ATTACKING], S.relations[DEFENDING]
    attackers, force = [], 0
    for zone in S.zones[HAND : HAND + S.n]:
        for o in zone:
            if S.tags[o] & SHIP:
                if attacking[o] == it:
                    attackers.append(o)
                    force += stat(S, o, STRENGTH)
                if defending[o] == it:
                    force -= stat(S, o, RESISTANCE)
    bombs = S.counters[BOMB][it]
    set_counters(S, DAMAGE, it, force)
    if force < 1:
        return 1
    for o in attackers:
        set_state(S, o, VICTORIOUS, True)
        if len(attackers) == 1:
            set_state(S, o, UNESCORTED, True)
    if bombs > 0:
        remove_counters(S, you, it, BOMB, 1)
        set_counters(S, DAMAGE, it, force + 1)
    return 1


def replenish(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Draw up to a number of cards."""
    for _ in range(amount - len(S.zones[HAND + you])):
        draw_card(S, you)
    return 1


def survey(site: int) -> Any:
    """Put the top cards back in any order."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        weigh(S, you)
        top = S.zones[YARD + you][: -amount - 1 : -1]
        look(S, you, top)
        rest, done = tuple(top), []
        while len(rest) > 1:
            o = asked(S, pick(S, you, site, (rest,)))
            done.append(o)
            rest = tuple(other for other in rest if other != o)
        move_all(S, you, (*done, *rest), YARD + you, -1, 0)
        return 1

    return run


def jettison(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    if it < 0:
        return 0
    if not to_reserves(S, WOULD_JETTISON, you, it):
        owner = S.owner[it]
        move(S, you, it, SCRAP + (owner if owner >= 0 else S.G.zone_player[S.zone[it]]))
    return 1


def verb_scrap(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    return scrap(S, you, it)


def itself(S: State, me: int, you: int, bound: Any, by: int, it: int, *rest: int) -> bool:
    return it == me


def total(S: State, you: int) -> tuple[int, int]:
    """Strength and Resistance of a hand, as the engine adds up what changes them."""
    strength = resistance = 0
    for o in S.zones[HAND + you]:
        if S.tags[o] & SHIP:
            strength += stat(S, o, STRENGTH)
            resistance += stat(S, o, RESISTANCE)
    return strength, resistance


def other_insects(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    if o != me and S.zone[o] == HAND + you and S.tags[o] & INSECT and S.tags[o] & SHIP:
        return 1 if S.relations[DEFENDING][me] >= 0 else None
    return None


def three_aircraft(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    if o != me:
        return None
    count = 0
    for other in S.zones[HAND + you]:
        if S.tags[other] & AIRCRAFT:
            count += 1
    return 1 if count >= 3 else None


def berserk(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    """Stronger while nobody defends the island that it attacks."""
    if o != me:
        return None
    island = S.relations[ATTACKING][me]
    if island < 0:
        return None
    defending = S.relations[DEFENDING]
    for zone in S.zones[HAND : HAND + S.n]:
        for other in zone:
            if defending[other] == island and S.tags[other] & SHIP:
                return None
    return 3


def bound_one(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return 1 if affects(S, bound, o) else None


def stand_down(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Nobody attacks, defends, is victorious, unescorted or exposed any more."""
    attacking, defending = S.relations[ATTACKING], S.relations[DEFENDING]
    for zone in S.zones[HAND : HAND + S.n]:
        for o in zone:
            if S.tags[o] & SHIP:
                if attacking[o] >= 0:
                    relate(S, ATTACKING, o, -1)
                if defending[o] >= 0:
                    relate(S, DEFENDING, o, -1)
                for state in (VICTORIOUS, UNESCORTED, EXPOSED):
                    if S.flags[o] & 1 << state:
                        set_state(S, o, state, False)
    S.dirty = 0  # nothing that is checked depends on it
    return 1


def may_build(S: State, me: int, you: int) -> bool:
    """Whether an island has room and a structure in hand is allowed."""
    standing = S.relations[STANDING]
    taken = {standing[o] for zone in S.zones[BERTHS : BERTHS + S.n] for o in zone if S.tags[o] & STRUCTURE}
    if not any(o not in taken for o in S.zones[ISLES + you] if S.tags[o] & ISLAND):
        return False
    return any(S.tags[o] & STRUCTURE and not forbidden(S, ERECT, you, o, -1) for o in S.zones[HAND + you])


def assailable(S: State, x: int) -> bool:
    """Whether an island is attacked by fewer than two ships."""
    if not S.tags[x] & ISLAND or not ISLES <= S.zone[x] < ISLES + S.n:
        return False
    attacking, count = S.relations[ATTACKING], 0
    for zone in S.zones[HAND : HAND + S.n]:
        for o in zone:
            if attacking[o] == x and S.tags[o] & SHIP:
                count += 1
    return count < 2


def all_of(test: Any) -> Any:
    def run(S: State) -> list[int]:
        return [o for o in range(len(S.zone)) if S.zone[o] >= 0 and test(S, o)]

    return run


def patches(larva: int) -> Any:
    """A new ship that defends what this one defends."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        (o,) = create(S, larva, 1, HAND + you, -1, 0)
        reveal(S, you, (o,))
        relate(S, DEFENDING, o, S.relations[DEFENDING][me])

    return run


def baal(site: int, offer: int, place: int, craft: int) -> Any:
    """Scrap a card for a new ship that defends an island within reach."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        scrap(S, you, asked(S, pick(S, you, site, (you,))))
        if asked(S, confirm(S, you, offer, ())):
            (o,) = create(S, craft, 1, HAND + you, -1, 0)
            island = asked(S, pick(S, you, place, (me,)))
            reveal(S, you, (o,))
            relate(S, DEFENDING, o, island)

    return run


def worth(S: State, you: int) -> int:
    """Health of one's own islands against theirs, the weakest counted three times."""
    health, value = S.counters[HEALTH], 0
    for player in range(S.n):
        found = [health[o] for o in S.zones[ISLES + player] if S.tags[o] & ISLAND]
        side = sum(found) + 2 * min(found, default=0)
        value += side if player == you else -side
    return value


# ---------------------------------------------------------------- positions


def battle(kit: Kit, S: State, you: int) -> tuple[int, int]:
    """Ships of both players at the first island of the other one: the island, and a defender."""
    foe = 1 - you
    for o in islands(S):
        S.counters[HEALTH][o] = 12
    for player in (you, foe):
        for name in ("Archant", "Praesidium", "Berserker", "Jonah", "Ozone", "Syphe"):
            kit.put(S, name, HAND + player)
    island = S.zones[ISLES + foe][0]
    ships = [o for o in S.zones[HAND + you] if S.tags[o] & SHIP]
    guards = [o for o in S.zones[HAND + foe] if S.tags[o] & SHIP]
    for o in ships[-4:-2]:
        relate(S, ATTACKING, o, island)
    relate(S, DEFENDING, guards[0], island)
    relate(S, DEFENDING, guards[-6], S.zones[ISLES + foe][1])
    return island, guards[0]


def pairs(program: Program, **how: int) -> list[Any]:
    """All effects of the game."""
    kit = Kit(program, **how)
    constants(kit)
    f = kit.function

    def card(name: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            battle(kit, S, you)
            return (kit.put(S, name, HAND + you), you, ())

        return arrange

    def verb(amount: int) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...] | None:
            return (-1, you, -1, amount, -1) if len(S.zones[YARD + you]) >= amount else None

        return arrange

    def struck(S: State, you: int) -> tuple[Any, ...]:
        island, guard = battle(kit, S, you)
        relate(S, DEFENDING, guard, -1)
        S.counters[BOMB][island] = 1
        return (-1, you, island, 1, -1)

    def fought(S: State, you: int) -> tuple[Any, ...]:
        battle(kit, S, you)
        return (-1, you, -1, 1, -1)

    def one(name: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            return (-1, you, kit.put(S, name, HAND + you), 1, -1)

        return arrange

    def defender(name: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            o = kit.put(S, name, HAND + you)
            relate(S, DEFENDING, o, S.zones[ISLES + you][0])
            return (o, you, ())

        return arrange

    def builder(S: State, you: int) -> tuple[Any, ...]:
        battle(kit, S, you)
        kit.put(S, "Factory", HAND + you)
        return (-1, you)

    def players(S: State, you: int) -> tuple[Any, ...]:
        battle(kit, S, you)
        return (you,)

    for name in ("Archant", "Carnage", "Kylosaur"):
        kit.instead("hooks", name, "when", itself)
    kit.instead("hooks", "Archant", "hook", other_insects)
    kit.instead("hooks", "Praesidium", "hook", three_aircraft)
    kit.instead("hooks", "Berserker", "hook", berserk)
    kit.instead("hooks", "Syphe", "hook", bound_one)

    effect = f("Storm", "effect")
    (site,) = kit.sites(effect)
    kit.options(site, healthy)
    kit.add("loop", "damage to two islands", effect, storm(site), card("Storm"), pauses=True)
    kit.add("loop", "everybody stands down", kit.do("stand down"), stand_down, fought, pauses=True)
    kit.add("trigger", "scrap a card that sees it", kit.do("scrap"), verb_scrap, one("Carnage"), pauses=True)
    kit.add("replacement", "a card returns instead", kit.do("jettison"), jettison, one("Larva"), pauses=True)
    kit.add("replacement", "draw, as a rule changes it", kit.do("replenish"), replenish,
            lambda S, you: (-1, you, -1, len(S.zones[HAND + you]) + 3, -1), pauses=True)  # fmt: skip
    effect = f("Crusade", "effect")
    site, offer = kit.sites(effect)
    kit.options(site, hand_of)
    kit.add("choice", "scrap two, draw one", effect, crusade(site, offer), card("Crusade"), pauses=True)
    effect = f("Furnace", "effect")
    (site,) = kit.sites(effect)
    kit.options(site, hand_of)
    hooks = [program.hooks.index(kit.name("Furnace", "hook", nth)) for nth in (0, 1)]
    kit.add("choice", "scrap up to three, grow", effect, furnace(site, *hooks), card("Furnace"), pauses=True)
    kit.add("choice", "top cards in an order", kit.do("survey"), survey(-4), verb(3), pauses=True)
    effect = f("Baal Zephon", "effect")
    site, offer, place = kit.sites(effect)
    kit.options(site, hand_of)
    kit.options(place, lambda S, me: [o for o in islands(S) if near(S, o, me)])
    kit.add("choice", "a card for a defender", effect, baal(site, offer, place, kit.card("Craft")),
            defender("Baal Zephon"), pauses=True)  # fmt: skip
    kit.add("stat", "combat at an island", kit.do("reckon"), reckon, struck)
    kit.add("stat", "numbers of a hand", total, total, players)
    kit.add("condition", "a structure can be built", f("structure.when", "ok"), may_build, builder)
    kit.add("condition", "what can be attacked", all_of(kit.machine.space["adjective_assailable"]), all_of(assailable),
            lambda S, you: players(S, you)[:0])  # fmt: skip
    kit.add("move", "a new ship defends", f("Patches", "effect"), patches(kit.card("Larva")), defender("Patches"))
    kit.add("counters", "worth of a position", kit.machine.worth, worth, players)
    return kit.pairs


__all__ = ["pairs"]
