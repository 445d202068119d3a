"""Moves as dense ids, for search and learning. `notation` puts them into words.

Places in a train are `train * 10 + slot - 1`, places in the market `row * 6 + column`, all from 0.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.firstclass.rules.cards import (
    CARDS,
    COLUMNS,
    MAIL_CARS,
    MAX_GAME_END,
    MAX_TOKENS,
    RAILS,
    SOURCES,
)

_PLACES: Final[i64] = 18  # of the market
_SLOTS: Final[i64] = 10  # of a train
WAYS: Final[i64] = 15  # to pay four coins

END: Final[i64] = 0  # end the turn, or the own part of a scoring phase
TILE: Final[i64] = 1  # take the start player tile (F3.4)
CLOCK: Final[i64] = 2  # do the next clock stop (F10.1)
BLIND: Final[i64] = 3  # take a game-end card from the pile (F10.5)
WALK: Final[i64] = 4  # a part that moves conductors and leaves no choice (F5.4)
CHOOSE: Final[i64] = 5  # start taking game-end cards
DONE: Final[i64] = 6  # discard no more evidence (F13.5)
TAKE: Final[i64] = 7  # + place: a card and its action (F3.2)
TRADE: Final[i64] = TAKE + _PLACES  # + place: a card for an upgrade
SPEND: Final[i64] = TRADE + _PLACES  # + column: its action (F8.1)
POINT: Final[i64] = SPEND + COLUMNS  # + column: a point (F8.2)
BUY: Final[i64] = POINT + COLUMNS  # + way of paying: a game-end card
COMPLETE: Final[i64] = BUY + WAYS  # + card: a contract (F9.1)
DO: Final[i64] = COMPLETE + CARDS  # + source: a waiting action (F4.2)
MECHANIC: Final[i64] = DO + SOURCES  # + gap and train (F15.3)
CAR: Final[i64] = MECHANIC + 10  # + train (F5.1)
MAIL: Final[i64] = CAR + 2  # + mail car (F5.3)
UPGRADE: Final[i64] = MAIL + MAIL_CARS  # + train and place (F5.2)
STEP: Final[i64] = UPGRADE + 2 * _SLOTS  # + train: a conductor (F5.4)
PICK: Final[i64] = STEP + 2  # + game-end card, an open one (F10.5)
CELEBRITY: Final[i64] = PICK + MAX_GAME_END  # + train (F12.1)
POSTCARD: Final[i64] = CELEBRITY + 2  # + rail card (F12.2)
GUEST: Final[i64] = POSTCARD + RAILS  # + train: passenger or luggage (F14.1)
GAP: Final[i64] = GUEST + 2  # + gap (F15.1)
KEEP: Final[i64] = GAP + 5  # + game-end card, in the draft (F2.2)
DISCARD: Final[i64] = KEEP + MAX_GAME_END  # + kind of token (F13.5)
# What chance draws
SEAT: Final[i64] = DISCARD + MAX_TOKENS  # + seat: the start player (F2.2)
ROLE: Final[i64] = SEAT + 4  # + 0 innocent, 1 murderer (F2.5)
DEAL: Final[i64] = ROLE + 2  # + game-end card, for the draft
OPEN: Final[i64] = DEAL + MAX_GAME_END  # + game-end card, turned face up
DRAW: Final[i64] = OPEN + MAX_GAME_END  # + game-end card, taken blind
SHOW: Final[i64] = DRAW + MAX_GAME_END  # + card, into the market (F3.1)
TOKEN: Final[i64] = SHOW + CARDS  # + kind of token, turned up (F13.5)
MOVE_COUNT: Final[i64] = TOKEN + MAX_TOKENS

CHANCE_MOVES: Final[i64] = SEAT


def _payments() -> list[i64]:
    """The fifteen ways to take four coins from three columns, as coins from column 1, 2, 3, one way after the other."""
    found: list[i64] = []
    for first in range(5):
        for second in range(5 - first):
            found.extend([first, second, 4 - first - second])
    return found


_PAYMENTS: Final = vec[i64](_payments())  # [way * 3 + column]


# Packing and unpacking: no other module calculates with ids.


def take(place: i64) -> i64:
    return TAKE + place


def trade(place: i64) -> i64:
    return TRADE + place


def is_take(move: i64) -> bool:
    return TAKE <= move < TRADE


def is_trade(move: i64) -> bool:
    return TRADE <= move < SPEND


def market_place(move: i64) -> i64:
    """The place of a card that is taken or traded."""
    return (move - TAKE) % _PLACES


def spend(column: i64) -> i64:
    return SPEND + column


def point(column: i64) -> i64:
    return POINT + column


def coin_column(move: i64) -> i64:
    """The column of a coin that is spent, for an action or a point."""
    return (move - SPEND) % COLUMNS


def buy(way: i64) -> i64:
    return BUY + way


def buy_way(move: i64) -> i64:
    return move - BUY


def coins_paid(way: i64, column: i64) -> i64:
    """How many of the four coins a way of paying takes from a column."""
    return _PAYMENTS[way * 3 + column]


def complete(card: i64) -> i64:
    return COMPLETE + card


def complete_card(move: i64) -> i64:
    return move - COMPLETE


def do(source: i64) -> i64:
    return DO + source


def is_do(move: i64) -> bool:
    return DO <= move < MECHANIC


def do_source(move: i64) -> i64:
    return move - DO


def mechanic(gap: i64, train: i64) -> i64:
    return MECHANIC + gap * 2 + train


def mechanic_gap(move: i64) -> i64:
    return (move - MECHANIC) // 2


def mechanic_train(move: i64) -> i64:
    return (move - MECHANIC) % 2


def car(train: i64) -> i64:
    return CAR + train


def car_train(move: i64) -> i64:
    return move - CAR


def mail(car: i64) -> i64:
    return MAIL + car


def mail_car(move: i64) -> i64:
    return move - MAIL


def upgrade(train: i64, place: i64) -> i64:
    return UPGRADE + train * _SLOTS + place


def upgrade_train(move: i64) -> i64:
    return (move - UPGRADE) // _SLOTS


def upgrade_place(move: i64) -> i64:
    return (move - UPGRADE) % _SLOTS


def step(train: i64) -> i64:
    return STEP + train


def step_train(move: i64) -> i64:
    return move - STEP


def pick(card: i64) -> i64:
    return PICK + card


def pick_card(move: i64) -> i64:
    return move - PICK


def celebrity(train: i64) -> i64:
    return CELEBRITY + train


def celebrity_train(move: i64) -> i64:
    return move - CELEBRITY


def postcard(rail: i64) -> i64:
    return POSTCARD + rail


def postcard_rail(move: i64) -> i64:
    return move - POSTCARD


def guest(train: i64) -> i64:
    return GUEST + train


def guest_train(move: i64) -> i64:
    return move - GUEST


def gap(number: i64) -> i64:
    return GAP + number


def gap_number(move: i64) -> i64:
    return move - GAP


def keep(card: i64) -> i64:
    return KEEP + card


def is_keep(move: i64) -> bool:
    return KEEP <= move < DISCARD


def keep_card(move: i64) -> i64:
    return move - KEEP


def discard(kind: i64) -> i64:
    return DISCARD + kind


def discard_kind(move: i64) -> i64:
    return move - DISCARD


def seat(number: i64) -> i64:
    return SEAT + number


def seat_number(move: i64) -> i64:
    return move - SEAT


def role(kind: i64) -> i64:
    return ROLE + kind


def is_role(move: i64) -> bool:
    return ROLE <= move < DEAL


def role_kind(move: i64) -> i64:
    return move - ROLE


def deal(card: i64) -> i64:
    return DEAL + card


def is_deal(move: i64) -> bool:
    return DEAL <= move < OPEN


def deal_card(move: i64) -> i64:
    return move - DEAL


def open_card(card: i64) -> i64:
    return OPEN + card


def opened_card(move: i64) -> i64:
    return move - OPEN


def draw(card: i64) -> i64:
    return DRAW + card


def is_draw(move: i64) -> bool:
    return DRAW <= move < SHOW


def draw_card(move: i64) -> i64:
    return move - DRAW


def show(card: i64) -> i64:
    return SHOW + card


def show_card(move: i64) -> i64:
    return move - SHOW


def token(kind: i64) -> i64:
    return TOKEN + kind


def token_kind(move: i64) -> i64:
    return move - TOKEN
