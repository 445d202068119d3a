"""Lettering for posters: capitals of one weight, drawn from lines and arcs, as railways had them painted between the
wars. They look the same everywhere, with whatever fonts a machine has."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, title

HIGH: Final = 100.0  # capitals, from 0 down to the baseline
STROKE: Final = 15.0
SPACE: Final = 15.0  # between letters

# The width of each letter, and the middle of its strokes. What goes beyond its box is cut off, which leaves flat ends.
LETTERS: Final[dict[str, tuple[float, str]]] = {
    "A": (84, "M2.9 115L42 0L81.1 115M18 70H66"),
    "B": (67, "M7.5-10V110M7.5 7.5H34a19.5 19.5 0 0 1 0 39H7.5M34 46.5h2.5a23 23 0 0 1 0 46H7.5"),
    "C": (84, "M82.6 22.7A42.5 42.5 0 1 0 82.6 77.3"),
    "D": (84, "M7.5 7.5H34a42.5 42.5 0 0 1 0 85H7.5z"),
    "E": (56, "M56 7.5H7.5V92.5H56M7.5 46.5H49"),
    "F": (54, "M54 7.5H7.5V110M7.5 50H47"),
    "G": (100, "M82.6 22.7A42.5 42.5 0 1 0 92.5 54H55"),
    "H": (78, "M7.5-10V110M70.5-10V110M7.5 46.5H70.5"),
    "I": (15, "M7.5-10V110"),
    "J": (48, "M40.5-10V70a22.5 22.5 0 0 1-22.5 22.5H0"),
    "K": (74, "M7.5-10V110M5 62L76-12M27 39L78 113"),
    "L": (50, "M7.5-10V92.5H50"),
    "M": (98, "M7.5 110V-14L49 66L90.5-14V110"),
    "N": (80, "M7.5 110V-11L72.5 111V-10"),
    "O": (100, "M50 7.5a42.5 42.5 0 1 1 0 85a42.5 42.5 0 1 1 0-85z"),
    "P": (66, "M7.5 110V7.5H36a22.5 22.5 0 0 1 0 45H7.5"),
    "Q": (100, "M50 7.5a42.5 42.5 0 1 1 0 85a42.5 42.5 0 1 1 0-85zM58 60L100 108"),
    "R": (68, "M7.5 110V7.5H36a22.5 22.5 0 0 1 0 45H7.5M30 50L68 112"),
    "S": (62, "M53 22A21.3 21.3 0 0 0 33 7.5H29A21.25 21.25 0 0 0 29 50H33A21.25 21.25 0 0 1 33 92.5H29"
              "A21.3 21.3 0 0 1 8 78"),
    "T": (66, "M0 7.5H66M33 7.5V110"),
    "U": (78, "M7.5-10V61a31.5 31.5 0 0 0 63 0V-10"),
    "V": (84, "M2.9-15L42 100L81.1-15"),
    "W": (124, "M3.5-14L34 104L62-4L90 104L120.5-14"),
    "X": (78, "M2-10L76 110M76-10L2 110"),
    "Y": (80, "M-1.5-14L40 54L81.5-14M40 52V110"),
    "Z": (66, "M3 7.5H58L8 92.5H64"),
    "0": (70, "M35 7.5a27.5 42.5 0 1 1 0 85a27.5 42.5 0 1 1 0-85z"),
    "1": (36, "M0 27L28.5 3V110"),
    "2": (64, "M9 32A23.5 23.5 0 1 1 49.5 46L11 92.5H64"),
    "3": (64, "M5 7.5H54L32 40.5A26 26 0 1 1 8 78"),
    "4": (70, "M49 110V2L8 70H70"),
    "5": (64, "M57 7.5H17L13.5 44A26.5 26.5 0 1 1 7 78"),
    "6": (68, "M58-10L11.5 53M60 66.5a26 26 0 1 1-52 0a26 26 0 1 1 52 0z"),
    "7": (60, "M2 7.5H54L16 112"),
    "8": (64, "M32 7.5a19.5 19.5 0 1 1 0 39a19.5 19.5 0 1 1 0-39zM32 46.5a23 23 0 1 1 0 46a23 23 0 1 1 0-46z"),
    "9": (68, "M10 110L56.5 47M60 33.5a26 26 0 1 1-52 0a26 26 0 1 1 52 0z"),
    " ": (26, ""),
    ".": (15, "M7.5 85V110"),
    ",": (15, "M7.5 85V110"),
    ":": (15, "M7.5 30V46M7.5 85V110"),
    "!": (15, "M7.5-10V66M7.5 85V110"),
    "-": (38, "M0 54H38"),
    "–": (58, "M0 54H58"),
    "−": (58, "M0 54H58"),
    "+": (62, "M0 54H62M31 23V85"),
    "·": (15, "M7.5 46V62"),
    "/": (54, "M0 118L54-18"),
    "_": (50, "M0 92.5H50"),
    "%": (94, "M20 12a13 17 0 1 1 0 34a13 17 0 1 1 0-34zM74 54a13 17 0 1 1 0 34a13 17 0 1 1 0-34zM70-6L24 106"),
    "?": (60, "M7 28A23 23 0 1 1 42 46Q30 52 30 68M30 85V110"),
    "¿": (60, "M53 72A23 23 0 1 1 18 54Q30 48 30 32M30 15V-10"),
    "'": (15, "M7.5-10V30"),
    "’": (15, "M7.5-10V30"),
}  # fmt: skip

# Around the middle of the letter, above and below its box; these are not cut off
ACCENTS: Final = {
    "\u0300": "M-16-34L6-15",
    "\u0301": "M16-34L-6-15",
    "\u0302": "M-20-14L0-32L20-14",
    "\u0303": "M-24-16q12-16 24-7t24-7",
    "\u0308": "M-22-22h16M6-22h16",
    "\u030a": "M0-36a10 10 0 1 1 0 20a10 10 0 1 1 0-20z",
    "\u030c": "M-20-32L0-14L20-32",
    "\u0327": "M4 98L0 112q16 2 10 12t-24 4",
}


def _capitals(text: str) -> str:
    return normalize("NFD", text.replace("ß", "ss").upper())


def drawable(text: str) -> bool:
    """Whether there is a letter for every character."""
    capitals = _capitals(text)
    return (
        bool(capitals)
        and all(one in LETTERS or one in ACCENTS for one in capitals)
        and capitals[0] in LETTERS
    )


def display_width(text: str, size: float, apart: float = SPACE) -> float:
    """The width of a drawable text; `size` is the height of its capitals."""
    wide = [LETTERS[one][0] for one in _capitals(text) if one in LETTERS]
    return (sum(wide) + apart * (len(wide) - 1)) * size / HIGH


def display(
    text: str, x: float, y: float, size: float, fill: str, *, anchor: str = "start", room: float = 0.0,
    apart: float = SPACE,
) -> str:  # fmt: skip
    """A line of capitals `size` high on the baseline `y`; smaller, if it is too long for its `room`. A text with
    other characters, such as a name in another script, is set in a font."""
    if not drawable(text):
        return _set(text, x, y, size, fill, anchor, room)
    wide = display_width(text, size, apart)
    if room and wide > room:
        size, wide = size * room / wide, room
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    letters, accents = _placed(text, apart)
    box = f"0 0 {wide * HIGH / size:g} {HIGH:g}"
    cut = element("svg", *letters, x=left, y=y - size, width=wide, height=size, viewBox=box,
                  preserveAspectRatio="none")  # fmt: skip
    over = group(*accents, transform=f"translate({left:.1f} {y - size:.1f}) scale({size / HIGH:.4f})")
    return group(
        title(text),
        cut,
        over if accents else "",
        fill="none",
        stroke=fill,
        stroke_width=STROKE,
        stroke_miterlimit=6,
    )


def _placed(text: str, apart: float) -> tuple[list[str], list[str]]:
    letters, accents, x, middle = [], [], 0.0, 0.0
    for one in _capitals(text):
        if one in LETTERS:
            wide, path = LETTERS[one]
            if path:
                letters.append(element("path", d=path, transform=f"translate({x:g} 0)"))
            middle = x + wide / 2
            x += wide + apart
        else:
            accents.append(
                element("path", d=ACCENTS[one], transform=f"translate({middle:g} 0)", stroke_width=12)
            )
    return letters, accents


def _set(text: str, x: float, y: float, size: float, fill: str, anchor: str, room: float) -> str:
    type_size = size * 1.3
    if room:
        type_size = max(
            type_size * 0.6, min(type_size, type_size * room / max(1.0, width(text, type_size, bold=True)))
        )
        text = shortened(text, type_size, room, bold=True)
    return label(text, x, y, type_size, fill=fill, font_weight="700", text_anchor=anchor)
