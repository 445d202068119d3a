"""The indices of the heuristics' weights in their array; `tuned_weights` gives the values."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Speeds: spaces per turn
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
# Route
LOCO: Final[i64] = 12  # a space, with all turns to come
RAIL: Final[i64] = 13  # a rail card, with all turns to come
REACH: Final[i64] = 14  # how likely it is to reach what is near
# Coins and cards
COIN: Final[i64] = 15
COIN_EARLY: Final[i64] = 16  # more, with all turns to come
GAME_END: Final[i64] = 17  # how much a game-end card will still grow, with all turns to come
CONTRACT: Final[i64] = 18  # how likely an open contract is completed, with all turns to come
CONTRACT_LATE: Final[i64] = 19  # and with none
GUEST: Final[i64] = 20
MECHANIC: Final[i64] = 21
SWITCH: Final[i64] = 22
# Parts of an action
DO_CAR: Final[i64] = 23
DO_UPGRADE: Final[i64] = 24  # for the best upgrade available
DO_CONDUCTOR: Final[i64] = 25
DO_LOCO: Final[i64] = 26
DO_GAME_END: Final[i64] = 27
# Module C
ARREST: Final[i64] = 28
FINGERPRINT: Final[i64] = 29  # difference in tokens that makes an arrest e times as likely
# The tile
NEXT_START: Final[i64] = 30
# Style: points for what a style prefers, at the start of a round
LIKE_ROUTE: Final[i64] = 31  # a space of the locomotive; a rail card twice
LIKE_CARS: Final[i64] = 32  # a filled slot
# Contracts
CONTRACT_NEAR: Final[i64] = 33  # how much of the reward is in sight when one thing is missing
# A mechanic's upgrade that can be done at once
MECHANIC_NOW: Final[i64] = 34
# How sure a contract is that asks for cars, if they take just the turns that are left
CONTRACT_TIME: Final[i64] = 35
