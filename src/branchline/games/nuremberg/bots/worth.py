"""What influence, cubes and shipments are worth to a seat."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.nuremberg.bots import weight_index as k
from branchline.games.nuremberg.rules.board import (
    BROWN,
    GREEN,
    GREEN_PASSENGER,
    GREY,
    RED,
    RED_PASSENGER,
    WHITE,
    YELLOW,
)
from branchline.games.nuremberg.rules.shipping import served_from
from branchline.games.nuremberg.rules.state import KEPT, NOBODY, TRAIN_GOODS, TRAIN_PASSENGERS, State

CLASSES: i64 = 3


class Items:
    """What a seat's networks reach: passengers by colour, goods by kind."""

    __slots__ = ("green", "grey", "red", "yellow")

    def __init__(self) -> None:
        self.red: i64 = 0
        self.green: i64 = 0
        self.yellow: i64 = 0
        self.grey: i64 = 0

    def clear(self) -> None:
        self.red = 0
        self.green = 0
        self.yellow = 0
        self.grey = 0

    def passengers(self) -> i64:
        return self.red + self.green

    def total(self) -> i64:
        return self.red + self.green + self.yellow + self.grey

    def add(self, s: State, net: i64) -> None:
        """N9.6 to N9.8: what one network can ship."""
        board = s.setting.board
        red = net & s.stations[0] != 0
        green = net & s.stations[1] != 0
        if not red and not green and not s.setting.goods_anywhere:
            return
        companies = s.stations[0] | s.stations[1]
        plots = net
        while plots != 0:
            plot = lowest(plots)
            plots &= ~bit(plot)
            if red and s.stations[0] & bit(plot) == 0:
                self.red += i64(s.pawns[plot * 3])
            if green and s.stations[1] & bit(plot) == 0:
                self.green += i64(s.pawns[plot * 3 + 1])
            if board.goods[plot] == YELLOW and companies & bit(plot) == 0:
                self.yellow += i64(s.goods[plot])
        index: i64
        for index in range(len(board.goods_plots)):
            plot = board.goods_plots[index]
            if board.goods[plot] == GREY and i64(s.goods[plot]) > 0 and served_from(s, plot) & net != 0:
                self.grey += i64(s.goods[plot])


class Fleet:
    """The trains a seat could still rent this round, and what shipping on them brings."""

    __slots__ = ("budget", "fares", "goods", "passengers", "units", "w")

    def __init__(self, w: vec[float]) -> None:
        self.w: vec[float] = w
        self.budget: i64 = 0  # brown
        self.units: i64 = 0  # what may be paid instead
        # By class: spaces, points per passenger; 0 if the seat already has a train or none is left
        self.passengers: vec[i64] = vec[i64]([0] * 4)
        self.goods: vec[i64] = vec[i64]([0] * 4)
        self.fares: vec[i64] = vec[i64]([0] * 4)

    def look(self, s: State, seat: i64) -> None:
        """The largest free train of each class; at [3] the spaces left on the seat's trains."""
        train: i64
        row: i64
        base = seat * 4
        for row in range(4):
            self.passengers[row] = 0
            self.goods[row] = 0
        self.budget = s.influence[base + BROWN]
        self.units = (
            s.influence[base + WHITE] + s.influence[base + RED] + s.influence[base + GREEN] + s.cubes[seat]
        )
        used: i64 = 0
        for train in range(s.setting.trains):
            if s.trains[train] == seat:
                used |= bit(s.setting.train_row[train])
                self.passengers[3] += s.setting.train_passengers[train] - s.trains[TRAIN_PASSENGERS + train]
                self.goods[3] += s.setting.train_goods[train] - s.trains[TRAIN_GOODS + train]
                self.fares[3] = max(self.fares[3], s.setting.passenger_points[train])
        for train in range(s.setting.trains):
            row = s.setting.train_row[train]
            if s.trains[train] == NOBODY and used & bit(row) == 0:
                self.fares[row] = s.setting.passenger_points[train]
                if s.setting.train_passengers[train] > self.passengers[row]:
                    self.passengers[row] = s.setting.train_passengers[train]
                    self.goods[row] = s.setting.train_goods[train]

    def brings(self, items: Items, spent: i64) -> float:
        """The points of the best classes to rent for these items, if that many cubes are spent elsewhere."""
        best = 0.0
        rows: i64
        row: i64
        passengers = items.passengers()
        goods = items.grey + items.yellow
        for rows in range(8):
            cost: i64 = 0
            for row in range(3):
                if rows & bit(row) != 0:
                    cost += 3 - row
            missing = max(cost - self.budget, 0)
            if missing * 3 > self.units - spent:
                continue
            points = -self.w[k.RENT_BROWN] * float(cost - missing) - self.w[k.RENT_UNIT] * float(3 * missing)
            seats_left = passengers
            room: i64 = self.goods[3]
            for row in range(4):
                if row == 3 or rows & bit(row) != 0:
                    boarding = min(seats_left, self.passengers[row])
                    points += float(boarding) * (float(self.fares[row]) + self.w[k.PROFIT])
                    seats_left -= boarding
                    if row < 3:
                        room += self.goods[row]
            loads = min(goods, room)
            grey = min(items.grey, loads)
            points += float(loads) * (1.0 + self.w[k.PROFIT]) + float(grey) * self.w[k.PROFIT]
            points += self.w[k.LATER] * float(seats_left + goods - loads)
            best = max(best, points)
        return best


def influence(w: vec[float], colour: i64, have: i64) -> float:
    """What one more point of a colour is worth to a player who has that many."""
    if colour == WHITE:
        return w[k.WHITE_FIRST] if have < 2 else w[k.WHITE_MORE]
    if colour == BROWN:
        if have < 3:
            return w[k.BROWN_FIRST]
        return w[k.BROWN_SECOND] if have < 6 else w[k.BROWN_MORE]
    if have < 2:
        return w[k.COMPANY_FIRST]
    return w[k.COMPANY_SECOND] if have < 4 else w[k.COMPANY_MORE]


def cubes(w: vec[float], held: i64) -> float:
    """What that many cubes in hand are worth before building."""
    few = min(held, 6)
    return w[k.CUBE_FEW] * float(few) + w[k.CUBE_MANY] * float(held - few)


def short_for_set(s: State, seat: i64, kind: i64) -> bool:
    """N14.1: whether a set still needs the kind."""
    base = seat * 4
    least = min(
        s.shipped[KEPT + base + YELLOW] + s.shipped[base + YELLOW],
        s.shipped[KEPT + base + GREY] + s.shipped[base + GREY],
        s.shipped[KEPT + base + RED_PASSENGER] + s.shipped[base + RED_PASSENGER],
        s.shipped[KEPT + base + GREEN_PASSENGER] + s.shipped[base + GREEN_PASSENGER],
    )
    return s.shipped[KEPT + base + kind] + s.shipped[base + kind] == least
