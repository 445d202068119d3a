"""A match as a story: one entry per turn, headings for rounds and phases, and what followed from them.

>>> for entry in table.story():
...     print(entry.words)
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import TYPE_CHECKING, Any, Final, Generic, Literal

import msgspec

from branchline.core.play.history import History, Step
from branchline.core.protocols import CHANCE, OVER
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import _

MOST_DRAWS: Final = 8  # of a deal that are told one by one
CHECKPOINT_EVERY: Final = 64  # events


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """`words` says what happened after the event `first`, up to the event `step`. `details` has the single events if
    there are several, `targets` the shapes that they touched, `accounts` the statements that came with them."""

    words: str
    step: int
    first: int = 0
    kind: Literal["turn", "heading", "outcome"] = "turn"
    seat: int | None = None
    details: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    forced: bool = False  # nobody had a choice
    open: bool = False  # the turn goes on
    accounts: tuple[Account, ...] = ()


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    EntryT = TypeVar("EntryT", bound=Entry, default=Entry)  # a default of its own comes with Python 3.13
else:
    from typing import TypeVar

    EntryT = TypeVar("EntryT", bound=Entry)


class Told(msgspec.Struct, Generic[EntryT], frozen=True):
    """A story as plain data: what it says, and what it needs to continue."""

    entries: list[EntryT]
    steps: list[Step]
    state: list[int]


class _Turn(Generic[EntryT]):
    """The turn that is being told."""

    def __init__(self, key: tuple[str, int], seat: int, first: int, start: Any) -> None:
        self.key = key  # its heading and number
        self.seat = seat
        self.outcomes: list[EntryT] = []
        self.first = first
        self.start = start
        self.moves: list[int] = []
        self.details: dict[int, str] = {}  # by event
        self.targets: dict[str, None] = {}
        self.forced = True


class Story(Generic[EntryT]):
    """Follows a match event by event, as one seat may know it. An entry is never changed: the last ones are replaced
    while their turn goes on."""

    def __init__(
        self,
        setup: Setup,
        names: Sequence[str],
        seat: int | None,
        start: Any = None,
        entry: type[EntryT] = Entry,  # type: ignore[assignment]
    ) -> None:
        """`start` is the position before the first event, if it is not that of a new match; entries are of the type
        `entry`."""
        self._new = entry
        self.game, self.setting = setup.game, setup.setting
        self._teller = self.game.story()
        self._screen = self.game.screen()
        self._names, self._seat = names, seat
        self.state = self.game.start(self.setting) if start is None else start
        self.history = History(self.game, self.state)
        self.entries: list[EntryT] = []
        self._heading = ""
        self._turn: _Turn[EntryT] | None = None
        self._put_heading(0, self._teller.heading(self.state))

    @property
    def finished(self) -> Sequence[EntryT]:
        """The entries without the turn that goes on."""
        end = next((place for place, entry in enumerate(self.entries) if entry.open), len(self.entries))
        return self.entries[:end]

    @property
    def told(self) -> Told[EntryT]:
        return Told(self.entries, self.history.steps, self.game.numbers(self.state))

    def take(self, told: Told[EntryT]) -> None:
        """Continue from what another story of the same match has told."""
        # Another process made new strings: equal ones that are the same need not be sent.
        self.entries = [msgspec.structs.replace(entry, kind=intern(entry.kind)) for entry in told.entries]
        self._turn = None
        self.state = self.game.restore(self.setting, told.state)
        for step in told.steps:
            self.history.add(step)
        self.history.remember(self.game.clone(self.state))
        self._heading = self._last_heading()
        if goes_on := next((entry for entry in self.entries if entry.open), None):
            self._tell_again(goes_on.first, len(told.steps))

    def add(self, step: Step) -> None:
        """Tell what happened next."""
        self.history.add(step)
        self._tell(step, len(self.history.steps))
        if len(self.history.steps) % CHECKPOINT_EVERY == 0:
            self.history.remember(self.game.clone(self.state))

    def cut(self, depth: int) -> None:
        """Forget all but the first `depth` events; a turn that was half undone is told anew."""
        partly = next((entry.first for entry in self.entries if entry.first < depth < entry.step), depth)
        self._tell_again(partly, depth)

    def _tell_again(self, first: int, last: int) -> None:
        """Tell the events from `first` to `last` anew; later ones are gone."""
        steps = self.history.steps[first:last]
        self.state = self.history.state_at(first)
        self.history.cut(last)
        self.entries, self._turn = [entry for entry in self.entries if entry.step <= first], None
        self._heading = self._last_heading()
        for number, step in enumerate(steps, first + 1):
            self._tell(step, number)

    def _last_heading(self) -> str:
        return next((entry.words for entry in reversed(self.entries) if entry.kind == "heading"), "")

    def _tell(self, step: Step, number: int) -> None:
        if step.seat == CHANCE and len(step.moves) > MOST_DRAWS:
            self._tell_deal(step, number)
            return
        for move in step.moves:
            self._tell_move(step, number, move)

    def _tell_deal(self, step: Step, number: int) -> None:
        self._end_turn()
        words = self._teller.deal(self.state, step.moves, self._names, self._seat)
        for move in step.moves:
            self.game.apply(self.state, move)
        words = words or (_("The table is set up.") if number == 1 else _("The table is refilled."))
        self.entries.append(self._new(words, number, number - 1, "outcome"))
        self._put_heading(number, self._teller.heading(self.state))

    def _tell_move(self, step: Step, number: int, move: int) -> None:
        game, state = self.game, self.state
        turn = self._turn_of(step, number)
        turn.moves.append(move)
        said = [turn.details.get(number, ""), game.sentence(state, move, self._names, self._seat)]
        turn.details[number] = " ".join(filter(None, said))
        turn.targets.update(dict.fromkeys(self._screen.touched(state, move, self._seat)))
        turn.forced &= step.forced
        before = game.clone(state)
        game.apply(state, move)
        self.entries += [self._entry(turn, number), *turn.outcomes]
        self._put_outcomes(turn, before, move, number)
        self._put_heading(number, self._teller.heading(self.state))

    def _turn_of(self, step: Step, number: int) -> _Turn[EntryT]:
        """The turn that a move belongs to, taken off the end of the entries. Draws and others' moves within a turn
        belong to it."""
        turn = self._turn
        key = (self._heading, self.game.turn(self.state))
        if turn is not None and turn.key == key and (turn.seat != CHANCE or step.seat == CHANCE):
            del self.entries[-1 - len(turn.outcomes) :]
            return turn
        self._end_turn()
        self._turn = _Turn(key, step.seat, number - 1, self.game.clone(self.state))
        return self._turn

    def _end_turn(self) -> None:
        """What comes is another turn, even where the game did not say that the last one was over."""
        turn = self._turn
        if turn is not None and self.entries[-1 - len(turn.outcomes)].open:
            place = len(self.entries) - 1 - len(turn.outcomes)
            self.entries[place] = msgspec.structs.replace(self.entries[place], open=False)
        self._turn = None

    def _entry(self, turn: _Turn[EntryT], number: int) -> EntryT:
        words = self._teller.turn(turn.start, turn.moves, self._names, self._seat)
        details = tuple(turn.details.values()) if len(turn.details) > 1 else ()
        return self._new(
            words,
            number,
            turn.first,
            seat=None if turn.seat == CHANCE else turn.seat,
            details=details,
            targets=tuple(turn.targets),
            forced=turn.forced,
            open=self._goes_on(turn),
        )

    def _goes_on(self, turn: _Turn[EntryT]) -> bool:
        key = (self._teller.heading(self.state), self.game.turn(self.state))
        return turn.key == key and turn.seat != CHANCE and self.game.to_move(self.state) != OVER

    def _put_outcomes(self, turn: _Turn[EntryT], before: Any, move: int, number: int) -> None:
        found = self._teller.outcomes(before, move, self.state, self._names, self._seat)
        for outcome in found:
            self._put_heading(number, outcome.heading)
            turn.outcomes.append(self._new(outcome.words, number, number - 1, "outcome", outcome.seat))
            self.entries.append(turn.outcomes[-1])
        accounts = tuple(self._screen.accounts(before, move, self.state))
        if accounts:
            self.entries[-1] = msgspec.structs.replace(self.entries[-1], accounts=accounts)
            self._turn = None

    def _put_heading(self, number: int, heading: str) -> None:
        if heading and heading != self._heading:
            self._heading = heading
            self._turn = None
            self.entries.append(self._new(heading, number, number, "heading"))
