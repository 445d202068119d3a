"""A game in one file: derive from `SmallGame`, write the rules, and everything else has a default.

A subclass sets `name`, `title`, `players` and `notation`, and writes `start`, `legal`, `play`, `scores` and `describe`.
`docs/your-game.md` builds one step by step. Every method of `core.protocols.Game` may be overridden with something
better: a view that hides secrets, a screen with pictures, heuristics, a compiled engine.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, TypeVar

import msgspec
from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.balance import Balance
from branchline.core.bot_support import BotSupport
from branchline.core.compiled.engine import Engine, Position
from branchline.core.errors import DataError, NotationError, PositionError, Refusal
from branchline.core.observation import Field, Piece
from branchline.core.options import read_options
from branchline.core.presentation import Presentation
from branchline.core.protocols import ALL, CHANCE, OVER, Finding, Theme
from branchline.core.screen import Screen
from branchline.core.story import Storyteller
from branchline.languages import Words, _

WORDS: Final = Words({"refused": "That move is not possible now."})


class SmallState(Position):
    """A position: besides `active`, whole numbers and lists of them whose lengths never change, set in `start`."""

    def __init__(self, setting: SmallSetting) -> None:
        made = type(self)
        if "__mypyc_attrs__" in vars(made):  # its fields would overwrite those of `Position` in memory
            raise TypeError(
                f"Write @mypyc_attr(native_class=False) above class {made.__name__} to compile it."
            )
        super().__init__()
        self.active = 0
        self.setting = setting
        self.turn = 1  # counted by the game

    def __getstate__(self) -> dict[str, Any]:
        lists = {name: value[:] for name, value in vars(self).items() if isinstance(value, list)}
        return {"active": self.active, **vars(self), **lists}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


class NoOptions(msgspec.Struct, frozen=True):
    pass


class SmallSetting(msgspec.Struct, frozen=True):
    """What never changes during a match."""

    players: int
    options: Any


class SmallMove(msgspec.Struct, frozen=True):
    id: int
    text: str

    def __str__(self) -> str:
        return self.text


class SmallView(msgspec.Struct, frozen=True):
    """A game that hides nothing shows its whole state."""

    seat: int | None
    to_move: int | None
    players: int
    options: dict[str, object]
    numbers: list[int]


StateT = TypeVar("StateT", bound=SmallState)
_OWN: Final = ("setting",)  # fields of a state that are not numbers


def _fields(state: SmallState) -> dict[str, Any]:
    return {name: value for name, value in vars(state).items() if name not in _OWN}


class SmallGame(Generic[StateT]):
    """A game with defaults for everything but its rules: see `branchline.core.protocols.Game` for what each method
    promises."""

    name: str
    title: str
    players: range
    notation: Sequence[str]  #: the notation of every move, by id
    clause: str = "rules"  #: the clause in refusals if the game has no numbered rulebook
    rules_version: str = "1"
    options: type[msgspec.Struct] = NoOptions
    presets: Mapping[str, Mapping[str, object]] = {}
    varied_options: Sequence[Mapping[str, object]] = ({},)

    # The rules: what a game has to write

    @abstractmethod
    def start(self, setting: SmallSetting) -> StateT:
        """The first position."""

    @abstractmethod
    def legal(self, state: StateT) -> list[int]:
        """Ids of legal moves, in rising order; none once the game is over."""

    @abstractmethod
    def play(self, state: StateT, move: int) -> None:
        """Play a legal move and set `state.active` to the next seat, `CHANCE` or `OVER`."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[int, ...]:
        """Points by seat."""

    @abstractmethod
    def describe(self, state: StateT, names: Sequence[str]) -> str:
        """The position in a few lines; a terminal shows the first one at every turn."""

    # What follows from them

    @property
    def move_count(self) -> int:
        return len(self.notation)

    def setting(self, players: int, given: Mapping[str, object]) -> SmallSetting:
        return SmallSetting(players, read_options(self.options, given))

    def stored_options(self, setting: SmallSetting) -> dict[str, object]:
        stored: dict[str, object] = msgspec.json.decode(msgspec.json.encode(setting.options))
        return stored

    def numbers(self, state: StateT) -> list[int]:
        found = [int(state.active)]
        for value in _fields(state).values():
            found += value if isinstance(value, list) else [value]
        return found

    def restore(self, setting: SmallSetting, numbers: Sequence[int]) -> StateT:
        state = self.start(setting)
        if len(numbers) != len(self.numbers(state)):
            raise ValueError(f"{len(numbers)} numbers where {len(self.numbers(state))} are needed")
        rest = iter(numbers)
        state.active = next(rest)
        for name, value in _fields(state).items():
            found = [next(rest) for _ in value] if isinstance(value, list) else next(rest)
            setattr(state, name, found)
        return state

    def clone(self, state: StateT) -> StateT:
        made: StateT = type(state).__new__(type(state))
        self.copy(state, made)
        return made

    def copy(self, state: StateT, onto: StateT) -> None:
        """Make `onto` equal to `state`."""
        onto.__setstate__(state.__getstate__())

    def to_move(self, state: StateT) -> int:
        return int(state.active)

    def turn(self, state: StateT) -> int:
        return state.turn

    def weights(self, state: StateT) -> list[int]:
        """When chance has to move: all results are equally likely."""
        return [1] * len(self.legal(state))

    def apply(self, state: StateT, move: int) -> None:
        before = state.active
        self.play(state, move)
        state.turn += state.active != before

    def refusal(self, state: StateT, move: int) -> Refusal | None:
        if move in self.legal(state):
            return None
        return Refusal(self.clause, WORDS["refused"])

    def read(self, setting: SmallSetting, text: str) -> SmallMove:
        wanted = " ".join(text.split())
        if wanted not in self.notation:
            raise NotationError(text, _("a move is written like {example}.", example=repr(self.notation[0])))
        return SmallMove(self.notation.index(wanted), wanted)

    def move(self, setting: SmallSetting, move: int) -> SmallMove:
        if not 0 <= move < self.move_count:
            raise ValueError(f"There is no move {move}.")
        return SmallMove(move, self.notation[move])

    def expand(self, state: StateT, text: str) -> list[int]:
        return [self.read(state.setting, text).id]

    def told(self, state: StateT, move: int, seat: int | None) -> str:
        return self.notation[move]

    def sentence(self, state: StateT, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
        told = self.told(state, move, seat)
        return told if state.active == CHANCE else f"{names[state.active]}: {told}"

    def story(self) -> Storyteller[StateT]:
        return Storyteller(self)

    def view(self, state: StateT, seat: int | None) -> msgspec.Struct:
        to_move = None if state.active == OVER else int(state.active)
        setting = state.setting
        return SmallView(seat, to_move, setting.players, self.stored_options(setting), self.numbers(state))

    def determinize(self, setting: SmallSetting, view: Any, rng: Random) -> StateT:
        return self.restore(setting, view.numbers)

    def ranking(self, state: StateT) -> tuple[tuple[int, ...], ...]:
        scores = self.scores(state)
        order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        return tuple(tuple(same) for _, same in groupby(order, key=lambda seat: scores[seat]))

    def arranged(self, setting: SmallSetting, position: Mapping[str, Any]) -> StateT:
        raise PositionError(f"Positions of {self.title} can't be set up by hand.")

    def miscount(self, state: StateT) -> str | None:
        return None

    def check(self, path: Path) -> Iterable[Finding]:
        raise DataError(path, None, f"{self.title} has no data files.", "Name a file of another game.")

    # What people and programs see

    def text(self, view: Any, names: Sequence[str]) -> str:
        setting = self.setting(view.players, view.options)
        return f"{self.title}\n{self.describe(self.determinize(setting, view, Random(0)), names)}"

    def svg(self, view: Any, names: Sequence[str], theme: Theme) -> str:
        from branchline.games.text_screen import text_picture

        return text_picture(self.text(view, names), theme)

    def screen(self) -> Screen[Any]:
        from branchline.games.text_screen import TextScreen

        return TextScreen(self)

    def presentation(self) -> Presentation:
        return Presentation()

    def bots(self) -> BotSupport:
        return BotSupport()

    def balance(self) -> Balance:
        return Balance()

    def feature_pieces(self, setting: SmallSetting) -> tuple[tuple[str, int], ...]:
        return (("seat", 1), ("position", len(self.numbers(self.start(setting)))))

    def observation(self, setting: SmallSetting) -> tuple[Piece, ...]:
        """Fields without ranges. Give each field its largest usual value to have compact observations scaled by it."""
        return tuple(
            Piece(name, (Field("number", "", size=size),)) for name, size in self.feature_pieces(setting)
        )

    def verbs(self) -> Mapping[str, str]:
        return {}

    def features(self, state: StateT, seat: int) -> list[int]:
        """What a seat may know, as numbers from -32768 to 32767, for learning."""
        return [seat, *self.numbers(state)]

    def engine(self, setting: SmallSetting) -> Engine:
        return SmallEngine(self, setting)


class SmallEngine(Engine):
    """The default engine: playouts, batches and search call the game's own methods."""

    def __init__(self, game: SmallGame[Any], setting: SmallSetting) -> None:
        features = sum(size for _, size in game.feature_pieces(setting))
        super().__init__(setting.players, game.move_count, features)
        self.game = game
        self.setting = setting

    def start(self) -> Position:
        made: Position = self.game.start(self.setting)
        return made

    def clone(self, position: Position) -> Position:
        made: Position = self.game.clone(position)
        return made

    def copy(self, position: Position, onto: Position) -> None:
        self.game.copy(position, onto)

    def legal(self, position: Position) -> vec[i64]:
        return vec[i64](self.game.legal(position))

    def weights(self, position: Position) -> vec[i64]:
        return vec[i64](self.game.weights(position))

    def apply(self, position: Position, move: i64) -> None:
        self.game.apply(position, int(move))

    def score(self, position: Position, seat: i64) -> i64:
        return i64(self.game.scores(position)[int(seat)])

    def places(self, position: Position) -> vec[i64]:
        found = [0] * self.setting.players
        ahead = 0
        for seats in self.game.ranking(position):
            for seat in seats:
                found[seat] = ahead
            ahead += max(len(seats), 1)  # an empty first place: nobody wins
        return vec[i64](found)

    def fill(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        for place, number in enumerate(self.game.features(position, int(seat))):
            out[at + place] = i16(number)
