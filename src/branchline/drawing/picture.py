"""Standalone pictures: any markup with a size, or one panel of a table with only the shapes that it uses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree

from branchline.core.screen import Panel
from branchline.drawing.markup import element, title
from branchline.drawing.palette import SERIF
from branchline.drawing.place import Place

_REFERENCE: Final = re.compile(r'(?:href="#|url\(#)([^")]+)')


def picture(place: Place, *content: str) -> str:
    """A standalone picture."""
    return element(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=place.view_box,
        role="img",
        font_family=SERIF,
    )


def body(panel: Panel) -> str:
    """All of a panel except the shapes it uses."""
    return panel.printed + "".join(panel.parts.values())


def place_of(panel: Panel) -> Place:
    return Place(*map(float, panel.box.split()))


def panel_picture(
    panel: Panel, definitions: str, words: str = "", shown: Place | None = None, over: str = ""
) -> str:
    """One panel, or the part of it given by `shown`, with something drawn over it."""
    drawn = body(panel)
    return picture(
        shown or place_of(panel),
        title(words or panel.title),
        element("defs", used(definitions, drawn)),
        drawn,
        over,
    )


def used(definitions: str, drawn: str) -> str:
    """The shapes that are used, directly or through others."""
    written, inside = _shapes(definitions)
    wanted, found = _REFERENCE.findall(drawn), set[str]()
    while wanted:
        name = inside.get(wanted.pop(), "")
        if name and name not in found:
            found.add(name)
            wanted += _REFERENCE.findall(written[name])
    return "".join(markup for name, markup in written.items() if name in found)


@lru_cache(maxsize=8)
def _shapes(definitions: str) -> tuple[dict[str, str], dict[str, str]]:
    """The markup of each shape, and the shape that contains each name."""
    root = ElementTree.fromstring(f"<defs>{definitions}</defs>")
    written = {child.get("id", ""): ElementTree.tostring(child, "unicode") for child in root}
    inside = {inner.get("id", ""): child.get("id", "") for child in root for inner in child.iter()}
    return written, inside
