"""Draws balance reports: scores by variant, and what winners use more.

    branchline balance firstclass --json > report.json
    python docs/pictures/make_balance.py report.json

It writes `GAME-RULES-scores.svg` and `GAME-RULES-parts.svg` here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec

from branchline.balance.report import Report
from branchline.balance.statistics import Estimate

HERE = Path(__file__).parent
COLOURS = {2: "#2f7257", 3: "#b2494a", 4: "#4577b3"}
PLAIN = "#5b4a86"
WIDTH, LEFT, RIGHT, ROW, TOP = 900, 250, 30, 22, 64
TABLES = 40  # parts that could be used in fewer matches are left out: they say too little
MOST = 24  # parts in a picture


class Dot(NamedTuple):
    label: str
    estimates: Sequence[tuple[str, Estimate]]  # by colour


def picture(
    title: str, legend: Sequence[tuple[str, str]], dots: Sequence[Dot], zero: float, percent: bool
) -> str:
    """A row per thing: its value as a dot with its interval, around a line at `zero`."""
    ends = [end for dot in dots for _, one in dot.estimates for end in (one.low, one.high)]
    low, high = min([*ends, zero]), max([*ends, zero])
    height = TOP + ROW * len(dots) + 34

    def x(value: float) -> float:
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fdf8ea"/>',
        f'<text x="16" y="26" font-size="17" fill="#2c251b">{escape(title)}</text>',
    ]
    for number, (words, colour) in enumerate(legend):
        parts.append(f'<circle cx="{LEFT + number * 120}" cy="44" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + 10 + number * 120}" y="48" fill="#2c251b">{escape(words)}</text>')
    for number, dot in enumerate(dots):
        y = TOP + ROW * number + ROW / 2
        if number % 2 == 0:
            parts.append(f'<rect y="{y - ROW / 2}" width="{WIDTH}" height="{ROW}" fill="#f5ecd3"/>')
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end" fill="#2c251b">{escape(dot.label)}</text>'
        )
        parts += _dots(dot, x, y)
    bottom = TOP + ROW * len(dots)
    parts.append(f'<path d="M{x(zero)} {TOP}V{bottom}" stroke="#2c251b" stroke-dasharray="4 3"/>')
    for value in (low, zero, high):
        words = f"{value:.0%}" if percent else f"{value:+.2f}"
        parts.append(
            f'<text x="{x(value)}" y="{bottom + 20}" text-anchor="middle" fill="#716449">{words}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])  # fmt: skip


def _dots(dot: Dot, x: object, y: float) -> Iterable[str]:
    assert callable(x)
    many = len(dot.estimates)
    for place, (colour, one) in enumerate(dot.estimates):
        at = y + (place - (many - 1) / 2) * 6
        yield f'<path d="M{x(one.low)} {at}H{x(one.high)}" stroke="{colour}" stroke-width="2"/>'
        yield f'<circle cx="{x(one.value)}" cy="{at}" r="4" fill="{colour}"/>'


def scores(report: Report) -> str:
    """Mean scores as a share of the mean of all variants, for each number of players."""
    dots = []
    for variant in dict.fromkeys(row.variant for row in report.scores):
        rows = [row for row in report.scores if row.variant == variant]
        estimates = []
        for row in rows:
            every = row.score.value / row.of_mean
            share = Estimate(row.of_mean, row.score.low / every, row.score.high / every, row.score.matches)
            estimates.append((COLOURS[row.players], share))
        dots.append(Dot(variant, estimates))
    legend = [(f"{players} players", colour) for players, colour in COLOURS.items()]
    return picture(f"Scores, against the mean of all ({_who(report)})", legend, dots, 1.0, percent=True)


def parts(report: Report) -> str:
    """The parts that winners use more often than their opponents by the largest and the smallest margin, compared with
    how often they are used at all."""
    rows = [
        row for row in report.parts if row.used.matches >= TABLES and row.times and row.kind not in ("plot",)
    ]
    rows.sort(key=lambda row: -row.more.value)
    shown = rows if len(rows) <= MOST else [*rows[: MOST // 2], *rows[-MOST // 2 :]]
    dots = [Dot(f"{row.name} ({row.kind})", [(PLAIN, row.more)]) for row in shown]
    title = f"What winners use more and less, times per match ({_who(report)})"
    return picture(title, [], dots, 0.0, percent=False)


def _who(report: Report) -> str:
    return f"{report.plan.bot}, rules {report.rules}"


def main() -> None:
    for path in sys.argv[1:]:
        report = msgspec.json.decode(Path(path).read_bytes(), type=Report)
        for name, drawn in (("scores", scores(report)), ("parts", parts(report))):
            (HERE / f"{report.game}-{report.rules}-{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
