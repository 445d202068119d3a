"""What a finished game leaves to share: a poster, an animated replay, the picture of a challenge. Made in worker
processes, each once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from branchline.core.play.history import Step
from branchline.core.presentation import Ending
from branchline.core.protocols import Theme
from branchline.core.setup import Setup
from branchline.drawing.animated_replay import gif
from branchline.drawing.display_letters import display, display_width, drawable
from branchline.drawing.lettering import in_two_lines
from branchline.drawing.markup import element, group, num
from branchline.drawing.picture import body, picture, used
from branchline.drawing.place import Place
from branchline.drawing.poster import day_in_words
from branchline.drawing.raster import png
from branchline.languages import _, speaking
from branchline.server.workers.painters import Key
from branchline.server.workers.process_pool import Owner, ProcessPool

LIMIT: Final = 120.0  # seconds that one may take; they have the lowest priority
WAIT: Final = 120.0  # seconds that it may wait for others to be done
KEPT: Final = 64_000_000  # bytes kept in memory
LARGEST: Final = 3_000_000  # bytes of an animation
POSTER: Final = 1200  # pixels wide

WIDTH: Final = 1200  # of the picture of a challenge
HEIGHT: Final = 630
BOARD: Final = Place(824, 0, WIDTH - 824, HEIGHT)  # beside the position
GROUND: Final = "#1b1713"
GOLD: Final = "#eec35c"
CREAM: Final = "#fff3d6"
ENAMEL: Final = {"red": "#7d211b", "green": "#1f3a33", "plain": "#1d3558"}


class Souvenirs:
    """Each is made once, even if several people ask for it at the same time; the least recently used are dropped."""

    def __init__(self, pool: ProcessPool) -> None:
        self._pool = pool
        self._made: OrderedDict[Key, asyncio.Task[bytes]] = OrderedDict()

    async def made(self, key: Key, owner: Owner, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """What `work` makes; raises `WorkerFailed`."""
        if key not in self._made:
            job = self._pool.do(work, *arguments, limit=LIMIT, owner=owner, wait=WAIT, slow=True)
            task = self._made[key] = asyncio.create_task(job)
            task.add_done_callback(lambda done: self._finished(key, done))
        self._made.move_to_end(key)
        return await asyncio.shield(self._made[key])

    def _finished(self, key: Key, task: asyncio.Task[bytes]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._made.pop(key, None)  # the next request tries again
        while len(self._made) > 1 and self._size() > KEPT:
            self._made.popitem(last=False)

    def _size(self) -> int:
        return sum(len(task.result()) for task in self._made.values() if task.done())


# In worker processes


class Finished(msgspec.Struct, frozen=True):
    """A finished game, as plain data."""

    setup: Setup
    state: list[int]
    names: tuple[str, ...]
    when: int  # seconds since 1970
    language: str


def poster(game: Finished) -> bytes:
    """As SVG; raises `LookupError` if there is none."""
    played, setting = game.setup.game, game.setup.setting
    state = played.restore(setting, game.state)
    with speaking(game.language):
        date = day_in_words(datetime.fromtimestamp(game.when, UTC).date())
        ending = Ending(game.names, played.scores(state), played.ranking(state), date)
        drawn = played.presentation().poster(played.view(state, None), ending)
    if not drawn:
        raise LookupError(f"{game.setup.name} has no poster")
    return drawn.encode()


def poster_png(game: Finished) -> bytes:
    return png(poster(game).decode(), POSTER)


def animation(setup: Setup, steps: Sequence[Step], names: Sequence[str], language: str) -> bytes:
    with speaking(language):
        made = gif(setup, steps, names)
    if len(made) > LARGEST:
        raise ValueError(f"an animation of {len(made)} bytes")
    return made


class Moment(msgspec.Struct, frozen=True):
    """The position of a challenge, as its seat sees it."""

    setup: Setup
    state: list[int]
    seat: int
    names: tuple[str, ...]
    chance: int
    language: str


def challenge_words(name: str, chance: int) -> tuple[str, str]:
    return _("{name} stood at {chance}%.", name=name, chance=chance), _("Can you win it?")


def challenge_png(moment: Moment) -> bytes:
    """The position, and the question on a board beside it, for messengers and for the page."""
    with speaking(moment.language):
        return png(_challenge(moment), WIDTH)


def challenge_svg(moment: Moment) -> bytes:
    """The whole table as the seat sees it."""
    game = moment.setup.game
    view = game.view(game.restore(moment.setup.setting, moment.state), moment.seat)
    with speaking(moment.language):
        return game.svg(view, moment.names, Theme()).encode()


def _challenge(moment: Moment) -> str:
    game = moment.setup.game
    view = game.view(game.restore(moment.setup.setting, moment.state), moment.seat)
    presentation, screen = game.presentation(), game.screen()
    panel = presentation.moment_panel(view, moment.names) or screen.panels(view, moment.names, Theme())[0]
    drawn = body(panel)
    return picture(
        Place(0, 0, WIDTH, HEIGHT),
        element("defs", used(screen.definitions(view, Theme()), drawn)),
        element("rect", width=WIDTH, height=HEIGHT, fill=GROUND),
        element("svg", drawn, width=BOARD.x, height=HEIGHT, viewBox=panel.box),
        element("rect", x=BOARD.x, width=BOARD.w, height=BOARD.h, fill=ENAMEL[presentation.sign]),
        element("path", d=f"M{num(BOARD.x + 9)} 0V{HEIGHT}", stroke=GOLD, stroke_width=4),
        _question(moment),
    )


def _question(moment: Moment) -> str:
    """Who had what chance, and below it the question."""
    question = _("Can you win it?")
    lines = in_two_lines(question) or (question,)
    middle, room = BOARD.x + BOARD.w / 2 + 6, BOARD.w - 64
    size = min(48.0, *(48 * room / display_width(line, 48) for line in lines if drawable(line)))
    return group(
        display(moment.names[moment.seat], middle, 150, 42, CREAM, anchor="middle", room=room),
        display(f"{moment.chance}%", middle, 330, 128, GOLD, anchor="middle", room=room),
        *(
            display(line, middle, 452 + number * size * 1.55, size, CREAM, anchor="middle", room=room)
            for number, line in enumerate(lines)
        ),
    )
