"""Trains on their way at dusk, for pictures of a whole game: a poster, an animated replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, num, use
from branchline.drawing.place import Place
from branchline.drawing.poster import centred
from branchline.games.firstclass.drawing.painter import Painter, painter
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.drawing.panels import trains
from branchline.games.firstclass.drawing.panels.trains import PITCH, slot_x
from branchline.games.firstclass.text.captions import TITLES
from branchline.games.firstclass.views.view import TRAINS, View

GROUND: Final = "#1b1713"
BANK: Final = "#2a1f16"
ENGINE_WIDE: Final = 136.0
WIDE: Final = trains.WIDE + ENGINE_WIDE  # a full train with its engine
OVER: Final = 112.0  # the sky over a rail
CAPTION: Final = 40.0  # the name over a player's trains
GAP: Final = 14.0

DUSK: Final = element(
    "linearGradient",
    element("stop", offset="0", stop_color="#1c3b59"),
    element("stop", offset=".55", stop_color="#3f6a8c"),
    element("stop", offset="1", stop_color="#e2a35c"),
    id=style(Theme()).id("dusk"), x1="0", y1="0", x2="0", y2="1",
)  # fmt: skip

# Facing right, on the rail; the origin is behind it
ENGINE: Final = (
    '<path d="M144-52L1344-232V128z" fill="#ffe9b0" opacity=".2"/>'
    '<path d="M144-52L1344-142V38z" fill="#ffe9b0" opacity=".2"/>'
    '<path d="M-12-14H2" stroke="#6b6355" stroke-width="4"/>'
    '<path d="M-2-78h44v6H-2z" fill="#0d0b09"/><path d="M2-72h34v56H2z" fill="#1f5a43"/>'
    '<path d="M8-66h12v16H8zM24-66h8v16h-8z" fill="#ffe3a1"/>'
    '<path d="M34-60h92q10 0 10 16v8q0 8-10 8H34z" fill="#1f5a43"/>'
    '<path d="M56-60v32M84-60v32M112-60v32" stroke="#dcae4b" stroke-width="2.4"/>'
    '<path d="M128-62h10v36h-10zM112-60v-16h-3v-6h20v6h-3v16z" fill="#0d0b09" stroke="#4a4238"/>'
    '<path d="M109-80h20" stroke="#dcae4b" stroke-width="2"/>'
    '<path d="M62-60q0-12 9-12t9 12zM92-60q0-8 6-8t6 8z" fill="#dcae4b"/><path d="M0-28h138v8H0z" fill="#8a2b2d"/>'
    '<circle cx="138" cy="-52" r="5" fill="#ffe9b0" stroke="#dcae4b" stroke-width="1.5"/>'
    '<g fill="#0d0b09" stroke="#c8483a" stroke-width="2.4"><circle cx="16" cy="-10" r="9"/>'
    '<circle cx="48" cy="-15" r="14"/>'
    '<circle cx="82" cy="-15" r="14"/><circle cx="115" cy="-9" r="8"/><circle cx="132" cy="-9" r="8"/></g>'
    '<path d="M44-12h42v4H44z" fill="#cbb98f"/><path d="M138-20l14 19h-15z" fill="#8a2b2d"/>'
    '<g fill="#fff6df"><circle cx="112" cy="-94" r="6" opacity=".75"/><circle cx="98" cy="-104" r="9" opacity=".6"/>'
    '<circle cx="78" cy="-112" r="12" opacity=".45"/><circle cx="52" cy="-117" r="14" opacity=".3"/></g>'
)


def replay_panel(view: View, names: Sequence[str]) -> Panel:
    """Everybody's trains, one player below the other."""
    seats = range(len(names))
    return _panel(view, names, seats, seats if len(names) == 2 else ())


def moment_panel(view: View, names: Sequence[str]) -> Panel:
    """The same, with the trains of the looking seat first and large."""
    own = view.seat or 0
    others = [seat for seat in range(len(names)) if seat != own]
    return _panel(view, names, [own, *others], [own])


def _panel(view: View, names: Sequence[str], order: Sequence[int], large: Sequence[int]) -> Panel:
    paint = painter(view, Theme())
    parts, y = {"dusk": element("defs", DUSK)}, 0.0
    for seat in order:
        beside = seat not in large
        drawn = block(paint, view, seat, names[seat], WIDE, beside)
        parts[f"trains-{seat}"] = group(drawn, transform=f"translate(0 {num(y)})")
        y += height(paint, view, WIDE, beside)
    box = Place(-20, 0, WIDE + 40, y + 18)
    printed = element("rect", x=box.x, width=box.w, height=box.h, fill=GROUND)
    return Panel("trains", TITLES["trains"], box.view_box, printed, parts)


def height(paint: Painter, view: View, wide: float, beside: bool) -> float:
    """Of a player's trains with their name."""
    one = _lane_height(paint, view) / WIDE
    return CAPTION + (one * (wide - GAP) / 2 if beside else 2 * one * wide + GAP)


def _lane_height(paint: Painter, view: View) -> float:
    return OVER + trains.layout(paint.in_play(view.options.modules)).under + 8


def block(paint: Painter, view: View, seat: int, name: str, wide: float, beside: bool) -> str:
    """A player's trains with their name over them: side by side, or one below the other."""
    emblem = paint.style.ref(f"emblem-{seat}")
    each = (wide - GAP) / 2 if beside else wide
    low = CAPTION if beside else CAPTION + each * _lane_height(paint, view) / WIDE + GAP
    return group(
        use(emblem, 0, 0, transform=f"translate(13 {CAPTION / 2:g}) scale(1.35)"),
        centred(name, 34, CAPTION / 2, 21, "#f3e3c0", wide - 60),
        _lane(paint, view, seat, 0, 0, CAPTION, each),
        _lane(paint, view, seat, 1, each + GAP if beside else 0, low, each),
    )


def _lane(paint: Painter, view: View, seat: int, train: int, left: float, top: float, wide: float) -> str:
    """One train with its engine."""
    lay, high = trains.layout(paint.in_play(view.options.modules)), _lane_height(paint, view)
    player, y, name = view.players[seat], lay.rail(train), TRAINS[train]
    slots = (player.upper, player.lower)[train]
    x = slot_x(len(slots)) + PITCH / 2 + 4 if slots else 60.0
    own = (f"{name}-", f"way-{name}", f"conductor-{name}")
    parts = (drawn for part, drawn in trains.panel(paint, view, seat).parts.items() if part.startswith(own))
    box = Place(0, y - OVER, WIDE, high)
    return element(
        "svg",
        element("rect", y=box.y, width=WIDE, height=OVER, fill=paint.style.url("dusk")),
        group(ENGINE, transform=f"translate({num(x)} {num(y)}) scale(.94)"),
        element("rect", y=y, width=WIDE, height=high, fill=BANK),
        _rail(y),
        *parts,
        x=left, y=top, width=wide, height=wide * high / WIDE, viewBox=box.view_box,
    )  # fmt: skip


def _rail(y: float) -> str:
    sleepers = "".join(f"M{x} {y + 1:g}v6" for x in range(8, int(WIDE) - 8, 13))
    return element("path", d=sleepers, stroke="#6e5230", stroke_width=6) + element(
        "path", d=f"M0 {y:g}H{WIDE:g}", stroke="#cbb98f", stroke_width=2.6
    )
