"""The tree of a text: typed nodes and leaves, immutable, lossless up to inflection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["Leaf", "Node", "Tree"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A terminal: its kind, what it stands for and where it stood (offsets, not compared)."""

    terminal: str
    id: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    literal: bool = field(default=False, compare=False)
    form: str = field(default="base", compare=False)


@dataclass(frozen=True, slots=True)
class Node:
    """A construct of the language: the name of its production and everything below it, in reading order."""

    kind: str
    children: tuple[Tree, ...]

    @property
    def parts(self) -> tuple[Tree, ...]:
        """The children that mean something: all but the words of the grammar itself."""
        return tuple(c for c in self.children if not (isinstance(c, Leaf) and c.literal))

    @property
    def start(self) -> int:
        """Offset of the first character."""
        return self.children[0].start if self.children else 0

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        return self.children[-1].end if self.children else 0

    def leaves(self) -> Iterator[Leaf]:
        """Every terminal below, in reading order."""
        for child in self.children:
            if isinstance(child, Leaf):
                yield child
            else:
                yield from child.leaves()

    def walk(self) -> Iterator[Node]:
        """This node and every node below, outermost first."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def first(self, kind: str) -> Node | None:
        """The first child of that kind."""
        for child in self.children:
            if isinstance(child, Node) and child.kind == kind:
                return child
        return None

    def words(self) -> tuple[str, ...]:
        """The ids of the leaves directly below, the grammar's own words included."""
        return tuple(c.id for c in self.children if isinstance(c, Leaf))


Tree = Node | Leaf
