"""The table as a picture: the panels of the pages, arranged on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.sheet import Block, Heading, column, in_room, row, sheet
from branchline.games.firstclass.data.deck_file import DeckFile, built_in
from branchline.games.firstclass.drawing import panels
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.drawing.panels.market import BOX
from branchline.games.firstclass.text.description import description
from branchline.games.firstclass.text.picture_words import WORDS
from branchline.games.firstclass.text.turn_prompt import now
from branchline.games.firstclass.views.view import View
from branchline.languages import _


def svg(view: View, names: Sequence[str], theme: Theme) -> str:
    look = style(theme)
    seat = view.to_move if view.to_move is not None and view.to_move >= 0 else None
    head = Heading(WORDS["game"], now(view, names), seat, look.palette.livery, look.palette.gold)
    return sheet(
        look,
        head,
        description(view, names),
        panels.definitions(view, theme),
        _arranged(panels.panels(view, names, theme)),
        f"{WORDS['reconstructed']} {_provenance(view.deck)}",
    )


def _arranged(panels: Sequence[Panel]) -> Block:
    """The market on the left, the viewer's board on the right; other players' boards below it, or across the sheet if
    there are three."""
    found = {panel.name: panel for panel in panels}
    others = row(*(panel for panel in panels if panel.name.startswith("board:")))
    small = [found[name] for name in ("contracts", "tickets", "hand") if name in found]
    own: list[Block | Panel] = [found["trains"], row(found["route"], found["coins"])]
    market = column(found["rounds"], in_room(found["market"], BOX), found["supply"])
    match len(others.blocks):
        case 1:
            return row(market, column(*own, row(others, column(*small))))
        case 2:
            return row(market, column(*own, row(*small), others))
        case _:
            return column(row(market, column(*own, row(*small))), others)


def _provenance(source: DeckFile) -> str:
    """The catalogues have a translation for the built-in deck."""
    return _(source.provenance) if source.provenance == built_in().provenance else source.provenance
