"""The games in the shapes that researchers know: PettingZoo, Gymnasium, OpenSpiel, and batches in NumPy arrays.

Each shape is a module of its own, loaded only when asked for: none of them is needed to play.
"""

from typing import Any, Final

# Options of a small match, for quick research: `env(**MINI["nuremberg"])`
MINI: Final[dict[str, dict[str, Any]]] = {
    "nuremberg": {"board": "mini", "rounds": 2},
    "firstclass": {"deck": "mini"},
}
# One whose whole tree can be searched
TINY: Final[dict[str, Any]] = {"board": "tiny", "rounds": 1, "starting_influence": "0,0,1,0"}
