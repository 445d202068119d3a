"""A test kit for authors of games: plays a game at random and checks the contract of `core.protocols`.

from branchline.testing import check_match

def test_my_game():
    check_match("mygame", players=3, seed=1)
"""

from branchline.testing.conformance import ConformanceFailure, check_match
from branchline.testing.playthrough import playthrough, told

__all__ = ["ConformanceFailure", "check_match", "playthrough", "told"]
