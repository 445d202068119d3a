"""How a finished game went: every seat's chance of winning after each turn, and the turns that changed most.

Workers compute the chances, one game at a time, and bots at other tables get their turns in between."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.bots.analysis import Moment, turning_points
from branchline.drawing.markup import element, label, title
from branchline.languages import _
from branchline.server.pages.replay.chart import Curves, picture
from branchline.server.table.protocol.messages import Entry
from branchline.server.workers.painters import Key
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.thinkers import Thinkers

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable

KEPT: Final = 64  # games kept in memory
LEAST: Final = 0.05  # minimum change for a turning point
TOLD: Final = 3  # steps of a turn that are told; if there are more, only two


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn, and its player's chance of winning before and after, in per cent."""

    step: int  # the last of the turn
    seat: int
    words: str
    before: int
    after: int


class Course(msgspec.Struct, frozen=True):
    chart: str
    points: tuple[TurningPoint, ...]


class Courses:
    """The chances over the course of games, each computed once."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._found: OrderedDict[Key, asyncio.Task[list[Moment]]] = OrderedDict()

    async def of(self, live: LiveTable) -> list[Moment]:
        """The chances after each turn of a finished game; raises `WorkerFailed`."""
        key = (live.row.id, live.point.at)
        if key not in self._found:
            task = self._found[key] = asyncio.create_task(self._find(live))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        try:
            return await asyncio.shield(self._found[key])
        except WorkerFailed:
            self._found.pop(key, None)
            raise

    async def _find(self, live: LiveTable) -> list[Moment]:
        return await self._thinkers.course(live.state.position, live.table.steps)


def told_course(
    moments: Sequence[Moment], names: Sequence[str], log: Sequence[Entry], rounds: Sequence[int], address: str
) -> Course:
    """In the language of the context. `address` is the URL of the replay."""
    points = tuple(_told(before, after, log) for before, after in turning_points(moments, least=LEAST))
    return Course(_chart(_by_step(moments, len(names), len(log)), names, rounds, points, address), points)


def _told(before: Moment, after: Moment, log: Sequence[Entry]) -> TurningPoint:
    seat = after.seat
    assert seat is not None
    turn = [entry for entry in log[before.event : after.event] if entry.seat == seat]
    steps = [entry.words for entry in turn if not entry.forced] or [entry.words for entry in turn]
    words = " ".join(steps if len(steps) <= TOLD else [*steps[: TOLD - 1], "…"])
    return TurningPoint(
        after.event, seat, words, _percent(before.chances[seat]), _percent(after.chances[seat])
    )


def _percent(chance: float) -> int:
    return round(chance * 100)


def _by_step(moments: Sequence[Moment], players: int, steps: int) -> list[tuple[int, ...]]:
    """A row for the start, when all are equal, and one for each step."""
    rows = [tuple(round(100 / players) for _seat in range(players))]
    for moment in moments:
        rows += [rows[-1]] * (moment.event - len(rows))
        rows.append(tuple(_percent(chance) for chance in moment.chances))
    return rows + [rows[-1]] * (steps + 1 - len(rows))


def _chart(
    rows: Sequence[Sequence[int]], names: Sequence[str], rounds: Sequence[int],
    points: Sequence[TurningPoint], address: str,
) -> str:  # fmt: skip
    shown = Curves(names, rows, rounds, range(0, 101, 25), lambda chance: f"{chance} %", " %")
    said = " ".join(f"{number}. {change(point, names)}" for number, point in enumerate(points, start=1))
    marks = (_mark(shown, number, point, address) for number, point in enumerate(points, start=1))
    return picture(shown, _("Chances of winning during the game"), said, *marks)


def change(point: TurningPoint, names: Sequence[str]) -> str:
    return _(
        "{words} {name}'s chance of winning goes from {before}% to {after}%.",
        words=point.words, name=names[point.seat], before=point.before, after=point.after,
    )  # fmt: skip


def _mark(shown: Curves, number: int, point: TurningPoint, address: str) -> str:
    x, y = shown.x(point.step), shown.y(point.after)
    return element(
        "a",
        title(f"{number}. {change(point, shown.names)}"),
        element("circle", cx=x, cy=y, r=13),
        label(str(number), x, y + 5.5, 15, text_anchor="middle"),
        href=f"{address}?at={point.step}", data_step=str(point.step), class_=f"turning seat-{point.seat}",
    )  # fmt: skip
