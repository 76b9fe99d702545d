"""Names: no two cards or rules share one, types and fields are declared, no word means two things."""

from __future__ import annotations

import difflib

from terrus_dsl.check import printed
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.suggest import spoken
from terrus_dsl.language.vocabulary import Entry, Vocabulary
from terrus_dsl.source.load import CardSource, Files
from terrus_dsl.source.node import Node, key_place, place

__all__ = ["check", "clashes"]

#: Keys that every card may have, whatever its type.
COMMON = frozenset({"name", "type", "text", "invented", "note", "plural", "flavour", "art"})


def check(files: Files, findings: Findings) -> None:
    """Check names, types and fields of all cards."""
    seen: dict[str, CardSource] = {}
    for card in files.cards:
        first = seen.setdefault(card.name, card)
        if first is not card:
            findings.add("duplicate-name", f"a card named “{card.name}” exists already", place(card.node),
                         subject=card.name, hint=f"the first one is {first.id}")
        _types(card, files, findings)
        _fields(card, files, findings)


def _types(card: CardSource, files: Files, findings: Findings) -> None:
    for name in card.types:
        if name not in files.sheet.types:
            node = card.node.get("type") or card.node
            findings.add("unknown-type", f"“{name}” is no card type of this game", place(node), subject=card.name,
                         rule=files.rule_at("card", "type"), hint=_type_meant(name, files))


def _type_meant(name: str, files: Files) -> str:
    """The types that a collective noun stands for, else those that are like the word."""
    noun = next((noun for noun in files.sheet.unions if noun.lower() == name.lower()), "")
    if not noun:
        return _near(name, list(files.sheet.types))
    return f"“{noun}” stands for several; write one of them: " + ", ".join(
        kind for kind in files.sheet.types if kind in files.sheet.kinds(noun))


def _fields(card: CardSource, files: Files, findings: Findings) -> None:
    sheet = files.sheet
    allowed: set[str] = set(COMMON)
    for name in card.types:
        if name in sheet.types:
            allowed |= set(sheet.types[name].fields)
    for key, node in card.node.pairs():
        if key not in allowed and all(name in sheet.types for name in card.types):
            findings.add("unknown-field", f"a {card.types[0]} has no field “{key}”", key_place(card.node, key),
                         subject=card.name, hint=_near(key, sorted(allowed)))
        elif key in sheet.groups:
            _members(card, key, node, files, findings)
        elif key in sheet.stats.values():
            _number(card, key, node, files, findings)
        elif key in sheet.costs.values():
            _cost(card, key, node, files, findings)
    printed.check(card, files, findings)


def _members(card: CardSource, key: str, node: Node, files: Files, findings: Findings) -> None:
    members = files.sheet.groups[key]
    for entry in node.entries() or [node]:
        if str(entry.value) not in members:
            findings.add("wrong-value", f"“{entry.value}” is no {key} of this game", place(entry), subject=card.name,
                         rule=files.rule_at("card", key), hint=_near(str(entry.value), list(members)))


def _number(card: CardSource, key: str, node: Node, files: Files, findings: Findings) -> None:
    if node.value is not None and (not isinstance(node.value, int) or isinstance(node.value, bool)):
        findings.add("wrong-value", f"{key} is a whole number", place(node), subject=card.name,
                     rule=files.rule_at("card", key))


def _cost(card: CardSource, key: str, node: Node, files: Files, findings: Findings) -> None:
    resources = {name for name, counter in files.sheet.counters.items() if counter.resource}
    for entry in node.entries() or [node]:
        if isinstance(entry.value, int) and not isinstance(entry.value, bool) and entry.value >= 0:
            continue
        if entry.value not in resources:
            findings.add("wrong-value", f"“{entry.value}” is no resource of this game", place(entry), subject=card.name,
                         rule=files.rule_at("card", key), hint=_near(str(entry.value), sorted(resources)))


def clashes(words: Vocabulary, files: Files, findings: Findings) -> None:
    """Words that no sentence can say, or that would have two meanings in one."""
    at = place(files.sheet_node)
    for entry in words.unsayable:
        findings.add("hostile-name", f"no sentence can say {_kind(entry.terminal)} called “{entry.words[0][:60]}”", at,
                     subject=files.sheet.id, hint="a word has letters, and no mark that holds sentences together")
    claimed = [(clash.phrase, f"means {_kind(clash.first.terminal)}", clash.second) for clash in words.clashes]
    claimed += [(" ".join(entry.words), "can be read word by word", entry) for entry in words.overlaps()
                if _readable(entry, words)]
    for phrase, first, second in claimed:
        findings.add("vocabulary-clash", f"“{phrase}” {first} already; it cannot be {_kind(second.terminal)}, too", at,
                     subject=files.sheet.id, hint="rename one of them")


#: Where a phrase may stand; a sentence that has come as far as its end has read it.
_FRAMES = ("", "Put ", "Put a ", "Put all ", "When ", "When a ", "If ", "If it is ", "It has ")


def _readable(entry: Entry, words: Vocabulary) -> bool:
    """Whether the words of a phrase can follow each other in a sentence that does not know the phrase."""
    others = words.without(entry)
    tries = (parse(frame + " ".join(entry.words), others) for frame in _FRAMES)
    return any(not isinstance(tree, SyntaxProblem) or tree.word is None for tree in tries)


def _kind(terminal: str) -> str:
    return "a word of the language" if terminal.startswith("=") else spoken(terminal)


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, 2, 0.6)
    return "did you mean " + " or ".join(f"“{w}”" for w in near) + "?" if near else "known: " + ", ".join(known[:12])
