"""The colours of the table, by day and by night, and how each colour is told apart without seeing it."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.core.protocols import Theme
from branchline.games.nuremberg.map_file import MapFile


class Palette(msgspec.Struct, frozen=True):
    sheet: str  # what the map lies on
    card: str
    ink: str
    soft: str  # second-rate ink
    line: str
    lowland: tuple[str, str, str]
    upland: str
    field: str
    hill: str
    forest: str
    south: str
    texture: str
    wood: str
    river: str
    shore: str
    bank: str
    glint: str
    halo: str
    lit: str
    lamp: str
    sign: str
    sign_ink: str
    enamel: dict[str, str]  # companies' signs and track
    pieces: dict[str, str]
    players: tuple[str, str, str, str]
    shadow: str
    grain: str


LIGHT: Final = Palette(
    sheet="#efe4cb", card="#faf4e4", ink="#332b20", soft="#756a56", line="#9c9070",
    lowland=("#dde3b9", "#d5ddae", "#e2e5c3"), upland="#e7d5a1", field="#b3ca84", hill="#c6b292", forest="#c3d3a0",
    south="#e9b9a6", texture="#6d5a3c", wood="#4d7748",
    river="#74abc8", shore="#3f7796", bank="#f2ecd6", glint="#c3dde6", halo="#f4eedb", lit="#f5c542", lamp="#d58a00",
    sign="#fbf6e6", sign_ink="#25354f",
    enamel={"red": "#b5342a", "green": "#23694a"},
    pieces={"yellow": "#edbd33", "grey": "#8a9097", "red": "#c23b2e", "green": "#2c7a52", "white": "#fdfcf7",
            "brown": "#8a5a33"},
    players=("#e2801f", "#2c5cb8", "#a83a8c", "#14959b"),
    shadow="#3a2e18", grain="#7a6440",
)  # fmt: skip

DARK: Final = Palette(
    sheet="#191c20", card="#24282d", ink="#ece4d2", soft="#a39c8b", line="#6d6c5c",
    lowland=("#3a4436", "#353f33", "#3f483a"), upland="#51492f", field="#40562f", hill="#4d4337", forest="#2c3d2e",
    south="#613a33", texture="#c8b58f", wood="#7fae78",
    river="#3d7a9c", shore="#79b3d1", bank="#20262b", glint="#7fb4cf", halo="#23282a", lit="#f0bd3d", lamp="#ffd257",
    sign="#e9e2cf", sign_ink="#1f2c42",
    enamel={"red": "#c4463a", "green": "#2f8560"},
    pieces={"yellow": "#e9bb3a", "grey": "#979da4", "red": "#d5493b", "green": "#35946a", "white": "#f3f0e6",
            "brown": "#a06c3f"},
    players=("#f0923a", "#5b8ae6", "#cf62b4", "#2fb5ba"),
    shadow="#000000", grain="#d9caa6",
)  # fmt: skip

# A dash pattern a seat: along its rails, its panel and the rims of its markers.
DOTS: Final = "0.1 4.6"  # with round ends
RAIL_PATTERNS: Final = ("1.5 4.5", "6 3.5", DOTS, "1.2 1.8 1.2 5.4")
PLAIN_PATTERN: Final = "1.5 4.5"

SERIF: Final = (
    "Palatino, 'Palatino Linotype', 'URW Palladio L', P052, 'Book Antiqua', 'Iowan Old Style', Georgia, "
    "'Liberation Serif', serif"
)


class Style(msgspec.Struct, frozen=True):
    """What every part of the drawing needs to know to look the same."""

    palette: Palette
    dark: bool
    marks: bool
    prefix: str  # of ids, so that two pictures on one page don't borrow from each other

    def id(self, name: str) -> str:
        return f"{self.prefix}-{name}"

    def ref(self, name: str) -> str:
        return f"#{self.prefix}-{name}"

    def url(self, name: str) -> str:
        return f"url(#{self.prefix}-{name})"

    def pattern(self, seat: int) -> str:
        return RAIL_PATTERNS[seat] if self.marks else PLAIN_PATTERN


def style(source: MapFile, theme: Theme) -> Style:
    prefix = f"{source.name[:3]}{'d' if theme.dark else ''}{'' if theme.marks else 'p'}"
    return Style(DARK if theme.dark else LIGHT, theme.dark, theme.marks, prefix)


def shade(colour: str, factor: float) -> str:
    """Darker below 1, lighter above it."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    if factor <= 1:
        mixed = [round(part * factor) for part in parts]
    else:
        mixed = [round(part + (255 - part) * (factor - 1)) for part in parts]
    return "#" + "".join(f"{part:02x}" for part in mixed)
