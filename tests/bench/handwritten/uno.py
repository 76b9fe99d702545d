"""Effects of UNO by hand. Nothing but the score is ever checked, so a twin leaves that out elsewhere."""

# ruff: noqa: N803 (S is the state, as in the engine; `pairs` is one list)
from __future__ import annotations

from typing import Any

from kit import Kit, asked

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.ops import (
    confirm,
    draw,
    forbidden,
    gain,
    move,
    move_all,
    order,
    pick,
    pick_optional,
    set_role,
    shuffle,
    stat,
)
from terrus_dsl.engine.state import State

PILE = HAND = UP = WHEEL = 0
FIGURE = SKIP = REVERSE = TWO = WILD = FOUR = PATCH = SPECIAL = COLOURS = 0
NUMBER = VALUE = POINTS = REVERSAL = 0
DEALER = MOVER = CURRENT = UPCARD = NAMED = FRESH = 0
NAME = NAME_SITE = WEIGH_SITE = 0


def constants(kit: Kit) -> None:
    """The numbers that the game has given to its words."""
    global PILE, HAND, UP, WHEEL, FIGURE, SKIP, REVERSE, TWO, WILD, FOUR, PATCH, SPECIAL, COLOURS
    global NUMBER, VALUE, POINTS, REVERSAL
    global DEALER, MOVER, CURRENT, UPCARD, NAMED, FRESH, NAME, NAME_SITE, WEIGH_SITE
    PILE, HAND, UP, WHEEL = map(kit.zone, ("draw pile", "hand", "discard pile", "colour wheel"))
    nouns = ("figure card", "skip card", "reverse card", "plus-two card", "wild card", "wild draw four card")
    FIGURE, SKIP, REVERSE, TWO, WILD, FOUR = map(kit.mask, nouns)
    PATCH, SPECIAL = kit.mask("colour patch"), SKIP | REVERSE | TWO
    COLOURS = sum(kit.mask(colour) for colour in ("red", "yellow", "green", "blue"))
    NUMBER, VALUE = map(kit.stat, ("figure", "card points"))
    POINTS, REVERSAL = map(kit.counter, ("match point", "reversal"))
    roles = ("the dealer", "the mover", "the current player", "the upcard", "the named colour", "the fresh card")
    DEALER, MOVER, CURRENT, UPCARD, NAMED, FRESH = map(kit.role, roles)
    NAME = kit.verb("name a colour")
    (NAME_SITE,), (WEIGH_SITE,) = kit.sites(kit.do("name a colour")), kit.sites(kit.do("weigh"))


def refill(S: State, you: int) -> None:
    """The discard pile but for the top card becomes the draw pile."""
    if not S.zones[PILE]:
        move_all(S, you, [o for o in S.zones[UP] if o != S.roles[UPCARD]], PILE, -1, 0)
        shuffle(S, PILE)


def move_on(S: State) -> None:
    """The next player in the direction of play."""
    step = -1 if S.totals[REVERSAL] else 1
    set_role(S, CURRENT, S.alive[(S.alive.index(S.roles[CURRENT]) + step) % len(S.alive)])


def pick_up(S: State, you: int, amount: int) -> None:
    for _ in range(amount):
        refill(S, you)
        draw(S, you, PILE, HAND + you)


def burden(S: State, amount: int) -> None:
    move_on(S)
    pick_up(S, S.roles[CURRENT], amount)


def name_colour(S: State, you: int) -> None:
    if not forbidden(S, NAME, you, -1, -1):
        set_role(S, NAMED, asked(S, pick(S, you, NAME_SITE, ())))
        S.dirty = 0


def turn_round(S: State) -> None:
    S.totals[REVERSAL] = 1 - S.totals[REVERSAL]
    if len(S.alive) == 2:
        move_on(S)
    S.dirty = 0


def obey(S: State, you: int, o: int) -> None:
    """What a card says."""
    tags = S.tags[o]
    if tags & FIGURE:
        return
    if tags & SKIP:
        move_on(S)
    elif tags & REVERSE:
        turn_round(S)
    elif tags & TWO:
        burden(S, 2)
    else:
        name_colour(S, you)
        if tags & FOUR:
            burden(S, 4)


def play(S: State, you: int, o: int) -> None:
    move(S, you, o, UP)
    set_role(S, UPCARD, o)
    set_role(S, NAMED, o)
    obey(S, you, o)


def eligible(S: State, o: int) -> bool:
    """Same colour, same figure, same sign, or a card that goes on everything."""
    tags = S.tags[o]
    named = S.tags[S.roles[NAMED]] & COLOURS
    if tags & named or tags & WILD:
        return True
    up = S.roles[UPCARD]
    if tags & S.tags[up] & SPECIAL:
        return True
    if tags & FIGURE:
        return bool(S.tags[up] & FIGURE and stat(S, o, NUMBER) == stat(S, up, NUMBER))
    return bool(tags & FOUR and not any(S.tags[other] & named for other in S.zones[HAND + S.active]))


def playable(S: State, you: int) -> list[int]:
    return [o for o in S.zones[HAND + you] if eligible(S, o)]


def turn(site: int) -> Any:
    """Play a card or go to the pile; then the next one moves."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        o = asked(S, pick_optional(S, you, site, (you,)))
        if o >= 0:
            play(S, you, o)
        else:
            go_to_pile(S, me, you, -1, 1, -1)
        move_on(S)
        S.dirty = 0
        return 1

    return run


def go_to_pile(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Draw a card; it may be played at once."""
    refill(S, you)
    o = S.zones[PILE][-1] if S.zones[PILE] else -1
    set_role(S, FRESH, o)
    draw(S, you, PILE, HAND + you)
    if o >= 0 and eligible(S, o) and asked(S, confirm(S, you, WEIGH_SITE, ())):
        play(S, you, o)
    S.dirty = 0
    return 1


def verb_obey(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    obey(S, you, it)
    return 1


def deal(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """All cards back, then seven to each."""
    move_all(S, you, [o for hand in S.zones[HAND : HAND + S.n] for o in hand], PILE, -1, 0)
    move_all(S, you, S.zones[UP], PILE, -1, 0)
    shuffle(S, PILE)
    for player in order(S, you):
        for _ in range(7):
            draw(S, player, PILE, HAND + player)
    S.dirty = 0
    return 1


def turn_up(S: State, you: int) -> int:
    o = S.zones[PILE][-1]
    set_role(S, UPCARD, o)
    move(S, you, o, UP)
    set_role(S, NAMED, o)
    return o


def open_play(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """A card is turned up, but no wild draw four, and it is obeyed."""
    o = turn_up(S, you)
    while S.tags[o] & FOUR:
        move(S, you, o, PILE)
        shuffle(S, PILE)
        o = turn_up(S, you)
    S.totals[REVERSAL] = 0
    set_role(S, MOVER, S.roles[DEALER])
    set_role(S, CURRENT, S.roles[DEALER])
    tags = S.tags[o]
    if tags & REVERSE:
        S.totals[REVERSAL] = 1
    elif tags & WILD:
        move_on(S)
        name_colour(S, S.roles[CURRENT])
    else:
        obey(S, you, o)
        move_on(S)
    S.dirty = 0
    return 1


def verb_refill(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    refill(S, you)
    return 1


def worth(S: State, you: int) -> int:
    total = 500 + S.tallies[POINTS][you]
    for o in S.zones[HAND + you]:
        total -= stat(S, o, VALUE)
    return total


def settle(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """The winner scores all cards left."""
    total = 0
    for hand in S.zones[HAND : HAND + S.n]:
        for o in hand:
            total += stat(S, o, VALUE)
    gain(S, S.roles[MOVER], POINTS, total)
    return 1


def figure_value(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return stat(S, o, NUMBER) if S.tags[o] & FIGURE and HAND <= S.zone[o] < HAND + 4 else None


def special_value(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return 20 if S.tags[o] & SPECIAL and HAND <= S.zone[o] < HAND + 4 else None


def wild_value(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    return 50 if S.tags[o] & (WILD | FOUR) and HAND <= S.zone[o] < HAND + 4 else None


def pairs(program: Program, **how: int) -> list[Any]:
    """All effects of the game."""
    kit = Kit(program, **how)
    constants(kit)

    def verb(S: State, you: int) -> tuple[Any, ...]:
        return (-1, you, -1, 1, -1)

    def holding(kind: int) -> Any:
        def arrange(S: State, you: int) -> tuple[Any, ...] | None:
            for o in S.zones[HAND + you]:
                if S.tags[o] & kind:
                    return (-1, you, o, 1, -1)
            return None

        return arrange

    def able(S: State, you: int) -> tuple[Any, ...] | None:
        return verb(S, you) if playable(S, you) else None

    def used_up(S: State, you: int) -> tuple[Any, ...]:
        for o in S.zones[PILE][:]:
            move(S, you, o, UP)
        return verb(S, you)

    def covered(S: State, you: int) -> tuple[Any, ...]:
        """Nothing is turned up yet; a wild card or, for every other player, a wild draw four comes first."""
        for o in S.zones[UP][:]:
            move(S, you, o, PILE)
        kind = FOUR if you % 2 else WILD
        o = next(o for zone in (S.zones[PILE], *S.zones[HAND : HAND + S.n]) for o in zone if S.tags[o] & kind)
        move(S, you, o, PILE)
        return verb(S, you)

    for nth, twin in enumerate((figure_value, special_value, wild_value)):
        kit.instead("hooks", "score.cards", "hook", twin, nth)
    kit.options(NAME_SITE, lambda S: [o for o in S.zones[WHEEL] if S.tags[o] & PATCH])
    body = kit.machine.space["body_take_a_turn"]
    (site,) = kit.sites(body)
    kit.options(site, playable)
    compiled = kit.machine.space["adjective_eligible"]
    kit.add("condition", "what can be played", lambda S, you: [o for o in S.zones[HAND + you] if compiled(S, o)],
            playable, lambda S, you: (you,))  # fmt: skip
    kit.add("choice", "a turn", body, turn(site), able, pauses=True)
    kit.add("choice", "name a colour", kit.do("obey"), verb_obey, holding(WILD), pauses=True)
    kit.add("draw", "two cards for the next one", kit.do("obey"), verb_obey, holding(TWO), pauses=True)
    kit.add("draw", "go to the pile", kit.do("go to the pile"), go_to_pile, verb, pauses=True)
    kit.add("draw", "four cards for the next one", kit.do("obey"), verb_obey, holding(FOUR), pauses=True)
    kit.add("condition", "refill the pile", kit.do("refill"), verb_refill, used_up)
    kit.add("counters", "turn round", kit.do("obey"), verb_obey, holding(REVERSE), pauses=True)
    kit.add("loop", "deal", kit.do("deal the cards"), deal, verb, pauses=True)
    kit.add("loop", "open the play", kit.do("open the play"), open_play, covered, pauses=True)
    kit.add("stat", "worth of a position", kit.machine.worth, worth, lambda S, you: (you,))
    kit.add("stat", "score of a round", kit.do("settle the round"), settle, verb)
    return kit.pairs


__all__ = ["pairs"]
