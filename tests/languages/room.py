"""Words that don't fit in their picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from branchline.drawing.lettering import width

SLACK = 4.0  # fonts differ a little


class Drawn(NamedTuple):
    """Where a text is, after everything that moves and scales it."""

    text: str
    left: float
    right: float


class Frame(NamedTuple):
    """What an element inherits from those around it."""

    x: float = 0.0
    scale: float = 1.0
    size: float = 16.0
    bold: bool = False
    anchor: str = "start"


def outside(box: str, markup: str) -> list[Drawn]:
    """The texts of a picture that start before its edge or end beyond it."""
    left, _, wide, _ = (float(number) for number in box.split())
    found = texts(ElementTree.fromstring(f"<svg>{markup}</svg>"), Frame())
    return [text for text in found if text.left < left - SLACK or text.right > left + wide + SLACK]


def texts(element: ElementTree.Element, around: Frame) -> Iterator[Drawn]:
    if "rotate" in element.get("transform", "") or element.tag == "defs":
        return
    frame = _frame(element, around)
    if element.tag == "text":
        yield _text(element, frame)
    for inner in element:
        yield from texts(inner, frame)


def _frame(element: ElementTree.Element, around: Frame) -> Frame:
    x, scale = around.x, around.scale
    for kind, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", element.get("transform", "")):
        first = float(re.split(r"[ ,]+", numbers.strip())[0])
        if kind == "translate":
            x += first * scale
        else:
            scale *= first
    return Frame(
        x,
        scale,
        float(element.get("font-size", around.size)),
        element.get("font-weight", "700" if around.bold else "400") in ("700", "bold"),
        element.get("text-anchor", around.anchor),
    )


def _text(element: ElementTree.Element, frame: Frame) -> Drawn:
    text = "".join(part for part in element.itertext() if part)
    spacing = float(element.get("letter-spacing", 0)) * len(text)
    wide = float(element.get("textLength", width(text, frame.size, frame.bold) + spacing)) * frame.scale
    at = frame.x + float(element.get("x", 0)) * frame.scale
    left = at - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[frame.anchor]
    return Drawn(text, round(left), round(left + wide))
