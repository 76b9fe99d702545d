"""Is every text in its canonical wording?"""

from __future__ import annotations

from collections.abc import Iterable

from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.wording import Words, reworded
from terrus_dsl.source.node import Node, place

__all__ = ["check", "rewordings"]


def rewordings(texts: Iterable[Node], words: Words) -> list[tuple[Node, str]]:
    """The texts that are understood and not canonical, each with its canonical wording."""
    found = {}
    for node in {id(text): text for text in texts}.values():
        if isinstance(node.value, str) and (new := reworded(node.value, words)) != node.value:
            found[id(node)] = (node, new)
    return list(found.values())


def check(texts: Iterable[tuple[str, Node]], words: Words, findings: Findings) -> None:
    """Advise where `terrus fmt` would change a text; `texts` come with what they are printed on."""
    pairs = list(texts)
    subjects = {id(node): subject for subject, node in pairs}
    for node, new in rewordings((node for _, node in pairs), words):
        at = _first_difference(str(node.value), new)
        line = new[new.rfind("\n", 0, at) + 1 :].split("\n", 1)[0]
        message = "the text is understood, but this is not its canonical wording"
        findings.add("not-canonical", message, place(node, at), subject=subjects[id(node)], hint=line)


def _first_difference(old: str, new: str) -> int:
    """Where the first word begins that is different."""
    at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return max(old.rfind(gap, 0, at) for gap in " \n") + 1
