"""The state of a game: plain lists of integers over immutable card definitions.

Every property of objects is a list indexed by object id, so a copy is a few list copies. Nothing in a state is a
reference, a function or a string; frames and effects are tuples.
"""

from __future__ import annotations

from typing import Any

__all__ = ["State"]

_LISTS = ("zone", "at", "card", "tags", "owner", "visit", "flags", "facing", "roles", "totals")
_NESTED = ("zones", "counters", "tallies", "relations")
_SHARED = (
    "turn",
    "active",
    "decisions",
    "sequence",
    "seed",
    "exit",
    "result",
    "dirty",
    "window",
    "alive",
    "dice",
    "replacing",
    "ask",
    "pending",
    "chain",
    "history",
    "periods",
    "log",
    "last",
    "skips",
    "secret",
    "me",
    "responding",
    "undone",
    "uses",
    "tracked",
    "copying",
    "unseen",
)


class State:
    """One position of one game.

    zones[kind * stride + player] lists object ids, the top of a pile last. counters[c][object] and
    tallies[c][player] count things, totals[c] the game's own. `on` maps a hook to the entries that listen to it.
    """

    __slots__ = (
        "G",
        "n",
        *_LISTS,
        *_NESTED,
        *_SHARED,
        "on",
        "used",
        "frames",
        "paused",
        "look",
        "left",
        "known",
        "cached",
        "offered",
        "stale",
    )

    def __init__(self, game: Any, players: int) -> None:
        self.G = game
        self.n = players
        self.zone: list[int] = []
        self.at: list[int] = []
        self.card: list[int] = []
        self.tags: list[int] = []
        self.owner: list[int] = []
        self.visit: list[int] = []
        self.flags: list[int] = []
        self.facing: list[int] = []
        self.roles: list[int] = [-1] * game.role_count
        self.totals: list[int] = [0] * game.counter_count
        self.zones: list[list[int]] = [[] for _ in range(game.zone_count)]
        self.counters: list[list[int]] = [[] for _ in range(game.counter_count)]
        self.tallies: list[list[int]] = [[start] * players for start in game.counter_starts]
        self.relations: list[list[int]] = [[] for _ in range(game.relation_count)]
        self.turn = 0
        self.active = 0
        self.decisions = 0
        self.sequence = 0
        self.seed = 1
        self.exit = -1
        self.result: tuple[Any, ...] = ()
        self.dirty = 63
        self.window = -1
        self.alive: tuple[int, ...] = tuple(range(players))
        self.dice: tuple[int, ...] = ()
        self.replacing: tuple[Any, ...] = ()
        self.ask: tuple[Any, ...] = ()
        self.pending: tuple[Any, ...] = ()
        self.chain: tuple[Any, ...] = ()
        self.history: tuple[Any, ...] = ()
        self.periods: tuple[Any, ...] = ()
        self.log: tuple[Any, ...] | None = None
        self.last: tuple[Any, ...] = ()
        self.skips: tuple[Any, ...] = ()
        self.secret = -1
        self.me = -1
        self.responding = 0
        self.undone: tuple[Any, ...] = ()  # what came off the chain without having resolved
        self.uses: tuple[int, ...] = ()
        self.copying: tuple[int, ...] = ()
        self.unseen = 63  # kinds of change since rules last acted before a player was asked
        self.tracked: tuple[tuple[int, int], ...] | None = None  # (player, card) for reports, if asked for
        self.on: dict[int, tuple[Any, ...]] = {}
        self.used: dict[tuple[int, ...], int] = {}
        self.frames: list[tuple[Any, ...]] = []
        self.paused: list[tuple[Any, ...]] = []
        self.look: dict[int, tuple[Any, ...]] | None = None
        self.known: dict[int, tuple[int, ...]] = {}  # hand -> cards that everybody knows to be among its hidden ones
        self.left: dict[int, tuple[Any, ...]] = {}  # what left play this turn, as it was; replaced, never changed
        # Not part of the position: numbers of things since the last change, options as they were enumerated.
        self.cached: dict[int, int] | None = None
        self.offered: list[int] | None = None
        self.stale = 0

    def clone(self) -> State:
        """An independent copy at a decision."""
        new = State.__new__(State)
        new.G = self.G
        new.n = self.n
        new.zone = self.zone[:]
        new.at = self.at[:]
        new.card = self.card[:]
        new.tags = self.tags[:]
        new.owner = self.owner[:]
        new.visit = self.visit[:]
        new.flags = self.flags[:]
        new.facing = self.facing[:]
        new.roles = self.roles[:]
        new.totals = self.totals[:]
        new.zones = [z[:] for z in self.zones]
        new.counters = [c[:] for c in self.counters]
        new.tallies = [c[:] for c in self.tallies]
        new.relations = [r[:] for r in self.relations]
        new.turn = self.turn
        new.active = self.active
        new.decisions = self.decisions
        new.sequence = self.sequence
        new.seed = self.seed
        new.exit = self.exit
        new.result = self.result
        new.dirty = self.dirty
        new.window = self.window
        new.alive = self.alive
        new.dice = self.dice
        new.replacing = self.replacing
        new.ask = self.ask
        new.pending = self.pending
        new.chain = self.chain
        new.history = self.history
        new.periods = self.periods
        new.log = self.log
        new.last = self.last
        new.skips = self.skips
        new.secret = self.secret
        new.me = self.me
        new.responding = self.responding
        new.undone = self.undone
        new.uses = self.uses
        new.copying = self.copying
        new.unseen = self.unseen
        new.tracked = self.tracked
        new.on = self.on.copy()
        new.used = self.used.copy()
        new.frames = self.frames[:]
        new.paused = []
        new.look = self.look
        new.left = self.left
        new.known = self.known
        new.cached = None
        new.offered = self.offered
        new.stale = 0
        return new
