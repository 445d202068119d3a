"""F8: coins. A column is filled from the bottom, so its number of coins is enough."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.firstclass.rules import refusals
from branchline.games.firstclass.rules.cards import COLUMN_COINS, COLUMNS
from branchline.games.firstclass.rules.moves import WAYS, buy, coins_paid, point
from branchline.games.firstclass.rules.state import State


def total(s: State, seat: i64) -> i64:
    return s.coins[seat * 3] + s.coins[seat * 3 + 1] + s.coins[seat * 3 + 2]


def gain(s: State, seat: i64, amount: i64) -> None:
    """F4.5, F8.1: placed at once. Coins that find no space are lost."""
    amount = min(amount, COLUMNS * COLUMN_COINS - total(s, seat))
    while amount > 0:
        s.coins[seat * 3 + _next_column(s, seat)] += 1
        amount -= 1


def _next_column(s: State, seat: i64) -> i64:
    """Where a coin goes: into the lowest row with a free space, from column 1 on. Before rules version 3 column 1 was
    filled first, then column 2."""
    best: i64 = 0
    column: i64
    for column in range(1, COLUMNS):
        coins = s.coins[seat * 3 + column]
        full = s.coins[seat * 3 + best] == COLUMN_COINS
        if full or (s.setting.rules > 2 and coins < s.coins[seat * 3 + best]):
            best = column
    return best


def has_room(s: State, seat: i64) -> bool:
    return total(s, seat) < COLUMNS * COLUMN_COINS


def why_no_column(s: State, column: i64) -> i64:
    """F8.1: the column has a coin and was not used this turn or scoring."""
    if s.coins[s.seat * 3 + column] == 0:
        return refusals.NO_COIN_THERE
    return refusals.COLUMN_USED if s.columns & bit(column) != 0 else refusals.ALLOWED


def why_no_point(s: State, column: i64) -> i64:
    return refusals.NO_COIN_THERE if s.coins[s.seat * 3 + column] == 0 else refusals.ALLOWED


def why_no_purchase(s: State, way: i64) -> i64:
    """F8.2: four coins, as long as there is a game-end card."""
    if not _has_coins(s, way):
        return refusals.NO_FOUR_COINS
    return refusals.NO_GAME_END_LEFT if s.open_cards | s.pile == 0 else refusals.ALLOWED


def _has_coins(s: State, way: i64) -> bool:
    """Whether the columns have the coins that a way of paying takes."""
    coins = s.coins
    first = s.seat * COLUMNS
    column: i64
    for column in range(COLUMNS):
        if coins[first + column] < coins_paid(way, column):
            return False
    return True


def add_purchases(s: State, found: vec[i64]) -> vec[i64]:
    """The moves that buy points and game-end cards (F8.2)."""
    column: i64
    way: i64
    for column in range(COLUMNS):
        if s.coins[s.seat * 3 + column] > 0:
            found = append(found, point(column))
    if s.open_cards | s.pile != 0 and total(s, s.seat) >= 4:
        for way in range(WAYS):
            if _has_coins(s, way):
                found = append(found, buy(way))
    return found


def pay(s: State, way: i64) -> None:
    column: i64
    for column in range(COLUMNS):
        s.coins[s.seat * 3 + column] -= coins_paid(way, column)
