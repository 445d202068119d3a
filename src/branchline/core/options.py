"""Options of a match: typed, checked, and listed for the people who choose them.

Options never refer to a file, so options from a form or a record are safe to pass on. A map or a deck that
is not built in travels in the options themselves. Local callers name its file instead, and `with_files`
replaces the name with the content.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from branchline.core.errors import OptionError
from branchline.core.text import quoted, whole_number
from branchline.languages import _

OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)


class OptionInfo(msgspec.Struct, frozen=True):
    """One option as a page or a help text shows it."""

    name: str
    default: object
    allowed: str
    is_number: bool = False  # a whole number, or none
    file: str = ""  # the kind of file a local caller may name, such as "a map file"


class Named(Protocol):
    """What a data file holds."""

    @property
    def name(self) -> str: ...


class OptionFile(msgspec.Struct, frozen=True):
    """Annotates an option (`Annotated`) for which a local caller may name a data file."""

    what: str  # "map"
    built_in: tuple[str, ...]  # names that are not files
    embedded: str  # the option that carries the content
    read: Callable[[Path], Named]  # raises `DataError`, also for content that makes no sense


def with_files(kind: type[msgspec.Struct], given: Mapping[str, object]) -> dict[str, Any]:
    """Options as a local caller gives them, with the content of the files that they name. Only for a command line, or
    for Python code that people run on their own machine. Raises `OptionError`, `DataError`."""
    options = dict(given)
    for name, file in _files(kind).items():
        value = options.get(name)
        if not isinstance(value, str | Path) or value in file.built_in or options.get(file.embedded):
            continue
        if not os.path.exists(value):  # noqa: PTH110 (Path.exists raises for names that are too long)
            raise OptionError(
                f"There is no {name} {quoted(str(value))}, and no file of that name. "
                f"Built in: {', '.join(file.built_in)}."
            )
        source = file.read(Path(value))
        options[name], options[file.embedded] = source.name, msgspec.to_builtins(source)
    return options


def read_options(kind: type[OptionsT], given: Mapping[str, object]) -> OptionsT:
    """The options of one match, as given by a caller, a command line or a record; raises `OptionError`."""
    known = {info.name: info for info in list_options(kind)}
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"The options are {', '.join(known)}."
            raise OptionError(f"There is no option {quoted(name)}. {hint}")
    hints = _hints(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        try:
            values[name] = msgspec.convert(_from_words(value, _without_meta(hints[name])), hints[name])
        except (msgspec.ValidationError, RecursionError):
            raise wrong_value(kind, name, value) from None
    return kind(**values)


def wrong_value(kind: type[msgspec.Struct], name: str, value: object) -> OptionError:
    allowed = next(info.allowed for info in list_options(kind) if info.name == name)
    return OptionError(
        _(
            "The option {option} can't be {value}. Allowed values: {allowed}.",
            option=repr(name),
            value=quoted(value),
            allowed=_(allowed),
        ),
        option=name,
    )


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def list_options(kind: type[msgspec.Struct]) -> list[OptionInfo]:
    hints, files = _hints(kind), _files(kind)
    return [
        OptionInfo(
            field.name,
            field.default,
            _allowed(hints[field.name]),
            _is_number(hints[field.name]),
            f"a {files[field.name].what} file" if field.name in files else "",
        )
        for field in msgspec.structs.fields(kind)
    ]


@cache
def _files(kind: type[msgspec.Struct]) -> dict[str, OptionFile]:
    return {
        name: extra
        for name, hint in _hints(kind).items()
        for extra in getattr(hint, "__metadata__", ())
        if isinstance(extra, OptionFile)
    }


def _from_words(value: object, hint: Any) -> object:
    """A value as typed on a command line (`on`, `5`, `1,2,1,1` or `1 2 1 1`), converted to its type."""
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, str):
        return value
    if hint is bool and value.lower() in ("on", "true", "yes", "off", "false", "no"):
        return value.lower() in ("on", "true", "yes")
    if get_origin(hint) is tuple:
        return [_number(part) for part in value.split("," if "," in value else None)]
    return value if hint is str else _number(value)


def _number(text: str) -> int | str:
    number = whole_number(text)
    return text if number is None else number


def _is_number(hint: Any) -> bool:
    plain = _without_meta(hint)
    if get_origin(plain) is tuple:
        return False
    return {_without_meta(part) for part in get_args(plain) or (plain,)} - {type(None)} == {int}


def _allowed(hint: Any) -> str:
    plain = _without_meta(hint)
    if plain is bool:
        return "on, off"
    if plain is str:
        return _description(hint) or "a text"
    if get_origin(plain) is Literal:
        return ", ".join(str(value) for value in get_args(plain))
    if get_origin(plain) is tuple:
        return _description(hint) or "numbers with commas"
    parts = [part for part in get_args(plain) if part is not type(None)]
    return _description(hint) or " or ".join(
        getattr(part, "__name__", str(part)) for part in parts or [plain]
    )


def _meta(hint: Any) -> list[msgspec.Meta]:
    return [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, msgspec.Meta)]


def _description(hint: Any) -> str | None:
    return next((meta.description for meta in _meta(hint) if meta.description), None)


def _without_meta(hint: Any) -> Any:
    return hint.__origin__ if hasattr(hint, "__metadata__") else hint
