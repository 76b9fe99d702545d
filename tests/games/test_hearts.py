"""Hearts as data alone: a referee that knows the rules of Hearts follows random games card by card."""

from __future__ import annotations

from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.diagnostics import render
from terrus_dsl.engine import new_game
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.game import Game

PLAYERS = range(4)
PACK = 52
Move = tuple[str, str, int, str, int]
QUEEN = "Queen of Spades"
RANKS = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"]


@pytest.fixture(scope="module")
def hearts() -> Program:
    compiled = compile_game(Path(__file__).parent / "hearts")
    assert compiled.program is not None, render.text(compiled.findings)
    return compiled.program


def play(program: Program, seed: int, format_name: str = "deal") -> tuple[Game, list[int], list[Move]]:
    """One game of random choices, the choices, and every card that moved."""
    game, dice = new_game(program, seed=seed, format=format_name, log=True), Dice(seed)
    actions: list[int] = []
    log = moves(game, 0)
    while not game.is_terminal():
        actions.append(dice.below(len(game.legal_actions())))
        read = len(game.state.log or ())
        game.apply_action(actions[-1])
        log += moves(game, read)
    return game, actions, log


def points(game: Game) -> list[int]:
    """The points of each player."""
    return list(game.state.tallies[game.program.sheet.counters["penalty point"].number])


def zone(game: Game, name: str, player: int) -> list[int]:
    """The cards of one zone."""
    found: list[int] = game.state.zones[game.program.sheet.zones[name].number * 4 + player]
    return found


def suit(card: str) -> str:
    return card.split()[-1]


def rank(card: str) -> int:
    return RANKS.index(card.split()[0])


def penalty(card: str) -> int:
    return 13 if card == QUEEN else int(suit(card) == "Hearts")


def moves(game: Game, read: int) -> list[Move]:
    """What the log says that is new, as (name of a card, zone it left, whose, zone it came to, whose)."""
    kinds = list(game.program.sheet.zones)
    return [
        (game.program.cards[card].name, kinds[old // 4], old % 4, kinds[new // 4], new % 4)
        for card, old, new in (entry[2:5] for entry in (game.state.log or ())[read:] if entry[0] == "move")
    ]


class Table:
    """A referee of one deal: it is told what happened and knows what was allowed."""

    def __init__(self, dealt: list[list[str]], steps: int) -> None:
        self.hands = [set(cards) for cards in dealt]
        self.steps = steps  # how many seats to the left cards are passed
        self.taken = [0] * 4
        self.tricks = 0
        self.broken = False
        self.trick: list[tuple[int, str]] = []
        self.leader = -1

    def play(self, player: int, card: str) -> None:
        """A card is played."""
        hand = self.hands[player]
        assert card in hand
        if self.leader < 0:
            assert card == "Two of Clubs"
            self.leader = player
        assert player == (self.leader + len(self.trick)) % 4
        if not self.trick:
            only_hearts = all(suit(c) == "Hearts" for c in hand)
            assert suit(card) != "Hearts" or self.broken or only_hearts
        else:
            led = suit(self.trick[0][1])
            assert suit(card) == led or all(suit(c) != led for c in hand)
            if self.tricks == 0 and penalty(card):
                assert all(penalty(c) for c in hand)
        hand.remove(card)
        self.trick.append((player, card))
        self.broken |= suit(card) == "Hearts"

    def take(self, player: int) -> None:
        """A trick is taken."""
        assert len(self.trick) == 4
        led = suit(self.trick[0][1])
        best = max((c for _, c in self.trick if suit(c) == led), key=rank)
        assert (player, best) in self.trick
        self.taken[player] += sum(penalty(c) for _, c in self.trick)
        self.trick, self.leader, self.tricks = [], player, self.tricks + 1

    def score(self) -> list[int]:
        """The points of the deal."""
        assert self.tricks == 13 and not any(self.hands)
        assert sum(self.taken) == 26
        return [26 - t for t in self.taken] if 26 in self.taken else self.taken


def refereed(log: list[Move]) -> list[list[int]]:
    """The points of each deal of a game, after every card was judged."""
    at, scores = 0, []
    while at < len(log):
        while log[at][1] == "trick pile":  # the pack is gathered
            assert log[at][3] == "stock"
            at += 1
        dealt: list[list[str]] = [[] for _ in PLAYERS]
        for card, old, _, new, player in log[at : at + PACK]:
            assert (old, new) == ("stock", "hand")
            dealt[player].append(card)
        at += PACK
        assert [len(cards) for cards in dealt] == [13] * 4
        table = Table(dealt, (1, 3, 2, 0)[len(scores) % 4])
        if table.steps:
            passing(table, log[at : at + 24])
            at += 24
        for _ in range(13):
            for card, old, player, new, whose in log[at : at + 4]:
                assert (old, new, player) == ("hand", "play area", whose)
                table.play(player, card)
            piles = {(old, new, whose) for _, old, _, new, whose in log[at + 4 : at + 8]}
            assert len(piles) == 1
            old, new, winner = piles.pop()
            assert (old, new) == ("play area", "trick pile")
            table.take(winner)
            at += 8
        scores.append(table.score())
    return scores


def passing(table: Table, steps: list[Move]) -> None:
    """All choose three cards, then all hand them over."""
    for number, (card, _, player, new, whose) in enumerate(steps[:12]):
        assert new == "parcel" and player == whose == steps[number // 3 * 3][2]
        table.hands[player].remove(card)
    for card, old, player, new, receiver in steps[12:]:
        assert (old, new) == ("parcel", "hand")
        assert receiver == (player + table.steps) % 4
        table.hands[receiver].add(card)
    assert [len(hand) for hand in table.hands] == [13] * 4


def test_random_deals_keep_the_rules(hearts: Program) -> None:
    """Fifty deals: every card judged, and the fewest points win."""
    for seed in range(50):
        game, _, log = play(hearts, seed)
        scores = refereed(log)
        assert scores == [points(game)]
        assert sum(scores[0]) in (26, 78)
        assert game.result is not None and game.result.kind == "win"
        assert sorted(game.result.winners) == [p for p in PLAYERS if points(game)[p] == min(points(game))]
        assert sorted(o for p in PLAYERS for o in zone(game, "trick pile", p)) == list(range(PACK))


def test_a_match_goes_to_100(hearts: Program) -> None:
    """Deals are added up, the passing goes left, right, across and nowhere, and the match ends as soon as it can."""
    for seed in range(6):
        game, _, log = play(hearts, seed, "match")
        scores = refereed(log)
        totals = [sum(deal[p] for deal in scores) for p in PLAYERS]
        assert totals == points(game)
        assert max(totals) >= 100
        assert max(sum(deal[p] for deal in scores[:-1]) for p in PLAYERS) < 100
        assert game.result is not None
        assert sorted(game.result.winners) == [p for p in PLAYERS if totals[p] == min(totals)]


def test_a_deal_replays(hearts: Program) -> None:
    """The same seed and the same choices give the same game; a copy and a saved game go on alike."""
    game, actions, _ = play(hearts, 7)
    again = new_game(hearts, seed=7, format="deal", log=True)
    for number, action in enumerate(actions):
        if number % 5 == 0:
            again = Game.load(hearts, again.save()) if number % 2 else again.clone()
        again.apply_action(action)
    assert again.save() == game.save()
    assert new_game(hearts, seed=8, format="deal").save() != new_game(hearts, seed=7, format="deal").save()


def scored(program: Program, takers: dict[str, int], other: int) -> list[int]:
    """The points when the named cards lie in the trick piles given, all others in that of `other`."""
    game = new_game(program, seed=1, format="deal")
    state = game.state
    for cards in state.zones:
        cards.clear()
    for o in range(PACK):
        card = program.cards[state.card[o]].name
        player = takers.get(card, takers.get(suit(card), other))
        state.zone[o] = program.sheet.zones["trick pile"].number * 4 + player
        state.zones[state.zone[o]].append(o)
    game.machine.verb_functions[program.verbs["score the deal"]](state, -1, 0, -1, 1, -1)
    return points(game)


@pytest.mark.parametrize(
    ("takers", "other", "wanted"),
    [
        ({}, 2, [26, 26, 0, 26]),
        ({"Hearts": 1, QUEEN: 1}, 0, [26, 0, 26, 26]),
        ({"Hearts": 1, QUEEN: 3}, 0, [0, 13, 0, 13]),
        ({"Hearts": 1, QUEEN: 1, "Two of Hearts": 0}, 3, [1, 25, 0, 0]),
        ({"Hearts": 0, QUEEN: 2, "Ace of Hearts": 1, "Ten of Hearts": 1}, 0, [11, 2, 13, 0]),
    ],
)
def test_scoring(hearts: Program, takers: dict[str, int], other: int, wanted: list[int]) -> None:
    """Hearts are worth 1 and the Queen of Spades 13; who takes them all gives 26 to the others."""
    assert scored(hearts, takers, other) == wanted


def test_cards(hearts: Program) -> None:
    """Fifty-two different cards."""
    assert len({card.name for card in hearts.cards}) == PACK


def allowed(game: Game, player: int) -> set[str]:
    """The cards that a player may play, by the rules."""
    names = {place: [game.program.cards[game.state.card[o]].name for p in PLAYERS for o in zone(game, place, p)]
             for place in ("play area", "trick pile")}  # fmt: skip
    hand = {game.program.cards[game.state.card[o]].name for o in zone(game, "hand", player)}
    leader = next((p for p in PLAYERS if zone(game, "play area", p) and not zone(game, "play area", (p - 1) % 4)), -1)
    if leader < 0:
        broken = any(suit(card) == "Hearts" for card in names["trick pile"])
        return {card for card in hand if broken or suit(card) != "Hearts"} or hand
    led = suit(game.program.cards[game.state.card[zone(game, "play area", leader)[0]]].name)
    harmless = {card for card in hand if not penalty(card)}
    return {card for card in hand if suit(card) == led} or (set() if names["trick pile"] else harmless) or hand


def test_every_allowed_card_is_offered(hearts: Program) -> None:
    """No less than the rules allow, and no more."""
    for seed in range(20):
        game, dice = new_game(hearts, seed=seed, format="deal"), Dice(seed)
        while not game.is_terminal():
            decision = game.decision()
            if game.turn:
                offered = {decision.words(i).split(" in ")[0] for i in range(decision.count)}
                assert offered == allowed(game, decision.player)
            game.apply_action(dice.below(decision.count))
