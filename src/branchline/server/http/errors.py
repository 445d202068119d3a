"""What a request is refused with."""

from __future__ import annotations

from branchline.core.errors import BranchlineError


class Refused(BranchlineError):
    """A request that can't be done; the sentence says why, in the language of the page."""

    def __init__(self, words: str, clause: str = "", stale: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.clause = clause
        self.stale = stale  # the page is behind and needs the position
