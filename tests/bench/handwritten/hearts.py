"""Effects of Hearts by hand. Nothing is checked or triggered between two steps of it, so a twin leaves that out."""

# ruff: noqa: N803, C901 (S is the state, as in the engine; `pairs` is one list)
from __future__ import annotations

from typing import Any

from kit import Kit, asked

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.ops import draw, gain, move, move_all, order, pick, pick_next, set_role, shuffle, stat
from terrus_dsl.engine.state import State

STOCK = HAND = PARCEL = TABLE = TAKEN = 0
SUITS = HEART = QUEEN = OPENER = 0
RANK = PENALTY = POINTS = ROTATION = 0
LEADER = RECEIVER = LED = WINNER = 0


def constants(kit: Kit) -> None:
    """The numbers that the game has given to its words."""
    global STOCK, HAND, PARCEL, TABLE, TAKEN, SUITS, HEART, QUEEN, OPENER
    global RANK, PENALTY, POINTS, ROTATION, LEADER, RECEIVER, LED, WINNER
    STOCK, HAND, PARCEL, TABLE, TAKEN = map(kit.zone, ("stock", "hand", "parcel", "play area", "trick pile"))
    SUITS = sum(kit.mask(suit) for suit in ("club", "diamond", "spade", "heart"))
    HEART, QUEEN, OPENER = kit.mask("heart"), kit.card("Queen of Spades"), kit.card("Two of Clubs")
    RANK, PENALTY = map(kit.stat, ("rank", "penalty"))
    POINTS, ROTATION = map(kit.counter, ("penalty point", "rotation"))
    roles = ("the leader", "the receiver", "the led card", "the winning card")
    LEADER, RECEIVER, LED, WINNER = map(kit.role, roles)


def deal(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """All cards back into the stock, then thirteen to each."""
    move_all(S, you, [o for pile in S.zones[TAKEN : TAKEN + S.n] for o in pile], STOCK, -1, 0)
    shuffle(S, STOCK)
    for player in order(S, you):
        for _ in range(13):
            draw(S, player, STOCK, HAND + player)
    S.dirty = 0
    return 1


def take(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """The highest card of the suit led takes the trick."""
    tags, suit = S.tags, S.tags[S.roles[LED]] & SUITS
    table = [o for row in S.zones[TABLE : TABLE + S.n] for o in row]
    best, high = -1, -1
    for o in table:
        if tags[o] & suit:
            rank = stat(S, o, RANK)
            if rank > high:
                best, high = o, rank
    set_role(S, WINNER, best)
    taker = S.G.zone_player[S.zone[best]]
    set_role(S, LEADER, taker)
    move_all(S, you, table, TAKEN + taker, -1, 0)
    S.dirty = 0
    return 1


def points(S: State, you: int) -> int:
    total = 0
    for o in S.zones[TAKEN + you]:
        total += stat(S, o, PENALTY)
    return total


def reckon(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Points for what was taken; who took all gives them to the others."""
    total = points(S, you)
    if total == 26:
        for player in order(S, you):
            if player != you:
                gain(S, player, POINTS, 26)
    else:
        gain(S, you, POINTS, total)
    return 1


def score(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """Every player's points for the deal."""
    for player in order(S, you):
        reckon(S, me, player, -1, 1, -1)
    return 1


def heart(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    zone = S.zone[o]
    return 1 if S.tags[o] & HEART and (zone >= TABLE or HAND <= zone < PARCEL) and zone < TAKEN + 4 else None


def queen(S: State, me: int, you: int, bound: Any, o: int) -> int | None:
    zone = S.zone[o]
    return 13 if S.card[o] == QUEEN and (zone >= TABLE or HAND <= zone < PARCEL) and zone < TAKEN + 4 else None


def play(S: State, you: int, o: int) -> None:
    move(S, you, o, TABLE + you)


def broken(S: State) -> bool:
    """A heart has been taken."""
    tags = S.tags
    for pile in S.zones[TAKEN : TAKEN + S.n]:
        for o in pile:
            if tags[o] & HEART:
                return True
    return False


def lead(any_site: int, heartless_site: int) -> Any:
    """No heart before hearts are broken, unless there is nothing else."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        site = any_site if broken(S) or not heartless(S, you) else heartless_site
        play(S, you, asked(S, pick(S, you, site, (you,))))
        return 1

    return run


def heartless(S: State, you: int) -> list[int]:
    tags = S.tags
    return [o for o in S.zones[HAND + you] if not tags[o] & HEART]


def lead_to_trick(leading: Any) -> Any:
    """The Two of Clubs comes first; what is led says what must be followed."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        for o in S.zones[HAND + you]:
            if S.card[o] == OPENER:
                play(S, you, o)
                break
        else:
            leading(S, me, you, -1, 1, -1)
        set_role(S, LED, S.zones[TABLE + you][0])
        S.dirty = 0
        return 1

    return run


def discard(harmless_site: int, any_site: int) -> Any:
    """Without a card of the suit: no points into the first trick where that can be avoided."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        first = not any(S.zones[TAKEN : TAKEN + S.n])
        site = harmless_site if first and harmless(S, you) else any_site
        play(S, you, asked(S, pick(S, you, site, (you,))))
        return 1

    return run


def harmless(S: State, you: int) -> list[int]:
    return [o for o in S.zones[HAND + you] if not S.tags[o] & HEART and S.card[o] != QUEEN]


def whole_hand(S: State, you: int) -> list[int]:
    return S.zones[HAND + you][:]


def suited(S: State, you: int) -> list[int]:
    tags = S.tags
    suit = tags[S.roles[LED]] & SUITS
    return [o for o in S.zones[HAND + you] if tags[o] & suit]


def follow(site: int, discarding: Any) -> Any:
    """A card of the suit led, if there is one."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        tags, suit = S.tags, S.tags[S.roles[LED]] & SUITS
        for o in S.zones[HAND + you]:
            if tags[o] & suit:
                play(S, you, asked(S, pick(S, you, site, (you,))))
                return 1
        discarding(S, me, you, -1, 1, -1)
        return 1

    return run


def set_aside(site: int) -> Any:
    """Three cards for another player."""

    def run(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
        chosen: tuple[int, ...] = ()
        while len(chosen) < 3:
            chosen = (*chosen, asked(S, pick_next(S, you, site, (you,), chosen, 3, 3)))
        move_all(S, you, chosen, PARCEL + you, -1, 0)
        return 1

    return run


def hand_over(S: State, me: int, you: int, it: int, amount: int, target: int) -> int:
    """To the left, to the right or across."""
    step = (1, -1, 2)[S.totals[ROTATION]] if S.totals[ROTATION] < 3 else 1
    receiver = S.alive[(S.alive.index(you) + step) % len(S.alive)]
    set_role(S, RECEIVER, receiver)
    move_all(S, you, S.zones[PARCEL + you], HAND + receiver, -1, 0)
    S.dirty = 0
    return 1


def worth(S: State, you: int) -> int:
    return 200 - S.tallies[POINTS][you] - points(S, you)


def pairs(program: Program, **how: int) -> list[Any]:
    """All effects of the game."""
    kit = Kit(program, **how)
    constants(kit)

    def verb(S: State, you: int) -> tuple[Any, ...]:
        return (-1, you, -1, 1, -1)

    def dealt(S: State, you: int) -> tuple[Any, ...]:
        for zone in (*S.zones[HAND : HAND + S.n], *S.zones[TABLE : TABLE + S.n]):
            for o in zone[:]:
                move(S, you, o, TAKEN)
        return verb(S, you)

    def trick(S: State, you: int) -> tuple[Any, ...] | None:
        for player in range(S.n):
            for o in S.zones[TABLE + player][:]:
                move(S, you, o, TAKEN + player)
            if len(S.zones[HAND + player]) < 4:
                return None
            move(S, you, S.zones[HAND + player][0], TABLE + player)
        S.roles[LED] = S.zones[TABLE + you][0]
        return verb(S, (you + 1) % S.n)

    def early(S: State, you: int) -> tuple[Any, ...] | None:
        for zone in S.zones[TAKEN : TAKEN + S.n]:
            for o in zone[:]:
                move(S, you, o, STOCK)
        return verb(S, you) if len(harmless(S, you)) > 2 else None

    def clear(S: State, you: int) -> tuple[Any, ...] | None:
        """A trick is to be led; where every other player leads, no heart has been taken yet."""
        for player in range(S.n):
            for o in S.zones[TABLE + player][:]:
                move(S, you, o, TAKEN + player)
        if not 3 < len(heartless(S, you)) < len(S.zones[HAND + you]):
            return None
        if you % 2 == 0:
            for pile in S.zones[TAKEN : TAKEN + S.n]:
                for o in pile[:]:
                    if S.tags[o] & HEART:
                        move(S, you, o, STOCK)
        return verb(S, you)

    def opening(S: State, you: int) -> tuple[Any, ...] | None:
        """As above; the players between have the Two of Clubs."""
        if clear(S, you) is None:
            return None
        if you % 2:
            move(S, you, S.card.index(OPENER), HAND + you)
        return verb(S, you)

    def passing(S: State, you: int) -> tuple[Any, ...] | None:
        if len(S.zones[HAND + you]) < 4:
            return None
        for o in S.zones[HAND + you][:3]:
            move(S, you, o, PARCEL + you)
        S.totals[ROTATION] = you % 3
        return verb(S, you)

    kit.instead("hooks", "score.penalty", "hook", heart, 0)
    kit.instead("hooks", "score.penalty", "hook", queen, 1)
    dropped = kit.sites(kit.do("discard"))
    kit.options(dropped[0], harmless)
    kit.options(dropped[1], whole_hand)
    led = kit.sites(kit.do("lead a card"))
    kit.options(led[0], whole_hand)
    kit.options(led[1], heartless)
    (followed,) = kit.sites(kit.do("follow suit"))
    kit.options(followed, suited)
    (aside,) = kit.sites(kit.do("set aside"))
    kit.options(aside, whole_hand)
    discarding, leading = discard(*dropped), lead(*led)
    kit.add("loop", "deal", kit.do("deal the cards"), deal, dealt, pauses=True)
    kit.add("condition", "take the trick", kit.do("take the trick"), take, trick, pauses=True)
    kit.add("stat", "points of a deal", kit.do("reckon"), reckon, verb)
    kit.add("loop", "score the deal", kit.do("score the deal"), score, dealt)
    kit.add("stat", "worth of a position", kit.machine.worth, worth, lambda S, you: (you,))
    kit.add("choice", "lead a card", kit.do("lead a card"), leading, clear, pauses=True)
    kit.add("condition", "lead to the trick", kit.do("lead to the trick"), lead_to_trick(leading), opening, pauses=True)
    kit.add("choice", "follow suit", kit.do("follow suit"), follow(followed, discarding), trick, pauses=True)
    kit.add("choice", "throw a card off", kit.do("discard"), discarding, early, pauses=True)
    kit.add("choice", "three cards to pass", kit.do("set aside"), set_aside(aside),
            lambda S, you: verb(S, you) if len(S.zones[HAND + you]) > 3 else None, pauses=True)  # fmt: skip
    kit.add("move", "hand over", kit.do("hand over"), hand_over, passing, pauses=True)
    return kit.pairs


__all__ = ["pairs"]
