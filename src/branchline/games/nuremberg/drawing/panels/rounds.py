"""The round as a panel: its ten phases in a line with the current one highlighted, and the three orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import card, small
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, fitted, headed, remembered
from branchline.games.nuremberg.text.naming import bonus_ends
from branchline.games.nuremberg.text.picture_words import ON_THE_LINE, PHASES, SET_UP, WORDS, say, tell
from branchline.games.nuremberg.text.screen_words import PICTURES, fill
from branchline.games.nuremberg.views.view import View

HIGH: Final = 140.0
LINE_Y: Final = 44.0
LEFT: Final = 24.0
STEP: Final = (WIDE - 2 * LEFT) / 9
ORDERS_Y: Final = 92.0


def box(scene: Scene) -> Place:
    """With room for a line about the bonus of N8.1, if the map has one."""
    return Place(0, 0, WIDE, HIGH + (18 if scene.source.bonus else 0))


@remembered
def printed(scene: Scene) -> str:
    p = scene.palette
    line = f"M{LEFT:g} {LINE_Y:g}H{WIDE - LEFT:g}"
    stops = (
        element("circle", title(PHASES[i]), cx=LEFT + i * STEP, cy=LINE_Y, r=5.5, fill=p.card, stroke=p.ink,
                stroke_width=2)
        for i in range(10)
    )  # fmt: skip
    return group(
        card(scene.style, box(scene), stroke="none"),
        element("path", d=line, stroke=p.ink, stroke_width=6.4),
        element("path", d=line, stroke=p.card, stroke_width=3.8),
        element("path", d=line, stroke=p.ink, stroke_width=3.8, stroke_dasharray="8 8"),
        *stops,
    )


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    rows = (
        ("general", view.general),
        ("building_order", view.building_order),
        ("train_order", view.train_order),
    )
    none = "–" if view.phase == "game_end" else WORDS["no_order"]
    return {
        "round": _round(scene, view.round, view.rounds),
        "phase": _phase(scene, view.phase),
        **{name: _order(scene, i, name, seats, names, none) for i, (name, seats) in enumerate(rows)},
        "joined": _joined(scene, view.joined),
    }


@remembered
def _round(scene: Scene, number: int, rounds: int) -> str:
    p = scene.palette
    return label(
        say("round", round=number, rounds=rounds), EDGE + 6, 23, 16, font_weight="700", fill=p.ink
    ) + label(shortened(scene.source.title, 13, 150), WIDE - EDGE - 6, 23, 13, text_anchor="end", fill=p.soft)


@remembered
def _phase(scene: Scene, phase: str) -> str:
    """The current phase by name, with the ones before and after it."""
    p = scene.palette
    y = LINE_Y + 30
    number = ON_THE_LINE.get(phase)
    if number is None or phase == "game_end":
        words = WORDS["over"] if phase == "game_end" else SET_UP.get(phase, WORDS["draw"])
        return label(words, WIDE / 2, y, 14, text_anchor="middle", font_weight="700", fill=p.ink)
    x = LEFT + number * STEP
    lamp = element("circle", cx=x, cy=LINE_Y, r=14, fill=p.lit, opacity=0.35) + element(
        "circle", cx=x, cy=LINE_Y, r=9, fill=p.lit, stroke=p.ink, stroke_width=2.2
    )
    shown = [label(PHASES[number], WIDE / 2, y, 14.5, text_anchor="middle", font_weight="700", fill=p.ink)]
    room = (WIDE - width(PHASES[number], 14.5, bold=True)) / 2 - 32
    if number > 0:
        shown.append(label(f"‹ {shortened(PHASES[number - 1], 12, room)}", EDGE + 4, y, 12, fill=p.soft))
    if number < 9:
        after = f"{shortened(PHASES[number + 1], 12, room)} ›"
        shown.append(label(after, WIDE - EDGE - 4, y, 12, text_anchor="end", fill=p.soft))
    return group(title(tell("phase", phase=PHASES[number])), lamp, *shown)


@remembered
def _order(
    scene: Scene, column: int, name: str, seats: Sequence[int], names: tuple[str, ...], none: str
) -> str:
    """The players of an order, first to last."""
    p = scene.palette
    x = EDGE + 6 + column * (WIDE - 2 * EDGE) / 3
    y = ORDERS_Y + 30
    word = WORDS[name]
    if seats:
        xs = [x + 9 + i * 28 for i in range(len(seats))]
        line = f"M{xs[0]:g} {y:g}H{xs[-1] + 0.1:g}"
        shown = element("path", d=line, stroke=p.line, stroke_width=2, stroke_dasharray="4 3") + "".join(
            small(scene.style.ref(f"emblem-{seat}"), at, y, 1.1) for at, seat in zip(xs, seats, strict=True)
        )
    else:
        shown = label(none, x, y + 4, 12, font_style="italic", fill=p.soft)
    words = tell("order", order=word, names=", ".join(names[seat] for seat in seats) or none)
    return group(title(words), headed(scene, word, x, ORDERS_Y + 8, 118), shown)


@remembered
def _joined(scene: Scene, joined: bool) -> str:
    """Whether the bonus of N8.1 is still available."""
    if scene.source.bonus is None:
        return ""
    start, end = bonus_ends(scene.source)
    words = fill(PICTURES, "joined" if joined else "not_joined", start=start, end=end)
    return fitted(words, EDGE + 6, HIGH + 8, 11.5, WIDE - 28, font_style="italic", fill=scene.palette.soft)
