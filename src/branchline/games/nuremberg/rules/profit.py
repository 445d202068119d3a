"""N10 and N11: points, profit and loss, and the new general order. Nobody decides anything here."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from branchline.games.nuremberg.rules.board import GREY, YELLOW
from branchline.games.nuremberg.rules.shipping import return_train
from branchline.games.nuremberg.rules.state import (
    EARNED,
    GENERAL,
    KEPT,
    PROFIT_TRACK,
    TAKEOVER,
    State,
    put_order,
    standing,
    to_top,
)

LOWEST: Final[i64] = -13
HIGHEST: Final[i64] = 5


def begin(s: State) -> None:
    place: i64
    seat: i64
    train: i64
    for place in range(s.setting.players):  # N10.3: in this round's order, before the new one is made
        seat = s.orders[GENERAL + place]
        s.score[seat] += s.profit[EARNED + seat]  # N10.1
        s.profit[EARNED + seat] = 0
        s.profit[seat] = min(max(s.profit[seat] + result(s, seat), LOWEST), HIGHEST)
        to_top(s, PROFIT_TRACK, seat)  # N10.4: also a marker that did not move
        _keep_items(s, seat)
    s.passed = 0
    for train in range(s.setting.trains):
        return_train(s, train)
    put_order(s, GENERAL, standing(s, PROFIT_TRACK))  # N11.1
    s.phase = TAKEOVER


def result(s: State, seat: i64) -> i64:
    """N10.2: grey 2, yellow and passengers 1 each, minus 1 for every own link on the board."""
    base = seat * 4
    passengers = s.shipped[base + 2] + s.shipped[base + 3]
    return 2 * s.shipped[base + GREY] + s.shipped[base + YELLOW] + passengers - s.links[seat]


def _keep_items(s: State, seat: i64) -> None:
    """N10.5: kept for the sets of N14.1."""
    kind: i64
    for kind in range(seat * 4, seat * 4 + 4):
        s.shipped[KEPT + kind] += s.shipped[kind]
        s.shipped[kind] = 0
