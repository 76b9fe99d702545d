"""Tokens described in a text: `a 2/1/2 Hound token with "…"`."""

from __future__ import annotations

from dataclasses import dataclass

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import abilities
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["Token", "token"]


@dataclass(frozen=True, slots=True)
class Token:
    """A token's printed face; what the text does not set it does not have."""

    number: int
    name: str
    type: str
    tags: int
    shape: tuple[int, ...]
    made: Made
    text: str


def token(u: Unit, np: Node) -> int:
    """The card number of the token that a phrase describes."""
    sheet = u.book.sheet
    words = [leaf for leaf in np.leaves() if leaf.terminal in ("NOUN", "NOUNS", "ADJ", "SHAPE", "TITLE")]
    types = [leaf.id for leaf in words if leaf.id in sheet.types]
    subtypes = [leaf.id for leaf in words if any(leaf.id in members for members in sheet.groups.values())]
    kind = types[0] if types else _type_of(u, subtypes, np)
    tags = 1 << sheet.types[kind].tag
    for word in (*types, *subtypes):
        tags |= sheet.mask(word)
    shape = next((tuple(int(n) for n in leaf.id.split("/")) for leaf in words if leaf.terminal == "SHAPE"), ())
    title = " ".join(leaf.id for leaf in words if leaf.terminal == "TITLE")
    made = Made()
    for post in np.walk():
        if post.kind == "with_ability":
            inner = next(c for c in post.children if isinstance(c, Node))
            made.add(abilities.ability(u.draft, inner, u.subject, u.rule, card=_Printed(sheet.types[kind])))
    number = u.draft.first_token + len(u.draft.tokens)
    name = title or " ".join([*subtypes, kind])
    u.draft.tokens.append(Token(number, name, kind, tags, shape, made, ""))
    return number


class _Printed:
    """A token's type, for its abilities: none of them is played from a hand."""

    def __init__(self, card_type: object) -> None:
        self.text: dict[str, str] = {}
        self.works = card_type.works  # type: ignore[attr-defined]
        self.data: dict[str, str] = {}


def _type_of(u: Unit, subtypes: list[str], np: Node) -> str:
    for name, card_type in u.book.sheet.types.items():
        for group, members in u.book.sheet.groups.items():
            if group in card_type.fields and any(word in members for word in subtypes):
                return name
    raise Problem("type-mismatch", "say what type the token has", np)
