"""The colours of the table, by day and by night: the land and its waters, enamel signs, wooden pieces."""

from __future__ import annotations

from typing import Final

from branchline.core.protocols import Theme
from branchline.drawing import palette as shared
from branchline.drawing.palette import PLAYERS, PLAYERS_DARK, Ground
from branchline.games.nuremberg.data.map_file import MapFile


class Palette(Ground, frozen=True, kw_only=True):
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
    sign: str
    sign_ink: str
    enamel: dict[str, str]  # companies' signs and track
    pieces: dict[str, str]


LIGHT: Final = Palette(
    sheet="#efe4cb", card="#faf4e4", ink="#332b20", soft="#756a56", line="#9c9070",
    lowland=("#dde3b9", "#d5ddae", "#e2e5c3"), upland="#e7d5a1", field="#b3ca84", hill="#c6b292", forest="#c3d3a0",
    south="#e9b9a6", texture="#6d5a3c", wood="#4d7748",
    river="#74abc8", shore="#3f7796", bank="#f2ecd6", glint="#c3dde6", halo="#f4eedb", lit="#f5d63d", lamp="#2c251b",
    sign="#fbf6e6", sign_ink="#25354f",
    enamel={"red": "#b5342a", "green": "#23694a"},
    pieces={"yellow": "#edbd33", "grey": "#8a9097", "red": "#c23b2e", "green": "#2c7a52", "white": "#fdfcf7",
            "brown": "#8a5a33"},
    players=PLAYERS,
    shadow="#3a2e18", grain="#7a6440",
)  # fmt: skip

DARK: Final = Palette(
    sheet="#191c20", card="#20252a", ink="#ece4d2", soft="#a39c8b", line="#6d6c5c",
    lowland=("#3a4436", "#353f33", "#3f483a"), upland="#51492f", field="#40562f", hill="#4d4337", forest="#2c3d2e",
    south="#613a33", texture="#c8b58f", wood="#7fae78",
    river="#3d7a9c", shore="#79b3d1", bank="#20262b", glint="#7fb4cf", halo="#23282a", lit="#ffe27a", lamp="#f6ebd0",
    sign="#e9e2cf", sign_ink="#1f2c42",
    enamel={"red": "#c4463a", "green": "#2f8560"},
    pieces={"yellow": "#e9bb3a", "grey": "#979da4", "red": "#d5493b", "green": "#35946a", "white": "#f3f0e6",
            "brown": "#a06c3f"},
    players=PLAYERS_DARK,
    shadow="#000000", grain="#d9caa6",
)  # fmt: skip

Style = shared.Style[Palette]


def style(source: MapFile, theme: Theme) -> Style:
    prefix = f"{source.name[:3]}{'d' if theme.dark else ''}{'' if theme.marks else 'p'}"
    return shared.Style(DARK if theme.dark else LIGHT, theme.dark, theme.marks, prefix)
