"""Branchline: railway board games as a library. Start with `Table`."""

from branchline._version import __version__
from branchline.core.errors import BranchlineError, IllegalMove, NotationError
from branchline.core.loading import load, loads
from branchline.core.protocols import Theme
from branchline.core.table import Table

__all__ = [
    "BranchlineError",
    "IllegalMove",
    "NotationError",
    "Table",
    "Theme",
    "__version__",
    "load",
    "loads",
    "svg",
]


def svg(table: Table, seat: int | None = None, *, dark: bool = False, marks: bool = True) -> str:
    """The table as an SVG picture, as a seat (or a spectator) sees it."""
    return table.svg(seat, Theme(dark=dark, marks=marks))
