"""Five levels for people, from a gentle first game to a superior opponent. Each is a bot with a thinking time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from branchline.bots.planner import PlannerBot
from branchline.bots.search import SearchBot
from branchline.core.setup import Setup
from branchline.languages import Words


class Level(NamedTuple):
    number: int
    key: str
    ms: int  # the longest it thinks about one step
    slip: int = 0  # planner: how often it plays a random move, in per cent
    noise: int = 0  # planner: in tenths of a point
    playouts: int = 0  # search; 0: no search

    @property
    def spec(self) -> str:
        return f"level:{self.number}"

    @property
    def name(self) -> str:
        """In the language of the context."""
        return NAMES[self.key]

    @property
    def sentence(self) -> str:
        return SENTENCES[self.key]


LEVELS: Final = (
    Level(1, "apprentice", ms=100, slip=35, noise=30),
    Level(2, "fireman", ms=100, noise=20),
    Level(3, "driver", ms=100),
    Level(4, "stationmaster", ms=800, playouts=20),
    Level(5, "director", ms=2500, playouts=800),
)

DEFAULT_BOT: Final = LEVELS[1].spec  # the bot if nobody chooses one: for a second game

# Translators: the five levels of the bots, named after railway jobs
NAMES: Final = Words({
    "apprentice": "Apprentice",
    "fireman": "Fireman",
    "driver": "Engine driver",
    "stationmaster": "Stationmaster",
    "director": "Director",
})  # fmt: skip
SENTENCES: Final = Words({
    "apprentice": (
        "Learns alongside you: knows the rules but often forgets what they are good for. For your first game."
    ),
    "fireman": "Knows what pays but does not always see it. For your second game.",
    "driver": "Plays soundly, one step at a time.",
    "stationmaster": "Considers what everybody might do this round. Beats most people.",
    "director": "Thinks for a long time and forgets nothing. If you beat this one, tell us how.",
})  # fmt: skip


def level(text: str) -> Level | None:
    """A level by number or name."""
    return next((one for one in LEVELS if text in (str(one.number), one.key)), None)


class LevelBot:
    needs_view = True

    def __init__(self, level: str, seed: int | None = None, style: str = "") -> None:
        found = _found(level)
        self.level = found
        self._bot: PlannerBot | SearchBot
        if found.playouts:
            self._bot = SearchBot(seed, ms=found.ms, playouts=found.playouts, style=style)
        else:
            self._bot = PlannerBot(seed, noise=found.noise, slip=found.slip, style=style)

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        return self._bot.choose(setup, view, legal, min(limit, self.level.ms / 1000))


def _found(text: str) -> Level:
    found = level(text)
    assert found is not None, "specs check names of levels"
    return found
