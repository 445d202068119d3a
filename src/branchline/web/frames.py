"""What a seat sees at a point of a match: pictures, the sentence above them, choices. Drawn in a worker process.

A drawing takes some ten milliseconds. So a point is drawn once for everybody who sees the same, only for who is
there, and what a page already has is not sent again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import lru_cache
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.protocols import Theme
from branchline.core.screen import Choice
from branchline.languages import speaking
from branchline.web.messages import Picture
from branchline.web.workers import Crew

KEPT: Final = 12  # drawings kept of a table: its seats in their languages, and the ones before


class Match(msgspec.Struct, frozen=True):
    """What makes a setting: equal matches share theirs."""

    game: str
    players: int
    options: bytes  # JSON


class Scene(msgspec.Struct, frozen=True):
    """All that a drawing is made from, as plain data."""

    match: Match
    state: list[int]
    seat: int | None
    names: tuple[str, ...]
    language: str
    dark: bool


class Drawn(msgspec.Struct, frozen=True):
    definitions: str
    panels: tuple[Picture, ...]
    now: str
    choices: tuple[Choice, ...]


@lru_cache(64)
def setting(match: Match) -> Any:
    return registry.game(match.game).setting(match.players, msgspec.json.decode(match.options))


def draw(scene: Scene) -> Drawn:
    game = registry.game(scene.match.game)
    state = game.restore(setting(scene.match), scene.state)
    view = game.view(state, scene.seat)
    screen = game.screen()
    theme = Theme(dark=scene.dark)
    with speaking(scene.language):
        return Drawn(
            screen.definitions(view, theme),
            tuple(
                Picture(panel.name, panel.title, panel.box, panel.printed, panel.parts)
                for panel in screen.panels(view, scene.names, theme)
            ),
            screen.now(view, scene.names),
            tuple(screen.choices(state, scene.names)) if game.to_move(state) == scene.seat else (),
        )


def warm_up() -> None:
    """Load the games and draw each once: the first drawing of a map takes the longest."""
    for name in registry.OURS:
        game = registry.game(name)
        made = game.setting(game.players[0], {})
        match = Match(name, game.players[0], msgspec.json.encode(game.stored_options(made)))
        state = game.numbers(game.start(made))
        for dark in (False, True):
            draw(Scene(match, state, None, ("A", "B"), "en", dark))


class Frames:
    """The drawings of one table, each made once."""

    def __init__(self, painters: Crew, match: Match) -> None:
        self._painters = painters
        self._match = match
        self._made: OrderedDict[tuple[object, ...], asyncio.Task[Drawn]] = OrderedDict()

    async def drawn(
        self, at: int, state: list[int], seat: int | None, names: tuple[str, ...], language: str, dark: bool
    ) -> Drawn:
        key = (at, seat, names, language, dark)
        if key not in self._made:
            scene = Scene(self._match, state, seat, names, language, dark)
            self._made[key] = asyncio.create_task(self._painters.do(draw, scene, limit=30.0))
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        try:
            return await asyncio.shield(self._made[key])
        except BaseException:
            self._made.pop(key, None)
            raise


def changed_parts(old: Drawn, new: Drawn) -> dict[str, dict[str, str | None]] | None:
    """What turns the old pictures into the new ones; None where they can't be turned, but must be sent whole."""
    if old.definitions != new.definitions or _frame(old) != _frame(new):
        return None
    changes: dict[str, dict[str, str | None]] = {}
    for before, after in zip(old.panels, new.panels, strict=True):
        if not _same_order(before.parts, after.parts):
            return None
        parts: dict[str, str | None] = {
            name: markup for name, markup in after.parts.items() if before.parts.get(name) != markup
        }
        parts.update({name: None for name in before.parts if name not in after.parts})
        if parts:
            changes[after.name] = parts
    return changes


def _frame(drawn: Drawn) -> list[tuple[str, str, str, str]]:
    return [(panel.name, panel.title, panel.box, panel.printed) for panel in drawn.panels]


def _same_order(old: dict[str, str], new: dict[str, str]) -> bool:
    """Whether new parts only follow the old ones: parts are drawn in their order, and a page appends."""
    stay = [name for name in old if name in new]
    return list(new)[: len(stay)] == stay
