"""The numbers of the craft, in points: guesses of ours, then bettered by play against itself."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# How fast things go: spaces a turn
PACE_CONDUCTOR: Final[i64] = 0
PACE_LOCO: Final[i64] = 1
# Cars: what a level promises beyond its value, in every scoring phase to come
LEVEL_0: Final[i64] = 2
LEVEL_1: Final[i64] = 3
LEVEL_2: Final[i64] = 4
LEVEL_4: Final[i64] = 5
LEVEL_7: Final[i64] = 6
LEVEL_12: Final[i64] = 7
CAR: Final[i64] = 8  # a filled slot up to the fifth, with all turns to come
CAR_LATE: Final[i64] = 9  # beyond the mail car
MAIL_CAR: Final[i64] = 10  # placed
STEP: Final[i64] = 11  # a conductor's step, with all turns to come
FIRST_CAR: Final[i64] = 12  # the levels of the first two cars of a train
# Route
LOCO: Final[i64] = 13  # a space, with all turns to come
RAIL: Final[i64] = 14  # a rail card, with all turns to come
REACH: Final[i64] = 15  # how sure what is near is
# Coins and cards
COIN: Final[i64] = 16
COIN_EARLY: Final[i64] = 17  # more, with all turns to come
GAME_END: Final[i64] = 18  # what a game-end card still grows, with all turns to come
CONTRACT: Final[i64] = 19  # how sure an open contract is, with all turns to come
CONTRACT_LATE: Final[i64] = 20  # and with none
GUEST: Final[i64] = 21
MECHANIC: Final[i64] = 22
SWITCH: Final[i64] = 23
# Parts of an action
DO_CAR: Final[i64] = 24
DO_UPGRADE: Final[i64] = 25  # of the best upgrade there is
DO_CONDUCTOR: Final[i64] = 26
DO_LOCO: Final[i64] = 27
DO_GAME_END: Final[i64] = 28
# Module C
ARREST: Final[i64] = 29
FINGERPRINT: Final[i64] = 30  # tokens apart that make an arrest e times as likely
# The tile
NEXT_START: Final[i64] = 31

KNOBS: Final[dict[str, float]] = {
    "pace_conductor": 0.45,
    "pace_loco": 0.5,
    "level_0": 0.3,
    "level_1": 0.8,
    "level_2": 1.2,
    "level_4": 1.6,
    "level_7": 1.2,
    "level_12": 0.0,
    "car": 0.8,
    "car_late": 0.4,
    "mail_car": 1.0,
    "step": 0.5,
    "first_car": 0.3,
    "loco": 0.4,
    "rail": 0.6,
    "reach": 0.85,
    "coin": 1.05,
    "coin_early": 0.5,
    "game_end": 2.0,
    "contract": 0.75,
    "contract_late": 0.2,
    "guest": 0.7,
    "mechanic": 0.7,
    "switch": 0.5,
    "do_car": 1.0,
    "do_upgrade": 0.9,
    "do_conductor": 0.9,
    "do_loco": 1.2,
    "do_game_end": 6.0,
    "arrest": 35.0,
    "fingerprint": 1.5,
    "next_start": 1.0,
}
