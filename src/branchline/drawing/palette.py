"""What every game's palette holds, and how seats are told apart without colour."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The colours that every table has. A game's palette adds its own."""

    sheet: str  # the background
    card: str
    ink: str
    soft: str  # secondary ink
    line: str
    halo: str
    lit: str  # what is lit; neither this nor the next looks like a player or a company
    lamp: str  # around what matters now
    shadow: str
    grain: str
    players: tuple[str, str, str, str]


PLAYERS: Final = ("#e2801f", "#2c5cb8", "#a83a8c", "#14959b")
PLAYERS_DARK: Final = ("#f0923a", "#5b8ae6", "#cf62b4", "#2fb5ba")

# One dash pattern per seat: along its rails, its panel and the rims of its markers.
DOTS: Final = "0.1 4.6"  # with round ends
RAIL_PATTERNS: Final = ("1.5 4.5", "6 3.5", DOTS, "1.2 1.8 1.2 5.4")
PLAIN_PATTERN: Final = "1.5 4.5"

SERIF: Final = (
    "Palatino, Palatino Linotype, URW Palladio L, P052, Book Antiqua, Iowan Old Style, Georgia, "
    "Liberation Serif, serif"
)

PaletteT = TypeVar("PaletteT", bound=Ground, covariant=True)


class Style(msgspec.Struct, Generic[PaletteT], frozen=True):
    """What every part of the drawing needs for a consistent look."""

    palette: PaletteT
    dark: bool
    marks: bool
    prefix: str  # prefix of ids, so that two pictures on one page don't share shapes

    def id(self, name: str) -> str:
        return f"{self.prefix}-{name}"

    def ref(self, name: str) -> str:
        return f"#{self.prefix}-{name}"

    def url(self, name: str) -> str:
        return f"url(#{self.prefix}-{name})"

    def pattern(self, seat: int) -> str:
        return RAIL_PATTERNS[seat] if self.marks else PLAIN_PATTERN


def shade(colour: str, factor: float) -> str:
    """Darker below 1, lighter above it."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    if factor <= 1:
        mixed = [round(part * factor) for part in parts]
    else:
        mixed = [round(part + (255 - part) * (factor - 1)) for part in parts]
    return "#" + "".join(f"{part:02x}" for part in mixed)
