"""The table as a picture: the panels of the pages, arranged on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.drawing.sheet import Heading, column, row, sheet
from branchline.games.nuremberg.drawing import panels
from branchline.games.nuremberg.drawing.scene import scene
from branchline.games.nuremberg.text.description import description
from branchline.games.nuremberg.text.naming import named_view
from branchline.games.nuremberg.text.picture_words import WORDS
from branchline.games.nuremberg.text.turn_prompt import now
from branchline.games.nuremberg.views.view import View


def svg(view: View, names: Sequence[str], theme: Theme) -> str:
    found = {panel.name: panel for panel in panels.panels(view, names, theme)}
    blocks = row(
        column(found["map"], row(found["auction"], found["trains"])),
        column(found["round"], found["players"], found["tracks"], found["pieces"]),
    )
    seat = view.to_move if view.to_move is not None and view.to_move >= 0 else None
    head = Heading(WORDS["game"], now(view, names), seat)
    return sheet(
        scene(view, theme).style,
        head,
        description(named_view(view), names),
        panels.definitions(view, theme),
        blocks,
    )
