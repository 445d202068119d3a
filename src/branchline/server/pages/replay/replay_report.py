"""What a replay page says about the whole match; made by a worker, because the work grows with the record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline.bots.analysis import Moment
from branchline.core.awards import Given
from branchline.core.play import record
from branchline.core.play.story import Entry
from branchline.core.protocols import Theme
from branchline.core.screen import AccountRow
from branchline.core.setup import Setup
from branchline.languages import speaking
from branchline.server.pages.replay.chart import chart
from branchline.server.pages.replay.game_analysis import Course, told_course
from branchline.server.table.display.journal import tell_lines
from branchline.server.workers.match_summary import summarise


class MatchStory(msgspec.Struct, frozen=True):
    """The whole match: the log with its statements, the rounds, where the points came from."""

    names: tuple[str, ...]
    steps: int
    rounds: tuple[int, ...]
    log: tuple[Entry, ...]
    parts: tuple[AccountRow, ...]
    total: tuple[int, ...]
    chart: str


class Report(msgspec.Struct, frozen=True):
    told: MatchStory
    places: tuple[tuple[int, ...], ...]  # once the game is over: seats, best first
    awards: tuple[Given, ...]


class Ceremony(msgspec.Struct, frozen=True):
    """The end of a game: places, where the points came from, awards, and a picture in honour of the winners."""

    names: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]  # seats, best first; the first is empty if nobody wins
    parts: tuple[AccountRow, ...]
    total: tuple[int, ...]
    awards: tuple[Given, ...]
    picture: str  # SVG, or empty
    souvenirs: bool  # whether there is a poster and an animation
    challenge: str = ""  # the address of the challenge that was taken up here
    won: bool = False  # and whether it was won


def report(
    setup: Setup, events: Sequence[record.Event], seat: int | None, names: tuple[str, ...], language: str
) -> Report:
    """The report as a seat may know it. `events` are the lines of the record."""
    lines = tell_lines(setup, events, (seat,), language, names)
    story = lines.story
    summary = summarise(setup, [step.moves for step in story.steps], language)
    with speaking(language):
        curve = chart(names, summary.scores, summary.rounds)
    total = summary.scores[-1]
    told = MatchStory(
        names,
        len(story.steps),
        summary.rounds,
        tuple(entry for (entry,) in story.rows),
        summary.parts,
        total,
        curve,
    )
    return Report(told, summary.places, summary.awards)


def ceremony_report(setup: Setup, found: Report, dark: bool, language: str) -> Ceremony:
    """For a game that was played to its end."""
    told = found.told
    presentation = setup.game.presentation()
    with speaking(language):
        picture = presentation.celebration(told.names, found.places[0], Theme(dark=dark))
    return Ceremony(
        told.names, found.places, told.parts, told.total, found.awards, picture, presentation.souvenirs
    )


def course_report(
    setup: Setup, moments: Sequence[Moment], found: Report, address: str, language: str
) -> Course:
    """The course of the chances, in words and as a chart."""
    told, winners = found.told, found.places[0] if found.places else None
    with speaking(language):
        return told_course(moments, told.names, told.log, told.steps, told.rounds, address, winners)
