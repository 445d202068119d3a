"""The engine of this game, for the hot loops of `core`."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import count, nth
from branchline.core.compiled.engine import UNWRITTEN, Engine, Position, Row, write_over
from branchline.games.firstclass.rules import features, phases, scoring
from branchline.games.firstclass.rules import state as states
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.moves import MOVE_COUNT
from branchline.games.firstclass.rules.state import State


class FirstClassEngine(Engine):
    __slots__ = ("_blank", "_opening", "setting")

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.players, MOVE_COUNT, features.FEATURES)
        self.setting: Setting = setting
        self._opening: State = phases.start(setting)
        self._blank: vec[i16] = features.blank()

    def start(self) -> Position:
        return states.clone(self._opening)

    def clone(self, position: Position) -> Position:
        return states.clone(cast("State", position))

    def copy(self, position: Position, onto: Position) -> None:
        states.copy(cast("State", position), cast("State", onto))

    def legal(self, position: Position) -> vec[i64]:
        return phases.legal(cast("State", position))

    def legal_in(self, position: Position, room: vec[i64]) -> vec[i64]:
        return phases.legal_in(cast("State", position), room)

    def weights(self, position: Position) -> vec[i64]:
        return phases.weights(cast("State", position))

    def tickets(self, position: Position) -> i64:
        s = cast("State", position)
        return count(phases.cards(s)) if phases.draws_card(s) else super().tickets(position)

    def drawn(self, position: Position, ticket: i64) -> i64:
        s = cast("State", position)
        if phases.draws_card(s):
            return phases.card_move(s, nth(phases.cards(s), ticket))
        return super().drawn(position, ticket)

    def apply(self, position: Position, move: i64) -> None:
        phases.apply(cast("State", position), move)

    def advance(self, position: Position, move: i64, room: vec[i64]) -> vec[i64]:
        return phases.advance(cast("State", position), move, room)

    def score(self, position: Position, seat: i64) -> i64:
        return cast("State", position).score[seat]

    def places(self, position: Position) -> vec[i64]:
        return scoring.places(cast("State", position))

    def blank(self) -> vec[i16]:
        return self._blank

    def fill(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        features.fill(cast("State", position), seat, out, at)

    def row(self) -> Row:
        return features.Shown()

    def refresh(self, position: Position, seat: i64, row: Row, out: vec[i16], at: i64) -> None:
        s = cast("State", position)
        shown = cast("features.Shown", row)
        if shown.seat == UNWRITTEN:
            write_over(self._blank, out, at)
        features.refresh(s, seat, shown, out, at)
