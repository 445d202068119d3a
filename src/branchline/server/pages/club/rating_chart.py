"""A chart of a rating over the games: a line, with its uncertainty around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.markup import element, group, label, num, plain, title
from branchline.drawing.place import Place
from branchline.languages import _, n_
from branchline.server.club.players import day
from branchline.store.club.ratings import SCALE, Moment

WHOLE: Final = Place(0, 0, 480, 200)  # small, so that its text is legible on a phone
PLOT: Final = Place(46, 10, 426, 156)
STEPS: Final = (50, 100, 200, 250, 500, 1000)
LINES: Final = 5  # maximum number of horizontal lines


class Way:
    """The numbers drawn: the rating after each game, with its 95% confidence interval."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self.numbers = [round(SCALE * moment.skill.mu) for moment in moments]
        self.lows = [SCALE * moment.skill.low for moment in moments]
        self.highs = [SCALE * moment.skill.high for moment in moments]
        least, most = min(self.lows), max(self.highs)
        self.step = next((step for step in STEPS if (most - least) / step <= LINES), STEPS[-1])
        self.low = int(least // self.step) * self.step
        self.high = -int(-most // self.step) * self.step

    def x(self, number: int) -> float:
        return PLOT.x + PLOT.w * (number + 0.5) / len(self.numbers)

    def y(self, value: float) -> float:
        return PLOT.bottom - PLOT.h * (value - self.low) / (self.high - self.low)


def rating_chart(moments: Sequence[Moment]) -> str:
    """For a page that styles `.way`; empty if nothing has been played."""
    if not moments:
        return ""
    way, last = Way(moments), len(moments) - 1
    said = _(
        "From {first} after the first game to {last} after game {count}.",
        first=way.numbers[0], last=way.numbers[-1], count=last + 1,
    )  # fmt: skip
    return element(
        "svg",
        title(_("Rating, game by game")),
        element("desc", plain(said)),
        _ground(way, moments),
        element("path", d=_band(way), class_="unsure"),
        element("path", d=_line(way), class_="line"),
        *(
            group(
                title(f"{day(moment.time)}: {number} ± {round(high - number)}"),
                element("circle", cx=way.x(n), cy=way.y(number), r=2 if last > 40 else 3.2),
            )
            for n, (moment, number, high) in enumerate(zip(moments, way.numbers, way.highs, strict=True))
        ),
        viewBox=WHOLE.view_box, role="img", class_="chart way",
    )  # fmt: skip


def _ground(way: Way, moments: Sequence[Moment]) -> str:
    parts = []
    for value in range(way.low, way.high + 1, way.step):
        y = way.y(value)
        parts.append(element("path", d=f"M{num(PLOT.x)} {num(y)}H{num(PLOT.right)}"))
        parts.append(label(str(value), PLOT.x - 8, y + 5, 15, text_anchor="end"))
    parts.append(label(day(moments[0].time), PLOT.x, PLOT.bottom + 26, 15))
    count = n_("{count} game", "{count} games", len(moments))
    parts.append(label(count, PLOT.x + PLOT.w / 2, PLOT.bottom + 26, 15, text_anchor="middle"))
    parts.append(label(day(moments[-1].time), PLOT.right, PLOT.bottom + 26, 15, text_anchor="end"))
    return group(*parts, class_="ground")


def _line(way: Way) -> str:
    return "M" + "L".join(f"{num(way.x(n))} {num(way.y(number))}" for n, number in enumerate(way.numbers))


def _band(way: Way) -> str:
    there = [f"{num(way.x(n))} {num(way.y(high))}" for n, high in enumerate(way.highs)]
    back = [f"{num(way.x(n))} {num(way.y(low))}" for n, low in reversed(list(enumerate(way.lows)))]
    return "M" + "L".join([*there, *back]) + "Z"
