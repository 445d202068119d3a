"""The pages of a club: open tables, leagues, ratings, records, players."""

from __future__ import annotations

from typing import Final

from branchline.web import league_pages, open_pages, record_pages

ROUTES: Final = [*open_pages.ROUTES, *league_pages.ROUTES, *record_pages.ROUTES]
