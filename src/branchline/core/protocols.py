"""The contract between a game and everything around it.

A game is one object of type `Game`. Its positions are states of its own class, made for speed; nothing outside
the game looks inside them. What leaves the table is a `View`.

The words of the contract:

* **seat**: 0 .. players-1, in the order in which people sit. `CHANCE` is the seat of the dealer, `OVER` means
  that the game is over.
* **move id**: a dense int, 0 <= id < `move_count`, the same for every board and number of players. Ids are for
  search and learning; people read and write the notation. Every id that can be legal has exactly one notation, and
  vice versa.
* **step**: moves are small: one bid, one link, one point paid. A step that could not be completed is not legal.
* **chance**: when the dealer has to move, `legal` lists the possible results and `weights` says how likely each
  is. A state holds no result that has not been drawn, so nobody can look ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec

from branchline.core.compiled import engine
from branchline.core.errors import Refusal

if TYPE_CHECKING:
    from branchline.core.balance import Balance
    from branchline.core.bot_support import BotSupport
    from branchline.core.observation import Piece
    from branchline.core.presentation import Presentation
    from branchline.core.screen import Screen
    from branchline.core.story import Storyteller

CHANCE: Final = int(engine.CHANCE)  #: the seat of the dealer
OVER: Final = int(engine.OVER)  #: the game is over
ALL: Final = -3  # a viewer who may know everything: replays, logs of finished games

StateT = TypeVar("StateT")


class Move(Protocol):
    """One step as a typed record. `str(move)` is its notation."""

    @property
    def id(self) -> int:
        """Its number, for programs."""

    def __str__(self) -> str: ...


class Finding(msgspec.Struct, frozen=True):
    """One fault that a data file's checker found: where it is, what it is, what to do about it."""

    where: str
    problem: str
    remedy: str


class Theme(msgspec.Struct, frozen=True):
    """How a drawing should look."""

    dark: bool = False
    marks: bool = True  #: a shape or pattern beside every colour


class Game(Protocol[StateT]):
    """One game: its rules, without screen, network, clock or randomness, and the parts that come with them (`screen`,
    `presentation`, `bots`). All methods except `apply` are pure. `games.small_game` has a default for most of them."""

    name: str
    title: str
    rules_version: str  #: a record names the version it was played under
    players: range
    options: type[msgspec.Struct]  #: its fields are the options, their types the values allowed
    # Options by name: "mini" is a small match for quick research, "tiny" one whose whole tree can be searched,
    # "long" one with many pieces on the board
    presets: Mapping[str, Mapping[str, object]]
    varied_options: Sequence[
        Mapping[str, object]
    ]  # sets of options that between them change every rule, for tests

    @property
    def move_count(self) -> int:
        """Ids are below this."""

    def setting(self, players: int, given: Mapping[str, object]) -> Any:
        """Board, components and options of one match, checked; raises `OptionError` or `DataError`.

        A setting never changes; all states of a match share it."""

    def stored_options(self, setting: Any) -> dict[str, object]:
        """All options as a record keeps them, so that `setting` makes an equal setting from them even if
        the files they came from are gone."""

    def start(self, setting: Any) -> StateT:
        """The position before the first draw of the setup."""

    def restore(self, setting: Any, numbers: Sequence[int]) -> StateT:
        """The state that `numbers` described; raises `ValueError` on anything else."""

    def numbers(self, state: StateT) -> list[int]:
        """The whole state as whole numbers. Equal numbers mean equal states."""

    def clone(self, state: StateT) -> StateT:
        """A copy that shares nothing that can change."""

    def to_move(self, state: StateT) -> int:
        """The seat that has to move, `CHANCE` or `OVER`."""

    def turn(self, state: StateT) -> int:
        """A number that stays the same during one seat's turn and changes with the next turn."""

    def legal(self, state: StateT) -> Sequence[int]:
        """The ids of all legal moves, in rising order; of all possible results when chance has to move. Empty only when
        the game is over."""

    def weights(self, state: StateT) -> Sequence[int]:
        """When chance has to move: how likely each of `legal` is, as positive whole numbers."""

    def apply(self, state: StateT, move: int) -> None:
        """Play a legal move: changes the state. What an illegal id does is undefined: ask `refusal` first."""

    def refusal(self, state: StateT, move: int) -> Refusal | None:
        """Why the move is not legal, or None if it is. Agrees with `legal` for every id."""

    def read(self, setting: Any, text: str) -> Move:
        """The move with this notation; raises `NotationError`."""

    def move(self, setting: Any, move: int) -> Move:
        """The move with this id; raises `ValueError` if there is none."""

    def expand(self, state: StateT, text: str) -> list[int]:
        """The steps that a text means here. Besides the notation of a single move, a game may read a longer one that
        stands for several steps (`build FUE GOS POP`); raises `NotationError`."""

    def told(self, state: StateT, move: int, seat: int | None) -> str:
        """The notation of a move about to be played, as far as a seat (None: a spectator) may know it."""

    def sentence(self, state: StateT, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
        """What the move about to be played does, as a sentence for people, as far as a seat (None: a spectator,
        `ALL`: somebody who may know everything) may know it."""

    def story(self) -> Storyteller[StateT]:
        """How it tells a match, turn by turn."""

    def view(self, state: StateT, seat: int | None) -> msgspec.Struct:
        """All that a seat (None: a spectator) may know, as plain data. Nothing else leaves the table."""

    def determinize(self, setting: Any, view: Any, rng: Random) -> StateT:
        """A state consistent with the view: its own view is the same."""

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Points by seat; once the game is over, with everything the end adds."""

    def ranking(self, state: StateT) -> tuple[tuple[int, ...], ...]:
        """Once the game is over: the seats by place, best first; seats that share a place are grouped. A game
        that can end without a winner leaves the first place empty then."""

    def svg(self, view: Any, names: Sequence[str], theme: Theme) -> str:
        """The table as a picture."""

    def text(self, view: Any, names: Sequence[str]) -> str:
        """The table as plain text, for terminals and screen readers."""

    def screen(self) -> Screen[StateT]:
        """The same table for a screen that people click."""

    def presentation(self) -> Presentation:
        """What pages around the table say about the game."""

    def bots(self) -> BotSupport:
        """What bots know about the game beyond the rules."""

    def balance(self) -> Balance:
        """What a balance report compares and counts."""

    def engine(self, setting: Any) -> engine.Engine:
        """The same rules for hot loops: playouts, batches, search."""

    def feature_pieces(self, setting: Any) -> tuple[tuple[str, int], ...]:
        """The parts of an observation in order: their names, and how many numbers each has."""

    def observation(self, setting: Any) -> tuple[Piece, ...]:
        """The same parts with the meaning of every number, and which of them say anything in this setting."""

    def verbs(self) -> Mapping[str, str]:
        """What the moves do, by the first word of their notation; for tables of actions."""

    def arranged(self, setting: Any, position: Mapping[str, Any]) -> StateT:
        """A position set up by hand, described in the game's own terms; raises `PositionError`."""

    def miscount(self, state: StateT) -> str | None:
        """Pieces that have appeared or vanished, in words; None while every piece is accounted for."""

    def check(self, path: Path) -> Iterable[Finding]:
        """Faults of a data file of this game; raises `DataError` if it can't even be read."""
