"""The rules, as in the package's description. They run as they are, or compiled with mypyc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from branchline.core.errors import Refusal
from branchline.core.protocols import ALL, OVER
from branchline.games.small_game import SmallGame, SmallSetting, SmallState

from .options import Options

TRACKS: Final = 3
MOST: Final = 3  # wagons in one move
LAST: Final = 5  # points for the last wagon


@mypyc_attr(native_class=False)  # compiled methods, but an ordinary class: its base is not compiled with it
class State(SmallState):
    def __init__(self, setting: SmallSetting) -> None:
        super().__init__(setting)
        self.wagons = list(setting.options.wagons)  # by track
        self.points = [0, 0]  # by seat


def _parts(move: int) -> tuple[int, int]:
    """Move ids count tracks, and on each track how many wagons: the track and the number of wagons of one."""
    return move // MOST, move % MOST + 1


@mypyc_attr(native_class=False)
class Siding(SmallGame[State]):
    name = "siding"
    title = "Siding"
    players = range(2, 3)
    options = Options
    notation = tuple(
        f"couple {count} from {track + 1}" for track in range(TRACKS) for count in range(1, MOST + 1)
    )

    def start(self, setting: SmallSetting) -> State:
        return State(setting)

    def legal(self, state: State) -> list[int]:
        if state.active == OVER:
            return []
        moves = range(self.move_count)
        return [move for move in moves if _parts(move)[1] <= state.wagons[_parts(move)[0]]]

    def play(self, state: State, move: int) -> None:
        track, count = _parts(move)
        state.wagons[track] -= count
        state.points[state.active] += count
        if any(state.wagons):
            state.active = 1 - state.active
        else:
            state.points[state.active] += LAST
            state.active = OVER

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def describe(self, state: State, names: Sequence[str]) -> str:
        yard = [f"{track} {'▢' * wagons or '–'}" for track, wagons in enumerate(state.wagons, start=1)]
        trains = [f"{name}: {points}" for name, points in zip(names, state.points, strict=True)]
        return "\n".join(["Tracks: " + "   ".join(yard), *trains])

    # From here on everything has a default: these only read better.

    def refusal(self, state: State, move: int) -> Refusal | None:
        if move in self.legal(state):
            return None
        track, count = _parts(move)
        values = {"track": track + 1, "left": state.wagons[track], "count": count}
        return Refusal("2", "Track {track} has {left} wagons, not {count}.", values)

    def sentence(self, state: State, move: int, names: Sequence[str], seat: int | None = ALL) -> str:
        track, count = _parts(move)
        return f"{names[state.active]} couples {count} from track {track + 1}."

    def miscount(self, state: State) -> str | None:
        printed = sum(state.setting.options.wagons) + LAST * (state.active == OVER)
        found = sum(state.wagons) + sum(state.points)
        return None if found == printed else f"{found} wagons and points where there are {printed}"


GAME = Siding()
