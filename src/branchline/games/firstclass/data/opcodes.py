"""The effect words of F16 as numbers, shared by the reader of codes and the rules that run them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NONE: Final[i64] = -1

# Parts of a box: an action is some of these, each at most once.
CAR: Final[i64] = 0
UPGRADE: Final[i64] = 1
CONDUCTOR: Final[i64] = 2
LOCO: Final[i64] = 3
COIN: Final[i64] = 4
POINTS: Final[i64] = 5
GAME_END: Final[i64] = 6
PARTS: Final[i64] = 7

# Whose conductor moves, and which train is meant.
UPPER: Final[i64] = 0
LOWER: Final[i64] = 1
EITHER: Final[i64] = 2
BOTH: Final[i64] = 3

# Cards that are placed before anything else (F4.1).
RAIL: Final[i64] = 0
CELEBRITY: Final[i64] = 1
POSTCARD: Final[i64] = 2
GUEST: Final[i64] = 3
SWITCH: Final[i64] = 4
MECHANIC: Final[i64] = 5

# What can be counted, for requirements, rewards "per" something, and game-end cards.
ONE: Final[i64] = 0  # a constant 1
CARS: Final[i64] = 1  # a: bit set of levels, b: bit set of trains, c: first slot * 2 + (1: reached)
FILLED: Final[i64] = 2  # filled slots of both trains
RUN: Final[i64] = 3  # a: levels in base 8, the rightmost lowest; b: how many. 1 or 0
CONDUCTOR_AT: Final[i64] = 4  # a: train; the position of its conductor
CONDUCTORS: Final[i64] = 5  # a: first slot; conductors there or beyond
CONDUCTORS_LAST: Final[i64] = 6  # conductors on the last filled slot of their train
MAIL_PLACED: Final[i64] = 7
MAIL_REACHED: Final[i64] = 8
LOCO_POS: Final[i64] = 9
RAIL_CARDS: Final[i64] = 10
CONSTANTINOPLE: Final[i64] = 11  # 1 or 0
TILES: Final[i64] = 12
ON_TILE: Final[i64] = 13  # conductors on a locomotive tile
COMPLETED: Final[i64] = 14  # completed contracts
STARS_AND_CARDS: Final[i64] = 15  # celebrities and postcards
PASSENGERS: Final[i64] = 16
LUGGAGE: Final[i64] = 17
SUSPECT_SELF: Final[i64] = 18
SUSPECT_OTHERS: Final[i64] = 19
DESTROY: Final[i64] = 20
COINS: Final[i64] = 21
GAME_END_CARDS: Final[i64] = 22
CAR_VALUE: Final[i64] = 23  # a: train; printed values of its cars
DIFFERENT: Final[i64] = 24  # a: bit set of levels; how many of them occur
MODULE_CARDS: Final[i64] = 25

# Evidence tokens.
FINGERPRINTS: Final[i64] = 0
TOKEN_POINTS: Final[i64] = 1
REMOVE: Final[i64] = 2
