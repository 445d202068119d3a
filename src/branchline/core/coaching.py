"""What a game contributes to its coach, who explains the first rounds to a newcomer, one thing at a time.

What the coach says is in a file of the game; the **situations** that a player meets decide when. The game names them:
an auction, having been outbid, a waiting contract. They follow from what the player may know, so the coach can't give
anything away.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol


class Coaching(Protocol):
    file: Path  # what the coach says: `branchline.server.lobby.coach` reads it

    def situations(self, view: Any, before: Any | None) -> Mapping[str, tuple[str, ...]]:
        """The situations that the player to move, who is looking, is in; each with the shapes (targets) to point at, if
        any. `before` is what they saw when their last decision had been carried out."""

    def cautions(self, state: Any) -> Mapping[str, str]:
        """Moves that a newcomer is likely to regret: by notation, a sentence that says why. The page asks before making
        one."""
