"""F14: module D, passengers and luggage. Passengers travel in the upper train, luggage in the lower."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.firstclass import coins
from branchline.games.firstclass.modules import b
from branchline.games.firstclass.state import NOTHING, SLOTS, State, reached, wait
from branchline.games.firstclass.words import GUEST, UPPER


def is_guest(s: State, card: i64) -> bool:
    return card != NOTHING and s.setting.card_place[card] == GUEST


def place_guest(s: State, seat: i64, train: i64, card: i64) -> None:
    """F14.1: under the first free car of its train."""
    place = b.free_car(s, seat, train)
    s.under[seat * 20 + train * SLOTS + place] = card
    board(s, seat, train, place)


def board(s: State, seat: i64, train: i64, place: i64) -> None:
    """F14.2: the guest of a car boards once the car is worth 1 or more and is reached."""
    card = s.under[seat * 20 + train * SLOTS + place]
    bit = BIT[train * SLOTS + place]
    if not is_guest(s, card) or s.boarded[seat] & bit != 0:
        return
    if s.slots[seat * 20 + train * SLOTS + place] < 1 or not reached(s, seat, train, place):
        return
    s.boarded[seat] |= bit
    half = card * 2 + train
    money = s.setting.guest_coins[half]
    points = s.setting.guest_points[half]
    if train == UPPER:  # F14.3
        money += s.passengers[seat]
        s.passengers[seat] += 1
    else:
        points += 2 * s.luggage[seat]
        s.luggage[seat] += 1
    coins.gain(s, seat, money)
    s.score[seat] += points
    if s.setting.guest_box[half] != NOTHING:
        wait(s, seat, card, 1)


def placed(s: State, seat: i64, train: i64) -> i64:
    """F14.4: guests of a train, boarded or not."""
    found: i64 = 0
    place: i64
    base = seat * 20 + train * SLOTS
    for place in range(s.length[seat * 2 + train]):
        if is_guest(s, s.under[base + place]):
            found += 1
    return found


def box_of(s: State, seat: i64, card: i64) -> i64:
    """The action that a boarded guest brings."""
    place: i64
    for place in range(2 * SLOTS):
        if s.under[seat * 20 + place] == card:
            return s.setting.guest_box[card * 2 + place // SLOTS]
    return NOTHING
