"""First Class, with modules A to E in any pair. `GAME` is the game."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
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
from branchline.games.firstclass import checking, options
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.rules import moves, phases, scoring
from branchline.games.firstclass.rules import state as states
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.engine import FirstClassEngine
from branchline.games.firstclass.rules.features import PIECES
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.text import notation, telling
from branchline.games.firstclass.text.notation import FirstClassMove
from branchline.games.firstclass.views import determinize, piece_count, show
from branchline.games.firstclass.views.view import View

__all__ = ["GAME", "View"]


class FirstClass:
    """The game as the rest of Branchline knows it: `branchline.core.protocols` says what each method promises."""

    name: str = "firstclass"
    title: str = "First Class"
    rules_version: str = "3"
    players: range = range(2, 5)  # F1.1
    options: type[msgspec.Struct] = Options
    move_count: int = moves.MOVE_COUNT
    presets: Mapping[str, Mapping[str, object]] = {"mini": {"deck": "mini"}}
    varied_options: Sequence[Mapping[str, object]] = tuple(
        {"modules": "".join(pair)} for pair in combinations("ABCDE", 2)
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

    def read(self, setting: Setting, text: str) -> FirstClassMove:
        return notation.read(setting, text)

    def move(self, setting: Setting, move: int) -> FirstClassMove:
        return notation.move(setting, move)

    def expand(self, state: State, text: str) -> list[int]:
        return notation.expand(state, text)

    def told(self, state: State, move: int, seat: int | None) -> str:
        return telling.told(state, move, seat)

    def sentence(self, state: State, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
        return telling.sentence(state, move, names, seat)

    def story(self) -> Storyteller[State]:
        from branchline.games.firstclass.text.story import FirstClassStory

        return FirstClassStory(self)

    def view(self, state: State, seat: int | None) -> View:
        return show.view(state, seat)

    def determinize(self, setting: Setting, view: View, rng: Random) -> State:
        return determinize.determinize(setting, view, rng)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.score[: state.setting.players])

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        return by_place(list(scoring.places(state)))

    def svg(self, view: View, names: Sequence[str], theme: Theme) -> str:
        from branchline.games.firstclass.drawing import svg  # only callers that draw pay for it

        return svg(view, names, theme)

    def text(self, view: View, names: Sequence[str]) -> str:
        from branchline.games.firstclass.text.plain_text import text

        return text(view, names)

    def screen(self) -> Screen[State]:
        from branchline.games.firstclass.screen.table_screen import SCREEN

        return SCREEN

    def presentation(self) -> Presentation:
        from branchline.games.firstclass.screen.presentation import PRESENTATION

        return PRESENTATION

    def bots(self) -> BotSupport:
        from branchline.games.firstclass.bots.support import BOTS

        return BOTS

    def balance(self) -> Balance:
        from branchline.games.firstclass.bots.balance import BALANCE

        return BALANCE

    def feature_pieces(self, setting: Setting) -> tuple[tuple[str, int], ...]:
        return PIECES

    def observation(self, setting: Setting) -> tuple[Piece, ...]:
        from branchline.games.firstclass.views.observation import pieces

        return pieces(setting)

    def verbs(self) -> Mapping[str, str]:
        from branchline.games.firstclass.views.observation import VERBS

        return VERBS

    def engine(self, setting: Setting) -> Engine:
        return FirstClassEngine(setting)

    def arranged(self, setting: Setting, position: Mapping[str, Any]) -> State:
        from branchline.core.play.arranging import checked
        from branchline.games.firstclass.position import Position, arranged

        return arranged(setting, checked(Position, dict(position)))

    def miscount(self, state: State) -> str | None:
        return miscount(piece_count.counts(state))

    def check(self, path: Path) -> Iterable[Finding]:
        return checking.check(path)


GAME: Final[Game[State]] = FirstClass()

# A copied or pickled state carries its numbers and its options.
copyreg.pickle(State, lambda s: (states.restore, (s.setting, states.numbers(s))))
copyreg.pickle(
    Setting, lambda made: (options.setting, (made.players, options.stored_options(made), made.rules))
)
