"""Places on a sheet. A page may show one of them alone, as an SVG view box."""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def view_box(self) -> str:
        return f"{self.x:g} {self.y:g} {self.w:g} {self.h:g}"
