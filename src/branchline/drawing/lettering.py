"""How wide words are. The table holds the widths of Palatino in thousandths of the size; where a reader's serif
is another one, `textLength` makes it keep to the same width."""

from __future__ import annotations

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
TIGHT: Final = 0.96  # most serifs run a little narrower


def width(text: str, size: float, bold: bool = False, italic: bool = False) -> float:
    letters = (letter for letter in normalize("NFD", text) if not "\u0300" <= letter <= "\u036f")
    total = sum(WIDTHS.get(letter, OTHER) for letter in letters) * size / 1000 * TIGHT
    return total * (BOLD if bold else 1) * (ITALIC if italic else 1)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, or as much of its beginning as there is room for."""
    if width(text, size, bold) <= room:
        return text
    kept = text
    while kept and width(kept + "…", size, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


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


def in_two_lines(name: str) -> tuple[str, str] | None:
    """A long name broken where it hurts least: after a hyphen or at a space, as near its middle as can be."""
    breaks = [i + (name[i] == "-") for i in range(2, len(name) - 2) if name[i] in " -"]
    if not breaks:
        return None
    at = min(breaks, key=lambda i: (max(width(name[:i], 1), width(name[i:], 1)), i))
    return name[:at].strip(), name[at:].strip()
