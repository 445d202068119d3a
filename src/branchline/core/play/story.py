"""A match as a story: one entry per turn, headings for rounds and phases, and what followed from them.

>>> for entry in table.story():
...     print(entry.words)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from branchline.core.play.history import History, Step
from branchline.core.protocols import CHANCE, OVER
from branchline.core.screen import Account
from branchline.core.setup import Setup
from branchline.languages import _

MOST_DRAWS: Final = 8  # of a deal that are told one by one
CHECKPOINT_EVERY: Final = 64  # events


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """`words` happened between the events `first` and `step` of the match. `details` has its single moves if there are
    several, `targets` the shapes that it touched, and `accounts` the statements that came with it."""

    words: str
    step: int
    first: int = 0
    kind: Literal["turn", "heading", "outcome"] = "turn"
    seat: int | None = None
    details: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    forced: bool = False
    accounts: tuple[Account, ...] = ()


class _Turn:
    """The turn that is being told."""

    def __init__(self, key: tuple[str, int], seat: int, first: int, start: Any) -> None:
        self.key = key  # its heading and number
        self.seat = seat
        self.outcomes: list[Entry] = []
        self.first = first
        self.start = start
        self.moves: list[int] = []
        self.details: list[str] = []
        self.targets: dict[str, None] = {}
        self.forced = True


class Story:
    """Follows a match event by event, as one seat may know it. An entry is never changed: the last ones are replaced
    while their turn goes on."""

    def __init__(self, setup: Setup, names: Sequence[str], seat: int | None, start: Any = None) -> None:
        """`start` is the position before the first event, if it is not that of a new match."""
        self.game, self.setting = setup.game, setup.setting
        self._teller = self.game.story()
        self._screen = self.game.screen()
        self._names, self._seat = names, seat
        self.state = self.game.start(self.setting) if start is None else start
        self.history = History(self.game, self.state)
        self.entries: list[Entry] = []
        self._heading = ""
        self._turn: _Turn | None = None
        self._put_heading(0, self._teller.heading(self.state))

    @property
    def finished(self) -> Sequence[Entry]:
        """The entries without the turn that goes on."""
        turn = self._turn
        goes_on = turn is not None and turn.key == (self._heading, self.game.turn(self.state))
        if turn is None or not goes_on or turn.seat == CHANCE or self.game.to_move(self.state) == OVER:
            return self.entries
        return self.entries[: -1 - len(turn.outcomes)]

    def add(self, step: Step) -> None:
        """Tell what happened next."""
        self.history.add(step)
        self._tell(step, len(self.history.steps))
        if len(self.history.steps) % CHECKPOINT_EVERY == 0:
            self.history.remember(self.game.clone(self.state))

    def cut(self, depth: int) -> None:
        """Forget all but the first `depth` events; a turn that was half undone is told anew."""
        kept = [entry for entry in self.entries if entry.step <= depth]
        partly = next((entry.first for entry in self.entries if entry.first < depth < entry.step), depth)
        steps = self.history.steps[partly:depth]
        self.state = self.history.state_at(partly)
        self.history.cut(depth)
        self.entries, self._turn = [entry for entry in kept if entry.step <= partly], None
        self._heading = next((entry.words for entry in reversed(self.entries) if entry.kind == "heading"), "")
        for number, step in enumerate(steps, partly + 1):
            self._tell(step, number)

    def _tell(self, step: Step, number: int) -> None:
        if step.seat == CHANCE and len(step.moves) > MOST_DRAWS:
            self._tell_deal(step, number)
            return
        for move in step.moves:
            self._tell_move(step, number, move)

    def _tell_deal(self, step: Step, number: int) -> None:
        self._turn = None
        words = self._teller.deal(self.state, step.moves, self._names, self._seat)
        for move in step.moves:
            self.game.apply(self.state, move)
        words = words or (_("The table is set up.") if number == 1 else _("The table is refilled."))
        self.entries.append(Entry(words, number, number - 1, "outcome"))
        self._put_heading(number, self._teller.heading(self.state))

    def _tell_move(self, step: Step, number: int, move: int) -> None:
        game, state = self.game, self.state
        turn = self._turn_of(step, number)
        turn.moves.append(move)
        turn.details.append(game.sentence(state, move, self._names, self._seat))
        turn.targets.update(dict.fromkeys(self._screen.touched(state, move, self._seat)))
        turn.forced &= step.forced
        before = game.clone(state)
        game.apply(state, move)
        self.entries += [self._entry(turn, number), *turn.outcomes]
        self._put_outcomes(turn, before, move, number)
        self._put_heading(number, self._teller.heading(self.state))

    def _turn_of(self, step: Step, number: int) -> _Turn:
        """The turn that a move belongs to, taken off the end of the entries. Draws and others' moves within a turn
        belong to it."""
        turn = self._turn
        key = (self._heading, self.game.turn(self.state))
        if turn is not None and turn.key == key and (turn.seat != CHANCE or step.seat == CHANCE):
            del self.entries[-1 - len(turn.outcomes) :]
            return turn
        self._turn = _Turn(key, step.seat, number - 1, self.game.clone(self.state))
        return self._turn

    def _entry(self, turn: _Turn, number: int) -> Entry:
        words = self._teller.turn(turn.start, turn.moves, self._names, self._seat)
        details = tuple(turn.details) if len(turn.details) > 1 else ()
        return Entry(
            words,
            number,
            turn.first,
            seat=None if turn.seat == CHANCE else turn.seat,
            details=details,
            targets=tuple(turn.targets),
            forced=turn.forced,
        )

    def _put_outcomes(self, turn: _Turn, before: Any, move: int, number: int) -> None:
        found = self._teller.outcomes(before, move, self.state, self._names, self._seat)
        for outcome in found:
            self._put_heading(number, outcome.heading)
            turn.outcomes.append(Entry(outcome.words, number, number - 1, "outcome", outcome.seat))
            self.entries.append(turn.outcomes[-1])
        accounts = tuple(self._screen.accounts(before, move, self.state))
        if accounts:
            self.entries[-1] = msgspec.structs.replace(self.entries[-1], accounts=accounts)
            self._turn = None

    def _put_heading(self, number: int, heading: str) -> None:
        if heading and heading != self._heading:
            self._heading = heading
            self._turn = None
            self.entries.append(Entry(heading, number, number, "heading"))
