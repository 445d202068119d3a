"""Branchline: railway board games as a library. Start with `Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline._version import __version__
from branchline.core.errors import BranchlineError, IllegalMove, NotationError, OptionError, PositionError
from branchline.core.play.arranging import arrange
from branchline.core.play.loading import load, loads
from branchline.core.play.table import Table
from branchline.core.protocols import Theme

if TYPE_CHECKING:
    from branchline.bots.at_table import TableBot
    from branchline.core.registry import games
else:
    from branchline import games  # the package, which can be called

__all__ = [
    "BranchlineError",
    "IllegalMove",
    "NotationError",
    "OptionError",
    "PositionError",
    "Table",
    "Theme",
    "__version__",
    "arrange",
    "bot",
    "games",
    "load",
    "loads",
    "svg",
]


def bot(spec: str, seed: int | None = None, *, programs: bool = False) -> TableBot:
    """A bot by its spec, such as `level:3`, `greedy` or `search:ms=800,seed=1`; its `play(table)` makes a move.

    With `programs` the spec may also start a program (`stdio:COMMAND`) or read a model (`model:FILE`). Raises
    `UnknownBot`, which lists the bots that exist."""
    from branchline import bots  # only callers that want one pay for it
    from branchline.bots.at_table import TableBot

    return TableBot(spec, bots.bot(spec, seed, programs=programs))


def svg(
    table: Table, seat: int | None = None, *, dark: bool = False, marks: bool = True, panel: str = ""
) -> str:
    """The table as an SVG picture, as a seat (without one, a spectator) sees it: all of it, or one panel such as `map`.

    `marks` adds a shape or pattern to every colour, for people who can't tell the colours apart."""
    theme = Theme(dark=dark, marks=marks)
    return _panel(table, seat, theme, panel) if panel else table.svg(seat, theme)


def _panel(table: Table, seat: int | None, theme: Theme, name: str) -> str:
    from branchline.drawing.picture import panel_picture  # only callers that draw pay for it

    view, screen = table.view(seat), table.game.screen()
    found = {panel.name: panel for panel in screen.panels(view, table.seats, theme)}
    if name not in found:
        raise OptionError(f"There is no panel {name!r} here. Choose one of {', '.join(found)}.")
    return panel_picture(found[name], screen.definitions(view, theme))
