"""The log of a match in sentences, in one language: for every seat what it may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableSequence, Sequence
from typing import Final

import msgspec

from branchline.core.play import record
from branchline.core.play.history import Step, Transition
from branchline.core.play.story import Story, StoryState
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE
from branchline.core.setup import Setup
from branchline.languages import _, speaking
from branchline.server.table.display.frames import Frames
from branchline.server.table.protocol.messages import Entry
from branchline.server.table.state.table_state import FEW
from branchline.store import SPECTATOR, SeatEvent, SeatEventKind

SEAT_WORDS: Final[dict[SeatEventKind, Callable[[str, str], str]]] = {
    "taken": lambda name, _voter: _("{name} takes a seat.", name=name),
    "device": lambda name, _voter: _("{name} joins from another device.", name=name),
    "left": lambda name, _voter: _("{name} leaves the table.", name=name),
    "bot": lambda name, _voter: _("A bot, {name}, takes the seat.", name=name),
    "opened": lambda name, _voter: _("The bot {name} makes room: the seat is open.", name=name),
    "stand_in": lambda name, _voter: _("The others let a bot play for {name}.", name=name),
    "back": lambda name, _voter: _("{name} is back.", name=name),
    "failed": lambda name, _voter: _(
        "{name}: the bot found no move in time and plays a random one.", name=name
    ),
    "asked": lambda name, voter: _(
        "{voter} wants to give out a new invitation to the seat of {name}.", voter=voter, name=name
    ),
    "kept": lambda name, _voter: _("{name} is here and keeps the seat.", name=name),
    "freed": lambda name, _voter: _(
        "{name} did not come back: the seat is open for a new invitation.", name=name
    ),
}


class JournalState(msgspec.Struct, frozen=True):
    """A journal as plain data: what it says, and what it needs to continue."""

    read: int
    story: StoryState[Entry]
    asides: list[Entry]
    seat_events: int


class Journal:
    """Follows the lines of a record: the story of the match, and asides about seats and undone moves. `entries` is what
    the log shows a seat; an entry is replaced, never changed."""

    def __init__(
        self, setup: Setup, seats: Sequence[int | None], language: str, names: Sequence[str]
    ) -> None:
        self._language, self._names = language, names
        with speaking(language):
            self._story = Story(setup, names, *seats, entry=Entry)
        self.read = 0  # lines of the record
        self._asides: list[Entry] = []
        self._seat_events = 0  # how many of them were told

    def entries(self, seat: int | None) -> list[Entry]:
        """An aside stands behind the turn in which it happened."""
        found = self._story.entries_of(seat)
        for aside in reversed(self._asides):
            place = len(found)
            while place > 0 and not _came_before(found[place - 1], aside):
                place -= 1
            found.insert(place, aside)
        return found

    @property
    def told(self) -> JournalState:
        return JournalState(self.read, self._story.told, self._asides, self._seat_events)

    def take(self, told: JournalState) -> None:
        """Continue from what a worker has told, from the first line."""
        self.read, self._asides, self._seat_events = told.read, list(told.asides), told.seat_events
        with speaking(self._language):
            self._story.take(told.story)

    def add(self, event: record.Event, passed: Transition | None = None) -> None:
        """Read a line. `passed`: how it was played."""
        self.read += 1
        with speaking(self._language):
            if isinstance(event, record.Undo):
                self._undo(event)
            elif passed is not None:
                self._story.add(passed.step, passed.positions)
            elif isinstance(event, record.Deal):
                self._tell(CHANCE, event.results)
            elif isinstance(event, record.Played):
                self._tell(event.seat, [event.move], event.forced)

    def add_seats(self, events: Sequence[SeatEvent]) -> None:
        """Add entries for the seats that have changed hands up to this line."""
        with speaking(self._language):
            while self._seat_events < len(events) and events[self._seat_events].at <= self.read:
                event = events[self._seat_events]
                voter = _("The host") if event.voter == SPECTATOR else self._names[event.voter]
                words = SEAT_WORDS[event.kind](event.name, voter)
                seat = event.seat if event.voter == SPECTATOR else event.voter
                self._asides.append(Entry(words, self._depth, self._depth, seat=seat, seated=True))
                self._seat_events += 1

    @property
    def _depth(self) -> int:
        return len(self._story.history.steps)

    def _tell(self, seat: int, texts: list[str], forced: bool = False) -> None:
        game, setting = self._story.game, self._story.setting
        self._story.add(Step(seat, [game.read(setting, text).id for text in texts], forced))

    def _undo(self, event: record.Undo) -> None:
        depth = self._depth - event.events
        undone = (step.seat for step in self._story.history.steps[depth:])
        seat = next((one for one in undone if one != CHANCE), None)
        self._story.cut(depth)
        self._asides = [
            msgspec.structs.replace(aside, step=min(aside.step, depth), first=min(aside.first, depth))
            for aside in self._asides
            if not (aside.undone and aside.step >= depth)  # one such entry is enough, however much is undone
        ]
        words = "" if seat is None else _("{name} undoes a move.", name=self._names[seat])
        self._asides.append(Entry(words, depth, depth, seat=seat, undone=True))


def _came_before(entry: Entry, aside: Entry) -> bool:
    return entry.step <= aside.step if entry.kind == "heading" else entry.first < aside.step


def tell_lines(
    setup: Setup,
    lines: Sequence[record.Event],
    seats: Sequence[int | None],
    language: str,
    names: Sequence[str],
    events: Sequence[SeatEvent] = (),
) -> JournalState:
    """In a worker: the log from the first line."""
    journal = Journal(setup, seats, language, names)
    journal.add_seats(events)
    for line in lines:
        journal.add(line)
        journal.add_seats(events)
    return journal.told


class Journals:
    """The journals of a table, one per language in use: a move is told once for everybody who sees the same."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        # What the journals are about: the table, the names, and the seats they are for
        self._source: tuple[Table, tuple[str, ...], Sequence[int | None]] | None = None
        self._journals: dict[str, Journal] = {}
        self._lock = asyncio.Lock()

    async def of(
        self,
        table: Table,
        trail: MutableSequence[Transition],
        seats: Sequence[int | None],
        language: str,
        at: int,
        names: tuple[str, ...],
        events: Sequence[SeatEvent],
    ) -> Journal:
        """The log for the seats, at least up to line `at` of the record; raises `WorkerFailed`. `trail`: how the last
        moves were played; those that all journals know are dropped."""
        if self._source is None or self._source[0] is not table or self._source[1:] != (names, seats):
            self._source, self._journals = (table, names, seats), {}
        if language not in self._journals:
            self._journals[language] = Journal(table.setup, seats, language, names)
        journal = self._journals[language]
        async with self._lock:
            if at - journal.read > FEW:
                lines = list(table.log[:at])
                told = await self._frames.do(tell_lines, lines, seats, language, names, tuple(events))
                journal.take(told)
        journal.add_seats(events)
        passed = {one.line: one for one in trail}
        while journal.read < at:
            journal.add(table.log[journal.read], passed.get(journal.read))
            journal.add_seats(events)
        known = min(one.read for one in self._journals.values())
        while trail and trail[0].line < known:
            del trail[0]
        return journal
