"""F12: module B, celebrities and postcards."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.firstclass.data.opcodes import CELEBRITY
from branchline.games.firstclass.rules.cards import RAILS
from branchline.games.firstclass.rules.state import (
    NOTHING,
    SLOTS,
    UNDER,
    State,
    card_under,
    is_car,
    postcard,
    put_under,
    rail_card,
)


def free_car(s: State, seat: i64, train: i64) -> i64:
    """F12.1, F14.1, F14.5: the first car of a train with nothing under it, from 0; NOTHING if there is none."""
    place: i64
    base = seat * 20 + train * SLOTS
    for place in range(s.length[seat * 2 + train]):
        if is_car(i64(s.slots[base + place])) and i64(s.slots[UNDER + base + place]) == NOTHING:
            return place
    return NOTHING


def is_celebrity(s: State, card: i64) -> bool:
    return card != NOTHING and s.setting.card_place[card] == CELEBRITY


def place_celebrity(s: State, seat: i64, train: i64, card: i64) -> None:
    put_under(s, seat, train, free_car(s, seat, train), card)


def is_free_rail(s: State, seat: i64, rail: i64) -> bool:
    """F12.2: a rail card without a postcard; never a printed station."""
    return rail_card(s, seat, rail) != NOTHING and postcard(s, seat, rail) == NOTHING


def has_free_rail(s: State, seat: i64) -> bool:
    rail: i64
    for rail in range(RAILS):
        if is_free_rail(s, seat, rail):
            return True
    return False


def placed(s: State, seat: i64) -> i64:
    """F12.4: celebrities and postcards, in any mix."""
    return celebrities(s, seat) + postcards(s, seat)


def celebrities(s: State, seat: i64) -> i64:
    found: i64 = 0
    train: i64
    place: i64
    for train in range(2):
        for place in range(s.length[seat * 2 + train]):
            if is_celebrity(s, card_under(s, seat, train, place)):
                found += 1
    return found


def postcards(s: State, seat: i64) -> i64:
    found: i64 = 0
    rail: i64
    for rail in range(RAILS):
        if postcard(s, seat, rail) != NOTHING:
            found += 1
    return found
