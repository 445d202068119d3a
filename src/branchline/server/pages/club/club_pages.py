"""The pages of a club: open tables, leagues, ratings, records, players."""

from __future__ import annotations

from typing import Final

from branchline.server.pages.club import (
    league_actions,
    league_pages,
    new_league_pages,
    open_table_pages,
    record_pages,
)

ROUTES: Final = [
    *open_table_pages.ROUTES,
    *league_pages.ROUTES,
    *new_league_pages.ROUTES,
    *league_actions.ROUTES,
    *record_pages.ROUTES,
]
