"""A picture of a whole table: the panels that pages show, on one sheet with a title and a note.

Panels keep their proportions. All blocks of a row are equally high, all blocks of a column equally wide, and both
fill the available space: the height of a block is `slope` times its width plus `extra`, so a little arithmetic gives
the width of each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from branchline.core.screen import Panel
from branchline.drawing.cards import card, heading
from branchline.drawing.lettering import fixed, shortened, width
from branchline.drawing.markup import element, group, plain, title, use
from branchline.drawing.palette import Ground, Style
from branchline.drawing.picture import body, picture, place_of
from branchline.drawing.place import Place

WIDE: Final = 1600.0
MARGIN: Final = 22.0
GAP: Final = 10.0
HEAD: Final = 56.0
CAPTION: Final = 23.0  # above each panel
NOTE: Final = 13.0  # font size of the note
GLYPHS: Final = {"lengthAdjust": "spacingAndGlyphs"}  # a wider font is made narrower
GRAIN: Final = "M3 5h1M17 2h1M29 11h1M9 19h1M22 24h1M35 30h1M2 33h1M14 36h1M38 17h1"

# Arranging


class Block(msgspec.Struct, frozen=True):
    """A panel in its frame."""

    slope: float
    extra: float
    panel: Panel | None = None

    def placed(self, place: Place) -> Iterator[tuple[Panel, Place]]:
        if self.panel is not None:
            yield self.panel, place


class Row(Block, frozen=True):
    blocks: tuple[Block, ...] = ()

    def placed(self, place: Place) -> Iterator[tuple[Panel, Place]]:
        x = place.x
        for block in self.blocks:
            wide = (place.h - block.extra) / block.slope
            yield from block.placed(Place(x, place.y, wide, place.h))
            x += wide + GAP


class Column(Block, frozen=True):
    blocks: tuple[Block, ...] = ()

    def placed(self, place: Place) -> Iterator[tuple[Panel, Place]]:
        y = place.y
        for block in self.blocks:
            high = block.slope * place.w + block.extra
            yield from block.placed(Place(place.x, y, place.w, high))
            y += high + GAP


def framed(panel: Panel) -> Block:
    place = place_of(panel)
    return Block(place.h / place.w, CAPTION, panel)


def in_room(panel: Panel, room: Place) -> Panel:
    """The panel with a margin that gives it the proportions of `room`: its own may change during a match."""
    own = place_of(panel)
    scale = max(own.w / room.w, own.h / room.h)
    wide, high = room.w * scale, room.h * scale
    around = Place(own.x - (wide - own.w) / 2, own.y - (high - own.h) / 2, wide, high)
    return msgspec.structs.replace(panel, box=around.view_box)


def row(*blocks: Block | Panel) -> Row:
    found = tuple(block if isinstance(block, Block) else framed(block) for block in blocks)
    slope = 1 / sum(1 / block.slope for block in found)
    extra = slope * (sum(block.extra / block.slope for block in found) - GAP * (len(found) - 1))
    return Row(slope, extra, None, found)


def column(*blocks: Block | Panel) -> Column:
    found = tuple(block if isinstance(block, Block) else framed(block) for block in blocks)
    slope = sum(block.slope for block in found)
    return Column(slope, sum(block.extra for block in found) + GAP * (len(found) - 1), None, found)


# Drawing


class Heading(msgspec.Struct, frozen=True):
    title: str
    now: str  # whose turn it is
    seat: int | None = None  # the seat whose emblem precedes it
    ground: str | None = None  # the colour of the bar behind it, if any
    ink: str | None = None


def sheet(
    style: Style[Ground], head: Heading, description: str, definitions: str, blocks: Block, note: str = ""
) -> str:
    """The definitions must include the seats' emblems besides everything the panels use."""
    inner = WIDE - 2 * MARGIN
    place = Place(MARGIN, MARGIN + HEAD + GAP, inner, blocks.slope * inner + blocks.extra)
    whole = Place(0, 0, WIDE, math.ceil(place.bottom + (MARGIN + 8 if note else MARGIN)))
    return picture(
        whole,
        title(f"{head.title}: {head.now}"),
        element("desc", plain(description)),
        element("defs", definitions, _grain(style)),
        _paper(style, whole),
        _head(style, head, Place(MARGIN, MARGIN, inner, HEAD)),
        *(_framed(style, panel, at) for panel, at in blocks.placed(place)),
        _note(style, note, place) if note else "",
    )


def _grain(style: Style[Ground]) -> str:
    return element(
        "pattern", element("path", d=GRAIN, stroke=style.palette.grain, opacity=0.28), id=style.id("paper"), width=41,
        height=39, patternUnits="userSpaceOnUse",
    )  # fmt: skip


def _paper(style: Style[Ground], whole: Place) -> str:
    """The sheet with its grain and a thin line around it."""
    size = {"width": whole.w, "height": whole.h}
    line = Place(6, 6, whole.w - 12, whole.h - 12)
    return (
        element("rect", **size, fill=style.palette.sheet)
        + element("rect", **size, fill=style.url("paper"))
        + card(style, line, fill="none", rx=4)
    )


def _head(style: Style[Ground], head: Heading, place: Place) -> str:
    p = style.palette
    ink = head.ink or p.ink
    bar = card(style, place, fill=head.ground, stroke=ink, stroke_width=2, rx=8) if head.ground else ""
    x, y = place.x + (18 if bar else 4), place.y + 39
    shown = [fixed(head.title, x, y, 31, font_weight="700", fill=ink, **GLYPHS)]
    x += width(head.title, 31, bold=True) + 36
    if head.seat is not None:
        shown.append(
            use(style.ref(f"emblem-{head.seat}"), 0, 0, transform=f"translate({x:.1f} {y - 8:g}) scale(1.4)")
        )
        x += 22
    now = shortened(head.now, 20, place.right - 18 - x)
    shown.append(fixed(now, x, y, 20, fill=ink, **GLYPHS))
    return group(bar, *shown)


def _framed(style: Style[Ground], panel: Panel, place: Place) -> str:
    inside = element(
        "svg", body(panel), x=place.x, y=place.y + CAPTION, width=place.w, height=place.h - CAPTION,
        viewBox=panel.box,
    )  # fmt: skip
    return group(
        card(style, place, stroke="none", rx=8),
        heading(style, panel.title, place.x + 10, place.y + 16),
        inside,
        card(style, place, fill="none", rx=8),
        data_panel=panel.name,
    )


def _note(style: Style[Ground], text: str, above: Place) -> str:
    """The note on the sources of the printed data."""
    shown = shortened(text, NOTE, above.w)
    return fixed(
        shown, above.x + 2, above.bottom + 20, NOTE, font_style="italic", fill=style.palette.soft, **GLYPHS
    )
