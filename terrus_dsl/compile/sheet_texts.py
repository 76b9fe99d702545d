"""What a sheet says in the language: means of payment, the worth of a position."""

from __future__ import annotations

from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.lower.numbers import listing, number_code
from terrus_dsl.lower.unit import Draft, Problem, Scope, Unit, Value
from terrus_dsl.source.sheet import Sheet

__all__ = ["lower_means", "lower_worth"]


def lower_means(draft: Draft, sheet: Sheet, words: Vocabulary, findings: Findings) -> None:
    """The game's own means of payment: which cards can be given with which verb, and what each is worth."""
    for name, entries in sheet.payments.items():
        for entry in entries:
            verb, what = next((k, v) for k, v in entry.items() if k != "worth")
            if verb == "spend":
                draft.means.append(("spend", "", ""))
                continue
            try:
                np = _phrase(what, words)
                u = Unit(draft, Scope(me=None), name, "")
                candidates = draft.name("means")
                draft.functions[candidates] = f"def {candidates}(S, you):\n    return {listing(u, np)}"
                tree = parse(str(entry.get("worth", "1")), words, "number")
                if isinstance(tree, SyntaxProblem):
                    raise Problem("wrong-value", f"the worth {entry['worth']!r} is no number", np)
                u.scope.it = Value("it", "object", False, "card")
                worth = draft.name("worth")
                draft.functions[worth] = f"def {worth}(S, you, it):\n    return {number_code(u, tree)}"
                draft.means.append((verb, candidates, worth))
            except Problem as problem:
                findings.add(
                    problem.code, f"payments of {name}: {problem.message}", None, subject=sheet.id, hint=problem.hint
                )


def _phrase(text: str, words: Vocabulary) -> Node:
    tree = parse(f"Choose {text}.", words)
    if isinstance(tree, SyntaxProblem):
        raise Problem("wrong-value", f"“{text}” names no things", Leaf("STRING", text))
    return next(n for n in tree.walk() if n.kind == "np")


def lower_worth(draft: Draft, sheet: Sheet, words: Vocabulary, findings: Findings) -> None:
    """How good a position is for a player: the weighted sum of the sheet's numbers."""
    terms = []
    for times, text in sheet.worth:
        tree = parse(" ".join(text.split()), words, "number")
        try:
            if isinstance(tree, SyntaxProblem):
                raise Problem("wrong-value", f"“{text}” is no number in the language", Leaf("STRING", text))
            code = number_code(Unit(draft, Scope(me=None), "worth", ""), tree)
            terms.append(code if times == 1 else f"{times} * ({code})")
        except Problem as problem:
            findings.add(problem.code, f"worth: {problem.message}", None, subject=sheet.id, hint=problem.hint)
    if terms:
        draft.worth = "worth_of_position"
        draft.functions[draft.worth] = f"def {draft.worth}(S, you):\n    return {' + '.join(terms)}"
