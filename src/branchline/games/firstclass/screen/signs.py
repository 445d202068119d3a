"""The signs of choices: the icons of the cards, and numbers by name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from branchline.core.protocols import Theme
from branchline.core.screen import Sign
from branchline.drawing.markup import element, label
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.text.captions import SIGNS
from branchline.languages import language

ICONS: Final = {
    "car": "car",
    "upgrade": "upgrade",
    "conductor": "bust",
    "loco": "loco",
    "coin": "coin",
    "contract": "contract",
    "game_end": "game-end",
}
# Those of the player rows have words of their own
OF_ROWS: Final = {"worth": "points", "completed": "done", "mail": "mail"}
NUMBERS: Final = ("points", "value", "scoring")


def signs(theme: Theme) -> tuple[Sign, ...]:
    return _signs(theme, language())


@lru_cache(maxsize=16)
def _signs(theme: Theme, _language: str) -> tuple[Sign, ...]:
    look = style(theme)

    def icon(name: str) -> str:
        return element("use", href=look.ref(name), transform="scale(.46)")

    def column(number: int) -> Sign:
        lettered = label(
            str(number), 0, 4, 11, font_weight="700", text_anchor="middle", fill=look.palette.print
        )
        return Sign(f"column{number}", SIGNS[f"column{number}"], icon("coin") + lettered)

    return (
        *(Sign(name, SIGNS[name], icon(shape)) for name, shape in ICONS.items()),
        *(column(number) for number in (1, 2, 3)),
        *(Sign(name, SIGNS[name]) for name in NUMBERS),
        *(Sign(name, "", icon(shape)) for name, shape in OF_ROWS.items()),
    )
