"""One function being written: its lines, its names in scope, and the option functions it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from terrus_dsl.language.tree import Tree
from terrus_dsl.lower.book import Book
from terrus_dsl.lower.recall import recalling

__all__ = ["Draft", "Problem", "Scope", "Site", "Unit", "Value"]

_LOCAL = re.compile(r"\b(v\d+|me|you|it|amount|target|by|bound|o)\b")


class Problem(Exception):
    """A sentence that parses but means nothing here; caught for each ability and turned into a finding."""

    def __init__(self, code: str, message: str, where: Tree, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Value:
    """Something a sentence speaks of: Python code, what it is, and whether it is several."""

    code: str
    domain: str = "object"  # object, player, space, number
    many: bool = False
    noun: str = ""
    optional: bool = False
    pile: tuple[str, str, str] | None = None  # taken from the top of a pile that can be refilled: zone, player, number


#: What “it” is where a branch that was not taken named something: no text may say it.
LOST = Value("")


@dataclass(slots=True)
class Scope:
    """The names that sentences may refer to."""

    you: str = "you"
    me: str | None = "me"
    it: Value | None = None
    them: Value | None = None
    they: str | None = None
    amount: str | None = None
    rest: Value | None = None
    x: str | None = None
    done: str | None = None
    things: list[Value] = field(default_factory=list)
    past: dict[str, Value] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    controller: str | None = None  # code of the controller of the event's object, known before it moved

    @property
    def known(self) -> Value | None:
        """What “it” is, if a text may say it."""
        return None if self.it is LOST else self.it

    def copy(self) -> Scope:
        """A scope for a branch: what is named in it is not known behind it."""
        return replace(self, things=list(self.things), past=dict(self.past), names=dict(self.names))


@dataclass(slots=True)
class Site:
    """A place where a player is asked: how options are computed again, and what the question is."""

    number: int
    params: tuple[str, ...]
    source: str
    question: str
    domain: str = "number"


@dataclass(frozen=True, slots=True)
class Lending:
    """Whose abilities a card has as its own: bits that a lender bears, and nouns that mean another in its texts."""

    subject: str  # the card that says so
    masks: tuple[int, ...]
    words: dict[str, str]
    own: bool  # that card has them itself, not others


@dataclass
class Draft:
    """All that is being compiled: functions by name, option sites, verbs and hooks in use."""

    book: Book
    functions: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[str, str]] = field(default_factory=dict)  # function -> (subject, rule or card)
    sites: list[Site] = field(default_factory=list)
    remembered: set[int] = field(default_factory=set)  # events that conditions look back at
    counter: int = 0
    kernel: dict[str, Callable[..., str | None]] = field(default_factory=dict)  # kernel verb -> how it is lowered
    worth: str = ""
    gates: dict[int, str] = field(default_factory=dict)
    means: list[tuple[str, str, str]] = field(default_factory=list)
    first_token: int = 0  # cards are numbered first, tokens behind them
    tokens: list[Any] = field(default_factory=list)
    abilities: list[Any] = field(default_factory=list)
    open_keywords: list[str] = field(default_factory=list)
    hooks: list[str] = field(default_factory=list)
    lendings: dict[int, Lending] = field(default_factory=dict)  # hook that lists the lenders -> what it lends
    lent: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)  # such a hook -> lender -> abilities
    lent_entries: dict[int, tuple[tuple[int, int, int], ...]] = field(default_factory=dict)  # what is lent for a while
    bearers: dict[int, int] = field(default_factory=dict)  # relation -> bits of what can stand in it, -1 for all
    recalls: bool = False  # whether some text reads what things last were
    looks: dict[int, int] = field(default_factory=dict)  # hooks that ask how it was before the event (hooks.BEFORE …)
    programs: list[str] = field(default_factory=list)
    line: str = ""  # the text that is being lowered
    said: dict[int, str] = field(default_factory=dict)  # program -> the text that it comes from
    hot: set[int] = field(default_factory=set)  # hooks that something may listen to
    preceded: set[str] = field(default_factory=set)  # verbs before which a rule does something
    befores: dict[str, list[str]] = field(default_factory=dict)  # verb -> functions that run before it
    restricted: set[str] = field(default_factory=set)  # verbs that some text forbids

    def name(self, stem: str) -> str:
        """A fresh function name."""
        self.counter += 1
        return f"{stem}_{self.counter}"

    def hook(self, name: str, source: str, subject: str, rule: str, looks: int = 0) -> int:
        """Register a function that listens to a hook, and whether it looks back; its number."""
        self.functions[name] = source
        self.places[name] = (subject, rule)
        self.hooks.append(name)
        if looks:
            self.looks[len(self.hooks) - 1] = looks
        return len(self.hooks) - 1

    def effect(self, name: str, source: str, subject: str, rule: str) -> int:
        """Register the program of a text; what it speaks of may have left, and is then what it was."""
        recalled = recalling(source)
        self.recalls = self.recalls or recalled != source
        return self.program(name, recalled, subject, rule)

    def program(self, name: str, source: str, subject: str, rule: str) -> int:
        """Register a function that the engine runs and that may pause; its number."""
        self.functions[name] = source
        self.places[name] = (subject, rule)
        self.said[len(self.programs)] = self.line
        self.programs.append(name)
        return len(self.programs) - 1

    def site(self, source: str, question: str, params: tuple[str, ...] | None = None) -> Site:
        """Register a place where options are enumerated; `source` is the expression of its options."""
        found = params if params is not None else tuple(dict.fromkeys(n for n in _LOCAL.findall(source) if n != "o"))
        site = Site(len(self.sites), found, source, question)
        self.sites.append(site)
        return site


class Unit:
    """Writes one Python function, statement by statement."""

    def __init__(self, draft: Draft, scope: Scope, subject: str = "", rule: str = "") -> None:
        self.draft = draft
        self.book = draft.book
        self.scope = scope
        self.subject = subject
        self.rule = rule
        self.lines: list[str] = []
        self.depth = 1
        self.temps = 0
        self.targets: list[Site] | None = None  # slots chosen when announced; None outside announced effects
        self.target_modes: list[tuple[str, str, bool]] = []
        self.offset = 0  # targets before the slots: what a cost in words has named
        self.conditional = 0
        self.branch: Scope | None = None  # the names of an `if` whose “if you do” comes next
        self.counted: Callable[[Callable[[Unit], str]], str] | None = None  # fixes a number when a text resolves
        self.alone = False  # whether what is fixed is of one thing

    def line(self, code: str) -> None:
        """Write one line at the current depth."""
        self.lines.append("    " * self.depth + code)

    def temp(self, code: str | None = None) -> str:
        """A fresh local, assigned if code is given."""
        self.temps += 1
        name = f"v{self.temps}"
        if code is not None:
            self.line(f"{name} = {code}")
        return name

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block under a head line; an empty one gets `pass`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def inner(self) -> Iterator[None]:
        """What is named inside stays inside; a choice made inside cannot be made when the effect is announced."""
        saved = self.scope
        self.scope = saved.copy()
        self.conditional += 1
        yield
        self.conditional -= 1
        self.scope = saved

    def function(self, name: str, params: str) -> str:
        """The finished source."""
        body = self.lines or ["    return None"]
        return f"def {name}({params}):\n" + "\n".join(body)

    def bind(self, value: Value) -> Value:
        """Make a value the latest thing named."""
        if value.domain == "player":
            if not value.many and value.code != self.scope.you:
                self.scope.they = value.code
        elif value.many:
            self.scope.them = value
        elif value.domain == "space":
            self.scope.things.append(value)
        else:
            self.scope.it = value
            self.scope.things.append(value)
        return value

    def checkpoint(self) -> None:
        """State checks and waiting triggers, where anything has happened."""
        self.line("if S.dirty or S.pending:")
        self.line("    checkpoint(S)")

    def batch(self) -> str:
        """Begin what happens at once; the result is the local that says whether this is the outermost such thing."""
        outermost = self.temp("S.look is None")
        self.line(f"if {outermost}:")
        self.line("    S.look = S.on.copy()")
        return outermost

    def batch_over(self, outermost: str) -> None:
        """End what happens at once."""
        self.line(f"if {outermost}:")
        self.line("    batch_over(S)")

    def options(self, source: str, question: str) -> tuple[Site, str]:
        """A site and the tuple of locals it needs."""
        site = self.draft.site(source, question)
        return site, "(" + "".join(p + ", " for p in site.params) + ")"
