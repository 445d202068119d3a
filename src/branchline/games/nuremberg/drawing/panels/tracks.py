"""The tracks as a panel: four of influence, profit & loss, and the score, with their stacks (N2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from branchline.drawing.cards import card, heading, small
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, area, remembered, target
from branchline.games.nuremberg.text.picture_words import INFLUENCE, WORDS, tell
from branchline.games.nuremberg.text.screen_words import PICTURES
from branchline.games.nuremberg.text.sentences import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.views.view import COLOURS, TRACKS, Colour, View

LAST: Final = 15  # the last printed space; higher values are written beside their marker
LOWEST: Final = -13  # of profit & loss
HIGHEST: Final = 5
HIGH: Final = 17.0  # of a place
LIFT: Final = 6.2  # of each marker over the one below


class Places(msgspec.Struct, frozen=True):
    """A row of spaces: where the first starts, how wide each is, and the numbers on them."""

    left: float
    wide: float
    size: float  # of a number
    foot: float  # of a number, below the middle of the row

    def influence(self, style: Style, colour: Colour, y: float) -> str:
        """0 to `LAST`, around the height y."""
        p = style.palette
        places = "".join(
            element("rect", x=self.left + i * self.wide, y=y - HIGH / 2, width=self.wide - 1.6, height=HIGH, rx=3)
            for i in range(LAST + 1)
        )  # fmt: skip
        numbers = "".join(
            label(f"{i}+" if i == LAST else str(i), self.influence_x(i), y + self.foot, self.size)
            for i in range(LAST + 1)
        )
        return group(
            places, fill=p.pieces[colour], fill_opacity=tint(style, colour), stroke=p.line, stroke_width=0.8
        ) + group(numbers, text_anchor="middle", fill=p.ink, opacity=0.8)

    def influence_x(self, value: int) -> float:
        return self.left + min(LAST, value) * self.wide + self.wide / 2 - 0.8

    def profit(self, style: Style, y: float) -> str:
        """`LOWEST` to `HIGHEST`, redder or greener with the distance from 0."""
        p = style.palette
        places, numbers = [], []
        for value in range(LOWEST, HIGHEST + 1):
            x = self.left + (value - LOWEST) * self.wide
            colour = p.pieces["red"] if value < 0 else p.pieces["green"]
            strength = 0.12 + 0.025 * abs(value) if value else 0.0
            places.append(
                element("rect", x=x, y=y - HIGH / 2, width=self.wide - 1.4, height=HIGH, rx=3, fill=colour,
                        fill_opacity=round(strength, 2), stroke=p.line, stroke_width=0.8)
            )  # fmt: skip
            written = f"+{value}" if value > 0 else str(value).replace("-", "−")
            numbers.append(label(written, self.profit_x(value), y + self.foot, self.size))
        return "".join(places) + group(*numbers, text_anchor="middle", fill=p.ink, opacity=0.85)

    def profit_x(self, value: int) -> float:
        at = max(LOWEST, min(HIGHEST, value)) - LOWEST
        return self.left + at * self.wide + self.wide / 2 - 0.7


def tint(style: Style, colour: Colour) -> float:
    """The tint of a track: white needs more colour on white paper, and less in the dark theme."""
    if colour == "white":
        return 0.16 if style.dark else 0.42
    return 0.26


def stacks(values: Mapping[int, int], order: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each value with the seats that have it, bottom first: the first of the order is on top (N2.7)."""
    for value in sorted(set(values.values())):
        yield value, [seat for seat in reversed(order) if values[seat] == value]


ROW: Final = 48.0
INFLUENCE_ROW: Final = Places(36.0, 22.4, 11, 4)
PROFIT_ROW: Final = Places(EDGE, (WIDE - 2 * EDGE) / (HIGHEST - LOWEST + 1), 10.5, 4)
ROWS: Final = (*TRACKS, "score")
CLEAR: Final = 16.0  # lifts the name of the profit & loss track above any stack: markers start and meet at 0
BOX: Final = Place(0, 0, WIDE, len(ROWS) * ROW + CLEAR + 22)
TENS: Final = 10  # points between two printed numbers on the score track


def _base(track: str) -> float:
    """The middle of a row's spaces."""
    return _row(track).bottom - HIGH / 2 - 4


def _row(track: str) -> Place:
    above = CLEAR if track == "score" else 0.0
    clear = CLEAR if track == "profit" else 0.0
    return Place(2, ROWS.index(track) * ROW + above + 5, WIDE - 4, ROW + clear)


@remembered
def printed(scene: Scene) -> str:
    rows = [_influence_row(scene, colour) for colour in COLOURS]
    return group(card(scene.style, BOX, stroke="none"), *rows, _profit_row(scene), _score_row(scene))


def _influence_row(scene: Scene, colour: Colour) -> str:
    y = _base(colour)
    word = INFLUENCE.get(colour) or scene.company_name(colour)  # type: ignore[arg-type]
    return target(
        targets.track(colour), word,
        area(_row(colour)),
        small(scene.style.ref(f"disc-{colour}"), 20, y, 1.05),
        INFLUENCE_ROW.influence(scene.style, colour, y),
        heading(scene.style, word, WIDE - EDGE - 2, y - HIGH / 2 - 6, text_anchor="end"),
    )  # fmt: skip


def _profit_row(scene: Scene) -> str:
    y = _base("profit")
    return target(
        targets.track("profit"), WORDS["profit_loss"],
        area(_row("profit")),
        PROFIT_ROW.profit(scene.style, y),
        heading(scene.style, WORDS["profit_loss"], WIDE - EDGE - 2, y - HIGH / 2 - 6 - CLEAR, text_anchor="end"),
    )  # fmt: skip


def _score_row(scene: Scene) -> str:
    y = _base("score")
    return target(
        targets.track("score"), PICTURES["score"],
        area(_row("score")),
        heading(scene.style, PICTURES["score"], WIDE - EDGE - 2, y - HIGH / 2 - 6, text_anchor="end"),
    )  # fmt: skip


# Parts


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    seats = tuple(range(len(names)))
    found = {}
    for track in TRACKS:
        values = tuple(
            player.profit if track == "profit" else getattr(player.influence, track)
            for player in view.players
        )
        found[track] = _markers(scene, track, values, view.stacks.get(track) or seats, names)
    scores = tuple(player.score for player in view.players)
    found["score"] = _scores(scene, scores, view.general or seats, names)
    return found


@remembered
def _markers(
    scene: Scene, track: str, values: tuple[int, ...], order: tuple[int, ...], names: tuple[str, ...]
) -> str:
    """Everybody's markers; those on the same space are stacked, the latest to move on top."""
    word = WORDS["profit_loss"] if track == "profit" else COLOUR_WORDS[track]
    shown = []
    for value, stack in stacks(dict(enumerate(values)), order):
        x, y = _place(track, value)
        shown += _stack(scene, word, stack, value, x, y, names)
        if track != "profit" and value > LAST:
            shown.append(label(str(value), x, y - 8 - len(stack) * LIFT, 11, text_anchor="middle", font_weight="700",
                               fill=scene.palette.ink))  # fmt: skip
    return group(*shown, data_target=targets.track(track))


def _stack(
    scene: Scene, word: str, stack: list[int], value: int, x: float, y: float, names: tuple[str, ...]
) -> list[str]:
    return [
        small(scene.style.ref(f"token-{seat}"), x, y - 2 - i * LIFT, 1,
              title(tell("track_place", track=word, name=names[seat], value=value)))
        for i, seat in enumerate(stack)
    ]  # fmt: skip


def _place(track: str, value: int) -> tuple[float, float]:
    x = PROFIT_ROW.profit_x(value) if track == "profit" else INFLUENCE_ROW.influence_x(value)
    return x, _base(track)


@remembered
def _scores(scene: Scene, scores: tuple[int, ...], order: tuple[int, ...], names: tuple[str, ...]) -> str:
    """A ruler that grows with the points, so that markers stay apart."""
    p = scene.palette
    y = _base("score")
    low = min(0, min(scores) // TENS * TENS)
    high = max(2 * TENS, -(-max(scores) // TENS) * TENS)
    step = (WIDE - 2 * EDGE - 20) / (high - low)
    left = EDGE + 10

    def at(value: int) -> float:
        return left + (value - low) * step

    fives = range(low, high + 1, 5)
    ticks = "".join(f"M{at(value):.1f} {y - 4:g}v{8 if value % TENS else 12}" for value in fives)
    line = f"M{left:g} {y:g}H{at(high):g}"
    numbers = [
        label(str(value).replace("-", "−"), at(value), y + 20, 11) for value in range(low, high + 1, TENS)
    ]
    shown = []
    for value, stack in stacks(dict(enumerate(scores)), order):
        shown += _stack(scene, PICTURES["score"], stack, value, at(value), y, names)
    return group(
        element("path", d=line, stroke=p.line, stroke_width=5),
        element("path", d=ticks, stroke=p.line, stroke_width=1.6),
        group(*numbers, text_anchor="middle", fill=p.soft), *shown, data_target=targets.track("score"),
    )  # fmt: skip
