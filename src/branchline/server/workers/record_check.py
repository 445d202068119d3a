"""Records that people bring. They may be anything; this runs in a worker process with limits."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from branchline.core import record, registry
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.loading import loads, resume
from branchline.core.protocols import CHANCE
from branchline.core.table import SNAPSHOT_EVERY, Table
from branchline.languages import _, speaking

MOST_EVENTS: Final = 10_000  # a long game has a thousand
LONGEST: Final = 0.5  # seconds that opening a record may take the server


class Checked(msgspec.Struct, frozen=True):
    problem: str = ""
    header: bytes = b""
    lines: tuple[bytes, ...] = ()


def no_files(game: str, options: Mapping[str, object], built_in: bool = True) -> None:
    """Refuses options that would make the server read a file; raises `OptionError`."""
    for option in registry.game(game).file_options:
        if option.embedded in options and built_in:
            raise OptionError(_("There is no option called {name}.", name=repr(option.embedded)))
        allowed = option.built_in
        if option.embedded not in options and options.get(option.name, allowed[0]) not in allowed:
            values = ", ".join(allowed)
            raise OptionError(
                _("Allowed values for the option {name}: {values}.", name=repr(option.name), values=values)
            )


def prepare(most: int) -> None:
    """Load the games, and from then on take no more memory than so many bytes of address space."""
    for name in registry.games():
        game = registry.game(name)
        resume(Table(name, game.players[0]).header(), [])
    with contextlib.suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def check_record(content: bytes, language: str) -> Checked:
    """The record as it will be kept: verified by the rules, without what was taken back. Else, what is wrong."""
    with speaking(language):
        return _check(content)


def _check(content: bytes) -> Checked:
    try:
        header, _lines = record.decode(content)
        registry.game(header.game)
        no_files(header.game, header.options, built_in=False)
        table = loads(content, verify=True)
        if len(table.steps) > MOST_EVENTS:
            return Checked(_("The record is longer than any game can be."))
        clean = standing(table)
        began = time.process_time()
        resume(table.header(), clean)
        if time.process_time() - began > LONGEST:
            return Checked(_("The record is too large."))
    except BranchlineError as error:
        return Checked(str(error))
    except (RecursionError, MemoryError):
        return Checked(_("The record is too large."))
    encode = msgspec.json.Encoder().encode
    return Checked("", encode(table.header()), tuple(encode(event) for event in clean))


def standing(table: Table, depth: int | None = None) -> list[record.Event]:
    """The lines of a match, or of its beginning, as if nothing had been taken back."""
    game, state = table.game, table.at(0)
    lines: list[record.Event] = []
    for number, step in enumerate(table.steps[:depth], start=1):
        texts = [str(game.move(table.setting, move)) for move in step.moves]
        for move in step.moves:
            game.apply(state, move)
        lines.append(
            record.Deal(texts) if step.seat == CHANCE else record.Played(step.seat, texts[0], step.forced)
        )
        if number % SNAPSHOT_EVERY == 0:
            lines.append(record.Snapshot(game.numbers(state)))
    return lines
