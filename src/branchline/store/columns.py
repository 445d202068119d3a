"""SQL from structs: the fields of a struct are the columns of its table, so a new column takes a field and a migration.

A column has the name of its field, or the one that the struct's `rename` gives it. A struct within a struct spreads
over its own columns, all of them NULL if it is None; a tuple is kept as JSON. A field marked `NO_COLUMN` comes from
elsewhere. A table may have more columns than its struct; statements name them as `more`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from branchline.store import Statement

NO_COLUMN: Final = msgspec.Meta(extra={"column": False})

StructT = TypeVar("StructT", bound=msgspec.Struct)


class _Field(NamedTuple):
    name: str  # in the struct
    columns: tuple[str, ...]
    encode: Callable[[Any], tuple[object, ...]]
    decode: Callable[[Sequence[Any]], object]


def columns(struct: type[msgspec.Struct], without: Collection[str] = ()) -> tuple[str, ...]:
    return tuple(name for field in _fields(struct) for name in field.columns if name not in without)


def listed(struct: type[msgspec.Struct], prefix: str = "") -> str:
    """The columns as a SELECT names them; `prefix` is the table and a dot, where there are several tables."""
    return ", ".join(prefix + name for name in columns(struct))


def marks(values: Collection[object]) -> str:
    """A `?` for each value."""
    return ",".join("?" * len(values))


def insert(table: str, struct: type[msgspec.Struct], *more: str) -> str:
    return insert_columns(table, (*more, *columns(struct)))


def insert_columns(table: str, names: Collection[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks(names)})"


def assignments(struct: type[msgspec.Struct], without: Collection[str]) -> str:
    """What an UPDATE sets: every column but the key, and those that other statements write."""
    return ", ".join(f"{name} = ?" for name in columns(struct, without))


def adding(table: str, row: msgspec.Struct, *, or_nothing: bool = False, **more: object) -> Statement:
    """`or_nothing`: a row that is already there stays as it is; otherwise it is a `Conflict`."""
    words = insert(table, type(row), *more) + " ON CONFLICT DO NOTHING" * or_nothing
    return Statement(words, (*more.values(), *values(row)), rows=None if or_nothing else 1)


def values(row: msgspec.Struct, without: Collection[str] = ()) -> tuple[object, ...]:
    """In the order of the columns."""
    return tuple(
        value
        for field in _fields(type(row))
        for name, value in zip(field.columns, field.encode(getattr(row, field.name)), strict=True)
        if name not in without
    )


def from_row(struct: type[StructT], row: Sequence[Any], **others: object) -> StructT:
    """A struct from a row that begins with its columns; `others`: the fields that aren't columns."""
    at = 0
    for field in _fields(struct):
        end = at + len(field.columns)
        others[field.name] = field.decode(row[at:end])
        at = end
    return struct(**others)


@cache
def _fields(struct: type[msgspec.Struct]) -> tuple[_Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return tuple(
        _field(field.name, field.encode_name, field.type)
        for field in info.fields
        if not (isinstance(field.type, inspect.Metadata) and field.type.extra == NO_COLUMN.extra)
    )


def _field(name: str, column: str, kind: inspect.Type) -> _Field:
    match kind:
        case inspect.BoolType():
            return _Field(name, (column,), lambda value: (int(value),), lambda row: bool(row[0]))
        case inspect.VarTupleType():
            return _Field(
                name,
                (column,),
                lambda value: (msgspec.json.encode(value).decode(),),
                lambda row: tuple(msgspec.json.decode(row[0])),
            )
        case inspect.StructType(cls=part) | inspect.UnionType(types=(inspect.StructType(cls=part), *_)):
            spread: type[msgspec.Struct] = part
            nothing = (None,) * len(columns(spread))
            return _Field(
                name,
                columns(spread),
                lambda value: nothing if value is None else values(value),
                lambda row: None if tuple(row) == nothing else from_row(spread, row),
            )
    return _Field(name, (column,), lambda value: (value,), lambda row: row[0])
