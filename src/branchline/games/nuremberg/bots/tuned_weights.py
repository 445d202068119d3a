"""The weights of the heuristics, in points: our guesses, improved by self-play. In the order of `weight_index`."""

from __future__ import annotations

from typing import Final

TUNED: Final[dict[str, float]] = {
    "white_first": 0.8,
    "white_more": 0.35,
    "brown_first": 2.3,
    "brown_second": 2.0,
    "brown_more": 0.4,
    "company_first": 1.1,
    "company_second": 0.57,
    "company_more": 0.3,
    "cube_few": 0.8,
    "cube_many": 0.3,
    "raise": 0.1,
    "link": 1.3,
    "link_cube": 0.35,
    "toll": 0.7,
    "landlord": 0.33,
    "later": 0.5,
    "profit": 0.9,
    "rent_brown": 0.35,
    "rent_unit": 0.85,
    "rent_early": 0.49,
    "contested": 3.3,
    "set_item": 0.42,
    "cede_round": 0.8,
    "cede_end": 1.3,
    "cede_influence": 0.45,
    "cede_item": 0.8,
    "hold_white": 0.7,
    "hold_brown": 2.2,
    "hold_company": 0.6,
    "hold_cube": 0.5,
    "hold_link": 1.1,
    "hold_link_round": 0.13,
    "hold_item": 1.8,
}
