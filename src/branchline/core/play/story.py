"""A match as a story: one entry per turn, headings for rounds and phases, and what followed from them.

>>> for entry in table.story():
...     print(entry.words)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern
from typing import TYPE_CHECKING, Any, Final, Generic, Literal

import msgspec

from branchline.core.play.history import History, Step, played_out
from branchline.core.protocols import CHANCE, OVER
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import _

MOST_DRAWS: Final = 8  # draws of a deal that are told one by one
CHECKPOINT_EVERY: Final = 64  # events


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a story. `words` says what happened after the event `first`, up to the event `step`. `details` has
    the single events if there are several, `targets` the shapes that they touched, `accounts` the statements that
    came with them."""

    words: str
    step: int
    first: int = 0
    kind: Literal["turn", "heading", "outcome"] = "turn"
    seat: int | None = None
    details: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    forced: bool = False  #: nobody had a choice
    open: bool = False  #: the turn goes on
    accounts: tuple[Account, ...] = ()


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    EntryT = TypeVar("EntryT", bound=Entry, default=Entry)  # a default of its own comes with Python 3.13
else:
    from typing import TypeVar

    EntryT = TypeVar("EntryT", bound=Entry)


class StoryState(msgspec.Struct, Generic[EntryT], frozen=True):
    """A story as plain data: what it says, and what it needs to continue."""

    rows: list[tuple[EntryT, ...]]
    steps: list[Step]
    state: list[int]


class _Seen:
    """What a seat may know of a turn."""

    def __init__(self) -> None:
        self.moves: tuple[str, ...] = ()  # their notation
        self.details: dict[int, str] = {}  # by event
        self.targets: dict[str, None] = {}


class _Turn:
    """The turn that is being told."""

    def __init__(self, key: tuple[str, int], seat: int, first: int, start: Any, seats: int) -> None:
        self.key = key  # its heading and number
        self.seat = seat
        self.outcomes = 0  # entries that follow it
        self.first = first
        self.positions = [start]  # before each of the moves, and after the last one
        self.moves: list[int] = []
        self.seen = [_Seen() for _ in range(seats)]
        self.forced = True


class Story(Generic[EntryT]):
    """Follows a match event by event, as one seat or several may know it. Each move is played once, and worded once for
    all seats that know the same. An entry is never changed: the last ones are replaced while their turn goes on."""

    def __init__(
        self,
        setup: Setup,
        names: Sequence[str],
        *seats: int | None,
        start: Any = None,
        entry: type[EntryT] = Entry,  # type: ignore[assignment]
    ) -> None:
        """`start` is the position before the first event, if it is not that of a new match; entries are of the type
        `entry`."""
        self._new = entry
        self.game, self.setting = setup.game, setup.setting
        self._teller = self.game.story()
        self._screen = self.game.screen()
        self._names, self._seats = names, seats
        self.state = self.game.start(self.setting) if start is None else start
        self.history = History(self.game, self.state)
        self._rows: list[tuple[EntryT, ...]] = []  # each entry as the seats may know it
        self._turn: _Turn | None = None
        self._resume_phase(0)
        self._put_heading(0, self._teller.heading(self.state))

    @property
    def entries(self) -> list[EntryT]:
        """What the first of the seats is told."""
        return [row[0] for row in self._rows]

    def entries_of(self, seat: int | None) -> list[EntryT]:
        """What one of the seats is told."""
        place = self._seats.index(seat)
        return [row[place] for row in self._rows]

    @property
    def finished(self) -> Sequence[EntryT]:
        """The entries without the turn in progress."""
        found = self.entries
        end = next((place for place, entry in enumerate(found) if entry.open), len(found))
        return found[:end]

    @property
    def told(self) -> StoryState[EntryT]:
        return StoryState(self._rows, self.history.steps, self.game.numbers(self.state))

    def take(self, told: StoryState[EntryT]) -> None:
        """Continue from what another story of the same match and seats has told."""
        # Another process made new strings: equal ones that are the same need not be sent.
        self._rows = [_replaced(row, kind=intern(row[0].kind)) for row in told.rows]
        self._turn = None
        self.state = self.game.restore(self.setting, told.state)
        self.history.cut(0)
        for step in told.steps:
            self.history.add(step)
        self.history.remember(self.state)
        self._resume_phase(len(told.steps))
        if goes_on := next((row[0] for row in self._rows if row[0].open), None):
            self._tell_again(goes_on.first, len(told.steps))

    def add(self, step: Step, positions: Sequence[Any] = ()) -> None:
        """Tell what happened next. If it has been played already, `positions` are those before each of its moves and
        after the last one; otherwise it is played here."""
        self.history.add(step)
        self._tell(step, len(self.history.steps), positions)
        if len(self.history.steps) % CHECKPOINT_EVERY == 0:
            self.history.remember(self.state)

    def cut(self, depth: int) -> None:
        """Forget all but the first `depth` events; a turn that was half undone is told again."""
        partly = next((row[0].first for row in self._rows if row[0].first < depth < row[0].step), depth)
        self._tell_again(partly, depth)

    def _tell_again(self, first: int, last: int) -> None:
        """Tell the events from `first` to `last` again; later ones are gone."""
        steps = self.history.steps[first:last]
        self.state = self.history.state_at(first)
        self.history.cut(last)
        self._rows, self._turn = [row for row in self._rows if row[0].step <= first], None
        self._resume_phase(first)
        for number, step in enumerate(steps, first + 1):
            self._tell(step, number)

    def _resume_phase(self, last: int) -> None:
        """Find the beginning of the phase, and what was played in it up to the event `last`."""
        entry = next((row[0] for row in reversed(self._rows) if row[0].kind == "heading"), None)
        self._heading, first = (entry.words, entry.step) if entry else ("", 0)
        self._phase = self.history.state_at(first)
        self._played = [move for step in self.history.steps[first:last] for move in step.moves]

    def _tell(self, step: Step, number: int, positions: Sequence[Any] = ()) -> None:
        positions = positions or played_out(self.game, self.state, step.moves)
        if step.seat == CHANCE and len(step.moves) > MOST_DRAWS:
            self._tell_deal(step, number, positions)
            return
        for move, after in zip(step.moves, positions[1:], strict=True):
            self._tell_move(step, number, move, after)

    def _tell_deal(self, step: Step, number: int, positions: Sequence[Any]) -> None:
        self._end_turn()
        told = [self._teller.deal(positions, step.moves, self._names, seat) for seat in self._seats]
        self.state = positions[-1]
        self._played += step.moves
        plain = _("The table is set up.") if number == 1 else _("The table is refilled.")
        made = {words: self._new(words or plain, number, number - 1, "outcome") for words in told}
        self._rows.append(tuple(made[words] for words in told))
        self._put_heading(number, self._teller.heading(self.state))

    def _tell_move(self, step: Step, number: int, move: int, after: Any) -> None:
        game, state = self.game, self.state
        turn = self._turn_of(step, number)
        turn.moves.append(move)
        turn.positions.append(after)
        for seat, seen in zip(self._seats, turn.seen, strict=True):
            seen.moves += (game.told(state, move, seat),)
            seen.targets.update(dict.fromkeys(self._screen.touched(state, move, seat)))
        told = self._by_seat(turn, lambda seat: game.sentence(state, move, self._names, seat))
        for seen, words in zip(turn.seen, told, strict=True):
            seen.details[number] = " ".join(filter(None, (seen.details.get(number, ""), words)))
        turn.forced &= step.forced
        self.state = after
        self._played.append(move)
        self._put_turn(turn, number)
        self._put_outcomes(turn, state, number)
        self._put_heading(number, self._teller.heading(self.state))

    def _by_seat(self, turn: _Turn, word: Callable[[int | None], str]) -> list[str]:
        """Words for every seat; those who know the same moves are told the same."""
        made: dict[tuple[str, ...], str] = {}
        for seat, seen in zip(self._seats, turn.seen, strict=True):
            if seen.moves not in made:
                made[seen.moves] = word(seat)
        return [made[seen.moves] for seen in turn.seen]

    def _turn_of(self, step: Step, number: int) -> _Turn:
        """The turn that a move belongs to. Draws and others' moves within a turn belong to it."""
        turn = self._turn
        key = (self._heading, self.game.turn(self.state))
        if turn is not None and turn.key == key and (turn.seat != CHANCE or step.seat == CHANCE):
            return turn
        self._end_turn()
        self._turn = _Turn(key, step.seat, number - 1, self.state, len(self._seats))
        return self._turn

    def _end_turn(self) -> None:
        """Another turn begins, even if the game did not say that the last one was over."""
        turn = self._turn
        if turn is not None and self._rows[-1 - turn.outcomes][0].open:
            place = -1 - turn.outcomes
            self._rows[place] = _replaced(self._rows[place], open=False)
        self._turn = None

    def _put_turn(self, turn: _Turn, number: int) -> None:
        """Replace the previous entry of a turn."""
        told = self._by_seat(
            turn, lambda seat: self._teller.turn(turn.positions, turn.moves, self._names, seat)
        )
        open_ = self._goes_on(turn)
        row: dict[object, EntryT] = {}
        keys = [(seen.moves, tuple(seen.targets)) for seen in turn.seen]
        for key, words, seen in zip(keys, told, turn.seen, strict=True):
            if key not in row:
                row[key] = self._new(
                    words,
                    number,
                    turn.first,
                    seat=None if turn.seat == CHANCE else turn.seat,
                    details=tuple(seen.details.values()) if len(seen.details) > 1 else (),
                    targets=key[1],
                    forced=turn.forced,
                    open=open_,
                )
        entry = tuple(row[key] for key in keys)
        if len(turn.moves) > 1:
            self._rows[-1 - turn.outcomes] = entry
        else:
            self._rows.append(entry)

    def _goes_on(self, turn: _Turn) -> bool:
        key = (self._teller.heading(self.state), self.game.turn(self.state))
        return turn.key == key and turn.seat != CHANCE and self.game.to_move(self.state) != OVER

    def _put_outcomes(self, turn: _Turn, before: Any, number: int) -> None:
        accounts = tuple(self._screen.accounts(self._phase, self._played, before, self.state))
        for outcome in self._teller.outcomes(before, turn.moves[-1], self.state, self._names):
            self._put_heading(number, outcome.heading)
            self._put_for_all(self._new(outcome.words, number, number - 1, "outcome", outcome.seat))
            turn.outcomes += 1
        if accounts:
            self._rows[-1] = _replaced(self._rows[-1], accounts=accounts)
            self._turn = None

    def _put_heading(self, number: int, heading: str) -> None:
        if heading and heading != self._heading:
            self._heading, self._turn = heading, None
            self._phase, self._played = self.state, []
            self._put_for_all(self._new(heading, number, number, "heading"))

    def _put_for_all(self, entry: EntryT) -> None:
        self._rows.append((entry,) * len(self._seats))


def _replaced(row: tuple[EntryT, ...], **changes: Any) -> tuple[EntryT, ...]:
    """Reuse equal entries, so that shared ones stay shared."""
    made = {id(entry): msgspec.structs.replace(entry, **changes) for entry in row}
    return tuple(made[id(entry)] for entry in row)
