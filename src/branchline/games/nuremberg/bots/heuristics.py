"""The heuristics of the game for search and planner: each phase rated in points."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import OVER, Engine, Position
from branchline.core.compiled.heuristics import Heuristics
from branchline.games.nuremberg.bots import weight_index as k
from branchline.games.nuremberg.bots import worth
from branchline.games.nuremberg.bots.lines import Lines
from branchline.games.nuremberg.bots.stretches import Stretches
from branchline.games.nuremberg.bots.worth import Fleet, Items
from branchline.games.nuremberg.rules.auction import least_bid, points
from branchline.games.nuremberg.rules.board import BROWN, GREY, NOWHERE, RED_PASSENGER
from branchline.games.nuremberg.rules.moves import (
    CUBE,
    PASS,
    SHIP,
    bid_box,
    bid_cubes,
    load_train,
    pay_unit,
    rent_train,
    ship_kind,
    ship_plot,
)
from branchline.games.nuremberg.rules.scoring import set_points
from branchline.games.nuremberg.rules.shipping import networks, shippable
from branchline.games.nuremberg.rules.state import AUCTION, BUILDING, SHIPPING, TRAIN_PASSENGERS, State


class NurembergHeuristics(Heuristics):
    __slots__ = ("fleet", "items", "lines", "stretches", "w")

    def __init__(self, engine: Engine, weights: list[float]) -> None:
        super().__init__(engine)
        self.w: vec[float] = vec[float](weights)
        self.lines: Lines = Lines(self.w)
        self.stretches: Stretches = Stretches(self.w)
        self.items: Items = Items()
        self.fleet: Fleet = Fleet(self.w)
        self.spread = 2.8
        self.spread_span = 1.2

    def span(self, position: Position) -> i64:
        return cast("State", position).round

    def spans_left(self, position: Position) -> i64:
        s = cast("State", position)
        return s.setting.rounds - s.round + 1

    # What a position promises

    def expected(self, position: Position, seat: i64) -> float:
        """At the start of a round: what a seat has and what it will bring."""
        s = cast("State", position)
        found = float(s.score[seat])
        if s.active == OVER:
            return found
        w = self.w
        rounds = float(self.spans_left(position))
        base = seat * 4
        found += float(s.profit[seat] + set_points(s, seat))
        found += w[k.HOLD_WHITE] * float(min(s.influence[base], 4))
        found += w[k.HOLD_BROWN] * float(min(s.influence[base + BROWN], 6))
        found += w[k.HOLD_COMPANY] * float(min(s.influence[base + 2], 5) + min(s.influence[base + 3], 5))
        found += w[k.HOLD_CUBE] * float(s.cubes[seat])
        found -= float(s.links[seat]) * (w[k.HOLD_LINK] + w[k.HOLD_LINK_ROUND] * rounds)
        if s.links[seat] > 0:
            found += w[k.HOLD_ITEM] * float(min(self._reachable(s, seat), 8))
        return found

    def _reachable(self, s: State, seat: i64) -> i64:
        self.items.clear()
        nets = networks(s, seat)
        index: i64
        for index in range(len(nets)):
            self.items.add(s, nets[index])
        return self.items.total()

    # What a move is worth

    def rate(self, position: Position, moves: vec[i64]) -> None:
        s = cast("State", position)
        if s.owed > 0:
            self._rate_payments(s, moves)
        elif s.phase == AUCTION:
            self._rate_bids(s, moves)
        elif s.phase == BUILDING:
            self.lines.look(s)
            self.lines.best_by_link(s, moves, self.rates)
        elif s.phase == SHIPPING:
            if s.loading != NOWHERE:
                self._rate_loads(s, moves)
            else:
                self._rate_shipping(s, moves)
        else:
            self.stretches.rate(s, moves, self.rates)

    def _rate_payments(self, s: State, moves: vec[i64]) -> None:
        """N7.12, N9.3: pay first with what is worth least."""
        place: i64
        base = s.active * 4
        for place in range(len(moves)):
            unit = pay_unit(moves[place])
            if unit == CUBE:
                self.rates[place] = -self.w[k.RENT_UNIT]
            else:
                self.rates[place] = -worth.influence(self.w, unit, s.influence[base + unit] - 1)

    def _rate_bids(self, s: State, moves: vec[i64]) -> None:
        place: i64
        seat = s.active
        before = worth.cubes(self.w, s.cubes[seat])
        box: i64 = -1
        gain = 0.0
        for place in range(len(moves)):
            cubes = bid_cubes(moves[place])
            if bid_box(moves[place]) != box:
                box = bid_box(moves[place])
                gain = self._box(s, seat, box)
            over = cubes - least_bid(s, box)
            rate = gain - (before - worth.cubes(self.w, s.cubes[seat] - cubes))
            self.rates[place] = rate + self.w[k.RAISE] * float(min(over, 2))

    def _box(self, s: State, seat: i64, box: i64) -> float:
        """What a box is worth on top of what the seat has and has bid for."""
        found = 0.0
        colour: i64
        other: i64
        for colour in range(4):
            more = points(s, box, colour)
            have = s.influence[seat * 4 + colour]
            for other in range(s.setting.boxes):
                if s.boxes[other] == seat:
                    have += points(s, other, colour)
            while more > 0:
                found += worth.influence(self.w, colour, have)
                have += 1
                more -= 1
        return found

    def _rate_loads(self, s: State, moves: vec[i64]) -> None:
        """N9.4: passengers go where they pay most; goods, which pay the same everywhere, where passengers pay least."""
        place: i64
        for place in range(len(moves)):
            fare = float(s.setting.passenger_points[load_train(moves[place])])
            self.rates[place] = fare if s.loading >= RED_PASSENGER else -0.1 * fare

    def _rate_shipping(self, s: State, moves: vec[i64]) -> None:
        place: i64
        seat = s.active
        self.items.clear()
        nets = networks(s, seat)
        for place in range(len(nets)):
            self.items.add(s, nets[place])
        self.fleet.look(s, seat)
        others = self._others(s, seat)
        for place in range(len(moves)):
            move = moves[place]
            if move == PASS:
                self.rates[place] = 0.0
            elif move < SHIP:
                self.rates[place] = self._rent(s, seat, rent_train(move))
            else:
                kind = ship_kind(move)
                self.rates[place] = self._ship(s, seat, kind)
                if others & bit(ship_plot(move)) != 0:
                    self.rates[place] += self.w[k.CONTESTED]

    def _others(self, s: State, seat: i64) -> i64:
        """Bit set of the plots from which another player might ship first."""
        found: i64 = 0
        other: i64
        kind: i64
        for other in range(s.setting.players):
            if other != seat and s.passed & bit(other) == 0 and s.touched[other] & s.touched[seat] != 0:
                nets = networks(s, other)
                for kind in range(4):
                    found |= shippable(s, nets, kind)
        return found

    def _rent(self, s: State, seat: i64, train: i64) -> float:
        """The value of what a train would carry that has no space yet, less its price."""
        setting = s.setting
        passengers = max(self.items.passengers() - self.fleet.passengers[3], 0)
        goods = max(self.items.grey + self.items.yellow - self.fleet.goods[3], 0)
        boarding = min(passengers, setting.train_passengers[train])
        loads = min(goods, setting.train_goods[train])
        if boarding + loads == 0:
            return -3.0
        fare = float(setting.passenger_points[train])
        rate = float(boarding) * (fare + self.w[k.PROFIT]) + float(loads) * (1.0 + 1.5 * self.w[k.PROFIT])
        cost = setting.train_cost[train]
        missing = max(cost - s.influence[seat * 4 + BROWN], 0)
        rate -= self.w[k.RENT_BROWN] * float(cost - missing) + self.w[k.RENT_UNIT] * float(3 * missing)
        return rate + self.w[k.RENT_EARLY] if rate > 0.0 else rate

    def _ship(self, s: State, seat: i64, kind: i64) -> float:
        rate = 1.0 + self.w[k.PROFIT]
        if kind >= RED_PASSENGER:
            rate = self._fare(s, seat) + self.w[k.PROFIT]
        elif kind == GREY:
            rate += self.w[k.PROFIT]
        if worth.short_for_set(s, seat, kind):
            rate += self.w[k.SET_ITEM]
        return rate

    def _fare(self, s: State, seat: i64) -> float:
        """The most valuable free passenger space on own trains."""
        best: i64 = 0
        train: i64
        for train in range(s.setting.trains):
            free = s.trains[TRAIN_PASSENGERS + train] < s.setting.train_passengers[train]
            if s.trains[train] == seat and free:
                best = max(best, s.setting.passenger_points[train])
        return float(best)
