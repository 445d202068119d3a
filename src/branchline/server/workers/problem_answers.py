"""A problem of the day, ready to be shown and answered: the position, and what every choice leads to. Made in worker
processes."""

from __future__ import annotations

from base64 import b64encode
from typing import Final
from zlib import crc32

import msgspec

from branchline.core.play.record import Event, Header
from branchline.languages import _, speaking
from branchline.problems.explaining import Explained, explain
from branchline.problems.file import problems
from branchline.server.workers.painters import Drawn
from branchline.server.workers.record_check import beginning
from branchline.server.workers.scenes import Scene, sketch

OTHERS: Final = ("Ada", "Bruno", "Clara")


class Prepared(msgspec.Struct, frozen=True):
    seat: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    drawn: Drawn
    answers: list[Explained]


class Begun(msgspec.Struct, frozen=True):
    """The game until the problem's position, as a record keeps it."""

    header: Header
    lines: list[Event]
    seat: int


def names(players: int, seat: int) -> tuple[str, ...]:
    """Who sits at the table, in the language of the context."""
    others = iter(OTHERS)
    # Translators: the name of who plays; sentences go on in the third person, as in "Ann bids"
    return tuple(_("Guest") if one == seat else next(others) for one in range(players))


def prepare(game: str, place: int, language: str, dark: bool) -> Prepared:
    found = problems(game)
    assert found is not None
    problem = found.problems[place]
    with speaking(language):
        seats = names(problem.players, problem.seat)
        table = found.table(place, seats)
        numbers = table.game.numbers(table.state)
        made = sketch(Scene(table.setup, numbers, problem.seat, seats, language, dark))
        assert made.still is not None
        drawn = Drawn(made.still, made.parts, made.boxes, made.now, made.choices, made.phase, made.overview)
        return Prepared(problem.seat, seats, table.scores(), drawn, explain(table, problem))


def begin(game: str, place: int, language: str) -> Begun:
    found = problems(game)
    assert found is not None
    problem = found.problems[place]
    with speaking(language):
        table = found.table(place, names(problem.players, problem.seat))
    return Begun(table.header(), beginning(table.game, table.setting, table.steps), problem.seat)


def sealed(content: bytes, key: str) -> str:
    """Bytes that nobody reads by accident; `problem/answers.js` opens them. This hides nothing from somebody who is
    determined: without a network the page itself has to know the answer."""
    state, hidden = crc32(key.encode()), bytearray()
    for byte in content:
        state = (state * 1664525 + 1013904223) % 2**32
        hidden.append(byte ^ state >> 24)
    return b64encode(hidden).decode()
