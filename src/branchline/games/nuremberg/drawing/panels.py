"""The table in panels, each a picture of its own, for a page that arranges them."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.drawing import (
    auction_panel,
    map_panel,
    pieces,
    pieces_panel,
    players_panel,
    round_panel,
    tracks_panel,
    trains,
    trains_panel,
)
from branchline.games.nuremberg.drawing.scene import Scene, remembered, scene
from branchline.games.nuremberg.text.screen_words import PANELS
from branchline.games.nuremberg.views.view import View


def definitions(view: View, theme: Theme) -> str:
    """The shapes that the panels use. Nothing but panels of the same map and theme may be shown with them."""
    return _definitions(scene(view, theme))


@remembered
def _definitions(found: Scene) -> str:
    return (
        pieces.definitions(found.style, found.source)
        + trains.definitions(found.style)
        + map_panel.definitions(found)
    )


def panels(view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
    found, called = scene(view, theme), tuple(names)
    return [
        _panel("map", map_panel.BOX, map_panel.printed(found, view.options.wide_south),
               map_panel.parts(found, view, called)),
        _panel("round", round_panel.box(found), round_panel.printed(found), round_panel.parts(found, view, called)),
        _panel("auction", auction_panel.box(view), auction_panel.printed(found, view),
               auction_panel.parts(found, view, called)),
        _panel("trains", trains_panel.box(view), trains_panel.printed(found, view),
               trains_panel.parts(found, view, called)),
        _panel("players", players_panel.box(view), players_panel.printed(found, len(called)),
               players_panel.parts(found, view, called)),
        _panel("tracks", tracks_panel.BOX, tracks_panel.printed(found), tracks_panel.parts(found, view, called)),
        _panel("pieces", pieces_panel.box(found), pieces_panel.printed(found), pieces_panel.parts(found, view)),
    ]  # fmt: skip


def _panel(name: str, box: Place, printed: str, parts: dict[str, str]) -> Panel:
    return Panel(name, PANELS[name], box.view_box, printed, parts)
