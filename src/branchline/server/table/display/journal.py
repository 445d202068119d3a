"""The log of a match in sentences: what one seat may know, in one language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from branchline.core.play import record
from branchline.core.play.history import History, Step
from branchline.core.play.table import SNAPSHOT_EVERY, Table
from branchline.core.protocols import CHANCE, Game
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import _, speaking
from branchline.server.table.display.frames import Frames
from branchline.server.table.protocol.messages import Entry
from branchline.store import SPECTATOR, SeatEvent, SeatEventKind

MOST_DRAWS: Final = 8  # in one deal that are told one by one
FEW: Final = 16  # lines that are told in this process; more are left to a worker
SEAT_WORDS: Final[dict[SeatEventKind, Callable[[str, str], str]]] = {
    "taken": lambda name, _voter: _("{name} takes a seat.", name=name),
    "device": lambda name, _voter: _("{name} joins from another device.", name=name),
    "left": lambda name, _voter: _("{name} leaves the table.", name=name),
    "bot": lambda name, _voter: _("A bot, {name}, takes the seat.", name=name),
    "opened": lambda name, _voter: _("The bot {name} makes room: the seat is open.", name=name),
    "stand_in": lambda name, _voter: _("The others let a bot play for {name}.", name=name),
    "back": lambda name, _voter: _("{name} is back.", name=name),
    "asked": lambda name, voter: _(
        "{voter} wants to give out a new invitation to the seat of {name}.", voter=voter, name=name
    ),
    "kept": lambda name, _voter: _("{name} is here and keeps the seat.", name=name),
    "freed": lambda name, _voter: _(
        "{name} did not come back: the seat is open for a new invitation.", name=name
    ),
}


class ToldLines(msgspec.Struct, frozen=True):
    """A journal as plain data: what it says, and what it needs to continue."""

    read: int
    seated: int
    entries: list[Entry]
    accounts: dict[int, list[Account]]
    steps: list[Step]
    state: list[int]


class Journal:
    """Follows the lines of a record. `entries` is what the log shows; an entry is replaced, never changed."""

    def __init__(self, game: Game[Any], setting: Any, seat: int | None, language: str) -> None:
        self._game = game
        self._setting = setting
        self._seat = seat
        self._language = language
        self._screen = game.screen()
        self._state = game.start(setting)
        self._history = History(game, self._state)
        self.read = 0  # lines of the record
        self._seat_events = 0  # how many of them were told
        self.entries: list[Entry] = []
        self.accounts: dict[int, list[Account]] = {}  # statements, by the length of the log after them

    @property
    def told(self) -> ToldLines:
        numbers = self._game.numbers(self._state)
        return ToldLines(
            self.read, self._seat_events, self.entries, self.accounts, self._history.steps, numbers
        )

    def take(self, told: ToldLines) -> None:
        """Continue from what a worker has told."""
        self.read, self._seat_events = told.read, told.seated
        self.entries, self.accounts = told.entries, told.accounts
        self._state = self._game.restore(self._setting, told.state)
        self._history = History(self._game, self._game.start(self._setting))
        for step in told.steps:
            self._history.add(step)
        self._history.remember(self._game.clone(self._state))

    def add(self, event: record.Event, names: Sequence[str]) -> None:
        self.read += 1
        with speaking(self._language):
            if isinstance(event, record.Undo):
                self._undo(event, names)
            elif isinstance(event, record.Deal):
                self._tell(CHANCE, event.results, False, names)
            elif isinstance(event, record.Played):
                self._tell(event.seat, [event.move], event.forced, names)

    def add_seats(self, events: Sequence[SeatEvent], names: Sequence[str]) -> None:
        """Tell how seats have changed hands up to this line."""
        with speaking(self._language):
            while self._seat_events < len(events) and events[self._seat_events].at <= self.read:
                event = events[self._seat_events]
                voter = _("The host") if event.voter == SPECTATOR else names[event.voter]
                words = SEAT_WORDS[event.kind](event.name, voter)
                seat = event.seat if event.voter == SPECTATOR else event.voter
                self.entries.append(Entry(step=len(self._history.steps), seat=seat, words=words, seated=True))
                self._seat_events += 1

    def _tell(self, seat: int, texts: list[str], forced: bool, names: Sequence[str]) -> None:
        game, state, steps = self._game, self._state, self._history.steps
        moves = [game.read(self._setting, text).id for text in texts]
        words: list[str] = []
        targets: dict[str, None] = {}
        accounts: list[Account] = []
        told = len(moves) <= MOST_DRAWS
        for move in moves:
            if told:
                words.append(game.sentence(state, move, names, self._seat))
                targets.update(dict.fromkeys(self._screen.touched(state, move, self._seat)))
            before = game.clone(state)
            game.apply(state, move)
            if told:
                accounts += self._screen.accounts(before, move, state)
        if not told:
            words = [_("The table is set up.") if not steps else _("The table is refilled.")]
        self._history.add(Step(seat, moves, forced))
        if len(steps) % SNAPSHOT_EVERY == 0:
            self._history.remember(game.clone(state))
        self.entries.append(
            Entry(
                step=len(steps),
                seat=None if seat == CHANCE else seat,
                words=" ".join(words),
                targets=tuple(targets),
                forced=forced,
            )
        )
        if accounts:
            self.accounts[len(self.entries)] = accounts

    def _undo(self, event: record.Undo, names: Sequence[str]) -> None:
        steps = self._history.steps
        depth = len(steps) - event.events
        seat = next((step.seat for step in steps[depth:] if step.seat != CHANCE), CHANCE)
        self._state = self._history.state_at(depth)
        self._history.cut(depth)
        gone = (n for n, one in enumerate(self.entries) if one.step > depth and not one.seated)
        first = next(gone, len(self.entries))
        self.entries[first:] = [one for one in self.entries[first:] if one.seated]
        if self.entries and self.entries[-1].undone:
            self.entries.pop()  # one such entry is enough, however much is undone
        for length in [length for length in self.accounts if length > first]:
            del self.accounts[length]
        self.entries.append(
            Entry(
                step=depth,
                seat=None if seat == CHANCE else seat,
                words=_("{name} undoes a move.", name=names[seat]) if seat != CHANCE else "",
                undone=True,
            )
        )


def tell_lines(
    setup: Setup,
    lines: Sequence[record.Event],
    seat: int | None,
    language: str,
    names: Sequence[str],
    events: Sequence[SeatEvent] = (),
) -> ToldLines:
    """In a worker: the log from the first line."""
    journal = Journal(setup.game, setup.setting, seat, language)
    journal.add_seats(events, names)
    for line in lines:
        journal.add(line, names)
        journal.add_seats(events, names)
    return journal.told


class Journals:
    """The journals of a table, one for each seat and language in use."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._source: tuple[Table, tuple[str, ...]] | None = None  # the table and names they tell of
        self._journals: dict[tuple[int | None, str], Journal] = {}
        self._lock = asyncio.Lock()

    async def of(
        self,
        table: Table,
        seat: int | None,
        language: str,
        at: int,
        names: tuple[str, ...],
        events: Sequence[SeatEvent],
    ) -> Journal:
        """The log for a seat, at least up to line `at` of the record; raises `WorkerFailed`."""
        key = (seat, language)
        if self._source is None or self._source[0] is not table or self._source[1] != names:
            self._source, self._journals = (table, names), {}
        if key not in self._journals:
            self._journals[key] = Journal(table.game, table.setting, seat, language)
        journal = self._journals[key]
        async with self._lock:
            if at - journal.read > FEW:
                lines = list(table.log[:at])
                told = await self._frames.do(tell_lines, lines, seat, language, names, tuple(events))
                journal.take(told)
        journal.add_seats(events, names)
        while journal.read < at:
            journal.add(table.log[journal.read], names)
            journal.add_seats(events, names)
        return journal
