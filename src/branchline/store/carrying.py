"""All tables of a store into another one, into a file, and back.

A backup is a file of JSON lines, compressed: a header, the facts, one table a line, and the number of tables at the
end, by which one that is cut off is known. It is the same for both engines.
"""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from branchline.store import Kept, Store, StoreTrouble

FORMAT: Final = "branchline.store/1"
AT_ONCE: Final = 100  # tables that are asked for together

Progress: TypeAlias = Callable[[int], None]


class Head(msgspec.Struct, frozen=True, tag="head"):
    format: str
    facts: dict[str, str]


class One(msgspec.Struct, frozen=True, tag="table"):
    kept: Kept


class End(msgspec.Struct, frozen=True, tag="end"):
    tables: int


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Head | One | End).decode


def _nobody(_done: int) -> None:
    pass


async def all_tables(store: Store) -> AsyncIterator[Kept]:
    last = ""
    while names := await store.tables(last, AT_ONCE):
        for name in names:
            kept = await store.find(name)
            if kept is not None:
                yield kept
        last = names[-1]


async def copy(source: Store, target: Store, progress: Progress = _nobody) -> int:
    """Everything into a store that is empty; how many tables there were."""
    await _must_be_empty(target)
    for name, value in (await source.facts()).items():
        await target.fact(name, value)
    done = 0
    async for kept in all_tables(source):
        await target.add(kept)
        done += 1
        progress(done)
    return done


async def backup(source: Store, path: Path, progress: Progress = _nobody) -> int:
    """The file appears whole or not at all."""
    fresh = path.with_name(path.name + ".part")
    done = 0
    with _readable(path), gzip.open(fresh, "wb") as file:
        file.write(_encode(Head(FORMAT, await source.facts())) + b"\n")
        async for kept in all_tables(source):
            file.write(_encode(One(kept)) + b"\n")
            done += 1
            progress(done)
        file.write(_encode(End(done)) + b"\n")
    fresh.replace(path)
    return done


async def restore(path: Path, target: Store, progress: Progress = _nobody) -> int:
    """Everything from a backup into a store that is empty. The file is read to its end before anything is kept."""
    await _must_be_empty(target)
    expected = check(path)
    done = 0
    with _readable(path), gzip.open(path, "rb") as file:
        for line in file:
            match _decode(line):
                case Head(facts=facts):
                    for name, value in facts.items():
                        await target.fact(name, value)
                case One(kept=kept):
                    await target.add(kept)
                    done += 1
                    progress(done)
    assert done == expected
    return done


def check(path: Path) -> int:
    """How many tables a backup holds; raises `StoreTrouble` where it is none, or not whole."""
    tables, end = 0, -1
    with _readable(path), gzip.open(path, "rb") as file:
        for number, line in enumerate(file):
            found = _decode(line)
            if (number == 0) != isinstance(found, Head) or end >= 0:
                raise StoreTrouble(f"{path} is not a backup of Branchline.")
            if isinstance(found, Head) and found.format != FORMAT:
                raise StoreTrouble(f"{path} is of the format {found.format}, not {FORMAT}.")
            tables += isinstance(found, One)
            end = found.tables if isinstance(found, End) else -1
    if end != tables:
        raise StoreTrouble(f"{path} is cut off: use another backup.")
    return tables


async def _must_be_empty(target: Store) -> None:
    if await target.tables("", 1):
        raise StoreTrouble("There are games in that store already. Choose one that is empty.")


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise StoreTrouble(f"{path} is cut off: use another backup.") from None
    except gzip.BadGzipFile:
        raise StoreTrouble(f"{path} is not a backup of Branchline.") from None
    except OSError as error:
        raise StoreTrouble(f"{path} can't be used: {error.strerror or error}.") from None
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} is not a backup of Branchline.") from None
