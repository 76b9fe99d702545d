"""Play the kept games anew and write their transcripts.

    python -m tests.transcripts.rewrite            all of them
    python -m tests.transcripts.rewrite tides      those of one game

Do so when rules, cards, bots or words have changed on purpose, and read the difference before it is committed.
"""

from __future__ import annotations

import sys

from tests.transcripts.transcript import PLAYED, path_of, played

__all__ = ["main"]


def main(games: list[str]) -> None:
    """Write the transcripts of some games, or of all."""
    for setup in PLAYED:
        if not games or setup.game in games:
            path_of(setup).write_text(played(setup), encoding="utf-8")
            print(f"wrote {path_of(setup).name}")


if __name__ == "__main__":
    main(sys.argv[1:])
