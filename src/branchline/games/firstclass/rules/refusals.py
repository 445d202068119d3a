"""Why a move is not allowed, as numbers: 0 is allowed. `sentences` has the clause and the text of each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ALLOWED: Final[i64] = 0

# Whatever the phase
GAME_IS_OVER: Final[i64] = 1
NO_SUCH_MOVE: Final[i64] = 2
CHANCE_DRAWS: Final[i64] = 3
NOT_CHANCE: Final[i64] = 4
OTHER_PHASE: Final[i64] = 5

# F2.2 Draft
NOT_IN_HAND: Final[i64] = 10

# F3 Market
MAIN_STEP_DONE: Final[i64] = 20
NO_CARD_THERE: Final[i64] = 21
TILE_GONE: Final[i64] = 22
MAIN_STEP_FIRST: Final[i64] = 23

# F4 Chains
ACTION_RUNS: Final[i64] = 30
NOT_PART: Final[i64] = 31
OTHER_PART: Final[i64] = 32
NOT_WAITING: Final[i64] = 33
CAN_DO_NOTHING: Final[i64] = 34
STILL_WAITING: Final[i64] = 35
OUT_OF_TURN: Final[i64] = 36
NO_ACTION: Final[i64] = 37
PLACE_FIRST: Final[i64] = 38
NOTHING_TO_PLACE: Final[i64] = 39

# F5 Trains
TRAIN_FULL: Final[i64] = 40
NO_CAR_THERE: Final[i64] = 41
TOP_VALUE: Final[i64] = 42
LEFT_FIRST: Final[i64] = 43
NOT_UPGRADED: Final[i64] = 44
END_OF_TRAIN: Final[i64] = 45
CHOOSE_MAIL: Final[i64] = 46
NO_MAIL_DUE: Final[i64] = 47
MAIL_USED: Final[i64] = 48

# F6 Route
FIVE_RAILS: Final[i64] = 50

# F8 Coins
NO_COIN_THERE: Final[i64] = 60
COLUMN_USED: Final[i64] = 61
COIN_USELESS: Final[i64] = 62
NO_FOUR_COINS: Final[i64] = 63
NO_GAME_END_LEFT: Final[i64] = 64

# F9 Contracts
NO_SUCH_CONTRACT: Final[i64] = 70
NOT_FULFILLED: Final[i64] = 71

# F10 Scoring, game-end cards
NO_CLOCK_STOP: Final[i64] = 80
CLOCK_FIRST: Final[i64] = 81
NOT_OPEN: Final[i64] = 82
PILE_EMPTY: Final[i64] = 83

# F12 to F15 Modules
NO_FREE_CAR: Final[i64] = 90
NO_FREE_RAIL: Final[i64] = 91
NOT_NEXT_GAP: Final[i64] = 92
NO_MECHANIC: Final[i64] = 93
MECHANIC_WAITS: Final[i64] = 94
NO_SUCH_TOKEN: Final[i64] = 95
NO_DISCARDS_LEFT: Final[i64] = 96
BONUS_FIRST: Final[i64] = 97
