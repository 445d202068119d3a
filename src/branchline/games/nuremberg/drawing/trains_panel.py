"""The trains for hire as a panel: class by class, as many in a row as there is room for."""

from __future__ import annotations

import math
from typing import Final

from branchline.drawing.cards import card, heading, small
from branchline.drawing.markup import element, group, label, use
from branchline.drawing.palette import shade
from branchline.drawing.sheet import Place
from branchline.games.nuremberg import targets
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, area, remembered, target
from branchline.games.nuremberg.drawing.trains import CAR, ENGINE, told
from branchline.games.nuremberg.drawing.words import CLASSES
from branchline.games.nuremberg.view import Train, View

HEAD: Final = 27.0  # over each class
ROW: Final = 54.0
ROOM: Final = WIDE - 2 * EDGE


def length(passengers: int, goods: int) -> float:
    return ENGINE + (passengers + goods) * CAR


Spaces = tuple[str, int, int, int, int]  # name, row, cost, passenger and goods spaces


def _spaces(view: View) -> tuple[Spaces, ...]:
    return tuple(
        (train.name, train.row, train.cost, train.passenger_spaces, train.goods_spaces)
        for train in view.trains
    )


def places(trains: tuple[Spaces, ...]) -> tuple[dict[str, Place], list[tuple[int, int, float]], float]:
    """Where each train stands; each class with its cost and where its heading is; how high it all is."""
    found: dict[str, Place] = {}
    heads: list[tuple[int, int, float]] = []
    y = 0.0
    for row in sorted({train[1] for train in trains}):
        here = [train for train in trains if train[1] == row]
        heads.append((row, here[0][2], y))
        y += HEAD
        longest = max(length(train[3], train[4]) for train in here)
        most = max(1, int(ROOM // longest))
        per_row = math.ceil(len(here) / math.ceil(len(here) / most))
        for i, train in enumerate(here):
            wide = ROOM / per_row
            found[train[0]] = Place(EDGE + i % per_row * wide, y + i // per_row * ROW, wide, ROW)
        y += math.ceil(len(here) / per_row) * ROW
    return found, heads, y + EDGE


def box(view: View) -> Place:
    return Place(0, 0, WIDE, places(_spaces(view))[2])


def panel_printed(scene: Scene, view: View) -> str:
    return printed(scene, _spaces(view))


@remembered
def printed(scene: Scene, trains: tuple[Spaces, ...]) -> str:
    p = scene.palette
    found, heads, high = places(trains)
    shown = [card(scene.style, Place(0, 0, WIDE, high), stroke="none")]
    for row, cost, y in heads:
        shown.append(heading(scene.style, CLASSES.get(row, str(row)), EDGE + 2, y + 20))
        shown += [
            small(scene.style.ref("disc-brown"), WIDE - EDGE - 10 - i * 21, y + 16, 1) for i in range(cost)
        ]
    rails = "".join(
        f"M{EDGE:g} {y:g}H{WIDE - EDGE:g}" for y in sorted({place.bottom - 4 for place in found.values()})
    )
    shown.append(element("path", d=rails, stroke=p.line, stroke_width=5, stroke_dasharray="2.4 5"))
    shown.append(element("path", d=rails, stroke=p.ink, stroke_width=1.4))
    return group(*shown)


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    found = places(_spaces(view))[0]
    return {
        train.name: _train(scene, train, found[train.name], "" if train.seat is None else names[train.seat])
        for train in view.trains
    }


@remembered
def _train(scene: Scene, train: Train, place: Place, renter: str) -> str:
    """Drawn from the buffer behind its engine: the cars to the right, the engine to the left."""
    p, style = scene.palette, scene.style
    spaces = [(True, i < train.passengers) for i in range(train.passenger_spaces)]
    spaces += [(False, i < train.goods) for i in range(train.goods_spaces)]
    cars = [_car(scene, train, i * CAR, passengers, taken) for i, (passengers, taken) in enumerate(spaces)]
    free = train.seat is None
    paint = (p.line if style.dark else shade(p.line, 1.25)) if train.seat is None else p.players[train.seat]
    long = length(train.passenger_spaces, train.goods_spaces)
    emblem = "" if free else small(style.ref(f"emblem-{train.seat}"), -29.5, -11, 0.62)
    return target(
        targets.train(train.name), told(renter, train),
        area(Place(place.x, place.y + 2, min(place.w, long + 6), place.h - 2)),
        group(
            element("use", href=style.ref("engine"), fill=paint), emblem,
            label(train.name, -24, -33, 12.5, font_weight="700", fill=p.soft if free else p.ink),
            group(*cars, fill=p.ink, font_size=12.5, font_weight="700", text_anchor="middle"),
            transform=f"translate({place.x + ENGINE + 2:g} {place.bottom - 5:g})",
        ),
    )  # fmt: skip


def _car(scene: Scene, train: Train, x: float, passengers: bool, taken: bool) -> str:
    style = scene.style
    kind = f"coach-{min(3, train.row)}" if passengers else "wagon"
    points = train.passenger_points if passengers else train.goods_points
    load = use(style.ref("rider" if passengers else "crate"), x, 0) if taken else ""
    number = element("text", str(points), x=x + 13, y=-29, fill=scene.palette.lamp if taken else None)
    return use(style.ref(kind), x, 0) + load + number
