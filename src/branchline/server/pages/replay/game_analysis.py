"""How a finished game went: every seat's chance of winning after each turn, and the turns that changed most.

Workers compute the chances, one game at a time, and bots at other tables get their turns in between."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.bots.analysis import Moment, turning_points
from branchline.core.play.story import Entry
from branchline.drawing.markup import element, label, title
from branchline.languages import _
from branchline.server.pages.replay.chart import Curves, picture
from branchline.server.workers.painters import Key
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.thinkers import Thinkers

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable

KEPT: Final = 64  # games kept in memory
LEAST: Final = 0.05  # minimum change for a turning point
LONGEST: Final = 160  # characters that say what happened there


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn, and its player's chance of winning before and after, in per cent."""

    first: int  # the step before the turn: who plays on from there can play it differently
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
        self._partial: dict[Key, list[Moment]] = {}  # what there is of those that are being computed

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

    def progress(self, live: LiveTable) -> float:
        """How much of a game has been analysed, from 0 to 1; 0 also if another process does it."""
        key = (live.row.id, live.point.at)
        if key in self._found and self._found[key].done():
            return 1.0
        partial = self._partial.get(key)
        return partial[-1].event / len(live.table.steps) if partial else 0.0

    async def _find(self, live: LiveTable) -> list[Moment]:
        key, steps = (live.row.id, live.point.at), live.table.steps
        self._partial[key] = []
        try:
            return await self._thinkers.course(live.state.position, steps, self._partial[key])
        finally:
            self._partial.pop(key, None)


def told_course(
    moments: Sequence[Moment],
    names: Sequence[str],
    log: Sequence[Entry],
    steps: int,
    rounds: Sequence[int],
    address: str,
    winners: Sequence[int] | None = None,
) -> Course:
    """In the language of the context. `address` is the URL of the replay; `winners` (None: it was not played to its
    end) have 100% at the end of the chart, where there is nothing left to estimate."""
    points = tuple(_told(before, after, log) for before, after in turning_points(moments, least=LEAST))
    rows = _by_step(moments, len(names), steps)
    if winners is not None:
        rows[-1] = tuple(100 if seat in winners else 0 for seat in range(len(names)))
    return Course(_chart(rows, names, rounds, points, address), points)


def _told(before: Moment, after: Moment, log: Sequence[Entry]) -> TurningPoint:
    seat = after.seat
    assert seat is not None
    words = [
        entry.words
        for entry in log
        if entry.kind == "turn"
        and entry.seat == seat
        and before.event < entry.step
        and entry.first < after.event
    ]
    chances = percent(before.chances[seat]), percent(after.chances[seat])
    return TurningPoint(before.event, after.event, seat, _headline(" ".join(words)), *chances)


def _headline(words: str) -> str:
    """The first sentences of a turn; a long chain of actions is cut short."""
    found = words[:LONGEST]
    return words if found == words else found[: found.rfind(". ") + 1] + " …" if ". " in found else words


def percent(chance: float) -> int:
    return round(chance * 100)


def _percent(chance: int | str) -> str:
    return _("{chance}%", chance=chance)


def _by_step(moments: Sequence[Moment], players: int, steps: int) -> list[tuple[int, ...]]:
    """A row for the start, when all are equal, and one for each step."""
    rows = [tuple(round(100 / players) for _seat in range(players))]
    for moment in moments:
        rows += [rows[-1]] * (moment.event - len(rows))
        rows.append(tuple(percent(chance) for chance in moment.chances))
    return rows + [rows[-1]] * (steps + 1 - len(rows))


def _chart(
    rows: Sequence[Sequence[int]], names: Sequence[str], rounds: Sequence[int],
    points: Sequence[TurningPoint], address: str,
) -> str:  # fmt: skip
    shown = Curves(names, rows, rounds, range(0, 101, 25), _percent, _percent(""))
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
