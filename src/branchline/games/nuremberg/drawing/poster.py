"""A finished game as a travel poster: the country with everybody's lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from branchline.core.presentation import Ending
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing import poster as shared
from branchline.drawing.markup import element
from branchline.drawing.picture import body
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.drawing.panels.map import BOX
from branchline.games.nuremberg.drawing.scene import scene
from branchline.games.nuremberg.text.picture_words import WORDS
from branchline.games.nuremberg.views.view import View

COLOURS: Final = shared.Colours(
    sky="#f3cf8b", letters="#9e2b23", shade="#fff6df", board="#1f3a33", gold="#eec35c"
)
HIGH: Final = shared.ART.w * BOX.h / BOX.w
MAP: Final = Place(shared.ART.x, shared.FOOT - HIGH, shared.ART.w, HIGH)


def poster(view: View, ending: Ending, scenery: Path) -> str:
    found = scene(view, Theme())
    board = map_panel(view, ending.names)
    shown = element("svg", body(board), x=MAP.x, y=MAP.y, width=MAP.w, height=MAP.h, viewBox=board.box)
    return shared.poster(
        found.style, ending, _lettering(found.source.title), COLOURS, scenery, panels.definitions(view, Theme()), shown,
        MAP.y,
    )  # fmt: skip


def map_panel(view: View, names: Sequence[str]) -> Panel:
    return next(panel for panel in panels.panels(view, names, Theme()) if panel.name == "map")


def _lettering(board: str) -> tuple[str, str]:
    """The title of the game; on another board, its name instead of that of the city."""
    start, _space, _city = WORDS["game"].rpartition(" ")
    return start, board
