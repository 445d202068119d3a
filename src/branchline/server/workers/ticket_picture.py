"""The picture of an invitation that messengers show beside its link: a railway ticket. Drawn in worker processes."""

from __future__ import annotations

from itertools import count, takewhile
from pathlib import Path
from typing import Any, Final

import msgspec
import resvg_py

from branchline.drawing.lettering import in_two_lines, shortened, width
from branchline.drawing.markup import element, group, label
from branchline.drawing.palette import SERIF
from branchline.drawing.picture import picture
from branchline.drawing.place import Place
from branchline.languages import _, speaking

WIDTH: Final = 1200
HEIGHT: Final = 630
# The first that the server has; an exact name, because resvg does not look for a substitute.
FONTS: Final = f"{SERIF.removesuffix(', serif')}, DejaVu Serif, Noto Serif, Times New Roman, FreeSerif, serif"
WIDER: Final = 1.18  # times Palatino, by which widths are measured: the widest of these fonts
WIDER_BOLD: Final = 1.29
ENAMEL: Final = {"red": "#9e2b23", "green": "#1f5a43", "plain": "#23426f"}
PAPER: Final = "#f6edd6"
INK: Final = "#332b20"
SOFT: Final = "#655a46"
LINE: Final = "#8a7c58"
CREAM: Final = "#fff6df"
GOLD: Final = "#dcae4b"

CARD: Final = Place(48, 42, 1104, 546)
STUB: Final = 1034.0  # where it begins
POSTER: Final = Place(90, 192, 424, 290)
LEFT: Final = 546.0  # of the text
ROOM: Final = STUB - 38 - LEFT


class Ticket(msgspec.Struct, frozen=True):
    """What an invitation says, as plain data; nothing that only some may know."""

    game: str
    sign: str  # the colour of the game
    poster: str  # the path of an SVG file
    host: str  # empty: unknown
    terms: tuple[tuple[str, str], ...]  # label and value
    number: str  # printed on it, for the look
    language: str

    @property
    def headline(self) -> str:
        return _("{name} invites you", name=self.host) if self.host else _("You are invited")

    @property
    def description(self) -> str:
        """For messengers, beside the picture."""
        terms = [f"{name}: {value}" for name, value in self.terms]
        return " · ".join([*terms, _("A seat is waiting for you.")])


def png(ticket: Ticket) -> bytes:
    drawn: Any = resvg_py.svg_to_bytes(svg_string=svg(ticket), width=WIDTH, height=HEIGHT)
    return bytes(drawn)


def svg(ticket: Ticket) -> str:
    enamel = ENAMEL[ticket.sign]
    with speaking(ticket.language):
        return picture(
            Place(0, 0, WIDTH, HEIGHT),
            element("rect", width=WIDTH, height=HEIGHT, fill="#2c3a36"),
            _sleepers(),
            element("path", d=_outline(CARD), fill="#000", opacity="0.35", transform="translate(5 9)"),
            element("path", d=_outline(CARD), fill=PAPER),
            _guilloche(enamel),
            _head(ticket, enamel),
            _poster(ticket.poster),
            _words(ticket, enamel),
            _stub(ticket, enamel),
        )


def _outline(card: Place) -> str:
    """A card with clipped corners and a half-round bite at either end of the perforation."""
    bite, cut = 20.0, 16.0
    return (
        f"M{card.x + cut:g} {card.y:g}H{STUB - bite:g}a{bite:g} {bite:g} 0 0 0 {2 * bite:g} 0H{card.right - cut:g}"
        f"a{cut:g} {cut:g} 0 0 0 {cut:g} {cut:g}V{card.bottom - cut:g}a{cut:g} {cut:g} 0 0 0 -{cut:g} {cut:g}"
        f"H{STUB + bite:g}a{bite:g} {bite:g} 0 0 0 -{2 * bite:g} 0H{card.x + cut:g}"
        f"a{cut:g} {cut:g} 0 0 0 -{cut:g} -{cut:g}V{card.y + cut:g}a{cut:g} {cut:g} 0 0 0 {cut:g} -{cut:g}z"
    )


def _sleepers() -> str:
    """A track on which the ticket lies."""
    ties = "".join(f"M{x} 0V{HEIGHT}" for x in range(20, WIDTH, 60))
    return group(
        element("path", d=ties, stroke="#24302d", stroke_width=26),
        element("path", d=f"M0 20H{WIDTH}M0 {HEIGHT - 20}H{WIDTH}", stroke="#56635f", stroke_width=9),
    )


def _guilloche(enamel: str) -> str:
    """Fine waves, as on printed tickets, and a frame."""
    waves = "".join(
        f"M{CARD.x + 16:g} {y:g}" + "q17-11 34 0t34 0" * 14
        for y in takewhile(lambda y: y < CARD.bottom - 24, count(CARD.y + 118, 15))
    )
    inner = Place(CARD.x + 14, CARD.y + 14, STUB - CARD.x - 34, CARD.h - 28)
    return element(
        "path", d=waves, fill="none", stroke=enamel, stroke_width=1, opacity="0.13"
    ) + element(
        "rect", x=inner.x, y=inner.y, width=inner.w, height=inner.h, rx=6, fill="none", stroke=enamel,
        stroke_width=2.5,
    )  # fmt: skip


def _head(ticket: Ticket, enamel: str) -> str:
    x, y, w = CARD.x + 14, CARD.y + 14, STUB - CARD.x - 34
    band = element("path", d=f"M{x:g} {y + 74:g}v-68a6 6 0 0 1 6-6h{w - 12:g}a6 6 0 0 1 6 6v68z", fill=enamel)
    rule = element("path", d=f"M{x:g} {y + 81:g}h{w:g}", stroke=enamel, stroke_width=2)
    name = label("BRANCHLINE", x + 30, y + 51, 38, fill=CREAM, font_weight="700", letter_spacing=9)
    kind = label(_("Invitation"), x + w - 30, y + 49, 30, fill=CREAM, text_anchor="end", font_style="italic")
    return group(band, rule, name, kind, font_family=FONTS)


def _poster(path: str) -> str:
    """The game's own picture, cut to the frame."""
    drawn = Path(path).read_text(encoding="utf-8")
    sized = drawn.replace(
        "<svg ",
        f'<svg x="{POSTER.x:g}" y="{POSTER.y:g}" width="{POSTER.w:g}" height="{POSTER.h:g}"'
        ' preserveAspectRatio="xMaxYMid slice" ',
        1,
    )
    frame = element(
        "rect",
        x=POSTER.x,
        y=POSTER.y,
        width=POSTER.w,
        height=POSTER.h,
        fill="none",
        stroke=INK,
        stroke_width=3,
    )
    return sized + frame


def _words(ticket: Ticket, enamel: str) -> str:
    lines = [_line(ticket.headline, 204, 36, fill=SOFT, font_style="italic")]
    y = 204.0
    parts, size = _title(ticket.game)
    for part in parts:
        y += size * 1.18
        lines.append(label(part, LEFT, y, size, fill=INK, font_weight="700"))
    y += 28
    rule = f"M{LEFT:g} {y:g}h{ROOM:g}"
    lines.append(element("path", d=rule, stroke=LINE, stroke_width=2, stroke_dasharray="2 5"))
    for text in [line for name, value in ticket.terms for line in _wrapped(f"{name}: {value}", 26)][:4]:
        y += 37
        lines.append(_line(text, y, 26, fill=INK))
    lines.append(_line(_("A seat is waiting for you."), 516, 32, fill=enamel, font_weight="700"))
    return group(*lines, font_family=FONTS)


def _title(game: str) -> tuple[tuple[str, ...], float]:
    """The name of the game in one line or two, and its size: as large as fits."""
    parts: tuple[str, ...] = (game,)
    if width(game, 46) * WIDER_BOLD > ROOM:
        parts = in_two_lines(game) or parts
    widest = max(width(part, 1) for part in parts) * WIDER_BOLD
    return parts, min(62.0, ROOM / widest)


def _wrapped(text: str, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) * WIDER > ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _line(text: str, y: float, size: float, **attributes: str | float | None) -> str:
    """One line, a little smaller if it is long, and cut off if it is longer still."""
    wider = WIDER_BOLD if attributes.get("font_weight") else WIDER
    fits = ROOM / max(1.0, width(text, 1) * wider)
    size = max(0.7 * size, min(size, fits))
    return label(shortened(text, size * wider, ROOM), LEFT, y, size, **attributes)


def _stub(ticket: Ticket, enamel: str) -> str:
    middle = (STUB + CARD.right) / 2
    perforation = element(
        "path", d=f"M{STUB:g} {CARD.y + 26:g}V{CARD.bottom - 26:g}", stroke=LINE, stroke_width=5,
        stroke_linecap="round", stroke_dasharray="0.1 13",
    )  # fmt: skip
    wheel = group(
        element("circle", r=34, fill="none", stroke=enamel, stroke_width=5),
        element("circle", r=24, fill="none", stroke=enamel, stroke_width=2),
        element("circle", r=7, fill=enamel),
        element("path", d="M0-24V24M-24 0H24M-17-17L17 17M17-17L-17 17", stroke=enamel, stroke_width=3),
        transform=f"translate({middle:g} {CARD.y + 92:g})",
    )
    number = label(
        f"Nº {ticket.number}", 0, 0, 44, fill=enamel, text_anchor="middle", letter_spacing=5,
        transform=f"translate({middle + 15:g} {CARD.bottom - 206:g}) rotate(-90)",
    )  # fmt: skip
    return group(perforation, wheel, number, font_family=FONTS)
