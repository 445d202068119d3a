"""Branchline: railway board games as a library. Start with `Table`."""

from branchline._version import __version__
from branchline.core.errors import BranchlineError, IllegalMove, NotationError, OptionError
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


def svg(
    table: Table, seat: int | None = None, *, dark: bool = False, marks: bool = True, panel: str = ""
) -> str:
    """The table as an SVG picture, as a seat (or a spectator) sees it: all of it, or one panel such as `map`."""
    theme = Theme(dark=dark, marks=marks)
    return _panel(table, seat, theme, panel) if panel else table.svg(seat, theme)


def _panel(table: Table, seat: int | None, theme: Theme, name: str) -> str:
    from branchline.drawing.picture import panel_picture  # only callers that draw pay for it

    view, screen = table.view(seat), table.game.screen()
    found = {panel.name: panel for panel in screen.panels(view, table.seats, theme)}
    if name not in found:
        raise OptionError(f"There is no panel {name!r} here. Choose one of {', '.join(found)}.")
    return panel_picture(found[name], screen.definitions(view, theme))
