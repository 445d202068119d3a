"""Data files of a game, such as maps, decks and components: reading them, and refusing faulty ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final, TypeAlias, TypeVar

import msgspec
from msgspec.json import Decoder

from branchline.core.errors import DataError, OptionError
from branchline.core.protocols import Finding
from branchline.core.text import faults, tidied

FileT = TypeVar("FileT", bound=msgspec.Struct)
FormatName: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
_TOO_MANY: Final = re.compile(r"Expected `(?:array|object)` of length <= (\d+) - at `(.+)`")


def read_data_file(path: Path, decoder: Decoder[FileT], form: str, example: str) -> FileT:
    """The content of a file, decoded to its type; raises `DataError` with file, line and what to do.

    `form` is the value its field `format` must have; `example` says where to find a valid one. The decoder
    must be made at module level, while a single thread imports it: if several threads are the first to
    decode a type at once, msgspec crashes the process, because it shares its information on the type before
    that is complete."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    try:
        found = decoder.decode(content)
    except msgspec.ValidationError as error:
        raise DataError(path, None, _sentence(error), example) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(path, _line_of(content), f"Not JSON: {error}.", "Fix the file there.") from None
    given = getattr(found, "format", None)
    if given != form:
        raise DataError(path, None, f"The format is {given!r}.", f"This version reads {form!r}.")
    return found


def embedded_file(embedded: object, kind: type[FileT], what: str) -> FileT:
    """A file that travels in a record, such as a map, with its texts tidied; raises `OptionError`."""
    try:
        return tidied(msgspec.convert(embedded, kind))
    except msgspec.ValidationError as error:
        raise OptionError(f"The record's own {what} can't be read: {_sentence(error)}") from None
    except RecursionError:
        raise OptionError(f"The record's own {what} can't be read: it is nested too deeply.") from None


def _sentence(error: msgspec.ValidationError) -> str:
    """What msgspec says about a file, for its author."""
    found = _TOO_MANY.fullmatch(str(error))
    return f"{error}." if found is None else f"There are more than {found[1]} entries in `{found[2]}`."


def check_texts(source: msgspec.Struct) -> Iterator[Finding]:
    """Unreadable texts in a file."""
    for where, problem, remedy in faults(source):
        yield Finding(where, problem, remedy)


def refuse_faulty(path: str | Path, findings: Iterable[Finding]) -> None:
    """Raises `DataError` with the first fault that a checker found and the number of further ones."""
    found = list(findings)
    if found:
        worst = found[0]
        others = f"{len(found) - 1} more"
        if isinstance(path, Path):
            others += f": 'branchline check {path}' lists them"
        more = f" ({others})" if found[1:] else ""
        raise DataError(path, None, f"{worst.where}: {worst.problem}", worst.remedy + more)


def _line_of(content: bytes) -> int | None:
    """The line of a JSON fault, which msgspec does not name."""
    try:
        json.loads(content)
    except json.JSONDecodeError as error:
        return error.lineno
    except UnicodeDecodeError as error:
        return content[: error.start].count(b"\n") + 1
    return None
