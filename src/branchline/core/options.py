"""Options of a match: typed, checked, and listed for the people who choose them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from branchline.core.errors import OptionError
from branchline.languages import _

OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)


class OptionInfo(msgspec.Struct, frozen=True):
    """One option as a page or a help text shows it."""

    name: str
    default: object
    allowed: str
    is_number: bool = False  # a whole number, or none


def read_options(kind: type[OptionsT], given: Mapping[str, object]) -> OptionsT:
    """The options of one match from what a caller, a command line or a record gave; raises `OptionError`."""
    known = {info.name: info for info in list_options(kind)}
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"The options are {', '.join(known)}."
            raise OptionError(f"There is no option {name!r}. {hint}")
    hints = _hints(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        try:
            values[name] = msgspec.convert(_from_words(value, _without_meta(hints[name])), hints[name])
        except msgspec.ValidationError:
            raise OptionError(
                _(
                    "The option {option} can't be {value}. Allowed values: {allowed}.",
                    option=repr(name),
                    value=repr(value),
                    allowed=known[name].allowed,
                )
            ) from None
    return kind(**values)


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def list_options(kind: type[msgspec.Struct]) -> list[OptionInfo]:
    hints = _hints(kind)
    return [
        OptionInfo(field.name, field.default, _allowed(hints[field.name]), _is_number(hints[field.name]))
        for field in msgspec.structs.fields(kind)
    ]


def _from_words(value: object, hint: Any) -> object:
    """What a command line writes (`on`, `5`, `1,2,1,1`) as the value it means."""
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, str):
        return value
    if hint is bool and value.lower() in ("on", "true", "yes", "off", "false", "no"):
        return value.lower() in ("on", "true", "yes")
    if get_origin(hint) is tuple:
        return [int(part) if part.strip().isdigit() else part for part in value.split(",")]
    return int(value) if value.isdigit() and hint is not str else value


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
