"""The players as a panel: name, cubes, track, influence, shipped items, points, and at the end the ranking."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from branchline.drawing.cards import card, small
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width, with_aside
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.investment_cubes import row_of
from branchline.games.nuremberg.drawing.scene import (
    WIDE,
    Scene,
    area,
    fitted,
    headed,
    numbers,
    over,
    remembered,
    target,
)
from branchline.games.nuremberg.text.picture_words import WORDS, say, tell
from branchline.games.nuremberg.text.screen_words import PICTURES, fill
from branchline.games.nuremberg.text.sentences import GOODS
from branchline.games.nuremberg.views.ranking import ranking
from branchline.games.nuremberg.views.view import COLOURS, Influence, Items, View

CUBES: Final = 15  # N1.2: cubes and track pieces of each player
ITEMS: Final = (
    ("cube-yellow", "yellow"),
    ("cube-grey", "grey"),
    ("pawn-red", "red"),
    ("pawn-green", "green"),
)
HIGH: Final = 112.0
GAP: Final = 6.0
CUBE: Final = 13.4
SECOND: Final = 240.0  # where the right half starts
SHIPPED: Final = 64.0
KEPT: Final = 98.0
PETALS: Final = "M0-12.4" + "".join(
    f"Q{14.5 * math.sin((i + 0.5) * math.tau / 12):.1f} {-14.5 * math.cos((i + 0.5) * math.tau / 12):.1f} "
    f"{12.4 * math.sin((i + 1) * math.tau / 12):.1f} {-12.4 * math.cos((i + 1) * math.tau / 12):.1f}"
    for i in range(12)
)
RIBBONS: Final = "M-7 8L-11 25L-5.5 21L-2 26L0 12L2 26L5.5 21L11 25L7 8z"


def _place(seat: int) -> Place:
    return Place(1.5, 1.5 + seat * (HIGH + GAP), WIDE - 3, HIGH)


def box(view: View) -> Place:
    return Place(0, 0, WIDE, len(view.players) * (HIGH + GAP) - GAP + 3)


@remembered
def printed(scene: Scene, players: int) -> str:
    shown = []
    for seat in range(players):
        place = _place(seat)
        x, y = place.x + SECOND, place.y
        shown += [
            card(scene.style, place),
            band(scene.style, seat, place.x + 9, y + 7, place.bottom - 7, dot=3.2),
            small(scene.style.ref(f"emblem-{seat}"), place.x + 34, y + 22, 1.15),
            headed(scene, WORDS["this_round"], x, y + 50, 112),
            headed(scene, WORDS["kept"], x, y + 84, 148),
            *_row(scene, [f"disc-{colour}" for colour in COLOURS], place.x + 198, y + 22, 36, 0.92),
            *_row(scene, [shape for shape, _ in ITEMS], x + 8, y + SHIPPED, 37, 0.88),
            *_row(scene, [shape for shape, _ in ITEMS], x + 8, y + KEPT, 37, 0.88),
        ]
    return group(*shown)


def _row(scene: Scene, shapes: list[str], x: float, y: float, step: float, scale: float) -> list[str]:
    return [small(scene.style.ref(shape), x + i * step, y, scale) for i, shape in enumerate(shapes)]


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    found = {"to_move": _to_move(scene, view.to_move)}
    for player in view.players:
        seat, name = player.seat, names[player.seat]
        own = view.seat == seat and len(names) > 1
        stamped = player.passed and view.phase == "shipping"
        found |= {
            f"name-{seat}": _name(scene, seat, name, own),
            f"influence-{seat}": _influence(scene, seat, player.influence),
            f"score-{seat}": _score(scene, seat, player.score, player.earned),
            f"cubes-{seat}": _cubes(scene, seat, player.held, player.bid, player.stock),
            f"track-{seat}": _track(scene, seat, player.track),
            f"shipped-{seat}": _items(scene, seat, player.shipped, SHIPPED),
            f"kept-{seat}": _items(scene, seat, player.kept, KEPT),
            f"passed-{seat}": _stamp(scene, seat) if stamped else "",
        }
    found["places"] = _places(scene, tuple(ranking(view))) if view.phase == "game_end" else ""
    return found


@remembered
def _to_move(scene: Scene, seat: int | None) -> str:
    """A frame around the player whose turn it is."""
    if seat is None or seat < 0:
        return ""
    return card(
        scene.style,
        _place(seat),
        fill="none",
        stroke=scene.palette.lamp,
        stroke_width=3,
        pointer_events="none",
    )


@remembered
def _name(scene: Scene, seat: int, name: str, own: bool) -> str:
    p = scene.palette
    place = _place(seat)
    shown = shortened(name, 18, 104 if own else 132, bold=True)
    you = WORDS["you"] if own else ""
    words = with_aside(shown, you, place.x + 50, place.y + 28, (18, 12), (p.ink, p.soft))
    return target(targets.player(seat), name, area(place), words)


@remembered
def _influence(scene: Scene, seat: int, influence: Influence) -> str:
    place = _place(seat)
    found = msgspec.structs.astuple(influence)
    words = tell("influence", **msgspec.structs.asdict(influence))
    return over(title(words), numbers(scene, found, place.x + 209, place.y + 27, 36, 14.3))


@remembered
def _score(scene: Scene, seat: int, score: int, earned: int) -> str:
    p = scene.palette
    place = _place(seat)
    x, y = place.right - 10, place.y + 31
    shown = label(str(score).replace("-", "−"), x, y, 26, text_anchor="end", font_weight="700", fill=p.ink)
    if earned:
        word = say("earned", points=earned)
        shown += label(word, x, y + 14, 12, text_anchor="end", font_weight="700", fill=p.pieces["green"])
    return over(shown)


@remembered
def _cubes(scene: Scene, seat: int, held: int, bid: int, stock: int) -> str:
    """All fifteen cubes: in hand, on boxes, and empty spaces for those in stock."""
    place = _place(seat)
    shown = (
        (f"invests-{seat}", held, None),
        (f"invests-{seat}", bid, 0.45),
        ("no-invests", CUBES - held - bid, None),
    )
    found, x = [], place.x + 24
    for name, count, opacity in shown:
        found.append(row_of(scene.style, name, x, place.y + 41, count, opacity=opacity))
        x += count * CUBE
    said = [say("held", count=held), say("stock", count=stock)]
    if bid:
        said.insert(1, say("bid", count=bid))
    words = fitted(" · ".join(said), place.x + 26, place.y + 67, 12, 208, fill=scene.palette.soft)
    return over(*found, words)


@remembered
def _track(scene: Scene, seat: int, track: int) -> str:
    """Fifteen pieces of track: those still to lay, and empty spaces for those on the board."""
    p = scene.palette
    place = _place(seat)
    x, y = place.x + 26, place.y + 82
    pieces = "".join(f"M{x + i * CUBE:.1f} {y:g}h9.4" for i in range(track))
    gone = "".join(f"M{x + i * CUBE:.1f} {y:g}h9.4" for i in range(track, CUBES))
    found = [element("path", d=gone, stroke=p.line, stroke_width=1.2)] if gone else []
    if pieces:
        found.append(element("path", d=pieces, stroke=p.players[seat], stroke_width=7.4))
        found.append(element("path", d=pieces, stroke="#fffaf0", stroke_width=5, stroke_dasharray="1.3 2.2"))
    return over(*found, label(say("track", count=track), x, y + 19, 12, fill=p.soft))


@remembered
def _items(scene: Scene, seat: int, items: Items, down: float) -> str:
    """How many of each kind: yellow, grey, red, green."""
    place = _place(seat)
    goods = scene.source.goods
    found = msgspec.structs.astuple(items)
    words = tell("items", yellow_goods=GOODS[goods.yellow], grey_goods=GOODS[goods.grey],
                 **msgspec.structs.asdict(items))  # fmt: skip
    return over(title(words), numbers(scene, found, place.x + SECOND + 19, place.y + down + 4.7, 37, 13.7))


@remembered
def _stamp(scene: Scene, seat: int) -> str:
    """“Passed” stamped across the panel, as on a ticket."""
    place = _place(seat)
    word = WORDS["passed"].upper()
    wide = width(word, 12.5, bold=True) + 26
    red = scene.palette.pieces["red"]
    return group(
        element("rect", x=-wide / 2, y=-10, width=wide, height=20, rx=3, fill=scene.palette.card, fill_opacity=0.82,
                stroke=red, stroke_width=2),
        label(word, 0, 4.6, 12.5, text_anchor="middle", font_weight="700", letter_spacing=2, fill=red),
        transform=f"translate({place.x + 176:g} {place.y + 92:g}) rotate(-7)", opacity=0.9, pointer_events="none",
    )  # fmt: skip


@remembered
def _places(scene: Scene, ranking: tuple[int, ...]) -> str:
    """The end of the game (N14.4): a rosette with each player's place, the winner's in gold and framed."""
    frame = card(scene.style, _place(ranking[0]), fill="none", stroke=scene.palette.lamp, stroke_width=3)
    return over(frame, *(_rosette(scene, seat, number) for number, seat in enumerate(ranking, 1)))


def _rosette(scene: Scene, seat: int, number: int) -> str:
    p = scene.palette
    place = _place(seat)
    first = number == 1
    gold, ink = (p.lit, "#2b2419") if first else (p.card, p.ink)
    return group(
        title(PICTURES["winner"] if first else fill(PICTURES, "place", place=number)),
        element("path", d=RIBBONS, fill=p.pieces["red"]) if first else "",
        element("path", d=PETALS, fill=gold, stroke=p.ink, stroke_width=1.2),
        label(str(number), 0, 5, 14, text_anchor="middle", font_weight="700", fill=ink),
        transform=f"translate({place.x + 204:g} {place.y + 82:g}) scale(1.1)",
    )  # fmt: skip
