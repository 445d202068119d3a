"""Writing SVG: numbers, elements, paths. Everything that could come from people is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final
from xml.sax.saxutils import escape

Point = tuple[float, float]

NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
QUOTES: Final = {'"': "&quot;", "'": "&#39;"}


def num(value: float) -> str:
    """A number, rounded to a tenth, as short as possible."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def plain(text: str) -> str:
    """Text escaped for XML."""
    return escape(NOT_XML.sub("", text), QUOTES)


def element(name: str, *content: str, **attributes: str | float | None) -> str:
    """One element. `data_plot` becomes `data-plot`; None is omitted; content is already markup."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{plain(value) if isinstance(value, str) else num(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def group(*content: str, **attributes: str | float | None) -> str:
    return element("g", *content, **attributes)


def title(text: str, tokens: str = "") -> str:
    """What a screen reader says and a tooltip shows; a page draws the tokens named between colons."""
    return element("title", plain(text), data_tokens=tokens or None)


def label(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    return element("text", plain(text), x=x, y=y, font_size=size, **attributes)


def use(ref: str, x: float, y: float, *content: str, **attributes: str | float | None) -> str:
    return element("use", *content, href=ref, x=x, y=y, **attributes)


def line_path(points: Sequence[Point], closed: bool = False) -> str:
    """Straight segments, written as relative tenths: short, and without accumulating error."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [_step(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(tenths)]
    start = f"M{num(tenths[0][0] / 10)} {num(tenths[0][1] / 10)}"
    return f"{start}l{' '.join(steps)}{'z' if closed else ''}" if steps else start


def _step(dx: int, dy: int) -> str:
    first, second = num(dx / 10), num(dy / 10)
    return first + second if second.startswith("-") else f"{first} {second}"


def curve_path(points: Sequence[Point], closed: bool = False) -> str:
    """A smooth line: through the midpoints of the segments, bent at the points."""
    if len(points) < 3:
        return line_path(points, closed)
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for (x, y), (nx, ny) in pairwise(points[1:]):
        mx, my = (x + nx) / 2, (y + ny) / 2
        parts.append(f"Q{num(x)} {num(y)} {num(mx)} {num(my)}")
    parts.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(parts) + ("z" if closed else "")


def joined(parts: Iterable[str]) -> str:
    return "".join(parts)
