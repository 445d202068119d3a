"""The trains for hire as a panel: class by class, as many per row as fit."""

from __future__ import annotations

import math
from typing import Final

from branchline.drawing.cards import card, small
from branchline.drawing.markup import element, group, label, use
from branchline.drawing.palette import shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.rolling_stock import CAR, ENGINE
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, area, headed, remembered, target
from branchline.games.nuremberg.text.description import of_train
from branchline.games.nuremberg.text.picture_words import CLASSES
from branchline.games.nuremberg.views.view import Train, View

HEAD: Final = 27.0  # above each class
ROW: Final = 54.0
ROOM: Final = WIDE - 2 * EDGE

Trains = tuple[Train, ...]  # as printed: unowned and empty


def _fresh(view: View) -> Trains:
    return tuple(
        Train(
            train.name, train.row, train.cost, train.passenger_spaces, train.goods_spaces,
            train.passenger_points, train.goods_points, None, 0, 0,
        )
        for train in view.trains
    )  # fmt: skip


def _length(train: Train) -> float:
    return ENGINE + (train.passenger_spaces + train.goods_spaces) * CAR


@remembered
def _places(trains: Trains) -> tuple[dict[str, Place], list[tuple[Train, float]], float]:
    """Where each train stands; the first of each class and where its heading is; the total height."""
    found: dict[str, Place] = {}
    heads: list[tuple[Train, float]] = []
    y = 0.0
    for row in sorted({train.row for train in trains}):
        here = [train for train in trains if train.row == row]
        heads.append((here[0], y))
        y += HEAD
        most = max(1, int(ROOM // max(map(_length, here))))
        per_row = math.ceil(len(here) / math.ceil(len(here) / most))
        wide = ROOM / per_row
        for i, train in enumerate(here):
            found[train.name] = Place(EDGE + i % per_row * wide, y + i // per_row * ROW, wide, ROW)
        y += math.ceil(len(here) / per_row) * ROW
    return found, heads, y + EDGE


def box(view: View) -> Place:
    return Place(0, 0, WIDE, _places(_fresh(view))[2])


def printed(scene: Scene, view: View) -> str:
    return _printed(scene, _fresh(view))


@remembered
def _printed(scene: Scene, trains: Trains) -> str:
    p = scene.palette
    found, heads, high = _places(trains)
    shown = [card(scene.style, Place(0, 0, WIDE, high), stroke="none")]
    for train, y in heads:
        shown.append(headed(scene, CLASSES.get(train.row, str(train.row)), EDGE + 2, y + 20, 280))
        shown += [
            small(scene.style.ref("disc-brown"), WIDE - EDGE - 10 - i * 21, y + 16, 1)
            for i in range(train.cost)
        ]
    rows = sorted({place.bottom - 4 for place in found.values()})
    rails = "".join(f"M{EDGE:g} {y:g}H{WIDE - EDGE:g}" for y in rows)
    shown.append(element("path", d=rails, stroke=p.line, stroke_width=5, stroke_dasharray="2.4 5"))
    shown.append(element("path", d=rails, stroke=p.ink, stroke_width=1.4))
    return group(*shown, *(_printed_train(scene, train, found[train.name]) for train in trains))


def _printed_train(scene: Scene, train: Train, place: Place) -> str:
    """A free train: the cars on the right, the engine on the left."""
    p, style = scene.palette, scene.style
    spaces = [(f"coach-{min(3, train.row)}", train.passenger_points)] * train.passenger_spaces
    spaces += [("wagon", train.goods_points)] * train.goods_spaces
    cars = [
        use(style.ref(kind), i * CAR, 0) + element("text", str(points), x=i * CAR + 13, y=-29)
        for i, (kind, points) in enumerate(spaces)
    ]
    return target(
        targets.train(train.name), of_train("", train),
        area(Place(place.x, place.y + 2, min(place.w, _length(train) + 6), place.h - 2)),
        group(
            element("use", href=style.ref("engine"), fill=p.line if style.dark else shade(p.line, 1.25)),
            label(train.name, -24, -33, 12.5, font_weight="700", fill=p.soft),
            group(*cars, fill=p.ink, font_size=12.5, font_weight="700", text_anchor="middle"),
            transform=_at(place),
        ),
    )  # fmt: skip


def _at(place: Place) -> str:
    """The origin of a train is on the rail, at the buffer behind its engine."""
    return f"translate({place.x + ENGINE + 2:g} {place.bottom - 5:g})"


# Parts


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    found = _places(_fresh(view))[0]
    return {
        train.name: "" if train.seat is None else _train(scene, train, found[train.name], names[train.seat])
        for train in view.trains
    }


@remembered
def _train(scene: Scene, train: Train, place: Place, renter: str) -> str:
    """A rented train's engine in the colour of its player, and what is loaded."""
    style = scene.style
    riders = [use(style.ref("rider"), i * CAR, 0) for i in range(train.passengers)]
    crates = [use(style.ref("crate"), (train.passenger_spaces + i) * CAR, 0) for i in range(train.goods)]
    paint = scene.palette.players[train.seat or 0]
    return target(
        targets.train(train.name), of_train(renter, train),
        element("use", href=style.ref("engine"), fill=paint),
        small(style.ref(f"emblem-{train.seat}"), -29.5, -11, 0.62), *riders, *crates,
        transform=_at(place),
    )  # fmt: skip
