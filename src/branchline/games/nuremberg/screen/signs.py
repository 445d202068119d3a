"""The signs of choices: tokens as they lie on the board, with their marks, and numbers by name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from branchline.core.protocols import Theme
from branchline.core.screen import Sign
from branchline.drawing.markup import element
from branchline.games.nuremberg.drawing.scene import Scene, scene
from branchline.games.nuremberg.text.notation import COLOURS
from branchline.games.nuremberg.text.screen_words import SIGNS
from branchline.games.nuremberg.views.view import View

NUMBERS: Final = ("points", "income", "upkeep", "profit")


def signs(view: View, theme: Theme) -> tuple[Sign, ...]:
    return _signs(scene(view, theme), view.seat or 0, len(view.players))


@lru_cache(maxsize=64)
def _signs(found: Scene, seat: int, players: int) -> tuple[Sign, ...]:
    goods = found.source.goods

    def piece(name: str, label: str, shape: str, scale: float = 1, y: float = 0) -> Sign:
        moved = f"translate(0 {y:g}) scale({scale:g})"
        return Sign(name, SIGNS[label], element("use", href=found.style.ref(shape), transform=moved))

    return (
        piece("cube", "cube", f"invest-{seat}", 1.8),
        *(piece(colour, colour, f"disc-{colour}", 1.1) for colour in COLOURS),
        piece("reach_yellow", f"reach_{goods.yellow}", "cube-yellow"),
        piece("reach_grey", f"reach_{goods.grey}", "cube-grey"),
        *(
            piece(f"reach_{colour}", f"reach_{colour}", f"pawn-{colour}", y=-0.5)
            for colour in ("red", "green")
        ),
        *(Sign(name, SIGNS[name]) for name in NUMBERS),
        *_of_rows(found, players),
    )


def _of_rows(found: Scene, players: int) -> list[Sign]:
    """Those of the player rows, which have words of their own."""
    shapes = {f"item_{kind}": f"cube-{kind}" for kind in ("yellow", "grey")}
    shapes |= {f"item_{kind}": f"pawn-{kind}" for kind in ("red", "green")}
    used = [Sign(name, "", element("use", href=found.style.ref(shape))) for name, shape in shapes.items()]
    for seat in range(players):
        cube = element("use", href=found.style.ref(f"invest-{seat}"), transform="scale(1.7)")
        colour = found.palette.players[seat]
        rail = element("path", d="M-9 0H9", stroke=colour, stroke_width=9) + element(
            "path", d="M-9 0H9", stroke="#fffaf0", stroke_width=5.6, stroke_dasharray="2 2.8"
        )
        used += [Sign(f"cube{seat}", "", cube), Sign(f"track{seat}", "", rail)]
    ink = found.palette.ink
    ledger = element("path", d="M-7-9H7V9H-7zM0-9V9M-5-4H-2M-5 0H-2M-5 4H-2M2-4H5M2 0H5M2 4H5", fill="none",
                     stroke=ink, stroke_width=1.5)  # fmt: skip
    return [*used, Sign("account", "", ledger)]
