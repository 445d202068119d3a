"""Checks records that people upload. They may contain anything, so this runs in a worker process with limits."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.play import record
from branchline.core.play.history import Step
from branchline.core.play.loading import loads, resume
from branchline.core.play.table import SNAPSHOT_EVERY, Table
from branchline.core.protocols import CHANCE, OVER, Game
from branchline.core.setup import Setup
from branchline.core.text import PROBLEM
from branchline.languages import _, speaking

MOST_EVENTS: Final = 3000  # a long game has a thousand
LONGEST: Final = 0.1  # seconds that the server may take to load a record; a long game takes a tenth of that


class Checked(msgspec.Struct, frozen=True):
    problem: str = ""
    header: bytes = b""
    lines: tuple[bytes, ...] = ()
    to_move: int = OVER


def prepare(most: int) -> None:
    """Load the games, then limit the process to `most` bytes of address space."""
    for name in registry.games():
        game = registry.game(name)
        resume(Table(name, game.players[0]).header(), [])
    with contextlib.suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def check_record(content: bytes, language: str) -> Checked:
    """The record as it will be stored: checked against the rules, without what was undone. Or what is wrong with it."""
    with speaking(language):
        return _check(content)


def _check(content: bytes) -> Checked:
    try:
        table = loads(content, verify=True)
        if len(table.steps) > MOST_EVENTS:
            return Checked(_("The record is longer than any game can be."))
        clean = beginning(table.game, table.setting, table.steps)
        began = time.process_time()
        resume(table.header(), clean)
        if time.process_time() - began > LONGEST:
            return Checked(_("The record is too large."))
    except BranchlineError as error:
        return Checked(PROBLEM.tidy(str(error)))
    except (RecursionError, MemoryError):
        return Checked(_("The record is too large."))
    encode = msgspec.json.Encoder().encode
    lines = tuple(encode(event) for event in clean)
    return Checked("", encode(table.header()), lines, OVER if table.to_move is None else table.to_move)


def beginning_of(setup: Setup, steps: Sequence[Step]) -> list[record.Event]:
    return beginning(setup.game, setup.setting, steps)


def beginning(game: Game[Any], setting: Any, steps: Sequence[Step]) -> list[record.Event]:
    """The lines of a match, or of its beginning, as if nothing had been undone."""
    state = game.start(setting)
    lines: list[record.Event] = []
    for number, step in enumerate(steps, start=1):
        texts = [str(game.move(setting, move)) for move in step.moves]
        for move in step.moves:
            game.apply(state, move)
        lines.append(
            record.Deal(texts) if step.seat == CHANCE else record.Played(step.seat, texts[0], step.forced)
        )
        if number % SNAPSHOT_EVERY == 0:
            lines.append(record.Snapshot(game.numbers(state)))
    return lines
