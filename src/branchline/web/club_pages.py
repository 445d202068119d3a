"""The pages of a club: open tables, leagues, ratings, records, players."""

from __future__ import annotations

from typing import Final

from branchline.web import league_desk_pages, league_pages, new_league_pages, open_pages, record_pages

ROUTES: Final = [
    *open_pages.ROUTES,
    *league_pages.ROUTES,
    *new_league_pages.ROUTES,
    *league_desk_pages.ROUTES,
    *record_pages.ROUTES,
]
