"""A game for tests, as somebody else might write one: no draw opens it, draws come in between, and one may end it.

In turn, three times each, a player rests (one point) or stokes: a die with three sides, and a three bursts the boiler,
which ends the match at once. Among players with equal points the later seat wins; the player who burst the boiler comes
last."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import CHANCE, OVER
from branchline.games.small_game import SmallGame, SmallSetting, SmallState

REST, STOKE, FIRST_SIDE = 0, 1, 2
TURNS = 3


class State(SmallState):
    def __init__(self, setting: SmallSetting) -> None:
        super().__init__(setting)
        self.points = [0] * setting.players
        self.turns = 0
        self.stoker = -1
        self.burst = -1


class Boiler(SmallGame[State]):
    name = "boiler"
    title = "Boiler"
    players = range(2, 5)
    notation = ("rest", "stoke", "side 1", "side 2", "side 3")

    def start(self, setting: SmallSetting) -> State:
        return State(setting)

    def legal(self, state: State) -> list[int]:
        if state.active == OVER:
            return []
        return [FIRST_SIDE, FIRST_SIDE + 1, FIRST_SIDE + 2] if state.active == CHANCE else [REST, STOKE]

    def weights(self, state: State) -> list[int]:
        return [2, 2, 1]

    def play(self, state: State, move: int) -> None:
        if move == STOKE:
            state.stoker, state.active = int(state.active), CHANCE
            return
        seat = int(state.active) if move == REST else state.stoker
        side = move - FIRST_SIDE + 1
        state.points[seat] += 1 if move == REST else side
        state.turns += 1
        if side == 3:
            state.burst = seat
        over = state.burst >= 0 or state.turns == TURNS * state.setting.players
        state.active = OVER if over else (seat + 1) % state.setting.players

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        order = sorted(
            range(state.setting.players), key=lambda seat: (seat == state.burst, -state.points[seat], -seat)
        )
        return tuple((seat,) for seat in order)

    def describe(self, state: State, names: Sequence[str]) -> str:
        return ", ".join(f"{name}: {points}" for name, points in zip(names, state.points, strict=True))


GAME = Boiler()
