"""The numbers of the craft, in points: guesses of ours, then bettered by play against itself."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# What one more point of influence is worth: the first few, the next, any more
WHITE_FIRST: Final[i64] = 0
WHITE_MORE: Final[i64] = 1
BROWN_FIRST: Final[i64] = 2  # the first three
BROWN_SECOND: Final[i64] = 3  # up to six
BROWN_MORE: Final[i64] = 4
COMPANY_FIRST: Final[i64] = 5  # the first two
COMPANY_SECOND: Final[i64] = 6  # up to four
COMPANY_MORE: Final[i64] = 7
# Cubes: what is needed for a line, and what is over
CUBE_FEW: Final[i64] = 8  # the first six
CUBE_MANY: Final[i64] = 9
RAISE: Final[i64] = 10  # a cube more than the least bid, up to two
# Lines
LINK: Final[i64] = 11  # what a link costs before it is ceded, or until the end
LINK_CUBE: Final[i64] = 12
TOLL: Final[i64] = 13
LANDLORD: Final[i64] = 14
LATER: Final[i64] = 15  # an item that will not find a train this round
# Trains
PROFIT: Final[i64] = 16  # a step on profit and loss
RENT_BROWN: Final[i64] = 17
RENT_UNIT: Final[i64] = 18
RENT_EARLY: Final[i64] = 19
CONTESTED: Final[i64] = 20
SET_ITEM: Final[i64] = 21  # an item of a kind that is short for a set
# Takeovers
CEDE_ROUND: Final[i64] = 22  # a link less, for each round to come
CEDE_END: Final[i64] = 23  # and at the end
CEDE_INFLUENCE: Final[i64] = 24
CEDE_ITEM: Final[i64] = 25  # an item that leaves the game on the way
CEDE_FAR: Final[i64] = 26  # a company's new station
# At the start of a round: what is there for the rounds to come
HOLD_WHITE: Final[i64] = 27
HOLD_BROWN: Final[i64] = 28
HOLD_COMPANY: Final[i64] = 29
HOLD_CUBE: Final[i64] = 30
HOLD_LINK: Final[i64] = 31
HOLD_LINK_ROUND: Final[i64] = 32
HOLD_ITEM: Final[i64] = 33
HOLD_SET: Final[i64] = 34

KNOBS: Final[dict[str, float]] = {
    "white_first": 0.8,
    "white_more": 0.35,
    "brown_first": 1.7,
    "brown_second": 1.2,
    "brown_more": 0.4,
    "company_first": 1.1,
    "company_second": 0.8,
    "company_more": 0.3,
    "cube_few": 0.8,
    "cube_many": 0.3,
    "raise": 0.1,
    "link": 1.3,
    "link_cube": 0.25,
    "toll": 0.7,
    "landlord": 0.4,
    "later": 0.5,
    "profit": 0.9,
    "rent_brown": 0.5,
    "rent_unit": 0.25,
    "rent_early": 0.8,
    "contested": 0.6,
    "set_item": 0.3,
    "cede_round": 0.8,
    "cede_end": 1.0,
    "cede_influence": 0.45,
    "cede_item": 0.8,
    "cede_far": 0.0,
    "hold_white": 0.4,
    "hold_brown": 0.8,
    "hold_company": 0.5,
    "hold_cube": 0.2,
    "hold_link": 1.0,
    "hold_link_round": 0.2,
    "hold_item": 0.5,
    "hold_set": 0.3,
}
