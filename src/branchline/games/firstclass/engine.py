"""This game for the hot loops of `core`."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.engine import Engine, Position
from branchline.games.firstclass import features, phases
from branchline.games.firstclass import state as states
from branchline.games.firstclass.cards import Setting
from branchline.games.firstclass.moves import MOVE_COUNT
from branchline.games.firstclass.state import State


class FirstClassEngine(Engine):
    __slots__ = ("setting",)

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.players, MOVE_COUNT, features.FEATURES)
        self.setting: Setting = setting

    def start(self) -> Position:
        return phases.start(self.setting)

    def clone(self, position: Position) -> Position:
        return states.clone(cast("State", position))

    def copy(self, position: Position, onto: Position) -> None:
        states.copy(cast("State", position), cast("State", onto))

    def legal(self, position: Position) -> vec[i64]:
        return phases.legal(cast("State", position))

    def weights(self, position: Position) -> vec[i64]:
        return phases.weights(cast("State", position))

    def apply(self, position: Position, move: i64) -> None:
        phases.apply(cast("State", position), move)

    def score(self, position: Position, seat: i64) -> i64:
        return cast("State", position).score[seat]

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        features.observe(cast("State", position), seat, out, at)
