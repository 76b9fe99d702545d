"""Lowering that may fail: a problem becomes a finding at the words that cause it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from terrus_dsl.compile.read import Text
from terrus_dsl.diagnostics import Findings
from terrus_dsl.lower.unit import Problem

__all__ = ["attempt"]


def attempt(text: Text, findings: Findings, work: Callable[[], Any]) -> Any:
    """Run a lowering; its problem becomes a finding at the words that cause it."""
    try:
        return work()
    except Problem as problem:
        _report(text, findings, problem)
    except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError) as fault:
        # A combination of words that no lowering foresaw: fail closed, and never with a traceback for a card file.
        message = f"these words have no meaning together ({type(fault).__name__})"
        _report(text, findings, Problem("no-executor", message, text.tree, "say it in simpler sentences"))
    return None


def _report(text: Text, findings: Findings, problem: Problem) -> None:
    where = problem.where
    start = where.start if where.end > 0 else 0
    place = text.line.place(start, max(1, where.end - start))
    findings.add(problem.code, problem.message, place, subject=text.subject, rule=text.rule, hint=problem.hint)
