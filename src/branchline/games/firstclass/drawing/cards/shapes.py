"""Our icons as data: paths in a box of 40 by 40 around the origin, painted in the palette's colours."""

from __future__ import annotations

from typing import Final

import msgspec

LINE: Final = 1.5


class Shape(msgspec.Struct, frozen=True):
    d: str  # a path, or `o X Y R` for a circle, or `use NAME` for another icon
    fill: str = "none"  # a colour of the palette
    line: str = "ink"
    w: float = LINE  # of the line, 0: none


def ring(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def disc(x: float, y: float, r: float) -> str:
    return f"o {x:g} {y:g} {r:g}"


def solid(d: str, fill: str) -> Shape:
    return Shape(d, fill, w=0)


def drawn(d: str, line: str, w: float) -> Shape:
    return Shape(d, "none", line, w)


BUST: Final = (
    Shape("M-15 19Q-15 6-6 5L0 9L6 5Q15 6 15 19z", "ox"),
    drawn("M0 11V14M0 15.5V18.5", "gold", 3),
    Shape("M-7.5-8V-3Q-7 5.5 0 5.5Q7 5.5 7.5-3V-8z", "skin"),
    solid("M-6 0Q-3-3 0-1Q3-3 6 0Q3 3.4 0 1Q-3 3.4-6 0z", "iron"),
    Shape("M-9-9L-10-17Q0-21 10-17L9-9z", "ox"),
    solid("M-9.4-12H9.4L9-9H-9z", "gold"),
    drawn("M-11-8.4Q0-5.6 11-8.4", "ink", 2.6),
)

ENGINE: Final = (
    solid("M-17-5V-12L-19.5-16H-9.5L-12-12V-5z", "iron"),
    solid("M-6-4q0-7 4-7t4 7z", "gold"),
    Shape("M-16-5H6V7H-16z", "green"),
    drawn("M-9-5V7M-1-5V7", "gold", 1.4),
    Shape("M5-12H17V7H5z", "green"),
    solid("M8-9H14V-3H8z", "cream"),
    solid("M2.5-16H19.5V-12H2.5zM-19-6H-14V8H-19zM-19 7H18V10.5H-19zM-18.5 8L-23.5 16.5H-16z", "iron"),
    Shape(ring(-10.5, 13, 4.4) + ring(-0.8, 13, 4.4), "ox"),
    Shape(disc(11.5, 11.6, 6.2), "ox"),
    drawn("M-10.5 13H11.5", "cream", 1.6),
)

GLASS: Final = "M-17.5-6.5h6.5v6h-6.5zM11-6.5h6.5v6h-6.5z"  # the windows of a coach

WHEELS: Final = (
    solid("M-19 8H19V10.5H-19z", "iron"),
    Shape(ring(-12, 12.6, 4) + ring(12, 12.6, 4), "iron"),
    solid(ring(-12, 12.6, 1.3) + ring(12, 12.6, 1.3), "cream"),
)
UNDER: Final = Shape("use wheels")

MAIL: Final = (
    UNDER,
    Shape("M-19-9H19V8H-19z", "ox"),
    solid("M-20.5-9Q-20-13.5-14-13.5H14Q20-13.5 20.5-9z", "iron"),
    Shape("M-11-6.5H11V6H-11z", "cream"),
    drawn("M-11-6.5L0 1.5L11-6.5", "print", 1.5),
)

FINGERPRINT: Final = (
    drawn(
        "M-11 11C-16-6-9-17 1-17C12-17 15-5 11 13M-6.6 15C-11-3-6.5-12 1-12C8.5-12 10-3 6.5 16"
        "M-2 17C-6-1-3.4-7 1-7C5-7 5.5-1 2.6 18M.8-2C1 5 .4 11-.2 15",
        "ox", 2.7,
    ),
)  # fmt: skip

SCROLL: Final = (
    Shape("M-12-15Q-16-15-16-11.5T-12-8H-10V14Q-10 18-6 18H11Q15 18 15 14V11H11V-11Q11-15 7-15z", "cream"),
    drawn("M-12-8Q-9-8-9-11.5T-12-15M-5-7H6M-5-1.5H6M-5 4H3", "print", 1.5),
    Shape(disc(9, 11, 5.5), "ox"),
)

CLOCK: Final = (
    Shape(disc(0, 0, 17), "cream", "brass", 4),
    drawn(disc(0, 0, 17), "ink", 0.8),
    drawn("M0-13V-10M13 0H10M0 13V10M-13 0H-10", "iron", 2.2),
    drawn("M0-9V0L6.5 4.5", "iron", 3),
)

STAR: Final = "M0-13L3.6-4.2L12.6-3.4L5.7 2.4L8 11.4L0 6.5L-8 11.4L-5.7 2.4L-12.6-3.4L-3.6-4.2z"
FLAME: Final = "M2 20C-9 20-13 12-9 4Q-7 8-4 8C-6 0-1-6 4-9C3-3 7-2 8 3Q10 2 10-1C16 8 14 20 2 20z"
PLATE: Final = "M-14-18H14Q17-18 17-15V15Q17 18 14 18H-14Q-17 18-17 15V-15Q-17-18-14-18z"
FIGURE: Final = "a3.6 3.6 0 1 1 .1 0zm-6.6 13.4q-.4-11 6.6-11t6.6 11z"  # a head and shoulders, from the neck

SHAPES: Final[dict[str, tuple[Shape, ...]]] = {
    # Effects
    "car": (
        UNDER,
        Shape("M-19-7H19V8H-19z", "green"),
        solid("M-20.5-7Q-20-11.5-14-11.5H14Q20-11.5 20.5-7z", "iron"),
        solid("M-16-4h6v5.5h-6zM-7.5-4h6v5.5h-6zM1-4h6v5.5h-6zM9.5-4h6v5.5h-6z", "cream"),
        drawn("M-19 4.8H19", "gold", 1.4),
        Shape(disc(14, -11, 8), "gold"),
        drawn("M14-15.6V-6.4M9.4-11H18.6", "iron", 3),
    ),
    "upgrade": (
        Shape("M0-19L16-2H8V5H-8V-2H-16z", "gold", w=1.8),
        Shape("M-8 8H8V12H-8z", "gold", w=1.4),
        Shape("M-8 15H8V18.5H-8z", "gold", w=1.4),
    ),
    "bust": BUST,
    "lane-upper": (
        drawn("M-9-9H3", "ink", 3.6), solid("M2-16.5L11-9L2-1.5z", "ink"), drawn("M-9 10H10", "soft", 1.8),
    ),
    "lane-lower": (
        drawn("M-9 9H3", "ink", 3.6), solid("M2 1.5L11 9L2 16.5z", "ink"), drawn("M-9-10H10", "soft", 1.8),
    ),
    "lane-either": (
        drawn("M-10 0H-7Q-4 0-3-5T3-10M-7 0Q-4 0-3 5T3 10", "ink", 3),
        solid("M2-17L11-10L2-3zM2 3L11 10L2 17z", "ink"),
    ),
    "lane-both": (
        drawn("M-9-9H3M-9 9H3", "ink", 3.6), solid("M2-16.5L11-9L2-1.5zM2 1.5L11 9L2 16.5z", "ink"),
    ),
    "loco": ENGINE,
    "coin": (
        Shape(disc(0, 0, 17), "gold", w=1.8),
        drawn(disc(0, 0, 13), "ink", 1),
        solid("M0-10L2.6-2.6L10 0L2.6 2.6L0 10L-2.6 2.6L-10 0L-2.6-2.6z", "print"),
    ),
    "rail": (
        drawn("M-13-14H13M-15-5H15M-17 4H17M-19 13H19", "wood", 4.4),
        drawn("M-6-19L-11 19M6-19L11 19", "ink", 3),
    ),
    "game-end": (
        Shape("M-14-18H14Q16-18 16-16V17Q16 19 14 19H-14Q-16 19-16 17V-16Q-16-18-14-18z", "blue"),
        drawn("M-13-15H13V16H-13z", "gold", 1.2),
        drawn("M-8 13V-12", "cream", 2.4),
        solid("M-7-12H11V4H-7z", "cream"),
        solid("M-7-12h4.5v4h-4.5zM2-12h4.5v4h-4.5zM-2.5-8h4.5v4h-4.5zM6.5-8h4.5v4h-4.5z"
              "M-7-4h4.5v4h-4.5zM2-4h4.5v4h-4.5zM-2.5 0h4.5v4h-4.5zM6.5 0h4.5v4h-4.5z", "iron"),
    ),
    "contract": SCROLL,
    "celebrity": (
        Shape("M0-19C10-19 15-10 15 0S10 19 0 19S-15 10-15 0S-10-19 0-19z", "ox", "brass", 3),
        Shape(STAR, "gold", w=1.2),
    ),
    "postcard": (
        Shape("M-19-13H19V13H-19z", "cream"),
        solid("M-16-10H2V10H-16z", "blue"),
        solid("M-16 10V5L-10-2L-5 4L-2 0L2 4V10z", "green"),
        solid(disc(-3.5, -5, 2.8), "gold"),
        solid("M9-10H16V-2H9z", "ox"),
        drawn("M5.5 2.5H16M5.5 7.5H16", "iron", 1.6),
    ),
    "passenger": (
        Shape("M-14 19Q-13 5-5 3.5H5Q13 5 14 19z", "blue"),
        Shape("M-6.5-8V-3.5Q-6 4.5 0 4.5Q6 4.5 6.5-3.5V-8z", "skin"),
        Shape("M-16-6.5Q0-12 16-6.5Q10-9 8.6-13Q0-20-8.6-13Q-10-9-16-6.5z", "blue"),
        drawn("M6-13Q13-21 18-16Q13-16 9-11", "gold", 2.4),
        solid("M-4 6.5L0 11L4 6.5L0 8z", "cream"),
    ),
    "luggage": (
        drawn("M-6-9V-15H6V-9", "ink", 2.8),
        Shape("M-16-9H16Q18-9 18-7V13Q18 15 16 15H-16Q-18 15-18 13V-7Q-18-9-16-9z", "wood", w=1.8),
        solid("M-11.5-9H-7.5V15H-11.5zM7.5-9H11.5V15H7.5z", "gold"),
        drawn("M-11.5-9V15M-7.5-9V15M7.5-9V15M11.5-9V15", "ink", 0.8),
        Shape("M-3.6 0H3.6V6H-3.6z", "cream", w=1),
    ),
    "switch": (
        drawn("M-18 14H-9Q-3 14 0 4T9-9H11", "ink", 4.6), solid("M9-16.5L20-9L9-1.5z", "ink"),
        drawn("M-18-9H-9Q-3-9-1.6-4M3.4 8Q5.6 14 9 14H18", "brass", 4.6),
    ),
    "mechanic": (
        Shape("M-17 12L2-4Q-1-12 5-17Q9-20 14-18.6L8-12.4L10.6-7.4L16.5-7L20-13.6Q21.5-7.4 17-2.6"
              "Q12 2 6 .6L-11.6 18.4Q-15 20.4-17.6 17.6T-17 12z", "gold", w=1.8),
        solid(disc(-14, 15, 2.2), "iron"),
    ),
    "fingerprint": FINGERPRINT,
    "self": (solid("M0-4" + FIGURE, "ink"), drawn("M-17 2H-12M-14-2.5L-9.5 2L-14 6.5", "ox", 2.6)),
    "others": (
        solid("M-9.5-6" + FIGURE + "M9.5-6" + FIGURE, "ink"),
        Shape("M0 2" + FIGURE, "ink", "paper", 1.6),
    ),
    "destroy": (
        *FINGERPRINT,
        Shape(FLAME, "gold", w=1.6),
        solid("M2 20C-4 20-5 14-2 10Q0 13 2 12Q1 8 4 5C5 10 10 12 8 17Q6 20 2 20z", "ox"),
    ),
    # Things
    "mail": MAIL,
    "tile": (
        Shape(PLATE, "green", "brass", 2.4),
        Shape(disc(0, -1, 11), "iron", "gold", 2.4),
        drawn(ring(0, -1, 6) + "M0-7V5M-6-1H6", "cream", 1.4),
        solid("M-13 12H13V15.5H-13z", "gold"),
        solid("M-4-17H4V-12.5H-4z", "iron"),
    ),
    "constantinople": (
        solid("M-18 17V-9L-16.4-16L-14.8-9V17zM14.8 17V-9L16.4-16L18 17z", "blue"),
        Shape("M-12 17V5Q-12-7 0-11Q12-7 12 5V17z", "blue"),
        drawn("M0-11V-16", "ink", 1.6),
        drawn("M2.2-18.8A3.2 3.2 0 1 1-2-19", "gold", 1.8),
        solid("M-3.5 17V9Q0 4 3.5 9V17zM-9 4h3.4v5h-3.4zM5.6 4h3.4v5h-3.4z", "cream"),
        drawn("M-20 17.6H20", "ink", 2.4),
    ),
    "clock": CLOCK,
    "done": (*SCROLL, drawn("M-8 2L-2 9L10-9", "good", 5)),
    "filled": (
        UNDER,
        Shape("M-19-7H19V8H-19z", "soft"),
        solid("M-20.5-7Q-20-11.5-14-11.5H14Q20-11.5 20.5-7z", "iron"),
        solid("M-16-4h6v7h-6zM-3-4h6v7h-6zM10-4h6v7h-6z", "paper"),
    ),
    "wheels": WHEELS,
    "unlit": (solid(GLASS, "dim"),),
    "milestone": (
        Shape("M-11 19V-8Q-11-19 0-19T11-8V19z", "cream"),
        drawn("M-16 19H16", "ink", 2.4),
    ),
    "then": (solid("M-13-5H3V-12L16 0L3 12V5H-13z", "brass"),),
    "start": (
        Shape("M-17-15H17V9H3L0 13L-3 9H-17z", "green", "brass", 2.2),
        drawn("M0 13V20", "brass", 3),
        solid("M-7-3L-3.4-10L0-3L3.4-10L7-3V4H-7z", "gold"),
    ),
}  # fmt: skip
