"""What a replay page says about the whole match; made by a worker, because the work grows with the record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.bots.analysis import Moment
from branchline.core.play import record
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import speaking
from branchline.server.pages.replay.chart import chart
from branchline.server.pages.replay.game_analysis import Course, told_course
from branchline.server.table.display.journal import tell_lines
from branchline.server.table.protocol.messages import Entry
from branchline.server.workers.match_summary import summarise


class Told(msgspec.Struct, frozen=True):
    """The whole match: the log, the rounds, where the points came from, the statements."""

    names: tuple[str, ...]
    steps: int
    rounds: tuple[int, ...]
    log: tuple[Entry, ...]
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    total: tuple[int, ...]
    accounts: tuple[tuple[int, Account], ...]
    chart: str


class Report(msgspec.Struct, frozen=True):
    told: Told
    places: tuple[tuple[int, ...], ...]  # once the game is over: seats, best first


def report(
    setup: Setup, events: Sequence[record.Event], seat: int | None, names: tuple[str, ...], language: str
) -> Report:
    """The report as a seat may know it. `events` are the lines of the record."""
    lines = tell_lines(setup, events, seat, language, names)
    log = tuple(entry for entry in lines.entries if not entry.undone)
    summary = summarise(setup, [step.moves for step in lines.steps], language)
    with speaking(language):
        curve = chart(names, summary.scores, summary.rounds)
    total = summary.scores[-1]
    told = Told(names, len(log), summary.rounds, log, summary.parts, total, summary.accounts, curve)
    return Report(told, summary.places)


def course_report(setup: Setup, moments: Sequence[Moment], told: Told, address: str, language: str) -> Course:
    """The course of the chances, in words and as a chart."""
    with speaking(language):
        return told_course(moments, told.names, told.log, told.rounds, address)
