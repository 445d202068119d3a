"""A rectangle of a picture, which may be its view box."""

from __future__ import annotations

import math

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

    def distance(self, point: tuple[float, float]) -> float:
        """How far a point lies outside."""
        dx = max(self.x - point[0], point[0] - self.right, 0.0)
        dy = max(self.y - point[1], point[1] - self.bottom, 0.0)
        return math.hypot(dx, dy)

    @property
    def view_box(self) -> str:
        return f"{self.x:g} {self.y:g} {self.w:g} {self.h:g}"
