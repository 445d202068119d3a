"""The table in panels, each a separate picture, for a page that arranges them."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import pieces as wooden
from branchline.games.nuremberg.drawing import rolling_stock
from branchline.games.nuremberg.drawing.panels import auction, pieces, players, rounds, tracks, trains
from branchline.games.nuremberg.drawing.panels import map as board
from branchline.games.nuremberg.drawing.scene import Scene, remembered, scene
from branchline.games.nuremberg.text.screen_words import PANELS
from branchline.games.nuremberg.views.view import View


def definitions(view: View, theme: Theme) -> str:
    """The shapes that the panels use. Only panels of the same map and theme may be shown with them."""
    return _definitions(scene(view, theme))


@remembered
def _definitions(found: Scene) -> str:
    return (
        wooden.definitions(found.style, found.source)
        + rolling_stock.definitions(found.style)
        + board.definitions(found)
    )


def panels(view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
    found, called = scene(view, theme), tuple(names)
    return [
        _panel("map", board.BOX, board.printed(found, view.options.wide_south),
               board.parts(found, view, called)),
        _panel("round", rounds.box(found), rounds.printed(found), rounds.parts(found, view, called)),
        _panel("auction", auction.box(view), auction.printed(found, view),
               auction.parts(found, view, called)),
        _panel("trains", trains.box(view), trains.printed(found, view),
               trains.parts(found, view, called)),
        _panel("players", players.box(view), players.printed(found, len(called)),
               players.parts(found, view, called)),
        _panel("tracks", tracks.BOX, tracks.printed(found), tracks.parts(found, view, called)),
        _panel("pieces", pieces.box(found), pieces.printed(found), pieces.parts(found, view)),
    ]  # fmt: skip


def _panel(name: str, box: Place, printed: str, parts: dict[str, str]) -> Panel:
    return Panel(name, PANELS[name], box.view_box, printed, parts)
