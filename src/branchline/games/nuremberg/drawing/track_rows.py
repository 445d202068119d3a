"""The rows of places that the tracks are printed with, in the picture of the table and on their panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from branchline.drawing.markup import element, group, label
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.views.view import Colour

LAST: Final = 15  # the last place printed; higher values are written beside their marker
LOWEST: Final = -13  # of profit & loss
HIGHEST: Final = 5
HIGH: Final = 17.0  # of a place
LIFT: Final = 6.2  # of each marker over the one below


class Places(msgspec.Struct, frozen=True):
    """A row of them: where the first begins, how wide each is, and the numbers on them."""

    left: float
    wide: float
    size: float  # of a number
    foot: float  # of a number, below the middle of the row

    def influence(self, style: Style, colour: Colour, y: float) -> str:
        """0 to `LAST`, around the height y."""
        p = style.palette
        places = "".join(
            element("rect", x=self.left + i * self.wide, y=y - HIGH / 2, width=self.wide - 1.6, height=HIGH, rx=3)
            for i in range(LAST + 1)
        )  # fmt: skip
        numbers = "".join(
            label(f"{i}+" if i == LAST else str(i), self.influence_x(i), y + self.foot, self.size)
            for i in range(LAST + 1)
        )
        return group(
            places, fill=p.pieces[colour], fill_opacity=tint(style, colour), stroke=p.line, stroke_width=0.8
        ) + group(numbers, text_anchor="middle", fill=p.ink, opacity=0.8)

    def influence_x(self, value: int) -> float:
        return self.left + min(LAST, value) * self.wide + self.wide / 2 - 0.8

    def profit(self, style: Style, y: float) -> str:
        """`LOWEST` to `HIGHEST`, the redder or greener the farther from 0."""
        p = style.palette
        places, numbers = [], []
        for value in range(LOWEST, HIGHEST + 1):
            x = self.left + (value - LOWEST) * self.wide
            colour = p.pieces["red"] if value < 0 else p.pieces["green"]
            strength = 0.12 + 0.025 * abs(value) if value else 0.0
            places.append(
                element("rect", x=x, y=y - HIGH / 2, width=self.wide - 1.4, height=HIGH, rx=3, fill=colour,
                        fill_opacity=round(strength, 2), stroke=p.line, stroke_width=0.8)
            )  # fmt: skip
            written = f"+{value}" if value > 0 else str(value).replace("-", "−")
            numbers.append(label(written, self.profit_x(value), y + self.foot, self.size))
        return "".join(places) + group(*numbers, text_anchor="middle", fill=p.ink, opacity=0.85)

    def profit_x(self, value: int) -> float:
        at = max(LOWEST, min(HIGHEST, value)) - LOWEST
        return self.left + at * self.wide + self.wide / 2 - 0.7


def tint(style: Style, colour: Colour) -> float:
    """White needs more colour on white paper, and less in the dark."""
    if colour == "white":
        return 0.16 if style.dark else 0.42
    return 0.26


def stacks(values: Mapping[int, int], order: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each value with the seats that have it, from the bottom: the first of the order is on top (N2.7)."""
    for value in sorted(set(values.values())):
        yield value, [seat for seat in reversed(order) if values[seat] == value]
