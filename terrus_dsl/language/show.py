"""Tree to canonical text: inflection, articles, capitals and spacing follow from the tree."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["is_plural", "show"]

_CAPITAL_AFTER = frozenset({".", '"'})
_NO_SPACE_BEFORE = frozenset(".,:;)")
_PLURAL_PRONOUNS = frozenset({"you", "they", "them", "the rest"})
_AGREEING = {"is": "are", "has": "have", "was": "were", "gets": "get", "becomes": "become", "stops": "stop",
             "costs": "cost", "enters": "enter", "leaves": "leave"}
#: Constructs whose verb agrees with a subject of their own.
_AGREE = frozenset({"does", "declarative", "is_done", "is_test", "has_test", "same_test", "has_things", "control_test",
                    "was_done", "did", "there_is", "controlled", "number_test", "set_number", "become_number",
                    "become_count", "open_window", "unless", "enters", "leaves"})
#: Constructs whose verb takes its base form whatever stands around them.
_BASE = frozenset({"imperative", "optional", "can_test", "would_do", "cannot", "can_relative", "np",
                   "open_window_two", "offer_window", "window_test", "granted", "with_ability"})
#: Constructs that count something, whose number follows from the amount.
_COUNTED = frozenset({"counters", "act_from", "some_counter", "counter_measure", "cost_part"})
_SUBJECTS = frozenset({"np", "bare", "number", "poss"})
_AMOUNTS = frozenset({"amount", "a", "compared_amount", "or_more", "or_less", "equal_to"})
_COUNTS = {"1": "one", "2": "two", "3": "three", "4": "four"}
_SILENT_H = ("hour", "honest", "heir")


def show(tree: Tree, vocabulary: Vocabulary) -> str:
    """The canonical wording of a tree; `parse(show(tree)) == tree`."""
    pieces: list[tuple[str, bool]] = []
    _Printer(vocabulary, pieces).put(tree)
    return _join(pieces)


def is_plural(subject: Node) -> bool:
    """Whether a verb after this noun phrase takes its base form."""
    bare = subject.children[0] if subject.kind == "np" else subject
    if isinstance(bare, Leaf):
        return False
    if bare.kind == "plural":
        return True
    inner = bare.children[0] if bare.kind == "bare" else bare
    if isinstance(inner, Leaf):
        return False
    if inner.kind == "pronoun":
        return inner.children[0].id in _PLURAL_PRONOUNS  # type: ignore[union-attr]
    if isinstance(inner.children[-1], Leaf) and inner.children[-1].id in ("of them", "them"):
        return next(inner.leaves()).id != "1"
    return any(isinstance(c, Node) and c.kind == "nominals" for c in inner.children)


class _Printer:
    def __init__(self, vocabulary: Vocabulary, pieces: list[tuple[str, bool]]) -> None:
        self.vocabulary = vocabulary
        self.pieces = pieces

    def put(self, tree: Tree, *, plural: bool = True) -> None:
        """Print a tree; `plural` says which form the verbs of its own level take."""
        if isinstance(tree, Leaf):
            self.leaf(tree, plural)
        elif tree.kind == "labelled":
            self.labelled(tree)
        elif tree.kind in _AGREE:
            self.agreeing(tree)
        elif tree.kind in _COUNTED:
            self.counted(tree, plural)
        elif tree.kind in ("exactly", "up_to"):
            self.count(tree)
        else:
            self.others(tree, plural)

    def others(self, tree: Node, plural: bool) -> None:
        many = is_plural(tree) if tree.kind == "np" else tree.kind not in ("for_each", "bonus_each")
        for child in tree.children:
            # What is said of a noun in “that …” agrees with the noun; a new sentence begins afresh.
            own = many if isinstance(child, Node) and child.kind == "that" else plural or tree.kind in _BASE
            if tree.kind == "cost_change" and isinstance(child, Leaf) and child.terminal == "VERB":
                own = True  # “costs 1 less to play”
            self.put(child, plural=own)

    def agreeing(self, tree: Node) -> None:
        subject = next((c for c in tree.children if isinstance(c, Node) and c.kind in _SUBJECTS), None)
        if tree.kind in ("set_number", "become_number", "become_count", "number_test"):
            plural = _number_is_plural(tree, self.vocabulary)
        else:
            plural = subject is not None and is_plural(subject)
        for child in tree.children:
            # “Drop it unless they pay”: the chain has no subject.
            fresh = child is subject or (isinstance(child, Node) and child.kind == "chain")
            self.put(child, plural=plural or fresh)

    def count(self, tree: Node) -> None:
        """How many modes are chosen is written in words."""
        for child in tree.children:
            if isinstance(child, Leaf) and child.terminal == "DIGITS":
                self.word(_COUNTS.get(child.id, child.id))
            else:
                self.put(child)

    def counted(self, tree: Node, plural: bool) -> None:
        many = True
        for child in tree.children:
            if isinstance(child, Leaf) and child.terminal == "COUNTER":
                self.word(self.vocabulary.spell("COUNTER", child.id, "many" if many else "base"))
                continue
            if isinstance(child, Node) and child.kind in _AMOUNTS:
                first = next(child.leaves()).id
                many = first != "a" and not (first == "1" and child.kind in ("amount", "equal_to"))
            self.put(child, plural=plural)

    def labelled(self, tree: Node) -> None:
        header, _, body = tree.children
        self.put(header)
        self.word(":", capital=True)
        self.put(body)

    def leaf(self, leaf: Leaf, plural: bool) -> None:
        if leaf.literal:
            self.literal(leaf, plural)
        elif leaf.terminal == "STRING":
            self.word(f'"{leaf.id}"')
        elif leaf.terminal == "OPEN":
            self.word('"', capital=True)
        elif leaf.terminal == "CLOSE":
            self.word('"close')
        elif leaf.terminal == "COUNTER":
            self.word(self.vocabulary.spell("COUNTER", leaf.id, "many"))
        elif leaf.terminal in ("VERB", "CONTROL"):
            self.word(self.vocabulary.spell(leaf.terminal, leaf.id, "base" if plural else "third"))
        else:
            self.word(self.vocabulary.spell(leaf.terminal, leaf.id))

    def literal(self, leaf: Leaf, plural: bool) -> None:
        text = leaf.id
        for single, many in _AGREEING.items():
            if text in (single, many):
                text = many if plural else single
        self.word(text, capital=text == ".")

    def word(self, text: str, *, capital: bool = False) -> None:
        self.pieces.append((text, capital))


def _is(tree: Tree, kind: str) -> bool:
    return isinstance(tree, Node) and tree.kind == kind


def _number_is_plural(tree: Node, vocabulary: Vocabulary) -> bool:
    """Whether a number is spoken of in the plural: a counter is, unless both its numbers are one word."""
    first = tree.children[0]
    leaves = [*(first.leaves() if isinstance(first, Node) else ()), *(c for c in tree.children if isinstance(c, Leaf))]
    if any(leaf.id in ("the total", "the number of") for leaf in leaves):
        return False
    counters = [leaf.id for leaf in leaves[:4] if leaf.terminal == "COUNTER"]
    return any(vocabulary.spell("COUNTER", name, "many") != vocabulary.spell("COUNTER", name) for name in counters)


def _join(pieces: list[tuple[str, bool]]) -> str:
    out = ""
    capital = True
    glue = True
    for k, (text, makes_capital) in enumerate(pieces):
        if text in ("a", "an"):
            text = _article(pieces[k + 1][0] if k + 1 < len(pieces) else "")
        if text == '"close':
            out += '"'
            glue = capital = False
            continue
        if text == "." and out.endswith('."'):
            capital = True
            continue
        if capital:
            text = text[:1].upper() + text[1:]
            capital = False
        if not (glue or text[0] in _NO_SPACE_BEFORE or text == "'s"):
            out += " "
        out += text
        glue = text in ("(", '"')
        capital = makes_capital
    return out


def _article(following: str) -> str:
    word = following.lower()
    if word.startswith(_SILENT_H):
        return "an"
    if word.startswith(("uni", "use", "one", "eu")):
        return "a"
    if word[:1] == "8" or word.partition("/")[0] in ("11", "18"):
        return "an"
    return "an" if word[:1] in "aeiou" and word else "a"
