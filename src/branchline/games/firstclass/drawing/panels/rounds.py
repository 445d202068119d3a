"""The course of the game: six rounds, a scoring phase after every second, the current one highlighted."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.painter import WIDE, Painter
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import WORDS, say, tell
from branchline.games.firstclass.views.view import View

# The course of the game: six rounds, a scoring phase after every second
STOPS: Final = ("1", "2", "s2", "3", "4", "s4", "5", "6", "s6")
BOX: Final = Place(0, 0, WIDE, 72)
STEP: Final = (WIDE - 72) / (len(STOPS) - 1)
Y: Final = 26.0


def panel(paint: Painter, view: View) -> Panel:
    return Panel(
        "rounds", PANELS["rounds"], BOX.view_box, paint(_printed), {"now": paint(_now, now(view), view.round)}
    )


def _x(number: int) -> float:
    return 36 + number * STEP


def _printed(look: Style, deck: Deck) -> str:
    p = look.palette
    line = f"M{num(_x(0))} {num(Y)}H{num(_x(len(STOPS) - 1))}"
    return group(
        element("rect", x=1, y=1, width=BOX.w - 2, height=BOX.h - 2, rx=7, fill=p.livery, stroke=p.gold,
                stroke_width=2),
        element("path", d=line, stroke=p.gold, stroke_width=5),
        element("path", d=line, stroke=p.livery, stroke_width=2, stroke_dasharray="8 8"),
        *(_stop(look, number, lit=False) for number in range(len(STOPS))),
        *(_word(look, number) for number in range(len(STOPS))),
    )  # fmt: skip


def _stop(look: Style, number: int, lit: bool) -> str:
    p = look.palette
    x, name = _x(number), STOPS[number]
    if name.startswith("s"):
        return element("use", href=look.ref("clock"), transform=f"translate({num(x)} {num(Y)}) scale(.72)")
    colour = p.stages[(int(name) - 1) // 2]
    disc = element("circle", cx=x, cy=Y, r=14, fill=p.lit if lit else p.cream, stroke=colour, stroke_width=4)
    return disc + label(name, x, Y + 6, 17, text_anchor="middle", font_weight="700", fill=p.print)


def _word(look: Style, number: int) -> str:
    name = STOPS[number]
    if name.startswith("s"):
        words, x = WORDS["scoring"], _x(number)
    elif int(name) % 2:
        words, x = say("stage", stage=("I", "II", "III")[(int(name) - 1) // 2]), _x(number) + STEP / 2
    else:
        return ""
    last = number == len(STOPS) - 1
    return label(words, WIDE - 12 if last else x, Y + 37, 15.5, text_anchor="end" if last else "middle",
                 fill=look.palette.cream)  # fmt: skip


def _now(look: Style, deck: Deck, number: int, round_number: int) -> str:
    glow = element("circle", cx=_x(number), cy=Y, r=22, fill=look.palette.lit, opacity=0.5)
    return group(title(tell("rounds", round=round_number)), glow, _stop(look, number, lit=True))


def now(view: View) -> int:
    """The current stage of the game."""
    name = f"s{view.round}" if view.phase == "scoring" else str(view.round)
    if view.phase in ("end_cards", "draw_evidence", "discard_evidence", "game_over"):
        name = "s6"
    return STOPS.index(name) if name in STOPS else 0
