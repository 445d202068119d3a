"""From a record back to a table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from branchline.core import registry
from branchline.core.errors import BranchlineError, IllegalMove, NotationError, RecordError, UnknownRules
from branchline.core.play import record
from branchline.core.play.chance import Dealer
from branchline.core.play.history import Step, played_out
from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE
from branchline.languages import _


def load(path: str | Path, *, seed: int | None = None, verify: bool = False, edited: bool = False) -> Table:
    """The table that a record describes, ready to continue.

    Loading trusts the record's last snapshot. `verify` replays every event by the rules instead and compares;
    use it for files from strangers. `edited` accepts a record that was changed by hand, and verifies it."""
    source = Path(path)
    if edited:
        try:
            header, events = record.decode(source.read_bytes(), path, sealed=False)
        except OSError as error:
            raise RecordError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
        events = [event for event in events if not isinstance(event, record.Snapshot)]
    else:
        header, events = record.read(source)
    return _Loader(path, header, events, seed).load(verify or edited)


def loads(content: bytes, *, seed: int | None = None, verify: bool = True) -> Table:
    """Like `load`, from bytes. They may come from anywhere, so the record is verified unless you say otherwise."""
    header, events = record.decode(content)
    return _Loader("record", header, events, seed).load(verify)


def resume(
    header: record.Header, events: list[record.Event], *, seed: int | None = None, asking: Iterable[int] = ()
) -> Table:
    """The table from record lines that this program wrote and kept itself. `asking`: see `Table.ask`."""
    loader = _Loader("record", header, events, seed)
    loader.table.asking.update(asking)
    return loader.load(verify=False)


def unpickled(content: bytes, dealer: Dealer, play_forced: bool, asking: set[int]) -> Table:
    """The table that was pickled: from its record and its dealer, so that later draws are the same."""
    loader = _Loader("pickle", *record.decode(content), None)
    loader.table.play_forced, loader.table.asking, loader.table._dealer = play_forced, asking, dealer
    return loader.load(verify=False)


def follow(table: Table, events: list[record.Event]) -> None:
    """Take in the lines that another process has added to the record of the same match. Every move is played;
    `Table.trail` records how."""
    _Loader("record", table.header(), events, None, table).load(verify=True)


class _Loader:
    def __init__(
        self,
        path: str | Path,
        header: record.Header,
        events: list[record.Event],
        seed: int | None,
        table: Table | None = None,
    ) -> None:
        self.path = path
        self.events = events
        self.ids: dict[str, int] = {}
        self.table = table or self._empty_table(header, seed)

    def _empty_table(self, header: record.Header, seed: int | None) -> Table:
        if header.format != record.FORMAT:
            raise RecordError(
                self.path,
                1,
                _("The format is {given}, not {form}.", given=repr(header.format), form=repr(record.FORMAT)),
                _("Check that this is a Branchline game record."),
            )
        table = Table.__new__(Table)
        try:
            game = registry.game(header.game, header.rules)
            table._set_up(game, header.players, header.seats, header.options, Dealer(seed), True)
        except UnknownRules as error:
            raise RecordError(
                self.path, 1, str(error),
                _(
                    "To continue the game, install a version of Branchline that has rules version {rules}.",
                    rules=header.rules,
                ),
            ) from None  # fmt: skip
        except BranchlineError as error:
            raise RecordError(
                self.path, 1, _("The header is not valid: {error}", error=error), _("Use an untouched copy.")
            ) from None
        return table

    def load(self, verify: bool) -> Table:
        table = self.table
        last = -1 if verify else self._last_snapshot()
        for index, event in enumerate(self.events):
            line = index + 2
            if isinstance(event, record.Undo):
                self._take_back(line, event, replay=index > last)
            elif isinstance(event, record.Snapshot):
                self._take_snapshot(line, event, compare=verify)
            else:
                self._take_step(line, event, apply=index > last)
            table._log.append(event)
        table._continue()
        return table

    def _last_snapshot(self) -> int:
        for index in range(len(self.events) - 1, -1, -1):
            if isinstance(self.events[index], record.Snapshot):
                return index
        return -1

    def _take_step(self, line: int, event: record.Deal | record.Played, apply: bool) -> None:
        table = self.table
        seat = CHANCE if isinstance(event, record.Deal) else event.seat
        texts = event.results if isinstance(event, record.Deal) else [event.move]
        try:
            moves = [self._id(text) for text in texts]
            positions = [table.state]
            for move in moves if apply else ():
                self._check_seat(line, seat, positions[-1])
                refusal = table.game.refusal(positions[-1], move)
                if refusal is not None:
                    raise IllegalMove(str(table.game.move(table.setting, move)), refusal)
                positions.append(played_out(table.game, positions[-1], [move])[-1])
        except (IllegalMove, NotationError) as error:
            raise RecordError(self.path, line, f"{error}.", _("Use an untouched copy.")) from None
        step = Step(seat, moves, isinstance(event, record.Played) and event.forced)
        if apply:
            table._pass(step, positions)
        else:
            table._history.add(step)

    def _id(self, text: str) -> int:
        """The id of a notation; cached, because a record repeats the same notations."""
        if text not in self.ids:
            self.ids[text] = self.table.game.read(self.table.setting, text).id
        return self.ids[text]

    def _check_seat(self, line: int, seat: int, state: Any) -> None:
        due = self.table.game.to_move(state)
        if due != seat:
            raise RecordError(
                self.path,
                line,
                _(
                    "Seat {seat} moves, but it is seat {due}'s turn (-1: chance, -2: game over).",
                    seat=seat,
                    due=due,
                ),
                _("Use an untouched copy."),
            )

    def _take_back(self, line: int, event: record.Undo, replay: bool) -> None:
        table = self.table
        depth = len(table.steps) - event.events
        if event.events < 1 or depth < 0:
            raise RecordError(
                self.path, line, _("It undoes more moves than were made."), _("Use an untouched copy.")
            )
        if replay:
            table._go_back_to(depth)
        else:
            table._history.cut(depth)

    def _take_snapshot(self, line: int, event: record.Snapshot, compare: bool) -> None:
        table = self.table
        if compare:
            if table.game.numbers(table.state) != event.state:
                raise RecordError(
                    self.path, line, _("The moves lead to a different position from the one in the record."),
                    _("Use an untouched copy."),
                )  # fmt: skip
        else:
            try:
                table.state = table.game.restore(table.setting, event.state)
            except ValueError as error:
                raise RecordError(
                    self.path,
                    line,
                    _("This is not a valid position: {error}.", error=error),
                    _("Use an untouched copy."),
                ) from None
        table._history.remember(table.state)
