"""Many matches side by side, stepped by one call. `branchline.envs.batched` shows the arrays to NumPy.

Lane k is one match: when it ends, its result is kept and, unless told otherwise, a new match is dealt in the same call.
The arrays are written in place, so a view of their memory is always current."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE, OVER, Engine, Position, Row, rewards
from branchline.core.compiled.playout import ROOM, draw
from branchline.core.compiled.rng import Rng

# What `step` takes besides moves:
DEAL: Final[i64] = -1  # deal a new match in this lane
WAIT: Final[i64] = -2  # leave the lane as it is


class Lanes:
    __slots__ = (
        "count", "ended", "engine", "finished", "legal", "masks", "observations", "observer", "observing", "opening",
        "picked", "picking", "positions", "random_seats", "renewing", "rewards", "rngs", "rooms", "rows", "scores",
        "to_move",
    )  # fmt: skip

    def __init__(
        self,
        engine: Engine,
        count: i64,
        seed: i64,
        observing: bool,
        renewing: bool = True,
        observer: i64 = -1,
        random_seats: i64 = 0,
        picking: bool = True,
    ) -> None:
        """`renewing`: replace a match that ends at once. `observer`: the seat that observes; -1: the seat to
        move. `random_seats`: bit set of the seats that play at random, without being asked. `picking`: pick a move
        for `step_random` at every step, by the luck that draws depend on."""
        self.engine: Engine = engine
        self.count: i64 = count
        self.observing: bool = observing
        self.renewing: bool = renewing
        self.observer: i64 = observer
        self.random_seats: i64 = random_seats
        self.picking: bool = picking
        self.rngs: list[Rng] = [Rng(seed * count + lane) for lane in range(count)]
        self.opening: Position = engine.start()
        self.positions: list[Position] = [engine.start() for _ in range(count)]
        self.finished: list[Position] = [engine.start() for _ in range(count)]  # the end of the last match
        self.to_move: vec[i64] = vec[i64]([0] * count)  # who moves, or moved last where a match is over
        self.masks: vec[u8] = vec[u8]([0] * (count * engine.move_count))  # [lane * move_count + move]
        self.rooms: vec[vec[i64]] = vec[vec[i64]]([vec[i64](capacity=ROOM) for _ in range(count)])
        # The legal moves of each lane, in the memory of `rooms`.
        self.legal: vec[vec[i64]] = vec[vec[i64]]([vec[i64]() for _ in range(count)])
        # One of them, for `step_random`: picked while the list is still in the cache.
        self.picked: vec[i64] = vec[i64]([0] * count)
        self.ended: vec[u8] = vec[u8]([0] * count)  # 1: the last step ended a match
        # Of the last match that ended: [lane * players + seat]
        self.scores: vec[i64] = vec[i64]([0] * (count * engine.players))
        self.rewards: vec[float] = vec[float]([0.0] * (count * engine.players))
        # [lane * features + feature], as the observer sees it; a step writes only what it changes.
        size = count * engine.features if observing else i64(0)
        self.observations: vec[i16] = vec[i16]([0] * size)
        self.rows: list[Row] = [engine.row() for _ in range(count)]
        self.step([DEAL] * count)

    def step(self, moves: list[i64]) -> None:
        """Play one move in each lane."""
        lane: i64
        for lane in range(self.count):
            self.ended[lane] = 0
            self.play(lane, moves[lane])
            self._observe(lane)

    def step_random(self, steps: i64) -> None:
        """Play that many random moves in each lane."""
        lane: i64
        for _ in range(steps):
            for lane in range(self.count):
                self.ended[lane] = 0
                self.play(lane, self.picked[lane])
                self._observe(lane)

    def play(self, lane: i64, move: i64) -> None:
        """Play a move in one lane; `observe` has to follow."""
        if move == WAIT:
            return
        self._clear(lane)
        position = self.positions[lane]
        room = self.rooms[lane]
        if move == DEAL:
            self._renew(lane)
            legal = self._settle(lane)
        else:
            legal = self.engine.advance(position, move, room)
            if position.active < 0:
                legal = self._settle(lane)
        while position.active >= 0 and self.random_seats & bit(position.active) != 0:
            legal = self.engine.advance(position, legal[self.rngs[lane].below(len(legal))], room)
            if position.active < 0:
                legal = self._settle(lane)
        self._show(lane, legal)

    def observe(self) -> None:
        """Write down what the observers see now."""
        lane: i64
        for lane in range(self.count):
            self._observe(lane)

    def resume(
        self,
        positions: list[Position],
        finished: list[Position],
        rngs: list[Rng],
        to_move: list[i64],
        picked: list[i64],
        ended: list[u8],
        scores: list[i64],
        rewards: list[float],
    ) -> None:
        """Continue from the positions of other lanes."""
        self.finished = finished
        lane: i64
        for lane in range(self.count):
            self._clear(lane)
            self.positions[lane] = positions[lane]
            self.rows[lane] = self.engine.row()
            self.rngs[lane] = rngs[lane]
            if positions[lane].active >= 0:
                self._list(lane, self.engine.legal_in(positions[lane], self.rooms[lane]))
            else:
                self._list(lane, self.rooms[lane])
            self.to_move[lane] = to_move[lane]
            self.picked[lane] = picked[lane]
            self.ended[lane] = ended[lane]
        place: i64
        for place in range(len(scores)):
            self.scores[place] = scores[place]
            self.rewards[place] = rewards[place]
        self.observe()

    def _settle(self, lane: i64) -> vec[i64]:
        """Make the draws that are due, one of which may end the match, and deal a new match after one that ended.
        Returns the legal moves then."""
        position = self.positions[lane]
        while position.active < 0:
            if position.active == CHANCE:
                draw(self.engine, position, self.rngs[lane])
            else:
                self._keep_result(lane, position)
                if not self.renewing:
                    return self.rooms[lane]
                self._renew(lane)
        return self.engine.legal_in(position, self.rooms[lane])

    def _renew(self, lane: i64) -> None:
        self.engine.copy(self.opening, self.positions[lane])
        self.rows[lane] = self.engine.row()

    def _keep_result(self, lane: i64, position: Position) -> None:
        seat: i64
        players = self.engine.players
        self.ended[lane] = 1
        for seat in range(players):
            self.scores[lane * players + seat] = self.engine.score(position, seat)
        rewards(self.engine.places(position), self.rewards, lane * players)
        self.engine.copy(position, self.finished[lane])

    def _show(self, lane: i64, legal: vec[i64]) -> None:
        """Write the player to move and the legal moves."""
        position = self.positions[lane]
        self._list(lane, legal)
        self.picked[lane] = WAIT
        if position.active != OVER:
            self.to_move[lane] = position.active
            if self.picking:
                self.picked[lane] = legal[self.rngs[lane].below(len(legal))]

    def _observe(self, lane: i64) -> None:
        if self.observing:
            seat = self.observer if self.observer >= 0 else self.to_move[lane]
            at = lane * self.engine.features
            self.engine.refresh(self.positions[lane], seat, self.rows[lane], self.observations, at)

    def _clear(self, lane: i64) -> None:
        """Reset only the entries of a mask that are set: about a dozen of a thousand."""
        base = lane * self.engine.move_count
        masks = self.masks
        moves = self.legal[lane]
        place: i64
        for place in range(len(moves)):
            masks[base + moves[place]] = 0

    def _list(self, lane: i64, moves: vec[i64]) -> None:
        self.legal[lane] = moves
        base = lane * self.engine.move_count
        masks = self.masks
        place: i64
        for place in range(len(moves)):
            masks[base + moves[place]] = 1
