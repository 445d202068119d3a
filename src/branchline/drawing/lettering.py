"""How wide words are. The table holds the widths of Palatino in thousandths of the size. Pages draw other serif fonts
with the same x-height, which makes them about as wide; `textLength` forces exactly the same width."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Final
from unicodedata import normalize

from branchline.drawing.markup import element, plain

WIDTHS: Final[dict[str, int]] = {
    **dict(
        zip("abcdefghijklm", (500, 553, 444, 611, 479, 333, 556, 582, 291, 234, 556, 291, 883), strict=True)
    ),
    **dict(
        zip("nopqrstuvwxyz", (582, 546, 601, 560, 395, 424, 326, 603, 565, 834, 516, 556, 500), strict=True)
    ),
    **dict(
        zip("ABCDEFGHIJKLM", (778, 611, 709, 774, 611, 556, 763, 832, 337, 333, 726, 611, 946), strict=True)
    ),
    **dict(
        zip("NOPQRSTUVWXYZ", (831, 786, 604, 786, 668, 525, 613, 778, 722, 1000, 667, 667, 667), strict=True)
    ),
    **dict.fromkeys("0123456789", 500),
    **dict.fromkeys(" .,:;", 250),
    **dict.fromkeys("-()'’!", 333),
    **dict.fromkeys("–+−&", 606),
    "ß": 556,
}
OTHER: Final = 620
BOLD: Final = 1.04
ITALIC: Final = 0.92


def width(text: str, size: float, bold: bool = False, italic: bool = False) -> float:
    return _scaled(sum(map(_advance, text)), size, bold, italic)


@cache
def _advance(character: str) -> int:
    """The advance width of a character, in thousandths of the size; accents add nothing."""
    letters = (letter for letter in normalize("NFD", character) if not "\u0300" <= letter <= "\u036f")
    return sum(WIDTHS.get(letter, OTHER) for letter in letters)


def _scaled(total: int, size: float, bold: bool = False, italic: bool = False) -> float:
    return total * size / 1000 * (BOLD if bold else 1) * (ITALIC if italic else 1)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, or as much of its start as fits; the rest is not even read."""
    dots, total, kept = _advance("…"), 0, 0
    for number, character in enumerate(text, start=1):
        total += _advance(character)
        if _scaled(total + dots, size, bold) <= room:
            kept = number
        elif _scaled(total, size, bold) > room:
            return text[:kept].rstrip() + "…"
    return text


def fixed(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Text that takes exactly the width that `width` promises, in any font."""
    bold = attributes.get("font_weight") is not None
    italic = attributes.get("font_style") is not None
    return element(
        "text",
        plain(text),
        x=x,
        y=y,
        font_size=size,
        textLength=width(text, size, bold, italic),
        **attributes,
    )


def with_aside(
    text: str, aside: str, x: float, y: float, sizes: tuple[float, float], inks: tuple[str, str]
) -> str:
    """Bold text and smaller italics after it, in one line, so that they keep their distance in any font."""
    bold = element("tspan", plain(text), font_size=sizes[0], font_weight="700", fill=inks[0])
    italics = element("tspan", plain(aside), dx=8, font_size=sizes[1], font_style="italic", fill=inks[1])
    return element("text", bold, italics if aside else "", x=x, y=y)


def in_two_lines(name: str) -> tuple[str, str] | None:
    """A long name broken in two: after a hyphen or at a space, as near its middle as possible."""
    breaks = [i + (name[i] == "-") for i in range(2, len(name) - 2) if name[i] in " -"]
    if not breaks:
        return None
    before = [0, *accumulate(map(_advance, name))]
    at = min(breaks, key=lambda i: (max(before[i], before[-1] - before[i]), i))
    return name[:at].strip(), name[at:].strip()
