"""The trains for hire: a locomotive, coaches for passengers, wagons for goods, by class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import heading, small
from branchline.drawing.markup import element, group, label, title, use
from branchline.drawing.palette import shade
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import TRAINS
from branchline.games.nuremberg.drawing.words import CLASSES, IN_CLASS, TITLES, tell
from branchline.games.nuremberg.views.view import Train, View

ROW: Final = 64.0
TOP: Final = TRAINS.y + 6
LEFT: Final = TRAINS.x + 134
SCALE: Final = 1.25
ENGINE: Final = 45.0
CAR: Final = 27.5
COACHES: Final = {1: "#6d2b3d", 2: "#3f5a3a", 3: "#7a5b35"}  # the livery of each class


def definitions(style: Style) -> str:
    return "".join(
        [
            _engine(style),
            *(_coach(style, row) for row in COACHES),
            _wagon(style),
            _rider(style),
            _crate(style),
        ]
    )


def _wheels(style: Style, *xs: float, r: float = 3.6) -> str:
    ink = style.palette.ink
    return "".join(
        element("circle", cx=x, cy=0, r=r, fill=style.palette.card, stroke=ink, stroke_width=1.5)
        + element("circle", cx=x, cy=0, r=0.9, fill=ink)
        for x in xs
    )


def _engine(style: Style) -> str:
    """Facing left; takes the colour of whoever hires it. The origin is on the rail, at the buffer behind."""
    p = style.palette
    body = "M-40-5V-17H-20V-26H-5V-5z"
    return group(
        element("path", d="M-37-17V-27L-39-30H-31L-33-27V-17z", fill=p.ink),
        element("path", d="M-27-17q0-5 3-5t3 5z", fill=shade(p.pieces["yellow"], 0.85)),
        element("path", d=body, stroke=p.ink, stroke_width=1.3, stroke_linejoin="round"),
        element("path", d="M-22-26L-23-29H-2L-3-26z", fill=p.ink),
        element("rect", x=-16, y=-23, width=8, height=7, rx=1, fill=p.card, stroke=p.ink, stroke_width=0.8),
        element("path", d="M-39-14H-21M-39-8H-6", stroke="#fff", stroke_width=0.9, opacity=0.5),
        element("path", d="M-40-6L-45-1H-38M-5-4H1", stroke=p.ink, stroke_width=1.8, fill="none"),
        group(_wheels(style, -34, -26, r=3.8), _wheels(style, -12, r=5.4), transform="translate(0 -3.6)"),
        id=style.id("engine"),
    )


def _coach(style: Style, row: int) -> str:
    p = style.palette
    paint = COACHES[row] if not style.dark else shade(COACHES[row], 1.15)
    return group(
        element("path", d="M1-6V-22Q12-26 25-22V-6z", fill=paint, stroke=p.ink, stroke_width=1),
        element(
            "rect",
            x=7,
            y=-20.5,
            width=12,
            height=10.5,
            rx=2,
            fill="#f4ecd2",
            stroke="#00000055",
            stroke_width=0.8,
        ),
        element("path", d="M1-8.4H25", stroke="#f4ecd2", stroke_width=0.8, opacity=0.7),
        element("path", d="M25-5H28", stroke=p.ink, stroke_width=1.8),
        group(_wheels(style, 7, 19), transform="translate(0 -3.6)"),
        id=style.id(f"coach-{row}"),
    )


def _wagon(style: Style) -> str:
    p = style.palette
    wood = "#a98a5c" if not style.dark else "#7d6746"
    return group(
        element("path", d="M1-6V-14H25V-6z", fill=wood, stroke=p.ink, stroke_width=1),
        element("path", d="M1-10H25M7-14V-6M13-14V-6M19-14V-6", stroke=p.ink, stroke_width=0.6, opacity=0.6),
        element("path", d="M25-5H28", stroke=p.ink, stroke_width=1.8),
        group(_wheels(style, 7, 19), transform="translate(0 -3.6)"),
        id=style.id("wagon"),
    )


def _rider(style: Style) -> str:
    """A passenger at the window."""
    return group(
        element("rect", x=7, y=-20.5, width=12, height=10.5, rx=2, fill=style.palette.lit),
        element(
            "path", d="M8.4-10Q8.6-13.4 11.4-14.4A2.9 2.9 0 1 1 14.6-14.4Q17.4-13.4 17.6-10z", fill="#2b2419"
        ),
        id=style.id("rider"),
    )


def _crate(style: Style) -> str:
    fill = style.palette.lit
    return group(
        element("path", d="M6.5-24.5H19.5V-13H6.5z", fill=fill, stroke="#2b2419", stroke_width=1),
        element(
            "path", d="M6.5-24.5L19.5-13M19.5-24.5L6.5-13", stroke="#2b2419", stroke_width=1, opacity=0.7
        ),
        id=style.id("crate"),
    )


def trains(view: View, names: Sequence[str], style: Style) -> str:
    rows = sorted({train.row for train in view.trains})
    return group(*(_row(names, style, row, [t for t in view.trains if t.row == row]) for row in rows))


def _row(names: Sequence[str], style: Style, row: int, found: Sequence[Train]) -> str:
    p = style.palette
    y = TOP + (row - 1) * ROW + 55
    cost = "".join(
        small(style.ref("disc-brown"), TRAINS.x + 22 + i * 20, y - 13, 0.95) for i in range(found[0].cost)
    )
    rail = f"M{LEFT - 10:g} {y + 1:g}H{TRAINS.right - 12:g}"
    wide = (TRAINS.right - 14 - LEFT) / len(found)
    return group(
        heading(style, CLASSES.get(row, str(row)), TRAINS.x + 12, y - 31),
        cost,
        element("path", d=rail, stroke=p.line, stroke_width=5, stroke_dasharray="2.4 5"),
        element("path", d=rail, stroke=p.ink, stroke_width=1.4),
        *(_train(names, style, train, LEFT + i * wide, y) for i, train in enumerate(found)),
    )


def _train(names: Sequence[str], style: Style, train: Train, x: float, y: float) -> str:
    """Drawn from the buffer behind its engine: the cars to the right, the engine to the left."""
    p = style.palette
    spaces = [(True, i < train.passengers) for i in range(train.passenger_spaces)]
    spaces += [(False, i < train.goods) for i in range(train.goods_spaces)]
    cars = [_car(style, train, i * CAR, passengers, taken) for i, (passengers, taken) in enumerate(spaces)]
    if train.seat is None:
        paint = p.line if style.dark else shade(p.line, 1.25)
        name = label(train.name, -42, -33, 9.5, fill=p.soft, font_style="italic")
    else:
        paint = p.players[train.seat]
        name = small(style.ref(f"emblem-{train.seat}"), -29.5, -11, 0.62)
    return group(
        title(told("" if train.seat is None else names[train.seat], train)),
        element("rect", x=-ENGINE, y=-44, width=ENGINE + len(cars) * CAR, height=46, fill="transparent"),
        element("use", href=style.ref("engine"), fill=paint),
        group(*cars, fill=p.ink, font_size=10.5, font_weight="700", text_anchor="middle"),
        name,
        transform=f"translate({x + ENGINE * SCALE:g} {y:g}) scale({SCALE})",
        data_train=train.name,
        data_seat=None if train.seat is None else str(train.seat),
    )


def _car(style: Style, train: Train, x: float, passengers: bool, taken: bool) -> str:
    kind = f"coach-{min(3, train.row)}" if passengers else "wagon"
    points = train.passenger_points if passengers else train.goods_points
    load = use(style.ref("rider" if passengers else "crate"), x, 0) if taken else ""
    number = element("text", str(points), x=x + 13, y=-28, fill=style.palette.lamp if taken else None)
    return use(style.ref(kind), x, 0) + load + number


def told(renter: str, train: Train) -> str:
    words = tell(
        "train", train=train.name, row=IN_CLASS.get(train.row, str(train.row)), cost=train.cost,
        passengers=train.passengers, passenger_spaces=train.passenger_spaces, goods=train.goods,
        goods_spaces=train.goods_spaces, passenger_points=train.passenger_points, goods_points=train.goods_points,
    )  # fmt: skip
    return f"{words}; {TITLES['free'] if train.seat is None else tell('rented', name=renter)}"
