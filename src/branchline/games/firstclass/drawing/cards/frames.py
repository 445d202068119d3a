"""The paper a card is printed on: frame, arched head in the colour of its stage, corners with a tendril."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, joined, label
from branchline.drawing.palette import shade
from branchline.games.firstclass.drawing.palette import Style

W: Final = 100.0
H: Final = 140.0
NUMERALS: Final = ("", "I", "II", "III")
GAME_END: Final = 0  # the frame of game-end cards, which belong to no stage
HEAD: Final = "M4 11Q4 4 11 4H89Q96 4 96 11V19Q74 18 64 22.5Q50 28 36 22.5Q26 18 4 19z"
TENDRILS: Final = (
    "M6 120Q6 134 20 134M6 126Q12 126 12 130T8.5 131M14 134Q14 128 10 128"
    "M94 120Q94 134 80 134M94 126Q88 126 88 130T91.5 131M86 134Q86 128 90 128"
)


def definitions(style: Style) -> str:
    return joined([*(frame(style, stage) for stage in range(4)), back(style)])


def frame(style: Style, stage: int) -> str:
    p = style.palette
    colour = p.stages[stage - 1] if stage else p.blue
    parts = [
        element("rect", x=0.5, y=0.5, width=W - 1, height=H - 1, rx=7.5, fill=p.paper, stroke=p.ink),
        element(
            "rect", x=4, y=4, width=W - 8, height=H - 8, rx=7, fill="none", stroke=p.brass, stroke_width=1.3
        ),
        element("path", d=TENDRILS, fill="none", stroke=p.brass),
        element("path", d=HEAD, fill=colour, stroke=p.gold, stroke_width=1.2),
    ]
    if stage:
        parts.append(
            label(
                NUMERALS[stage],
                50,
                19,
                15,
                text_anchor="middle",
                font_weight="700",
                fill=p.cream,
                letter_spacing=1,
            )
        )
    else:
        parts.append(_chequers(style))
    return group(*parts, id=style.id(f"frame-{stage}"))


def _chequers(style: Style) -> str:
    squares = "".join(f"M{20 + i * 5} {7 + (i % 2) * 5}h5v5h-5z" for i in range(12))
    return element("path", d=squares, fill=style.palette.cream)


def back(style: Style) -> str:
    """A face-down card."""
    p = style.palette
    return group(
        element("rect", x=0.5, y=0.5, width=W - 1, height=H - 1, rx=7.5, fill=p.livery, stroke=p.ink),
        element("rect", x=7, y=7, width=W - 14, height=H - 14, rx=5, fill="none", stroke=p.gold, stroke_width=2),
        element(
            "path", d="M50 40L70 70L50 100L30 70zM50 52L62 70L50 88L38 70zM14 14h14M14 14v14M86 14h-14M86 14v14"
            "M14 126h14M14 126v-14M86 126h-14M86 126v-14", fill=shade(p.livery, 0.75), stroke=p.gold, stroke_width=2,
        ),
        id=style.id("back"),
    )  # fmt: skip
