"""Positions to set up by hand, for puzzles, analysis and tests: `branchline.arrange("firstclass", ...)`.

The draft is over and nobody holds a game-end card; the first four are face up; seat 0 started the round. Anything not
given is empty. Cards that are not on the table are in their piles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, TypeAlias, TypedDict

import msgspec
from mypy_extensions import i16

from branchline.core.compiled.bits import bit
from branchline.core.errors import PositionError
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.state import (
    CONDUCTORS,
    LAID,
    MAIL_SLOT,
    NOTHING,
    SLOTS,
    TILE_SLOT,
    TURNS,
    State,
    fill_slot,
    new_state,
)

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
Train: TypeAlias = tuple[
    int | str, ...
]  # from the left: car values, "M1" a mail car, "L" the next locomotive tile

TRAINS: Final = ("upper", "lower")
_OPEN: Final = 4  # game-end cards


class Position(TypedDict, total=False):
    """What can be set up."""

    turn: Seat
    round: Annotated[int, msgspec.Meta(ge=1, le=6)]  # default: the first of the market's stage
    market: Sequence[str]  # these cards from 1.1 on, then others of their stage
    upper: Mapping[Seat, Train]
    lower: Mapping[Seat, Train]
    conductors: Mapping[Seat, tuple[Count, Count]]  # how far, on the upper and the lower train
    route: Mapping[Seat, Sequence[str]]  # rail cards in order
    loco: Mapping[Seat, Count]  # how far on the route
    coins: Mapping[Seat, tuple[Count, Count, Count]]
    contracts: Mapping[Seat, Sequence[str]]
    game_ends: Mapping[Seat, Sequence[str]]
    score: Mapping[Seat, int]


def arranged(setting: Setting, given: Position) -> State:
    """The position; raises `PositionError`."""
    s = first_turn(setting)
    _check_seats(s, given)
    put_market(s, given.get("market", ()))
    _put_turn(s, given)
    _put_trains(s, (given.get("upper", {}), given.get("lower", {})))
    for seat, (upper, lower) in given.get("conductors", {}).items():
        s.length[CONDUCTORS + seat * 2], s.length[CONDUCTORS + seat * 2 + 1] = upper, lower
    for seat, rails in given.get("route", {}).items():
        put_route(s, seat, rails, given.get("loco", {}).get(seat, 0))
    for seat, coins in given.get("coins", {}).items():
        for column, count in enumerate(coins):
            s.coins[seat * 3 + column] = count
    for seat, cards in given.get("contracts", {}).items():
        for card in cards:
            put_contract(s, seat, card)
    for seat, cards in given.get("game_ends", {}).items():
        put_game_ends(s, seat, cards)
    for seat, points in given.get("score", {}).items():
        s.score[seat] = points
    return s


def first_turn(setting: Setting) -> State:
    """Seat 0 to move in round 1, the market still empty."""
    s = new_state(setting)
    s.phase, s.start, s.first, s.seat, s.active, s.turn, s.tile = TURNS, 0, 0, 0, 0, 1, 1
    s.open_cards = (1 << _OPEN) - 1
    s.pile &= ~s.open_cards
    return s


def _check_seats(s: State, given: Position) -> None:
    for name, value in given.items():
        seats: Iterable[object] = value if isinstance(value, Mapping) else [value] if name == "turn" else ()
        for seat in seats:
            if seat not in range(s.setting.players):
                raise PositionError(
                    f"{name}: there is no seat {seat}; seats are 0 to {s.setting.players - 1}."
                )


def _number(what: str, name: str, numbers: Mapping[str, int]) -> int:
    if name not in numbers:
        raise PositionError(f"There is no {what} {name!r} in this deck and its modules.")
    return numbers[name]


def _put_turn(s: State, given: Position) -> None:
    s.seat = s.active = s.cursor = given.get("turn", 0)
    wanted = given.get("round", int(s.round))
    if (wanted + 1) // 2 != (s.round + 1) // 2:
        raise PositionError(f"The cards of the market are not those of round {wanted} (F3.1).")
    s.round = wanted


# Cards


def put_market(s: State, cards: Sequence[str]) -> None:
    """These cards first, from 1.1 on, then others of their stage: cards without anything to place."""
    names, unseen = s.setting.names, s.unseen
    for place, card in enumerate(map(int, s.market)):
        if card != NOTHING:
            unseen[card // 40] |= bit(card % 40)
            s.market[place] = i16(NOTHING)
    chosen = [_number("card", card, names.card_number) for card in cards]
    stage = chosen[0] // 40 if chosen else 0
    s.round = stage * 2 + 1
    plain = [
        card
        for card in range(stage * 40, stage * 40 + 40)
        if unseen[stage] & bit(card % 40) and card not in chosen and s.setting.card_place[card] == NOTHING
    ]
    if len(chosen) > len(s.market):
        raise PositionError(f"The market has {len(s.market)} places.")
    for place, card in enumerate([*chosen, *plain][: len(s.market)]):
        if card // 40 != stage or not unseen[stage] & bit(card % 40):
            raise PositionError(f"{names.cards[card]} belongs to another stage, or is already there.")
        unseen[stage] &= ~bit(card % 40)
        s.market[place] = card


def give(s: State, seat: int, card: str) -> int:
    """Give a card to a seat; returns its number."""
    number = _number("card", card, s.setting.names.card_number)
    if not s.unseen[number // 40] & bit(number % 40):  # it is in the market: replace it there
        if number not in list(s.market):
            raise PositionError(f"{card} is already there.")
        place = list(s.market).index(number)
        other = next(n for n in range(40) if s.unseen[number // 40] & bit(n))
        s.unseen[number // 40] &= ~bit(other)
        s.market[place] = number // 40 * 40 + other
    s.unseen[number // 40] &= ~bit(number % 40)
    s.taken[seat * 3 + number // 40] |= bit(number % 40)
    return number


def put_contract(s: State, seat: int, card: str) -> None:
    number = give(s, seat, card)
    if s.setting.contract_need[number] < 0:
        raise PositionError(f"{card} is no contract.")
    s.taken[LAID + seat * 3 + number // 40] |= bit(number % 40)


def put_game_ends(s: State, seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        mark = bit(_number("game-end card", card, s.setting.names.game_end_number))
        if not (s.pile | s.open_cards) & mark:
            raise PositionError(f"{card} is already held.")
        s.pile &= ~mark
        s.open_cards &= ~mark
        s.held[seat] |= mark


# Trains and routes


def _put_trains(s: State, trains: tuple[Mapping[int, Train], Mapping[int, Train]]) -> None:
    for seat in range(s.setting.players):
        both = [*trains[0].get(seat, ()), *trains[1].get(seat, ())]
        for car in s.setting.names.mail_cars:
            if both.count(car) > 1:
                raise PositionError(f"Seat {seat} has only one mail car {car}.")
    for number, by_seat in enumerate(trains):
        for seat, train in by_seat.items():
            put_train(s, seat, number, train)


def put_train(s: State, seat: int, train: int, slots: Sequence[int | str]) -> None:
    if len(slots) > SLOTS:
        raise PositionError(f"A train has {SLOTS} slots.")
    for place, content in enumerate(slots):
        fill_slot(s, seat, train, place, _slot(s, seat, content))
    s.length[seat * 2 + train] = len(slots)


def _slot(s: State, seat: int, content: int | str) -> int:
    mail_cars, values = list(s.setting.names.mail_cars), [int(value) for value in s.setting.car_value]
    if content == "L":
        s.tiles += 1
        return int(TILE_SLOT + s.tiles - 1)
    if content in mail_cars:
        car = mail_cars.index(str(content))
        s.mail[seat] &= ~bit(car)
        return int(MAIL_SLOT + car)
    if not isinstance(content, int) or content not in values:
        known = ", ".join(map(str, [*values, *mail_cars, "L"]))
        raise PositionError(f"There is no car {content!r}. There are: {known}.")
    return values.index(content)


def put_route(s: State, seat: int, rails: Sequence[str], loco: int) -> None:
    if len(rails) > 5:
        raise PositionError("A route has five rail cards at most.")
    for place, card in enumerate(rails):
        s.rails[seat * 5 + place] = give(s, seat, card)
    s.loco[seat] = loco
