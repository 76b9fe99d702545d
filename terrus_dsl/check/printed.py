"""Does a card print what each card of its type prints, and only numbers that such a card may have?"""

from __future__ import annotations

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.load import CardSource, Files
from terrus_dsl.source.node import Node, key_place, place

__all__ = ["check"]


def check(card: CardSource, files: Files, findings: Findings) -> None:
    """Check the fields of one card against what the sheet says of them."""
    sheet = files.sheet
    fields = dict.fromkeys(name for kind in card.types if kind in sheet.types for name in sheet.types[kind].fields)
    for field in fields:
        spec, node = sheet.printed.get(field, {}), card.node.get(field)
        other = str(spec.get("unless", ""))
        beside = bool(other) and card.node.get(other) is not None
        if node is None or (node.value is None and not spec.get("blank")):
            if spec.get("needed") and not beside:
                _missing(card, field, other if other in fields else "", files, findings)
            continue
        if beside:
            findings.add("wrong-value", f"a card with {other} prints no {field}", key_place(card.node, field),
                         subject=card.name, rule=files.rule_at("card", field))
        _within(card, field, node, files, findings)


def _missing(card: CardSource, field: str, other: str, files: Files, findings: Findings) -> None:
    hint = f"only a card with {other} has none" if other else ""
    if files.sheet.printed[field].get("blank"):
        hint = f"write “{field}: null” where the card shows none"
    findings.add("missing-field", f"a {card.types[0]} prints {field}, and this card has none", place(card.node),
                 subject=card.name, rule=files.rule_at("card", field), hint=hint)


def _within(card: CardSource, field: str, node: Node, files: Files, findings: Findings) -> None:
    spec = files.sheet.printed.get(field, {})
    least, most = spec.get("least"), spec.get("most")
    for entry in node.entries() or [node]:
        number = entry.value
        if not isinstance(number, int) or isinstance(number, bool):
            continue
        if (least is not None and number < least) or (most is not None and number > most):
            findings.add("wrong-value", f"{field} cannot be {number}", place(entry), subject=card.name,
                         rule=files.rule_at("card", field), hint=_range(least, most))


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return f"at most {most}"
    return f"at least {least}" if most is None else f"{least} to {most}"
