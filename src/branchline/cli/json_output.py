"""`--json` prints JSON and nothing else: whatever else a library, a worker or an external game would print to stdout
meanwhile goes to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, Final, TextIO

import msgspec

STDOUT: Final = 1
STDERR: Final = 2
_reserved: Final[list[TextIO]] = []  # stdout, while a command keeps it for its JSON


@contextmanager
def reserve_stdout() -> Iterator[None]:
    """Keep stdout for `print_json`. The descriptor changes too, since programs and C code write there directly."""
    stdout = sys.stdout
    stdout.flush()
    if not _is_descriptor(stdout):  # replaced by something else in this process, such as a test's
        with redirect_stdout(sys.stderr), _kept(stdout):
            yield
        return
    with os.fdopen(os.dup(STDOUT), "w", encoding=stdout.encoding) as copy:
        os.dup2(STDERR, STDOUT)
        try:
            with redirect_stdout(sys.stderr), _kept(copy):
                yield
        finally:
            os.dup2(copy.fileno(), STDOUT)


def print_json(content: Any) -> None:
    text = msgspec.json.format(msgspec.json.encode(content)).decode()
    print(text, file=_reserved[-1] if _reserved else sys.stdout)


@contextmanager
def _kept(stdout: TextIO) -> Iterator[None]:
    _reserved.append(stdout)
    try:
        yield
    finally:
        _reserved.pop()


def _is_descriptor(stdout: TextIO) -> bool:
    try:
        return stdout.fileno() == STDOUT
    except OSError:
        return False
