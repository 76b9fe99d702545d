"""What compiled sentences call: the modules of the engine under one name."""

from __future__ import annotations

from terrus_dsl.engine.asking import *  # noqa: F403
from terrus_dsl.engine.cards import *  # noqa: F403
from terrus_dsl.engine.chain import *  # noqa: F403
from terrus_dsl.engine.counters import *  # noqa: F403
from terrus_dsl.engine.ending import *  # noqa: F403
from terrus_dsl.engine.grants import *  # noqa: F403
from terrus_dsl.engine.listening import *  # noqa: F403
from terrus_dsl.engine.lists import *  # noqa: F403
from terrus_dsl.engine.memory import *  # noqa: F403
from terrus_dsl.engine.payment import *  # noqa: F403
from terrus_dsl.engine.periods import *  # noqa: F403
from terrus_dsl.engine.permissions import *  # noqa: F403
from terrus_dsl.engine.places import *  # noqa: F403
from terrus_dsl.engine.questions import *  # noqa: F403
from terrus_dsl.engine.stats import *  # noqa: F403
from terrus_dsl.engine.waiting import *  # noqa: F403
from terrus_dsl.engine.windows import *  # noqa: F403
from terrus_dsl.engine.zones import *  # noqa: F403

__all__ = sorted(name for name in globals() if not name.startswith("_") and name != "annotations")
