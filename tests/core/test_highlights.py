"""Highlights never look like a player or a company: colours are compared as eyes see them, in CIELAB."""

from __future__ import annotations

import math
import re
from itertools import product
from pathlib import Path

import pytest

import branchline
from branchline.drawing.palette import Ground
from branchline.games.firstclass.drawing import palette as firstclass
from branchline.games.nuremberg.drawing import palette as nuremberg

STATIC = Path(branchline.__file__).parent / "server" / "static"
FAR = 35.0  # CIE 1976; 2 is just visible, the two nearest player colours are 48 apart
THEMES = (nuremberg.LIGHT, nuremberg.DARK)


def lab(colour: str) -> tuple[float, float, float]:
    """CIELAB under daylight (D65)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str) -> float:
    return math.dist(lab(one), lab(other))


def of_pages(dark: bool) -> list[str]:
    """The highlights of the pages: washes and frames by theme, and the stripes around what can be chosen."""
    base, drawn = ((STATIC / name).read_text() for name in ("shared/base.css", "panels/highlights.css"))
    pairs = [re.search(rf"--{name}: light-dark\((\S+), (\S+)\)", base) for name in ("lit", "lamp")]
    assert all(pairs)
    stripes = re.findall(r"#stripes \.\w+ { fill: (#\w{6}); }", drawn)
    assert len(stripes) == 2
    return [*(pair[1 + dark] for pair in pairs if pair), *stripes]


@pytest.mark.parametrize("dark", [False, True])
def test_highlights_are_nobodys_colour(dark: bool) -> None:
    theme = THEMES[dark]
    taken = {*theme.players, *theme.enamel.values()}
    for shown, owned in product(of_pages(dark), taken):
        assert distance(shown, owned) > FAR, (shown, owned)


@pytest.mark.parametrize("palette", [*THEMES, firstclass.LIGHT, firstclass.DARK])
def test_pictures_are_highlighted_like_pages(palette: Ground) -> None:
    assert [palette.lit, palette.lamp] == of_pages(palette in (nuremberg.DARK, firstclass.DARK))[:2]


def test_stripes_show_on_any_ground() -> None:
    """One of the two is far from every land, paper and card, by day and by night."""
    for theme in (*THEMES, firstclass.LIGHT, firstclass.DARK):
        grounds = [theme.sheet, theme.card]
        if isinstance(theme, nuremberg.Palette):
            grounds += [*theme.lowland, theme.upland, theme.field, theme.hill, theme.forest, theme.south]
        for ground in grounds:
            assert max(distance(stripe, ground) for stripe in of_pages(False)[2:]) > 50, ground
