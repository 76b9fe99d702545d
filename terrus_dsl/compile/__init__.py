"""A folder of YAML to a program: one stage after the other, findings collected."""

from terrus_dsl.compile.pipeline import Compiled, compile_game

__all__ = ["Compiled", "compile_game"]
