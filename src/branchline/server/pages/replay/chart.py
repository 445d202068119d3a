"""A chart of scores or chances over the rounds: one line and one emblem per seat, for a page that has the colours of
the seats as classes `seat-0` and so on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from branchline.drawing.emblems import EMBLEMS
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, num, plain, title
from branchline.drawing.place import Place
from branchline.languages import _, n_

WHOLE: Final = Place(0, 0, 760, 320)
PLOT: Final = Place(46, 14, 566, 266)
NAME_X: Final = PLOT.right + 30
LINES: Final = 6  # maximum number of horizontal lines


class Curves:
    """What a chart shows: a row for the start and one for the position after each step, with one number per seat; the
    step with which each round starts; the horizontal lines; how a number is written."""

    def __init__(
        self,
        names: Sequence[str],
        rows: Sequence[Sequence[int]],
        rounds: Sequence[int],
        across: range,
        said: Callable[[int], str],
        unit: str = "",
    ) -> None:
        self.names = names
        self.rows = rows
        self.rounds = rounds
        self.across = across
        self.said = said
        self.unit = unit

    def x(self, step: int) -> float:
        return PLOT.x + PLOT.w * step / max(1, len(self.rows) - 1)

    def y(self, number: float) -> float:
        low, high = self.across[0], self.across[-1]
        return PLOT.bottom - PLOT.h * (number - low) / (high - low)

    def short(self, number: int) -> str:
        return str(number).replace("-", "−") + self.unit


def chart(names: Sequence[str], scores: Sequence[Sequence[int]], rounds: Sequence[int]) -> str:
    """A chart of scores: a row for the start and one for the position after each step; `rounds` are the steps with
    which rounds start."""
    every = [number for row in scores for number in row]
    across = _across(min(0, *every), max(1, *every))
    shown = Curves(names, scores, rounds, across, lambda score: n_("{count} point", "{count} points", score))
    return picture(shown, _("Scores, round by round"), description(names, scores, rounds))


def _across(low: int, high: int) -> range:
    """The horizontal lines, a round number apart."""
    step = 1
    for number in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000):
        step = number
        if (high - low) / number <= LINES:
            break
    return range(low // step * step, -(-high // step) * step + 1, step)


def picture(shown: Curves, words: str, described: str, *more: str) -> str:
    """`more` is drawn on top."""
    return element(
        "svg",
        title(words),
        element("desc", plain(described)),
        _ground(shown),
        *(_line(shown, seat) for seat in range(len(shown.names))),
        _names(shown),
        *more,
        viewBox=WHOLE.view_box, role="group" if more else "img", class_="chart", data_left=PLOT.x,
        data_wide=PLOT.w, data_steps=str(len(shown.rows) - 1),
    )  # fmt: skip


def description(names: Sequence[str], scores: Sequence[Sequence[int]], rounds: Sequence[int]) -> str:
    """The chart in words: everybody's score at the end of each round."""
    ends = [*(step for step in rounds[1:]), len(scores) - 1]
    said = []
    for number, step in enumerate(ends, start=1):
        stand = ", ".join(f"{name} {score}" for name, score in zip(names, scores[step], strict=True))
        # Translators: {stand} is a list such as "Ann 12, Bob 7"
        said.append(_("After round {number}: {stand}.", number=number, stand=stand))
    return " ".join(said)


def _ground(shown: Curves) -> str:
    """The horizontal lines with their numbers, and the rounds side by side."""
    parts = []
    for number in shown.across:
        y = shown.y(number)
        parts.append(
            element(
                "path",
                d=f"M{num(PLOT.x)} {num(y)}H{num(PLOT.right)}",
                class_="zero" if number == 0 else "across",
            )
        )
        parts.append(label(shown.short(number), PLOT.x - 8, y + 4, 13, text_anchor="end"))
    starts = [*shown.rounds, len(shown.rows) - 1]
    for number, (start, end) in enumerate(pairwise(starts), start=1):
        left, right = shown.x(start), shown.x(end)
        if number % 2 == 0:
            parts.append(element("rect", x=left, y=PLOT.y, width=right - left, height=PLOT.h, class_="band"))
        parts.append(label(str(number), (left + right) / 2, PLOT.bottom + 18, 13, text_anchor="middle"))
    parts.append(label(_("round"), PLOT.x - 8, PLOT.bottom + 18, 12, text_anchor="end", font_style="italic"))
    return group(*parts, class_="ground")


def _line(shown: Curves, seat: int) -> str:
    """A number that changes in steps, with the emblem of its seat at the end of each round."""
    before = shown.rows[0][seat]
    path = f"M{num(shown.x(0))} {num(shown.y(before))}"
    for step, row in enumerate(shown.rows):
        if row[seat] != before:
            path += f"H{num(shown.x(step))}V{num(shown.y(row[seat]))}"
            before = row[seat]
    path += f"H{num(shown.x(len(shown.rows) - 1))}"
    ends = [*shown.rounds[1:], len(shown.rows) - 1]
    marks = (_emblem(seat, shown.x(step), shown.y(shown.rows[step][seat]), 0.95) for step in ends)
    return group(
        title(f"{shown.names[seat]}: {shown.said(shown.rows[-1][seat])}"),
        element("path", d=path, class_="halo"),
        element("path", d=path, class_="line"),
        *marks,
        class_=f"seat-{seat}",
    )


def _emblem(seat: int, x: float, y: float, scale: float) -> str:
    return group(
        element("circle", r=8.5),
        element("path", d=EMBLEMS[seat]),
        transform=f"translate({num(x)} {num(y)}) scale({scale:g})", class_="plate",
    )  # fmt: skip


def _names(shown: Curves) -> str:
    """The names beside the ends of the lines; moved apart where lines end close together."""
    last = shown.rows[-1]
    wanted = sorted(range(len(shown.names)), key=lambda seat: -last[seat])
    parts, free = [], PLOT.y + 8
    room = len(wanted) * 24
    for place, seat in enumerate(wanted):
        y = min(max(shown.y(last[seat]), free), PLOT.bottom + 12 - (room - place * 24) + 24)
        free = y + 24
        words = shortened(shown.names[seat], 15, 84 - 10 * len(shown.unit))
        parts.append(
            group(
                _emblem(seat, NAME_X, y, 0.95),
                label(f"{shown.short(last[seat])} {words}", NAME_X + 14, y + 5, 15, class_="name"),
                class_=f"seat-{seat}",
            )
        )
    return group(*parts, aria_hidden="true")
