"""First Train to Nuremberg, on the boards Nuremberg and Wensleydale. `GAME` is the game."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from branchline.core.balance import Balance
from branchline.core.bot_support import BotSupport
from branchline.core.compiled.engine import Engine, by_place
from branchline.core.errors import Refusal
from branchline.core.observation import Piece
from branchline.core.pieces import miscount
from branchline.core.presentation import Presentation
from branchline.core.protocols import ALL, Finding, Game, Theme
from branchline.core.screen import Screen
from branchline.core.story import Storyteller
from branchline.games.nuremberg import checking, options
from branchline.games.nuremberg.options import Options
from branchline.games.nuremberg.rules import moves, phases, scoring
from branchline.games.nuremberg.rules import state as states
from branchline.games.nuremberg.rules.board import Setting
from branchline.games.nuremberg.rules.engine import NurembergEngine
from branchline.games.nuremberg.rules.features import PIECES
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.text import notation, telling
from branchline.games.nuremberg.text.notation import NurembergMove
from branchline.games.nuremberg.views import determinize, piece_count, show
from branchline.games.nuremberg.views.view import View

__all__ = ["GAME", "View"]


class Nuremberg:
    """The game as the rest of Branchline knows it: `branchline.core.protocols` says what each method promises."""

    name: str = "nuremberg"
    title: str = "First Train to Nuremberg"
    rules_version: str = "2"
    players: range = range(2, 5)  # N1.1
    options: type[msgspec.Struct] = Options
    move_count: int = moves.MOVE_COUNT
    presets: Mapping[str, Mapping[str, object]] = {
        "mini": {"board": "mini", "rounds": 2},
        "long": {"starting_influence": (6, 6, 6, 6)},
        "tiny": {"board": "tiny", "rounds": 1, "starting_influence": "0 0 1 0"},
    }
    varied_options: Sequence[Mapping[str, object]] = (
        {"board": "nuremberg"},
        {"board": "wensleydale"},
        {"board": "nuremberg", "furth": "own", "swap_passengers": True, "stone_from": "neighbours"},
        {"board": "wensleydale", "wide_south": True, "south": "start", "goods_destination": False},
        {
            "pass_returns_trains": True,
            "company_track": 35,
            "sets": "three",
            "starting_influence": (4, 4, 4, 4),
        },
    )

    def setting(self, players: int, given: Mapping[str, object]) -> Setting:
        return options.setting(players, given)

    def stored_options(self, setting: Setting) -> dict[str, object]:
        return options.stored_options(setting)

    def start(self, setting: Setting) -> State:
        return phases.start(setting)

    def restore(self, setting: Setting, numbers: Sequence[int]) -> State:
        return states.restore(setting, list(numbers))

    def numbers(self, state: State) -> list[int]:
        return states.numbers(state)

    def clone(self, state: State) -> State:
        return states.clone(state)

    def to_move(self, state: State) -> int:
        return state.active

    def turn(self, state: State) -> int:
        return state.turn

    def legal(self, state: State) -> Sequence[int]:
        return list(phases.legal(state))

    def weights(self, state: State) -> Sequence[int]:
        return list(phases.weights(state))

    def apply(self, state: State, move: int) -> None:
        phases.apply(state, move)

    def refusal(self, state: State, move: int) -> Refusal | None:
        return telling.refusal(state, move)

    def read(self, setting: Setting, text: str) -> NurembergMove:
        return notation.read(setting, text)

    def move(self, setting: Setting, move: int) -> NurembergMove:
        return notation.move(setting, move)

    def expand(self, state: State, text: str) -> list[int]:
        return notation.expand(state, text)

    def told(self, state: State, move: int, seat: int | None) -> str:
        return str(notation.move(state.setting, move))  # this game has no secret moves

    def sentence(self, state: State, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
        return telling.sentence(state, move, names)

    def story(self) -> Storyteller[State]:
        from branchline.games.nuremberg.text.story import NurembergStory

        return NurembergStory(self)

    def view(self, state: State, seat: int | None) -> View:
        return show.view(state, seat)

    def determinize(self, setting: Setting, view: View, rng: Random) -> State:
        return determinize.determinize(setting, view, rng)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.score[: state.setting.players])

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        return by_place(list(scoring.places(state)))

    def svg(self, view: View, names: Sequence[str], theme: Theme) -> str:
        from branchline.games.nuremberg.drawing import svg  # only callers that draw pay for it

        return svg(view, names, theme)

    def text(self, view: View, names: Sequence[str]) -> str:
        from branchline.games.nuremberg.text.plain_text import text

        return text(view, names)

    def screen(self) -> Screen[State]:
        from branchline.games.nuremberg.screen.table_screen import SCREEN

        return SCREEN

    def presentation(self) -> Presentation:
        from branchline.games.nuremberg.screen.presentation import PRESENTATION

        return PRESENTATION

    def bots(self) -> BotSupport:
        from branchline.games.nuremberg.bots.support import BOTS

        return BOTS

    def balance(self) -> Balance:
        from branchline.games.nuremberg.bots.balance import BALANCE

        return BALANCE

    def feature_pieces(self, setting: Setting) -> tuple[tuple[str, int], ...]:
        return PIECES

    def observation(self, setting: Setting) -> tuple[Piece, ...]:
        from branchline.games.nuremberg.views.observation import pieces

        return pieces(setting)

    def verbs(self) -> Mapping[str, str]:
        from branchline.games.nuremberg.views.observation import VERBS

        return VERBS

    def engine(self, setting: Setting) -> Engine:
        return NurembergEngine(setting)

    def arranged(self, setting: Setting, position: Mapping[str, Any]) -> State:
        from branchline.core.play.arranging import checked
        from branchline.games.nuremberg.position import Position, arranged

        return arranged(setting, checked(Position, dict(position)))

    def miscount(self, state: State) -> str | None:
        return miscount(piece_count.counts(state))

    def check(self, path: Path) -> Iterable[Finding]:
        return checking.check(path)


GAME: Final[Game[State]] = Nuremberg()

# A copied or pickled state carries its numbers and its options.
copyreg.pickle(State, lambda s: (states.restore, (s.setting, states.numbers(s))))
copyreg.pickle(
    Setting, lambda made: (options.setting, (made.players, options.stored_options(made), made.rules))
)
