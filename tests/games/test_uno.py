"""UNO as data alone: a referee that knows the rules of UNO follows random games card by card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.diagnostics import render
from terrus_dsl.engine import new_game
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.game import Game

PACK = 108
COLOURS = ["Red", "Yellow", "Green", "Blue"]
STRIDE = 4  # zones of a kind


@pytest.fixture(scope="module")
def uno() -> Program:
    compiled = compile_game(Path(__file__).parent / "uno")
    assert compiled.program is not None, render.text(compiled.findings)
    return compiled.program


class Play:
    """A game of random choices, written down: cards that moved, and colours that were named."""

    def __init__(self, program: Program, seed: int, players: int, format_name: str, eager: bool) -> None:
        self.game = new_game(program, seed=seed, players=players, format=format_name, log=True)
        self.events: list[tuple[str, ...]] = []
        self.actions: list[int] = []
        self.kinds = list(program.sheet.zones)
        self.read = 0
        dice = Dice(seed)
        self.note()
        while not self.game.is_terminal():
            count = len(self.game.legal_actions())
            decision = self.game.decision()
            first = 1 if eager and decision.words(0) in ("none", "no") else 0
            self.actions.append(first + dice.below(count - first))
            if "colour" in decision.question:
                self.events.append(("named", str(decision.player), decision.words(self.actions[-1]).split()[0]))
            self.game.apply_action(self.actions[-1])
            self.note()

    def note(self) -> None:
        """Take over what the log says that is new, and count the cards."""
        state = self.game.state
        entries = state.log or ()
        found = [entry[2:5] for entry in entries[self.read :] if entry[0] == "move"]
        self.read = len(entries)
        for card, old, new in found:
            self.events.append(("move", self.game.program.cards[card].name, self.place(old), self.place(new)))
        piles = [
            pile
            for kind, name in enumerate(self.kinds)
            if name != "colour wheel"
            for pile in state.zones[kind * STRIDE :][:STRIDE]
        ]
        assert sorted(card for pile in piles for card in pile) == list(range(PACK))

    def place(self, zone: int) -> str:
        """The name of a zone, with the player whose hand it is."""
        name = self.kinds[zone // STRIDE]
        return f"hand {zone % STRIDE}" if name == "hand" else name


class Table:
    """The referee: it reads what happened and asserts that it was allowed."""

    def __init__(self, play: Play) -> None:
        self.game = play.game
        self.events = play.events
        self.at = 0
        self.players = play.game.state.n
        self.scores = [0] * self.players

    def worth(self, card: str) -> int:
        """The points of a card."""
        return 50 if card.startswith("Wild") else int(card[-1]) if card[-1].isdigit() else 20

    def peek(self) -> tuple[str, ...]:
        """The next event."""
        return self.events[self.at] if self.at < len(self.events) else ("end",)

    def moved(self, old: str, new: str) -> str:
        """A card moves as it must."""
        what, card, *places = self.peek()
        assert (what, *places) == ("move", old, new)
        self.at += 1
        return card

    def round(self, dealer: int) -> int:
        """One round; the result is who went out."""
        while self.peek()[-1] == "draw pile":  # the pack is gathered
            self.at += 1
        self.pile = PACK
        self.discards = 0
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for seat in range(self.players * 7):
            player = int(self.peek()[-1].split()[1])
            self.draw(player)
            assert seat % 7 or len(self.hands[player]) == 1
        assert [len(hand) for hand in self.hands] == [7] * self.players
        self.open(dealer)
        while True:
            mover = self.current
            self.turn(mover)
            if not self.hands[mover]:
                return mover

    def open(self, dealer: int) -> None:
        """The first card is turned up and counts as if the dealer had played it."""
        self.top = self.moved("draw pile", "discard pile")
        while self.peek()[2:] == ("discard pile", "draw pile"):
            self.at += 1
            self.top = self.moved("draw pile", "discard pile")
        assert self.top != "Wild Draw Four"
        self.pile -= 1
        self.discards, self.direction, self.current = 1, 1, dealer
        self.colour, _, symbol = self.top.partition(" ")
        if symbol == "Reverse":
            self.direction = -1
            return
        self.next()
        if symbol == "Skip":
            self.next()
        elif symbol == "Draw Two":
            self.draw(self.current, 2)
            self.next()
        elif self.colour == "Wild":
            self.colour = self.named(self.current)

    def next(self) -> None:
        """It is the next player's turn."""
        self.current = (self.current + self.direction) % self.players

    def named(self, player: int) -> str:
        """A player names a colour."""
        what, who, colour = self.peek()
        assert (what, who) == ("named", str(player)) and colour in COLOURS
        self.at += 1
        return colour

    def draw(self, player: int, count: int = 1) -> str:
        """Draw cards, shuffling what was played into a new pile when there is none left."""
        card = ""
        for _ in range(count):
            if not self.pile:
                for _ in range(self.discards - 1):
                    self.moved("discard pile", "draw pile")
                self.pile, self.discards = self.discards - 1, 1
            if not self.pile:
                return ""
            card = self.moved("draw pile", f"hand {player}")
            self.hands[player].append(card)
            self.pile -= 1
        return card

    def turn(self, mover: int) -> None:
        """A player plays a card, or draws one and may play that."""
        mine = ("move", f"hand {mover}", "discard pile")
        if (self.peek()[0], *self.peek()[2:]) == mine:
            self.play(mover, self.peek()[1])
        else:
            drawn = self.draw(mover)
            if (self.peek()[0], *self.peek()[2:]) == mine:
                self.play(mover, drawn)
        self.next()

    def play(self, mover: int, card: str) -> None:
        """A card is played and does what it says."""
        colour, _, symbol = card.partition(" ")
        if symbol == "Draw Four":
            assert not any(c.startswith(self.colour) for c in self.hands[mover])
        elif colour != "Wild":
            assert colour == self.colour or symbol == self.top.partition(" ")[2]
        assert self.moved(f"hand {mover}", "discard pile") == card
        self.hands[mover].remove(card)
        self.top, self.discards, self.colour = card, self.discards + 1, colour
        if colour == "Wild":
            self.colour = self.named(mover)
        if symbol == "Reverse":
            self.direction = -self.direction
        if symbol in ("Skip", "Draw Two", "Draw Four") or (symbol == "Reverse" and self.players == 2):
            self.next()
        if symbol in ("Draw Two", "Draw Four"):
            self.draw(self.current, 4 if symbol == "Draw Four" else 2)


def test_cards(uno: Program) -> None:
    """The pack is the one in the box."""
    game = new_game(uno, seed=1, players=2, format="hand")
    found = Counter(uno.cards[card].name for card in game.state.card)
    assert found.pop("Wild") == found.pop("Wild Draw Four") == 4
    for colour in COLOURS:
        assert found.pop(colour) == found.pop(f"{colour} 0") == 1
        for symbol in (*range(1, 10), "Skip", "Reverse", "Draw Two"):
            assert found.pop(f"{colour} {symbol}") == 2
    assert not found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("eager", [False, True])
def test_random_hands_keep_the_rules(uno: Program, players: int, eager: bool) -> None:
    """Every card is judged, no card is lost, and who goes out wins."""
    for seed in range(12 if eager else 6):
        play = Play(uno, seed, players, "hand", eager)
        table = Table(play)
        dealer = (new_game(uno, seed=seed, players=players, format="hand").state.roles[0]) % players
        winner = table.round(dealer)
        assert table.peek() == ("end",)
        result = play.game.result
        assert result is not None
        assert (result.kind, result.winners) == ("win", (winner,))


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_goes_to_500(uno: Program, players: int) -> None:
    """The points in the other hands are won until one has 500; the deal goes round."""
    play = Play(uno, 3, players, "match", True)
    table = Table(play)
    dealer = new_game(uno, seed=3, players=players, format="match").state.roles[0]
    while table.peek() != ("end",):
        assert max(table.scores) < 500
        winner = table.round(dealer)
        table.scores[winner] += sum(table.worth(card) for hand in table.hands for card in hand)
        dealer = (dealer + 1) % players
    assert table.scores[winner] >= 500
    assert play.game.state.tallies[uno.sheet.counters["match point"].number] == table.scores
    result = play.game.result
    assert result is not None
    assert (result.kind, result.winners) == ("win", (winner,))


def test_a_hand_replays(uno: Program) -> None:
    """The same seed and the same choices give the same game; a copy and a saved game go on alike."""
    play = Play(uno, 5, 3, "hand", True)
    again: Game = new_game(uno, seed=5, players=3, format="hand", log=True)
    for number, action in enumerate(play.actions):
        if number % 5 == 0:
            again = Game.load(uno, again.save()) if number % 2 else again.clone()
        again.apply_action(action)
    assert again.save() == play.game.save()


def test_every_fitting_card_is_offered(uno: Program) -> None:
    """No less than the rules allow, and no more; a drawn card may be played if it fits."""
    for seed in range(6):
        game, dice = new_game(uno, seed=seed, players=3, format="hand"), Dice(seed)
        kinds = list(uno.sheet.zones)
        colour = ""
        while not game.is_terminal():
            state, decision = game.state, game.decision()
            name = [uno.cards[card].name for card in state.card]
            hand = {name[o] for o in state.zones[kinds.index("hand") * STRIDE + decision.player]}
            top = name[state.zones[kinds.index("discard pile") * STRIDE][-1]]
            words = [decision.words(i) for i in range(decision.count)]
            action = dice.below(decision.count)
            if "colour" in decision.question:
                assert sorted(word.split()[0] for word in words) == sorted(COLOURS)
                colour = words[action].split()[0]
            else:
                now = colour if top.startswith("Wild") else top.split()[0]
                symbol = top.partition(" ")[2]
                fits = {c for c in hand if c == "Wild" or c.startswith(now) or c.partition(" ")[2] == symbol}
                fits.discard("Wild Draw Four")
                if not any(c.startswith(now) for c in hand):
                    fits |= hand & {"Wild Draw Four"}
                if words[0] == "none":
                    assert {word.split(" in ")[0] for word in words[1:]} == fits
                else:
                    assert words == ["no", "yes"] and fits
            game.apply_action(action)
