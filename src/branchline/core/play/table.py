"""A table: one match, from the first draw to the last move.

The table makes the moves that nobody decides: it deals when chance has to move, and (unless told otherwise)
plays the only legal move. Everything else is pushed by a seat and can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic

from branchline.core import registry
from branchline.core.errors import GameOver, IllegalMove, NothingToUndo, OptionError, Refusal
from branchline.core.options import with_files
from branchline.core.play import record
from branchline.core.play.chance import Dealer
from branchline.core.play.history import History, Step, Transition, played_out
from branchline.core.play.legal_moves import LegalMoves, Playable, passage
from branchline.core.play.story import Entry, Story
from branchline.core.protocols import CHANCE, OVER, Game, Move, Theme
from branchline.core.setup import Setup
from branchline.core.text import SEAT_NAME

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    ViewT = TypeVar("ViewT", default=Any)  # a default of its own comes with Python 3.13
else:
    from typing import TypeVar

    ViewT = TypeVar("ViewT")

SNAPSHOT_EVERY: Final = 64


class Table(Generic[ViewT]):
    """One match of one game, from the first draw to the last move.

    >>> table = Table("nuremberg", players=3, seed=7, board="wensleydale")
    >>> table.push(next(iter(table.legal_moves)))
    >>> table.pop()

    Without `players` there are three, or as near to three as the game allows. Without `seed` every table is dealt
    differently. `seats` names the players. Further keywords are options of the game; a map or a deck may be named by
    its path. `rules` chooses a version of the rules. The table makes moves that leave no choice, unless
    `play_forced` is False.

    A type checker knows the views of a game if you say which game it is:

    >>> from branchline.games.nuremberg import View
    >>> table: Table[View] = Table("nuremberg", players=3, seed=7)

    A table can be copied and pickled; what is drawn later is the same in both. In a notebook it draws itself.
    """

    setup: Setup  #: game, rules, players and options
    game: Game[Any]  #: the rules
    setting: Any  #: board, components and options, as the game keeps them
    players: int  #: how many seats there are
    seats: list[str]  #: the names of the players
    state: Any  #: the whole position, including hidden information; never changed: every move makes a new one
    play_forced: bool  #: whether the table makes a move if it is the only legal one
    asking: set[int]  #: seats that make even forced moves themselves
    trail: list[Transition] | None  #: a program that sets a list here gets every step that is played

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
        play_forced: bool = True,
        rules: str | None = None,
        **options: Any,
    ) -> None:
        found = registry.game(game, rules)
        players = registry.usual_players(game) if players is None else players
        self._set_up(found, players, seats, with_files(found.options, options), Dealer(seed), play_forced)
        self._continue()

    @classmethod
    def from_options(
        cls,
        game: str,
        players: int,
        options: Mapping[str, object],
        *,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
    ) -> Table[Any]:
        """A table with options from somebody else, such as a form or a record. They can't name files."""
        table = cls.__new__(cls)
        table._set_up(registry.game(game), players, seats, options, Dealer(seed), True)
        table._continue()
        return table

    def _set_up(
        self,
        game: Game[Any],
        players: int,
        seats: Sequence[str] | None,
        options: Mapping[str, object],
        dealer: Dealer,
        play_forced: bool,
    ) -> None:
        self.setup = Setup.make(game, players, options)
        self.game = game
        if seats is not None and len(seats) != players:
            raise OptionError(f"{len(seats)} names for {players} players: give one per seat.")
        self.players = players
        self.seats = [
            SEAT_NAME.tidy(name) or f"Player {seat}"
            for seat, name in enumerate(seats or [""] * players, start=1)
        ]
        self.setting = self.setup.setting
        self.state = self.game.start(self.setting)
        self.play_forced = play_forced
        self.asking = set()
        self.trail = None
        self._dealer = dealer
        self._log: list[record.Event] = []
        self._history = History(self.game, self.state)

    def _start_from(self, state: Any) -> None:
        """Make this the first position of the match: the record starts with it, and nothing before it can be
        undone."""
        self.state = state
        self._history = History(self.game, state)
        self._log = [record.Snapshot(self.game.numbers(state))]
        self._continue()

    # The position

    @property
    def to_move(self) -> int | None:
        """The seat that has to move; None when the game is over."""
        seat = self.game.to_move(self.state)
        return None if seat == OVER else seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.to_move(self.state) == OVER

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the seat to move may make now; none when the game is over."""
        return LegalMoves(self.game, self.setting, self.state)

    def view(self, seat: int | None = None) -> ViewT:
        """What a seat may know; without a seat, what a spectator may."""
        seen: Any = self.game.view(self.state, seat)
        found: ViewT = seen
        return found

    def scores(self) -> tuple[int, ...]:
        """Points by seat; once the game is over, including everything that is scored at the end."""
        return self.game.scores(self.state)

    def outcome(self) -> tuple[tuple[int, ...], ...] | None:
        """The seats by place, the winner first; seats that share a place share a tuple. None until the game is over."""
        return self.game.ranking(self.state) if self.over else None

    @property
    def moves(self) -> list[Move]:
        """All moves of the players that have not been undone, in order."""
        return [
            self.game.move(self.setting, move)
            for step in self.steps
            if step.seat != CHANCE
            for move in step.moves
        ]

    @property
    def steps(self) -> Sequence[Step]:
        """All events that have not been undone: moves and draws."""
        return self._history.steps

    @property
    def log(self) -> Sequence[record.Event]:
        """All lines of the record after the header. It only grows, even when moves are undone."""
        return self._log

    def why_not(self, move: Playable) -> Refusal | None:
        """Why a move is not allowed now, with the clause of the rulebook; None if it is. Raises `NotationError`."""
        refused = passage(self.game, self.state, move).refused
        return refused and refused[1]

    # Playing

    def push(self, move: Playable) -> None:
        """Play a move, given as an object, by its notation or by its id. A longer notation may stand for several
        steps (`build NUS GOS FUE stop`): then all of them are played, or none. Raises `IllegalMove`, which names the
        clause and says why, or `NotationError`."""
        if self.over:
            raise GameOver("The game is over.")
        steps, refused = passage(self.game, self.state, move)
        if refused is not None:
            raise IllegalMove(self._words(refused[0]), refused[1])
        for step, after in steps:
            self._note(Step(self.game.to_move(self.state), [step]), [self.state, after])
        self._continue()

    def _words(self, move: int) -> str:
        try:
            return str(self.game.move(self.setting, move))
        except ValueError:
            return f"move {move}"

    def pop(self) -> Move:
        """Undo the last move that a player decided, with everything that followed automatically."""
        last = self._history.last_decided()
        if last is None:
            raise NothingToUndo("Nothing to undo: no move has been made yet.")
        undone = self.game.move(self.setting, self.steps[last].moves[0])
        self._undo_to(last)
        return undone

    def pop_turn(self) -> list[Move]:
        """Undo the whole turn in which the last move was made."""
        undone = [self.pop()]
        turn = self.game.turn(self.state)
        while self._turn_before_last_move() == turn:
            undone.append(self.pop())
        return undone

    def pop_to(self, depth: int) -> None:
        """Undo all events but the first `depth`."""
        if not 0 <= depth < len(self.steps):
            raise NothingToUndo(f"There are {len(self.steps)} events; can't go back to {depth}.")
        self._undo_to(depth)

    def _turn_before_last_move(self) -> int | None:
        last = self._history.last_decided()
        return None if last is None else self.game.turn(self._history.state_at(last))

    def _continue(self) -> None:
        """Deal and make forced moves until a player has a choice or the game is over."""
        while True:
            seat = self.game.to_move(self.state)
            if seat == CHANCE:
                self._deal()
                continue
            legal = self.game.legal(self.state) if seat != OVER and self._plays_forced(seat) else ()
            if len(legal) != 1:
                return
            self._note(Step(seat, [legal[0]], True), played_out(self.game, self.state, legal))

    def _plays_forced(self, seat: int) -> bool:
        return self.play_forced and seat not in self.asking

    def ask(self, seat: int, every_step: bool) -> None:
        """Set whether a seat makes even forced moves itself; if not, a waiting one is made."""
        if every_step:
            self.asking.add(seat)
        else:
            self.asking.discard(seat)
            self._continue()

    def _deal(self) -> None:
        """Make all consecutive draws as one event."""
        game, positions = self.game, [self.state]
        results: list[int] = []
        while game.to_move(state := positions[-1]) == CHANCE:
            outcomes = game.legal(state)
            result = outcomes[self._dealer.draw(self._history.draws + len(results), game.weights(state))]
            positions.append(played_out(game, state, [result])[-1])
            results.append(result)
        self._note(Step(CHANCE, results), positions)

    def _note(self, step: Step, positions: Sequence[Any]) -> None:
        texts = [str(self.game.move(self.setting, move)) for move in step.moves]
        self._pass(step, positions)
        if step.seat == CHANCE:
            self._log.append(record.Deal(texts))
        else:
            self._log.append(record.Played(step.seat, texts[0], step.forced))
        if len(self.steps) % SNAPSHOT_EVERY == 0:
            self._history.remember(self.state)
            self._log.append(record.Snapshot(self.game.numbers(self.state)))

    def _pass(self, step: Step, positions: Sequence[Any]) -> None:
        """Record a step that was played, for the next line of the record."""
        self.state = positions[-1]
        self._history.add(step)
        if self.trail is not None:
            self.trail.append(Transition(len(self._log), step, positions))

    # Looking back

    def _undo_to(self, depth: int) -> None:
        self._log.append(record.Undo(len(self.steps) - depth))
        self._go_back_to(depth)

    def _go_back_to(self, depth: int) -> None:
        self.state = self._history.state_at(depth)
        self._history.cut(depth)

    def at(self, depth: int) -> Any:
        """The state after the first `depth` events, for replays and analysis. The table stays as it is."""
        if not 0 <= depth <= len(self.steps):
            raise IndexError(f"The game has {len(self.steps)} events; there is no event {depth}.")
        return self._history.state_at(depth)

    # Saving

    def copy(self) -> Table[ViewT]:
        """An independent table in the same position, to try something out. It has the same past, and the same draws to
        come. Copying is cheap, because everything that never changes is shared."""
        other = self.__class__.__new__(self.__class__)
        vars(other).update(vars(self))
        other.seats, other.asking = list(self.seats), set(self.asking)
        other.trail = None
        other._log = list(self._log)
        other._history = self._history.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table[ViewT]:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        from branchline.core.play.loading import unpickled

        return unpickled, (self.dumps(), self._dealer, self.play_forced, self.asking)

    def header(self) -> record.Header:
        """The first line of the record: what is played, and by whom."""
        return record.Header(
            format=record.FORMAT,
            game=self.game.name,
            rules=self.game.rules_version,
            players=self.players,
            options=self.setup.options,
            seats=self.seats,
        )

    def save(self, path: str | Path) -> None:
        """Write the record: everything needed to continue, replay or review the match."""
        record.write(path, self.header(), self._log)

    def dumps(self) -> bytes:
        """The record as bytes."""
        return record.encode(self.header(), self._log)

    # Showing

    def story(self, seat: int | None = None) -> list[Entry]:
        """The match in sentences, as a seat (or a spectator) may know it: an entry per turn, headings for rounds and
        phases, and what followed from the turns.

        >>> for entry in table.story(): print(entry.words)
        """
        told = Story(self.setup, self.seats, seat, start=self.at(0))
        for step in self.steps:
            told.add(step)
        return told.entries

    def svg(self, seat: int | None = None, theme: Theme | None = None) -> str:
        """The table as a picture, as a seat (or a spectator) sees it."""
        return self.game.svg(self.view(seat), self.seats, theme or Theme())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.to_move} to move"
        decided = sum(step.decided for step in self.steps)
        return f"<Table {self.game.name}, {self.players} players, {decided} moves, {turn}, scores {self.scores()}>"

    def __str__(self) -> str:
        return self.game.text(self.view(), self.seats)
