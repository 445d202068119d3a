"""Reading a data file of a game: maps, decks, components."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.json import Decoder

from branchline.core.errors import DataError

FileT = TypeVar("FileT", bound=msgspec.Struct)


def read_data_file(path: Path, decoder: Decoder[FileT], form: str, example: str) -> FileT:
    """The content of a file as its type says; raises `DataError` with file, line and what to do.

    `form` is the value its field `format` must have; `example` says where a person finds a good one. The decoder is one
    of a module: made while that loads, so by one thread. A type that several threads decode for the first time at once
    brings the process down, because msgspec shows the others what it knows of the type before it knows all."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    try:
        found = decoder.decode(content)
    except msgspec.ValidationError as error:
        raise DataError(path, None, f"{error}.", example) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(path, _line_of(content), f"Not JSON: {error}.", "Mend the file there.") from None
    given = getattr(found, "format", None)
    if given != form:
        raise DataError(path, None, f"The format is {given!r}.", f"This version reads {form!r}.")
    return found


def _line_of(content: bytes) -> int | None:
    """The line of a JSON fault, which msgspec does not name."""
    try:
        json.loads(content)
    except json.JSONDecodeError as error:
        return error.lineno
    except UnicodeDecodeError as error:
        return content[: error.start].count(b"\n") + 1
    return None
