"""F14: module D, passengers and luggage. Passengers travel in the upper train, luggage in the lower."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.firstclass.data.opcodes import GUEST, UPPER
from branchline.games.firstclass.rules import coins
from branchline.games.firstclass.rules.modules import b
from branchline.games.firstclass.rules.state import (
    BOARDED,
    NOTHING,
    SLOTS,
    State,
    card_under,
    put_under,
    reached,
    slot,
    wait,
)


def is_guest(s: State, card: i64) -> bool:
    return card != NOTHING and s.setting.card_place[card] == GUEST


def place_guest(s: State, seat: i64, train: i64, card: i64) -> None:
    """F14.1: under the first free car of its train."""
    place = b.free_car(s, seat, train)
    put_under(s, seat, train, place, card)
    board(s, seat, train, place)


def board(s: State, seat: i64, train: i64, place: i64) -> None:
    """F14.2: the guest of a car boards once the car is worth 1 or more and is reached."""
    card = card_under(s, seat, train, place)
    mark = bit(train * SLOTS + place)
    if not is_guest(s, card) or s.guests[BOARDED + seat] & mark != 0:
        return
    if slot(s, seat, train, place) < 1 or not reached(s, seat, train, place):
        return
    s.guests[BOARDED + seat] |= mark
    half = card * 2 + train
    money = s.setting.guest_coins[half]
    points = s.setting.guest_points[half]
    before = s.guests[train * 4 + seat]
    s.guests[train * 4 + seat] += 1
    if train == UPPER:  # F14.3
        money += before
    else:
        points += 2 * before
    coins.gain(s, seat, money)
    s.score[seat] += points
    if s.setting.guest_box[half] != NOTHING:
        wait(s, seat, card, 1)


def placed(s: State, seat: i64, train: i64) -> i64:
    """F14.4: guests of a train, boarded or not."""
    found: i64 = 0
    place: i64
    for place in range(s.length[seat * 2 + train]):
        if is_guest(s, card_under(s, seat, train, place)):
            found += 1
    return found


def box_of(s: State, seat: i64, card: i64) -> i64:
    """The action that a boarded guest brings."""
    train: i64
    place: i64
    for train in range(2):
        for place in range(s.length[seat * 2 + train]):
            if card_under(s, seat, train, place) == card:
                return s.setting.guest_box[card * 2 + train]
    return NOTHING
