"""What can be wrong with a game's files: one catalogue, one collector, four ways to print."""

from terrus_dsl.diagnostics.catalogue import BY_NAME, CODES, Code
from terrus_dsl.diagnostics.finding import Diagnostic, Findings, Place

__all__ = ["BY_NAME", "CODES", "Code", "Diagnostic", "Findings", "Place"]
