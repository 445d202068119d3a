"""What the marks say, in one column."""

from __future__ import annotations

from functools import cache

from branchline.core.screen import Panel
from branchline.drawing.markup import joined
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.legend import COLUMN, MARGIN, ROW, cell, laid_out
from branchline.games.firstclass.drawing.painter import Painter, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.captions import TITLES as PANELS


def panel(paint: Painter) -> Panel:
    return Panel("legend", PANELS["legend"], _box().view_box, paint(_printed), {})


@cache
def _box() -> Place:
    return Place(0, 0, COLUMN + 2 * MARGIN, max(y for _, _, y, _ in laid_out(1)) + ROW + MARGIN)


def _printed(look: Style, deck: Deck) -> str:
    cells = joined(cell(look, name, glyph, x, y) for name, x, y, glyph in laid_out(1))
    return ground(look, _box()) + cells
