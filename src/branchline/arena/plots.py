"""Plots as SVG: shares with their intervals, and the course of the chances in a game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from branchline.bots.analysis import Moment

ROW: Final = 30
LABEL: Final = 240
PLOT: Final = 420
COLOURS: Final = ("#b3312c", "#2b5c8a", "#c08a1e", "#3f7d4e")  # seats
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")  # distinguishes seats without colour


def intervals(
    rows: Sequence[tuple[str, float, float, float]], low: float, high: float, unit: str = ""
) -> str:
    """A dot and a bar for each row: label, value, ends of its interval."""

    def x(value: float) -> float:
        return round(LABEL + PLOT * (value - low) / ((high - low) or 1), 1)

    height = ROW * len(rows) + 28
    parts = [_opening(LABEL + PLOT + 60, height, "Values with their 95% intervals")]
    for tick in range(5):
        value = low + (high - low) * tick / 4
        text = f"{value:.0%}" if unit == "%" else f"{value:.0f}"
        parts.append(f'<path d="M{x(value)} 4V{height - 22}" stroke="#bbb"/>')
        parts.append(f'<text x="{x(value)}" y="{height - 6}" text-anchor="middle">{text}</text>')
    for number, (label, value, least, most) in enumerate(rows):
        y = ROW * number + 20
        text = f"{value:.1%}" if unit == "%" else f"{value:.1f}"
        parts.append(f'<text x="{LABEL - 10}" y="{y + 4}" text-anchor="end">{escape(label)}</text>')
        parts.append(f'<path d="M{x(least)} {y}H{x(most)}" stroke="{COLOURS[1]}" stroke-width="5"/>')
        parts.append(f'<circle cx="{x(value)}" cy="{y}" r="5" fill="{COLOURS[0]}"/>')
        parts.append(f'<text x="{LABEL + PLOT + 10}" y="{y + 4}">{text}</text>')
    return "".join(parts) + "</svg>"


def course(moments: Sequence[Moment], names: Sequence[str], turning: Sequence[Moment] = ()) -> str:
    """Chances of winning over a game, one line per seat; turning points are marked."""
    width, height = 640, 240
    last = max((moment.event for moment in moments), default=1)

    def x(event: int) -> float:
        return round(40 + (width - 160) * event / last, 1)

    def y(chance: float) -> float:
        return round(12 + (height - 44) * (1 - chance), 1)

    parts = [_opening(width, height, "Chances of winning over the game")]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M40 {y(tick)}H{width - 120}" stroke="#ccc"/>')
        parts.append(f'<text x="34" y="{y(tick) + 4}" text-anchor="end">{tick:.0%}</text>')
    for seat, name in enumerate(names):
        way = " ".join(f"{x(moment.event)},{y(moment.chances[seat])}" for moment in moments)
        line = f'fill="none" stroke="{COLOURS[seat]}" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}"'
        parts.append(f'<polyline points="{way}" {line}/>')
        end = moments[-1].chances[seat] if moments else 0.0
        parts.append(f'<text x="{width - 114}" y="{y(end) + 4}" fill="{COLOURS[seat]}">{escape(name)}</text>')
    for moment in turning:
        if moment.seat is not None:
            at = f'cx="{x(moment.event)}" cy="{y(moment.chances[moment.seat])}"'
            title = escape(f"{names[moment.seat]}: {', '.join(moment.moves)}")
            parts.append(f'<circle {at} r="6" fill="{COLOURS[moment.seat]}"><title>{title}</title></circle>')
    return "".join(parts) + "</svg>"


def _opening(width: int, height: int, title: str) -> str:
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    style = 'font-family="sans-serif" font-size="13"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {style} role="img"><title>{title}</title>'
