"""A finished game as a travel poster: everybody's two trains in the night, the winner's in front."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from branchline.core.presentation import Ending
from branchline.core.protocols import Theme
from branchline.drawing import poster as shared
from branchline.drawing.markup import element, group, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import panels
from branchline.games.firstclass.drawing.lanes import DUSK, GROUND, block, height
from branchline.games.firstclass.drawing.painter import Painter, painter
from branchline.games.firstclass.text.picture_words import WORDS
from branchline.games.firstclass.views.view import View

COLOURS: Final = shared.Colours(
    sky="#0f2237", letters="#f3cf6b", shade="#5b1f21", board="#4a171a", gold="#eec35c"
)
TOP: Final = 846.0
INSIDE: Final = Place(shared.ART.x + shared.EDGE, TOP, shared.ART.w - 2 * shared.EDGE, shared.FOOT - TOP - 20)


def poster(view: View, ending: Ending, scenery: Path) -> str:
    paint = painter(view, Theme())
    order = [seat for seats in ending.places for seat in seats]
    shown = group(
        element("rect", x=shared.ART.x, y=TOP, width=shared.ART.w, height=shared.FOOT - TOP, fill=GROUND),
        *_blocks(paint, view, order, ending),
    )
    definitions = panels.definitions(view, Theme()) + DUSK
    return shared.poster(paint.style, ending, ("", WORDS["game"]), COLOURS, scenery, definitions, shown, TOP)


def _blocks(paint: Painter, view: View, order: list[int], ending: Ending) -> list[str]:
    """The first player's trains as wide as the poster, one below the other; the others' trains too, if there is room,
    otherwise side by side. Any space left over goes between the players."""
    large, small = (height(paint, view, INSIDE.w, beside) for beside in (False, True))
    rest = small if len(order) * large > INSIDE.h else large
    highs = [large, *(rest for _seat in order[1:])]
    scale = min(1.0, INSIDE.h / sum(highs))
    spare = (INSIDE.h - sum(highs) * scale) / len(order)
    left = INSIDE.x + INSIDE.w * (1 - scale) / 2
    found, y = [], INSIDE.y + spare / 2
    for seat, high in zip(order, highs, strict=True):
        drawn = block(paint, view, seat, ending.names[seat], INSIDE.w, high == small)
        found.append(group(drawn, transform=f"translate({num(left)} {num(y)}) scale({scale:.4f})"))
        y += high * scale + spare
    return found
