"""The colours of the table, by day and by night: paper, bottle green, oxblood and brass."""

from __future__ import annotations

from typing import Final

from branchline.core.protocols import Theme
from branchline.drawing import palette as shared
from branchline.drawing.palette import PLAYERS, PLAYERS_DARK, Ground


class Palette(Ground, frozen=True, kw_only=True):
    paper: str  # the face of a card
    scroll: str  # the background of a contract's requirement
    brass: str  # frames
    gold: str
    green: str
    livery: str  # the head of the sheet, the backs of cards
    ox: str
    blue: str
    cream: str  # lettering and lights on dark grounds
    print: str  # lettering on cream
    dim: str  # unlit windows
    skin: str
    iron: str
    wood: str
    stages: tuple[str, str, str]
    cars: tuple[str, ...]  # by level
    good: str  # ready to complete


LIGHT: Final = Palette(
    sheet="#e8dbbf", card="#faf4e4", paper="#fdf8ea", scroll="#fff3d3", ink="#2c251b", soft="#716449", line="#b39a6a",
    halo="#fbf5e4", lit="#f5d63d", lamp="#2c251b", shadow="#3a2e18", grain="#7a6440", players=PLAYERS,
    brass="#b28434", gold="#dcae4b", green="#23523f", livery="#23523f",
    ox="#8a2b2d", blue="#2b5080", cream="#fff7e2", print="#2c251b",
    dim="#53605a", skin="#eccaa2", iron="#37332e", wood="#9b7348",
    stages=("#2b6548", "#2a568c", "#a1302d"),
    cars=("#8d8777", "#8a5c34", "#2b6548", "#2a568c", "#8a2b2d", "#c08a26"),
    good="#2b7a4b",
)  # fmt: skip

DARK: Final = Palette(
    sheet="#121719", card="#20252a", paper="#252d2e", scroll="#2f3634", ink="#f0e6cd", soft="#aba288", line="#6e6346",
    halo="#1d2425", lit="#ffe27a", lamp="#f6ebd0", shadow="#000000", grain="#d9caa6", players=PLAYERS_DARK,
    brass="#c39a4d", gold="#dfb557", green="#2f7257", livery="#1d4738",
    ox="#b2494a", blue="#4577b3", cream="#f6ebd0", print="#2c251b",
    dim="#1b2426", skin="#ddb88e", iron="#4b5553", wood="#a9814f",
    stages=("#2a6b4d", "#2c5d98", "#a83a37"),
    cars=("#6f6b60", "#8f6238", "#2f7252", "#33639f", "#a23d3f", "#b98a2c"),
    good="#63c088",
)  # fmt: skip

Style = shared.Style[Palette]


def style(theme: Theme) -> Style:
    prefix = f"fc{'-dark' if theme.dark else ''}{'' if theme.marks else '-plain'}"
    return shared.Style(DARK if theme.dark else LIGHT, theme.dark, theme.marks, prefix)
