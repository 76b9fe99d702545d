"""Effects of Terrus by hand, as one would write them who knows the game and has only this engine to write for."""

# ruff: noqa: N803, C901, SIM110 (S is the state, as in the engine; `pairs` is one list)
from __future__ import annotations

from typing import Any

from kit import Kit, asked

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.ops import (
    STOP,
    batch_over,
    bound_to,
    can_pay,
    cost_of,
    create,
    draw,
    emit,
    gain,
    happening,
    look,
    lose,
    move,
    move_all,
    order,
    pick,
    pick_next,
    pick_unit,
    put_counters,
    register,
    replacements,
    set_tally,
    shuffle,
    space_at,
    spaces,
    stat,
    unregister,
)
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import WOULD

HAND = DEN = DISCARD = CITY = GEAR = FATIGUED = RAVINE = 0
BEAST = ACTION = CLADE = STRUCTURE = ITEM = LOCATION = HORSE = CANINE = 0
ATK = INT = DEF = RECRUIT = 0
WOUND = GROWTH = VITAE = AHEAD = LEVEL = CRYSTAL = 0
BURY = WOULD_DRAW = WOULD_BURY = 0
ATTACKING = GUARDING = CARRIED = ACTIVE = CONTESTED = 0


def constants(kit: Kit) -> None:
    """The numbers that the game has given to its words."""
    global HAND, DEN, DISCARD, CITY, GEAR, FATIGUED, RAVINE
    global BEAST, ACTION, CLADE, STRUCTURE, ITEM, LOCATION, HORSE, CANINE
    global ATK, INT, DEF, RECRUIT, WOUND, GROWTH, VITAE, AHEAD, LEVEL, CRYSTAL, BURY, WOULD_DRAW, WOULD_BURY
    global ATTACKING, GUARDING, CARRIED, ACTIVE, CONTESTED
    zones = ("hand", "den", "discard pile", "city", "gear", "fatigued zone", "ravine")
    HAND, DEN, DISCARD, CITY, GEAR, FATIGUED, RAVINE = map(kit.zone, zones)
    nouns = ("beast", "action", "clade", "structure", "item", "location", "horse", "canine")
    BEAST, ACTION, CLADE, STRUCTURE, ITEM, LOCATION, HORSE, CANINE = map(kit.mask, nouns)
    ATK, INT, DEF = map(kit.stat, ("ATK", "INT", "DEF"))
    counters = ("wound", "growth counter", "vitae", "rival ahead", "rival level", "crystal")
    WOUND, GROWTH, VITAE, AHEAD, LEVEL, CRYSTAL = map(kit.counter, counters)
    RECRUIT = list(kit.sheet.costs).index("recruit cost")
    BURY, WOULD_DRAW, WOULD_BURY = kit.verb("bury"), WOULD + kit.verb("draw"), WOULD + kit.verb("bury")
    ATTACKING, GUARDING, CARRIED = map(kit.relation, ("attacking", "guarding", "carried by"))
    ACTIVE, CONTESTED = kit.role("the active ruler"), kit.role("the contested location")


# ---------------------------------------------------------------- what several effects do


def draw_card(S: State, you: int) -> int:
    """Draw from the den; the discard pile becomes the den first if that is empty."""
    entries = S.on.get(WOULD_DRAW, ())
    if len(entries) > 1:  # some card changes what drawing does
        return int(S.G.space["draw_or"](S, you, DEN + you, HAND + you))
    if not S.zones[DEN + you]:
        move_all(S, you, S.zones[DISCARD + you], DEN + you, -1, 0)
        shuffle(S, DEN + you)
    return draw(S, you, DEN + you, HAND + you)


def deal(S: State, you: int, o: int, amount: int) -> None:
    """Wounds; a clade loses vitae instead."""
    if S.tags[o] & CLADE:
        lose(S, S.G.zone_player[S.zone[o]], VITAE, amount)
    else:
        put_counters(S, you, (o,), WOUND, amount)


def bury(S: State, you: int, o: int) -> int:
    """Put into the ravine with what it carries, unless something else happens instead."""
    if o < 0:
        return 0
    if S.on.get(WOULD_BURY):
        entries = replacements(S, WOULD_BURY - WOULD, you, o, 1, -1)
        if len(entries) == 1:
            return _instead(S, entries[0], you, o)
        if entries:
            return int(S.G.space["replaced"](S, WOULD_BURY - WOULD, -1, you, o, 1, -1))
    before = happening(S, BURY, you, o, 1, -1)
    carried = S.relations[CARRIED]
    S.look = S.on.copy()
    for zone in S.zones[GEAR : GEAR + S.n]:
        for item in zone[:]:
            if carried[item] == o and S.tags[item] & ITEM:
                bury(S, you, item)
    batch_over(S)
    move(S, you, o, RAVINE)
    emit(S, before, BURY, you, o, 1, -1)
    return 1


def _instead(S: State, entry: Any, you: int, o: int) -> int:
    outer = S.replacing
    S.replacing = (*outer, entry[6])
    if entry[7] == 1:
        unregister(S, entry)
    done = S.G.programs[entry[3]](S, entry[0], entry[1] if entry[1] >= 0 else you, o, you, 1, entry[4], -1)
    S.replacing = outer
    return max(0, done)


def touches_location(S: State, space: int) -> bool:
    """Whether a space lies beside a clade or structure."""
    zone, at = space // 1_000_000 - 1, space % 1_000_000
    for o in S.zones[zone]:
        if S.at[o] - at in (1, -1, 1000, -1000) and S.tags[o] & LOCATION:
            return True  # a loop, not `any`: it is three times as fast
    return False


def free_spaces(S: State, you: int) -> list[int]:
    """Where something can be recruited or built."""
    return [space for space in spaces(S, CITY + you) if touches_location(S, space)]


def own_beasts(S: State, you: int) -> list[int]:
    return [o for o in S.zones[CITY + you] if S.tags[o] & BEAST]


# ---------------------------------------------------------------- effects


def census(S: State, me: int, you: int, target: Any) -> None:
    """Gain 1 vitae for each beast."""
    for o in S.zones[CITY + you]:
        if S.tags[o] & BEAST:
            gain(S, you, VITAE, 1)


def flood(S: State, me: int, you: int, *event: Any) -> None:
    """1 wound to each structure."""
    for zone in S.zones[CITY : CITY + S.n]:
        put_counters(S, you, [o for o in zone if S.tags[o] & STRUCTURE], WOUND, 1)


def beasts_die(S: State) -> int:
    """Bury every beast with as many wounds as DEF, at the same time."""
    dying = []
    wounds = S.counters[WOUND]
    for zone in S.zones[CITY : CITY + S.n]:
        for o in zone:
            if S.tags[o] & BEAST and wounds[o] >= stat(S, o, DEF):
                dying.append(o)
    if not dying:
        return 0
    S.look = S.on.copy()
    for o in dying:
        bury(S, S.active, o)
    batch_over(S)
    return 1


def verb_bury(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    return bury(S, you, it)


def beast_buried(S: State, me: int, you: int, bound: Any, by: int, it: int, *rest: int) -> int:
    return S.tags[it] & BEAST


def bleed(S: State, me: int, you: int, *event: Any) -> None:
    """Each opponent loses 1 vitae."""
    for player in S.alive[you + 1 :] + S.alive[:you]:
        lose(S, player, VITAE, 1)


def own_beast_dies(
    S: State, me: int, you: int, bound: Any, by: int, it: int, amount: int, target: int, was: int
) -> Any:
    return was == you and S.tags[it] & BEAST


def escape(S: State, me: int, you: int, it: int, *event: Any) -> int:
    """Into the fatigued zone instead."""
    move(S, you, it, FATIGUED + you)
    return 1


def sacrifice(site: int) -> Any:
    """Each ruler chooses a beast; all are buried at the same time."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        chosen = []
        for player in order(S, you):
            chosen.append((player, asked(S, pick(S, player, site, (player,)))))
        S.look = S.on.copy()
        for player, o in chosen:
            bury(S, player, o)
        batch_over(S)

    return run


def crossroads(site: int) -> Any:
    """3 vitae or 2 cards."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        if asked(S, pick_next(S, you, site, (), (), 1, 1)) == 0:
            gain(S, you, VITAE, 3)
        else:
            draw_card(S, you)
            draw_card(S, you)

    return run


def volley(amount_site: int, beast_site: int) -> Any:
    """Spend crystals and divide as many wounds among attackers."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        amount = asked(S, pick(S, you, amount_site, (you,)))
        lose(S, you, CRYSTAL, amount)
        units: tuple[int, ...] = ()
        while len(units) < amount:
            o = asked(S, pick_unit(S, you, beast_site, (), units))
            if o == STOP:
                break
            units = (*units, o)
        for o in dict.fromkeys(units):
            deal(S, you, o, units.count(o))
        batch_over(S)

    return run


def amounts(S: State, you: int) -> list[int]:
    return list(range(S.tallies[CRYSTAL][you] + 1))


def attackers(S: State) -> list[int]:
    attacking = S.relations[ATTACKING]
    return [o for zone in S.zones[CITY : CITY + S.n] for o in zone if S.tags[o] & BEAST and attacking[o] >= 0]


def outvote(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Compare the INT of all beasts of two rulers."""
    mine = theirs = 0
    for o in S.zones[CITY + you]:
        if S.tags[o] & BEAST:
            mine += stat(S, o, INT)
    for o in S.zones[CITY + it]:
        if S.tags[o] & BEAST:
            theirs += stat(S, o, INT)
    if theirs > mine:
        gain(S, you, AHEAD, 1)
    elif theirs == mine:
        gain(S, you, LEVEL, 1)
    return 1


def strength(S: State, you: int) -> int:
    """The ATK of all beasts together, as the engine adds up what changes it."""
    total = 0
    for o in S.zones[CITY + you]:
        if S.tags[o] & BEAST:
            total += stat(S, o, ATK)
    return total


def items_atk(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    if not S.tags[o] & BEAST or not CITY <= S.zone[o] < GEAR:
        return None
    carried, total = S.relations[CARRIED], 0
    for zone in S.zones[GEAR : GEAR + S.n]:
        for item in zone:
            if carried[item] == o and S.tags[item] & ITEM:
                total += stat(S, item, ATK)
    return total


def other_horses(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return 1 if S.zone[o] == CITY + you and S.tags[o] & HORSE and o != me else None


def other_canines(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return 1 if S.zone[o] == CITY + you and S.tags[o] & CANINE and o != me else None


def may_bribe(S: State, me: int, you: int) -> bool:
    """Whether an opponent rules a beast with INT 2 or less."""
    for player in S.alive:
        if player != you:
            for o in S.zones[CITY + player]:
                if S.tags[o] & BEAST and stat(S, o, INT) <= 2:
                    return True
    return False


def engaged(S: State, x: int) -> bool:
    """Whether a card takes part in the skirmish."""
    at, attacking, guarding = S.roles[CONTESTED], S.relations[ATTACKING], S.relations[GUARDING]
    tags, zone = S.tags[x], S.zone[x]
    if CITY <= zone < GEAR:
        if tags & BEAST:
            return bool(attacking[x] == at or guarding[x] == at)
        return bool(tags & STRUCTURE and x == at)
    if GEAR <= zone < GEAR + 4:
        bearer = S.relations[CARRIED][x]
        return bool(
            tags & ITEM
            and bearer >= 0
            and S.tags[bearer] & BEAST
            and CITY <= S.zone[bearer] < GEAR
            and (attacking[bearer] == at or guarding[bearer] == at)
        )
    if tags & ACTION and zone < HAND + 4:
        for o in S.zones[CITY + zone - HAND]:
            if S.tags[o] & BEAST and (attacking[o] == at or guarding[o] == at):
                return True
    return False


def all_of(test: Any) -> Any:
    """A test of every object of a game, so that it takes long enough to be measured."""

    def run(S: State) -> list[int]:
        return [o for o in range(len(S.zone)) if S.zone[o] >= 0 and test(S, o)]

    return run


def may_recruit(S: State, me: int, you: int) -> bool:
    """Whether a beast in hand can be paid for and has a place to go."""
    if you != S.roles[ACTIVE]:
        return False
    tags, card, known = S.tags, S.card, set()
    for o in S.zones[HAND + you]:
        if tags[o] & BEAST and card[o] not in known:
            known.add(card[o])
            if can_pay(S, you, cost_of(S, o, RECRUIT), o):
                return any(touches_location(S, space) for space in spaces(S, CITY + you))
    return False


def crier(S: State, me: int, you: int, target: Any) -> None:
    """2 cards with three structures or more, else 1."""
    count = 0
    for o in S.zones[CITY + you]:
        if S.tags[o] & STRUCTURE:
            count += 1
    draw_card(S, you)
    if count >= 3:
        draw_card(S, you)


def harvest(S: State, me: int, you: int, *event: Any) -> None:
    """Each ruler draws a card."""
    for player in order(S, you):
        draw_card(S, player)


def envoy(site: int, order_site: int) -> Any:
    """Take one of the top three cards, put the others on the bottom in any order."""

    def run(S: State, me: int, you: int, *event: Any) -> None:
        top = S.zones[DEN + you][:-4:-1]
        look(S, you, top)
        taken = asked(S, pick(S, you, site, (top,)))
        if taken >= 0:
            move(S, you, taken, HAND + you)
        rest, done = tuple(top), []
        while len(rest) > 1:
            o = asked(S, pick(S, you, order_site, (rest,)))
            done.append(o)
            rest = tuple(other for other in rest if other != o)
        move_all(S, you, (*done, *rest), DEN + you, -2, 0)

    return run


def hounds(site: int, pup: int) -> Any:
    """Two tokens on spaces beside locations."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        for _ in range(2):
            space = asked(S, pick(S, you, site, (you,)))
            if space >= 0:
                create(S, pup, 1, CITY + you, space_at(space), 0)

    return run


def stampede(hook: int) -> Any:
    """All beasts that a ruler has now are stronger for the turn."""

    def run(S: State, me: int, you: int, target: Any) -> None:
        beasts = own_beasts(S, you)
        register(S, ATK, hook, me, you, (*bound_to(S, beasts), (tuple(beasts),)), (1, 0, -1), 0)

    return run


def grow(S: State, me: int, you: int, target: Any) -> None:
    put_counters(S, you, (me,), GROWTH, 1)


def ram(S: State, me: int, you: int, target: Any) -> None:
    """A beast deals its ATK to a structure; both were chosen when this was announced."""
    (beast, visit), (structure, then) = target[0][0], target[1][0]
    if S.visit[beast] == visit and S.zone[beast] == CITY + you and S.visit[structure] == then:
        amount = stat(S, beast, ATK)
        if amount > 0 and CITY <= S.zone[structure] < GEAR and S.zone[structure] != CITY + you:
            deal(S, you, structure, amount)


# ---------------------------------------------------------------- positions


def crowded(kit: Kit, S: State, *names: str) -> None:
    """Enough on both sides, and nobody near the end."""
    for player in range(S.n):
        for name in ("Bannermare", "Lone Wolf", "Plow Mare", "Farm", "Hive", *names):
            kit.put(S, name, CITY + player)
        set_tally(S, VITAE, player, 30)


def pairs(program: Program, **how: int) -> list[Any]:
    """All effects of the game."""
    kit = Kit(program, **how)
    constants(kit)
    f, nothing = kit.function, ()

    def simple(*names: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            crowded(kit, S, *names)
            return (-1, you, nothing)

        return arrange

    def event(*names: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            crowded(kit, S, *names)
            return (-1, you, -1, you, 1, ((), ()), -1)

        return arrange

    def wounded(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        for o in own_beasts(S, you)[:2]:
            S.counters[WOUND][o] = 20
        return ()

    def buried(*names: str) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...]:
            crowded(kit, S, *names)
            return (-1, you, own_beasts(S, you)[0], 1, -1)

        return arrange

    def escaping(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        f("Narrow Escape", "effect")(S, -1, you, ())
        return (-1, you, own_beasts(S, you)[0], 1, -1)

    def fighting(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        foe = next(p for p in S.alive if p != you)
        at = next(o for o in S.zones[CITY + foe] if S.tags[o] & STRUCTURE)
        S.roles[CONTESTED] = at
        for o in own_beasts(S, you)[:3]:
            S.relations[ATTACKING][o] = at
        set_tally(S, CRYSTAL, you, 3)
        kit.put(S, "Scholar Satchel", GEAR + you)
        return (-1, you, nothing)

    def rivals(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        return (-1, you, next(p for p in S.alive if p != you), 1, -1)

    def ruler(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        S.roles[ACTIVE] = you
        return (-1, you)

    def aimed(S: State, you: int) -> tuple[Any, ...]:
        crowded(kit, S)
        foe = next(p for p in S.alive if p != you)
        at = next(o for o in S.zones[CITY + foe] if S.tags[o] & STRUCTURE)
        beast = own_beasts(S, you)[0]
        return (-1, you, (((beast, S.visit[beast]),), ((at, S.visit[at]),)))

    def calf(S: State, you: int) -> tuple[Any, ...]:
        return (kit.put(S, "Growing Calf", CITY + you), you, nothing)

    def deep(S: State, you: int) -> tuple[Any, ...] | None:
        return (-1, you, -1, you, 1, ((), ()), -1) if len(S.zones[DEN + you]) >= 3 else None

    for name, kind, twin in (("Bone Collector", "when", beast_buried), ("Herb Sage", "when", beast_buried)):
        kit.instead("hooks", name, kind, twin)
    kit.instead("hooks", "Narrow Escape", "would", own_beast_dies)
    kit.instead("programs", "Narrow Escape", "instead", escape)
    kit.instead("hooks", "9.5c", "hook", items_atk)
    kit.instead("hooks", "Bannermare", "hook", other_horses)
    kit.instead("hooks", "Moon Howler", "hook", other_canines)

    kit.add("loop", "vitae for each beast", f("Census of the Herd", "effect"), census, simple())
    kit.add("loop", "a wound to each structure", f("Spring Flood", "then"), flood, event())
    kit.add("check", "beasts die of wounds", f("27.4b", "check"), beasts_die, wounded, pauses=True)
    kit.add("trigger", "a burial that two cards see", kit.do("bury"), verb_bury,
            buried("Bone Collector", "Herb Sage"), pauses=True)  # fmt: skip
    kit.add("trigger", "each opponent loses vitae", f("Bone Collector", "then"), bleed, event())
    kit.add("replacement", "escape a burial", kit.do("bury"), verb_bury, escaping, pauses=True)

    effect = f("Mutual Sacrifice", "effect")
    (site,) = kit.sites(effect)
    kit.options(site, own_beasts)
    kit.add("choice", "each ruler buries a beast", effect, sacrifice(site), simple(), pauses=True)
    effect = f("Crossroads", "effect")
    (site,) = kit.sites(effect)
    kit.options(site, lambda S: [0, 1])
    kit.add("choice", "one of two modes", effect, crossroads(site), simple(), pauses=True)
    effect = f("Crystal Volley", "effect")
    first, second = kit.sites(effect)
    kit.options(first, amounts)
    kit.options(second, attackers)
    kit.add("choice", "divide wounds among attackers", effect, volley(first, second), fighting, pauses=True)
    effect = f("Magpie Envoy", "then")
    (site,) = kit.sites(effect)
    kit.options(site, lambda S, top: list(top))
    kit.add("choice", "one of three, the rest in an order", effect, envoy(site, -4), deep, pauses=True)
    effect = f("Call the Hounds", "effect")
    (site,) = kit.sites(effect)
    kit.options(site, free_spaces)
    pup = int(kit.program.plain[effect.__name__].split("create(S, ")[1].split(",")[0])
    kit.add("choice", "two tokens beside locations", effect, hounds(site, pup), simple(), pauses=True)

    kit.add("stat", "INT of two rulers compared", kit.do("outvote"), outvote, rivals)
    kit.add("stat", "ATK with items and cards", strength, strength, lambda S, you: fighting(S, you)[1:2])
    kit.add("condition", "a weak enemy beast", f("Bribe", "ok"), may_bribe, ruler)
    kit.add("condition", "what is engaged", all_of(kit.machine.space["adjective_engaged"]), all_of(engaged),
            lambda S, you: fighting(S, you)[:0])  # fmt: skip
    kit.add("condition", "a beast can be recruited", f("12.1", "ok"), may_recruit, ruler)
    kit.add("draw", "cards by structures", f("Town Crier", "effect"), crier, simple(), pauses=True)
    kit.add("draw", "each ruler draws", f("Harvest Fair", "then"), harvest, event(), pauses=True)
    kit.add("lasting", "all beasts are stronger", f("Stampede", "effect"),
            stampede(program.hooks.index(kit.name("Stampede", "hook"))), simple())  # fmt: skip
    kit.add("counters", "a counter on the card itself", f("Growing Calf", "effect"), grow, calf)
    kit.add("counters", "ATK as wounds", f("Ram Charge", "effect"), ram, aimed)
    return kit.pairs


__all__ = ["pairs"]
