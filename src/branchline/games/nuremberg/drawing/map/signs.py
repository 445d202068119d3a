"""Enamel station signs. Each sign is drawn once without colour; the position adds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.lettering import fixed
from branchline.drawing.markup import element, group, use
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Plot
from branchline.games.nuremberg.drawing.map.placement import SYMBOL, Layout, Spot
from branchline.games.nuremberg.drawing.palette import Style

# Silhouettes, 10 wide, standing on y = 5
SYMBOLS: Final = {
    "city": "M-5.5 5V-3.6L-4-6.6L-2.5-3.6V-.4H2.5V-3.6L4-6.6L5.5-3.6V5H1.3V2.6Q0 1 -1.3 2.6V5z",
    "town": "M-5 5V1.2H-1.6V-3L0-6.6L1.6-3V1.2H5V5H1.2V3Q0 1.8-1.2 3V5z",
    "village": "M-4.4 5V.4L0-3.4L4.4.4V5H1.1V2.2H-1.1V5z",
}


def definitions(style: Style, made: Layout) -> str:
    both = element(
        "linearGradient",
        element("stop", offset="50%", stop_color=style.palette.enamel["red"]),
        element("stop", offset="50%", stop_color=style.palette.enamel["green"]),
        id=style.id("both"), x1="38%", y1="0%", x2="62%", y2="0%", gradientTransform="skewX(-12)",
    )  # fmt: skip
    signs = (
        _sign(style, plot, made.spots[plot.id])
        for plot in made.ground.source.plots
        if plot.is_station or plot.dark_red
    )
    return both + "".join(signs)


def _sign(style: Style, plot: Plot, spot: Spot) -> str:
    place = board_of(plot, spot)
    bold = "700" if plot.symbol in ("city", "town") else None
    text_x = place.x + place.w / 2 + (SYMBOL / 2 if plot.symbol else 0)
    high = spot.size * 1.08
    top = place.y + place.h / 2 - (len(spot.lines) - 1) * high / 2 + spot.size * 0.33
    parts = [
        element("rect", x=place.x + 1.2, y=place.y + 2, width=place.w, height=place.h, rx=4,
                fill=style.palette.shadow, opacity=0.38),
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=4, stroke="#1d1a15",
                stroke_width=1.1 if bold else 0.9),
        element("path", d=_gloss(place), fill="#fff", opacity=0.13),
        element("rect", x=place.x + 2, y=place.y + 2, width=place.w - 4, height=place.h - 4, rx=2.6, fill="none",
                stroke="currentColor", stroke_width=1.2 if plot.symbol == "city" else 0.8, opacity=0.85),
    ]  # fmt: skip
    if plot.symbol:
        at = f"translate({place.x + 5.5 + SYMBOL / 2 - 2:.1f} {place.y + place.h / 2 + 1:.1f})"
        parts.append(element("path", d=SYMBOLS[plot.symbol], transform=at, fill="currentColor"))
    parts += [
        fixed(
            line,
            text_x,
            top + i * high,
            spot.size,
            text_anchor="middle",
            fill="currentColor",
            font_weight=bold,
        )
        for i, line in enumerate(spot.lines)
    ]
    return group(*parts, id=style.id(f"sign-{plot.id}"))


def board_of(plot: Plot, spot: Spot) -> Place:
    """The size of the sign; plots other than stations have only their name."""
    name = spot.name
    return name if plot.is_station else Place(name.x - 6, name.y - 4, name.w + 12, name.h + 8)


def _gloss(place: Place) -> str:
    """The highlight on the upper half of the enamel."""
    return (
        f"M{place.x + 1:.1f} {place.y + place.h * 0.5:.1f}V{place.y + 4:.1f}q0-3 3-3h{place.w - 8:.1f}"
        f"q3 0 3 3v{place.h * 0.5 - 6:.1f}z"
    )


def posts(style: Style, plot: Plot, spot: Spot) -> str:
    """The posts of a sign."""
    if not plot.is_station:
        return ""
    y = spot.name.bottom - 1
    feet = "".join(f"M{spot.name.x + spot.name.w * f:.1f} {y:.1f}v7" for f in (0.16, 0.84))
    return element(
        "path", d=feet, stroke=style.palette.ink, stroke_width=2.2, stroke_linecap="round", opacity=0.7
    )


def sign(style: Style, plot: Plot, spot: Spot, companies: Sequence[str]) -> str:
    """A station's sign in the colours of its owners."""
    p = style.palette
    fill, ink = p.sign, p.sign_ink
    if companies:
        fill, ink = (style.url("both") if len(companies) > 1 else p.enamel[companies[0]]), "#fffaf0"
    badges = ""
    if style.marks:
        place = board_of(plot, spot)
        corners = {"red": place.x + 1, "green": place.right - 1}
        badges = "".join(use(style.ref(f"mark-{name}"), corners[name], place.y + 1) for name in companies)
    return element("use", href=style.ref(f"sign-{plot.id}"), fill=fill, color=ink) + badges
