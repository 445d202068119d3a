"""The record is the match: a file of JSON lines, the header first, then one event per line.

Every line ends with a running checksum over all lines so far, so a line that was changed, added or lost is found
and named. A record never holds a seed: chance results are events, so the record of a running game does not
reveal what comes next. `docs/record.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from branchline.core.errors import RecordError
from branchline.languages import _

FORMAT: Final = "branchline.record/1"


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="header"):
    """What was played: enough to set the table up again."""

    format: str
    game: str
    rules: str  #: the version of the rules
    players: int
    options: dict[str, object]
    seats: list[str]
    sum: str = ""


class Deal(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="deal"):
    """Results of chance, in the order drawn."""

    results: list[str]
    sum: str = ""


class Played(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="move"):
    """A move of a seat; `forced` if it was the only legal one and the table played it."""

    seat: int
    move: str
    forced: bool = False
    sum: str = ""


class Undo(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="undo"):
    """The last `events` deals and moves that still stand are undone."""

    events: int
    sum: str = ""


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="snapshot"):
    """The state after all events so far, so that loading need not replay them."""

    state: list[int]
    sum: str = ""


Event: TypeAlias = Deal | Played | Undo | Snapshot
Line: TypeAlias = Header | Event

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def write(path: str | Path, header: Header, events: Iterable[Event]) -> None:
    """Write a record. The file appears whole or not at all."""
    target = Path(path)
    fresh = target.with_name(target.name + ".part")
    try:
        fresh.write_bytes(encode(header, events))
        fresh.replace(target)
    except OSError as error:
        raise RecordError(
            target, None, f"It can't be written: {error.strerror}.", "Choose another place."
        ) from None


def encode(header: Header, events: Iterable[Event]) -> bytes:
    """A record as bytes, with fresh checksums."""
    lines = []
    running = ""
    for line in (header, *events):
        running = _checksum(running, line)
        lines.append(_encoder.encode(msgspec.structs.replace(line, sum=running)))
    return b"\n".join(lines) + b"\n"


def read(path: str | Path) -> tuple[Header, list[Event]]:
    """Header and events of a record; raises `RecordError`, which names the line and what to do."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    return decode(content, path)


def decode(content: bytes, path: str | Path = "record", sealed: bool = True) -> tuple[Header, list[Event]]:
    """Like `read`, from bytes. `sealed=False` reads an edited record without looking at its checksums."""
    running = ""
    lines: list[Line] = []
    rows = content.split(b"\n")
    if rows and not rows[-1]:
        rows.pop()
    for number, row in enumerate(rows, start=1):
        line = _decode_line(path, number, row, last=number == len(rows))
        if sealed:
            running = _checksum(running, line)
            if running != line.sum:
                raise RecordError(
                    path, number, _("This line, or one before it, was changed after the game was saved."),
                    _("Use an untouched copy; to play on from the edited one, check it with {command}.",
                      command=f"'branchline replay {path} --edited --save NEW'"),
                )  # fmt: skip
        lines.append(line)
    if not lines or not isinstance(lines[0], Header):
        raise RecordError(
            path, 1, _("The file does not start with the header of a game record."), _("Check the file.")
        )
    return lines[0], _events(path, lines)


def _events(path: str | Path, lines: Sequence[Line]) -> list[Event]:
    events: list[Event] = []
    for number, line in enumerate(lines[1:], start=2):
        if isinstance(line, Header):
            raise RecordError(
                path, number, _("There is a second header."), _("Keep only one game in each file.")
            )
        events.append(line)
    return events


def _decode_line(path: str | Path, number: int, row: bytes, last: bool) -> Line:
    try:
        return _decoder.decode(row)
    except msgspec.ValidationError as error:
        raise RecordError(
            path,
            number,
            _("This is not a valid line of a record: {error}.", error=error),
            _("Use an untouched copy."),
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        problem = _("The line is cut off.") if last else _("The line is not JSON.")
        remedy = (
            _("Delete this line to continue from the event before it.")
            if last
            else _("Use an untouched copy.")
        )
        raise RecordError(path, number, problem, remedy) from None


def _checksum(running: str, line: Line) -> str:
    body = _encoder.encode(msgspec.structs.replace(line, sum=""))
    return blake2b(running.encode() + body, digest_size=5).hexdigest()
