"""The settings file: TOML, with a key for every field of `branchline.server.settings.Serving`.

A text may come from elsewhere, so that the file holds no passwords: `env:NAME` is an environment variable, `file:PATH`
a file, `credential:NAME` one of systemd's credentials.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from branchline.core.errors import BranchlineError
from branchline.server.settings import Serving

_ELSEWHERE: Final = re.compile(r"(env|file|credential):(.+)")
_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")
_KINDS: Final = {"int": "a whole number", "float": "a number", "str": 'a text in "quotes"', "bool": "true or false",
                 "array": "a list in [brackets]", "object": "a [section]"}  # fmt: skip
SECRET: Final = (
    "password",
    "secret",
    "token",
    "store",
    "smtp",
)  # keys whose names contain these are not shown


class BadSettings(BranchlineError):
    """A settings file that can't be used: which file, which key, what to write."""


def read_settings(path: Path) -> dict[str, Any]:
    """What the file says, by field."""
    try:
        with path.open("rb") as file:
            given = tomllib.load(file)
    except OSError as error:
        raise BadSettings(
            f"{path} can't be read: {error.strerror}. Check the name given to --settings."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} is not TOML: {error}. Write lines such as: port = 8017") from None
    return _section(str(path), "", given, Serving)


def serving(given: Mapping[str, Any], where: str = "The settings") -> Serving:
    """The settings from fields as read and as overridden by the command line, checked."""
    try:
        return msgspec.convert(dict(given), Serving, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise BadSettings(f"{where}: {_sentence(str(error))}") from None


def _path(kind: Any, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        return Path(value)
    raise ValueError(f"Expected `str`, got `{type(value).__name__}`")


def _section(path: str, within: str, given: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The checked keys of a section, with texts fetched from elsewhere."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    found = {}
    for key, value in given.items():
        if key not in fields:
            near = difflib.get_close_matches(key, fields, 1, 0.5)
            meant = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(fields)}."
            raise BadSettings(f"{path}: there is no setting {within + key!r}; {meant}")
        field = fields[key]
        if isinstance(value, Mapping) and (inner := _struct(field.type)) is not None:
            value = _section(path, f"{within}{key}.", value, inner)
        value = _fetched(path, within + key, value)
        try:
            msgspec.convert(value, field.type, dec_hook=_path)
        except msgspec.ValidationError as error:
            raise BadSettings(f"{path}: {within}{key}: {_sentence(str(error))}{_example(field)}") from None
        found[key] = value
    return found


def _struct(kind: Any) -> type[msgspec.Struct] | None:
    """The struct that a section is for; also in a union such as `Mail | None`."""
    for one in (kind, *getattr(kind, "__args__", ())):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return one
    return None


def _fetched(path: str, key: str, value: Any) -> Any:
    match = _ELSEWHERE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return value
    kind, name = match.groups()
    if kind == "env":
        if name not in os.environ:
            raise BadSettings(f"{path}: {key} should come from the environment, but {name} is not set there.")
        return os.environ[name]
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    if kind == "credential" and not folder:
        raise BadSettings(f"{path}: {key} is a systemd credential, but systemd has passed none.")
    source = Path(folder, name) if kind == "credential" else Path(name)
    try:
        return source.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadSettings(f"{path}: {key} should come from the file {source}, which can't be read.") from None


def _sentence(error: str) -> str:
    """An error of msgspec, in words for server admins."""
    place = _PLACE.search(error)
    words = _PLACE.sub("", error)
    if match := re.fullmatch(r"Expected `(\w+)(?: \| null)?`(.*), got `(\w+)`", words):
        wanted, got = (_KINDS.get(name, name) for name in (match[1], match[3]))
        words = f"this must be {wanted}{match[2]}, not {got}"
    elif match := re.fullmatch(r"Expected `(\w+)` (\S+) (\S+)", words):
        bound = {"<=": "up to", ">=": "of at least"}.get(match[2], match[2])
        words = f"this must be {_KINDS.get(match[1], match[1])} {bound} {match[3]}"
    elif match := re.fullmatch(r"Invalid enum value (.*)", words):
        words = f"{match[1]} is not one of the allowed values"
    return f"{place[1]}: {words}." if place and place[1] and not place[1].startswith("[") else f"{words}."


def _example(field: msgspec.structs.FieldInfo) -> str:
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    written = None if default is msgspec.NODEFAULT else _toml(default)
    return "" if written is None else f" Write for example: {field.encode_name} = {written}"


# Writing


def in_toml(settings: Serving) -> str:
    """The settings as a file would have them; secrets are not shown."""
    return "\n".join(_lines(settings)) + "\n"


def _lines(settings: msgspec.Struct) -> Iterator[str]:
    sections = []
    for field in msgspec.structs.fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, msgspec.Struct):
            sections.append((field.name, value))
        elif value and isinstance(value, str) and any(word in field.name for word in SECRET):
            yield f'# {field.name} = "(not shown)"'
        elif (written := _toml(value)) is not None:
            yield f"{field.name} = {written}"
    for name, section in sections:
        yield from ("", f"[{name}]", *_lines(section))


def _toml(value: object) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str | Path):
        return json.dumps(str(value), ensure_ascii=False)  # TOML has the same escapes
    if isinstance(value, tuple | list):
        return f"[{', '.join(filter(None, map(_toml, value)))}]"
    return None
