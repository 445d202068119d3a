"""Errors that refuse a request."""

from __future__ import annotations

from branchline.core.errors import BranchlineError
from branchline.languages import _
from branchline.store import DiskFull


class Refused(BranchlineError):
    """A request that can't be carried out; the sentence says why, in the language of the page."""

    def __init__(self, words: str, clause: str = "", stale: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.clause = clause
        self.stale = stale  # the page is out of date and needs the position


def not_saved(trouble: Exception) -> str:
    """What a visitor is told when a change could not be saved."""
    if isinstance(trouble, DiskFull):
        return _("The server's disk is full. Nothing has changed; a server admin has to make room.")
    return _("That could not be saved. Nothing has changed; try again.")


def unavailable(trouble: Exception) -> str:
    """What a visitor is told when a page needs the store and it is unavailable."""
    if isinstance(trouble, DiskFull):
        return not_saved(trouble)
    return _("The server can't reach its database just now. Nothing is lost; try again in a moment.")
