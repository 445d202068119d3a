"""A finished game as a short animation that messengers show: a GIF with a picture for each turn that changed it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from branchline.core.extras import extra
from branchline.core.play.history import Step
from branchline.core.protocols import OVER, Theme
from branchline.core.screen import Panel
from branchline.core.setup import Setup
from branchline.drawing.display_letters import display
from branchline.drawing.emblems import EMBLEMS
from branchline.drawing.markup import element, group, num
from branchline.drawing.palette import PLAYERS, shade
from branchline.drawing.picture import picture, place_of, used
from branchline.drawing.place import Place
from branchline.drawing.poster import centred
from branchline.drawing.raster import png
from branchline.languages import _

if TYPE_CHECKING:
    from PIL.Image import Image

WIDE: Final = 640
STRIP: Final = 62.0  # below the picture: names and points
ROUND: Final = 104.0  # the width of the round's number
MOST: Final = 42  # pictures
LASTS: Final = 9000  # ms, from the second picture to the last but one
SLOWEST: Final = 400  # ms for one of them, in a game with few turns
FIRST: Final = 900
LAST: Final = 3500
INK: Final = "#f3e3c0"
GOLD: Final = "#eec35c"
GROUND: Final = "#20302c"


class Shot(msgspec.Struct, frozen=True):
    """What a picture shows: the panel, and the strip below it."""

    panel: Panel
    definitions: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    winners: tuple[int, ...] = ()  # once the game is over

    @property
    def place(self) -> Place:
        """Of the panel."""
        own = place_of(self.panel)
        return Place(0, 0, WIDE, round(WIDE * own.h / own.w))


def gif(setup: Setup, steps: Sequence[Step], names: Sequence[str]) -> bytes:
    """Shows what spectators may see, so nothing that somebody held in secret. Raises `LookupError` if the game has no
    picture for this."""
    with extra("play"):
        from PIL import Image

    shots = _chosen(list(_shots(setup, steps, tuple(names))))
    if not shots:
        raise LookupError(f"{setup.name} has no animated replay")
    ground = _drawn(shots[-1], _inside(shots[-1], shots[-1].panel.printed) + _strip_ground(shots[-1]))
    frames = [_over(ground, _drawn(shot, _moving(shot))).convert("RGB") for shot in shots]
    # One palette for all, so that unchanged pixels cost nothing
    colours = _mosaic(frames).quantize(
        256, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE
    )
    made = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    each = min(SLOWEST, LASTS // max(1, len(made) - 2))
    times = [FIRST, *([each] * (len(made) - 2)), LAST][-len(made) :]
    out = io.BytesIO()
    made[0].save(out, "GIF", save_all=True, append_images=made[1:], duration=times, loop=0, disposal=1)
    return out.getvalue()


def _shots(setup: Setup, steps: Sequence[Step], names: tuple[str, ...]) -> Iterator[Shot]:
    """The position after the setup, and after every turn that changed the picture."""
    game, state = setup.game, setup.game.start(setup.setting)
    parts: object = None
    for number, step in enumerate(steps, start=1):
        before = game.turn(state)
        for move in step.moves:
            game.apply(state, move)
        if game.turn(state) == before and number < len(steps):
            continue
        shot = _shot(setup, state, names)
        if shot is None:
            return
        seen = (shot.panel.parts, shot.scores)
        if seen != parts or number == len(steps):
            parts = seen
            yield shot


def _shot(setup: Setup, state: Any, names: tuple[str, ...]) -> Shot | None:
    game = setup.game
    view, screen = game.view(state, None), game.screen()
    panel = game.presentation().replay_panel(view, names)
    if panel is None:
        return None
    winners = game.ranking(state)[0] if game.to_move(state) == OVER else ()
    return Shot(
        panel, screen.definitions(view, Theme()), names, game.scores(state), screen.round(state), winners
    )


def _chosen(shots: list[Shot]) -> list[Shot]:
    """At most `MOST`, evenly spread, with the first and the last."""
    if len(shots) <= MOST:
        return shots
    return [shots[round(number * (len(shots) - 1) / (MOST - 1))] for number in range(MOST)]


# Drawing


def _drawn(shot: Shot, drawn: str) -> Image:
    from PIL import Image

    place = shot.place
    whole = Place(0, 0, WIDE, place.h + STRIP)
    svg = picture(whole, element("defs", used(shot.definitions, drawn)), drawn)
    return Image.open(io.BytesIO(png(svg, WIDE))).convert("RGBA")


def _moving(shot: Shot) -> str:
    return _inside(shot, "".join(shot.panel.parts.values())) + _strip(shot)


def _inside(shot: Shot, drawn: str) -> str:
    place = shot.place
    return element("svg", drawn, width=place.w, height=place.h, viewBox=shot.panel.box)


def _over(ground: Image, drawn: Image) -> Image:
    from PIL import Image

    return Image.alpha_composite(ground, drawn)


def _mosaic(frames: Sequence[Image]) -> Image:
    """The first, the middle and the last picture in one, with all their colours."""
    from PIL import Image

    chosen = [frames[0], frames[len(frames) // 2], frames[-1]]
    wide, high = frames[0].size
    whole = Image.new("RGB", (wide, high * len(chosen)))
    for number, frame in enumerate(chosen):
        whole.paste(frame, (0, number * high))
    return whole


def _strip_ground(shot: Shot) -> str:
    top = shot.place.h
    return element("rect", y=top, width=WIDE, height=STRIP, fill=GROUND) + element(
        "path", d=f"M0 {num(top + 2.5)}H{WIDE}", stroke=GOLD, stroke_width=1.5
    )


def _strip(shot: Shot) -> str:
    top = shot.place.h + 4
    wide = (WIDE - ROUND) / len(shot.names)
    parts = [_player(shot, seat, Place(seat * wide, top, wide, STRIP - 4)) for seat in range(len(shot.names))]
    middle = WIDE - ROUND / 2
    parts.append(display(_("Round"), middle, top + 21, 9, INK, anchor="middle", room=ROUND - 16, apart=24))
    parts.append(display(str(shot.round), middle, top + 48, 20, INK, anchor="middle"))
    return "".join(parts)


def _player(shot: Shot, seat: int, place: Place) -> str:
    won = seat in shot.winners
    fill, middle = PLAYERS[seat], place.y + place.h / 2
    ink = GROUND if won else INK
    ground = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, fill=GOLD) if won else ""
    badge = group(
        element("circle", r=8.5, fill=fill, stroke=shade(fill, 0.5)), element("path", d=EMBLEMS[seat], fill="#fff"),
        transform=f"translate({num(place.x + 24)} {num(middle)}) scale(1.5)",
    )  # fmt: skip
    points = str(shot.scores[seat]).replace("-", "−")
    return group(
        ground,
        badge,
        centred(shot.names[seat], place.x + 46, middle - 13, 10.5, ink, place.w - 52),
        display(points, place.x + 46, middle + 20, 20, ink if won else GOLD),
    )
