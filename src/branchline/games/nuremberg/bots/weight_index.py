"""The indices of the heuristics' weights in their array; `tuned_weights` gives the values."""

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
# Cubes: those needed for a line, and the surplus
CUBE_FEW: Final[i64] = 8  # the first six
CUBE_MANY: Final[i64] = 9
RAISE: Final[i64] = 10  # a cube above the minimum bid, up to two
# Lines
LINK: Final[i64] = 11  # what a link costs before it is ceded, or until the end
LINK_CUBE: Final[i64] = 12
TOLL: Final[i64] = 13
LANDLORD: Final[i64] = 14
LATER: Final[i64] = 15  # an item that won't find a train this round
# Trains
PROFIT: Final[i64] = 16  # a step on profit and loss
RENT_BROWN: Final[i64] = 17
RENT_UNIT: Final[i64] = 18
RENT_EARLY: Final[i64] = 19
CONTESTED: Final[i64] = 20
SET_ITEM: Final[i64] = 21  # an item of a kind missing for a set
# Takeovers
CEDE_ROUND: Final[i64] = 22  # one link fewer, for each round to come
CEDE_END: Final[i64] = 23  # and at the end
CEDE_INFLUENCE: Final[i64] = 24
CEDE_ITEM: Final[i64] = 25  # an item along the stretch that leaves the game
# At the start of a round: what a seat has for the rounds to come
HOLD_WHITE: Final[i64] = 26
HOLD_BROWN: Final[i64] = 27
HOLD_COMPANY: Final[i64] = 28
HOLD_CUBE: Final[i64] = 29
HOLD_LINK: Final[i64] = 30
HOLD_LINK_ROUND: Final[i64] = 31
HOLD_ITEM: Final[i64] = 32
