"""Why a move is not allowed, as numbers: 0 is allowed. `sentences` has the clause and the text of each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ALLOWED: Final[i64] = 0

# Whatever the phase
GAME_IS_OVER: Final[i64] = 1
CHANCE_DRAWS: Final[i64] = 3
NOT_CHANCE: Final[i64] = 4
PAY_FIRST: Final[i64] = 5
LOAD_FIRST: Final[i64] = 6
NO_SUCH_MOVE: Final[i64] = 7

# A move of another phase
IS_AUCTION: Final[i64] = 8
IS_BUILDING: Final[i64] = 9
IS_SHIPPING: Final[i64] = 10
IS_TAKEOVER: Final[i64] = 2

# N5 Auction
OWN_BID: Final[i64] = 11
BELOW_MINIMUM: Final[i64] = 12
NOT_MORE: Final[i64] = 13
TOO_FEW_CUBES: Final[i64] = 14

# N7 Building
NO_TRACK_LEFT: Final[i64] = 20
BORDER_TAKEN: Final[i64] = 21
NO_START: Final[i64] = 22
NOT_FROM_HEAD: Final[i64] = 23
PLOT_TWICE: Final[i64] = 24
HILL_OR_FIELD: Final[i64] = 25
NORTH_SOUTH: Final[i64] = 26
THROUGH_SOUTH: Final[i64] = 27
SOUTH_ONLY_START: Final[i64] = 28
COMPANY_UNPAID: Final[i64] = 29
LANDLORD_UNPAID: Final[i64] = 30
LINK_UNPAID: Final[i64] = 31
NOTHING_OWED: Final[i64] = 32
NOT_IN_THAT: Final[i64] = 33

# N9 Trains and shipping
TRAIN_TAKEN: Final[i64] = 41
ROW_USED: Final[i64] = 42
TRAIN_UNPAID: Final[i64] = 43
NO_SUCH_ITEM: Final[i64] = 44
NO_SPACE: Final[i64] = 45
NO_WAY: Final[i64] = 46
STRANDED: Final[i64] = 47
NOTHING_TO_LOAD: Final[i64] = 48
NO_ROOM_THERE: Final[i64] = 49
BROWN_FIRST: Final[i64] = 50
IS_AT_HOME: Final[i64] = 51
PAY_TRAIN_FIRST: Final[i64] = 52
NOT_IN_THAT_UNIT: Final[i64] = 53
NO_TRAIN_OWED: Final[i64] = 54

# N12 Takeovers
NOT_OWN_LINK: Final[i64] = 60
NOT_COMPANY_STATION: Final[i64] = 61
OTHER_COMPANY: Final[i64] = 62
WAY_NOT_FROM_HEAD: Final[i64] = 63
WAY_PLOT_TWICE: Final[i64] = 64
TOO_LITTLE_INFLUENCE: Final[i64] = 65
NO_STATION_AHEAD: Final[i64] = 66
NOT_AT_STATION: Final[i64] = 67
NAMED_FROM_OTHER_END: Final[i64] = 68
COMPANY_TRACK_OUT: Final[i64] = 69
STRETCH_BEGUN: Final[i64] = 70
NO_STRETCH: Final[i64] = 71
BEGIN_AT_OTHER_END: Final[i64] = 72
