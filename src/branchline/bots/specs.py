"""Specs: a bot and its settings in one word, such as `search:ms=800,seed=1`, `level:3`, `stdio:./mybot`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from branchline.core import registry
from branchline.core.errors import BranchlineError


class UnknownBot(BranchlineError):
    """A spec that names no bot, or a setting it does not have."""


class Number(NamedTuple):
    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def read(self, text: str) -> int | None:
        digits = text.isascii() and text.removeprefix("-").isdecimal()
        number = int(text) if digits and len(text) < 12 else None
        return number if number is not None and self.least <= number <= self.most else None


class Word(NamedTuple):
    words: tuple[str, ...]  # empty: any text

    @property
    def allowed(self) -> str:
        return " or ".join(self.words) if self.words else "a text"

    def read(self, text: str) -> str | None:
        return text if text and (not self.words or text in self.words) else None


class Style:
    """A playing style of one of the games."""

    @property
    def words(self) -> tuple[str, ...]:
        support = [registry.game(name).bots() for name in registry.games()]
        styles = [style for one in support for style in one.styles]
        return tuple(dict.fromkeys([*styles, *(style for one in support for style in one.favours)]))

    @property
    def allowed(self) -> str:
        return Word(self.words).allowed

    def read(self, text: str) -> str | None:
        return Word(self.words).read(text)


Setting: TypeAlias = Number | Word | Style


class Kind(NamedTuple):
    """How a bot is made. `bare` is the setting that needs no name: `level:3` means `level:level=3`."""

    make: Callable[..., Any]
    settings: Mapping[str, Setting]
    bare: str = ""

    @property
    def takes(self) -> str:
        return "; ".join(f"{name}={what.allowed}" for name, what in self.settings.items())


def read(spec: str, kinds: Mapping[str, Kind]) -> tuple[Kind, dict[str, object]]:
    """The kind of a spec and the settings it gives; raises `UnknownBot`, which lists what is valid."""
    name, _, rest = spec.partition(":")
    if name not in kinds:
        raise UnknownBot(f"There is no bot {name!r}. There are: {', '.join(kinds)}.")
    kind = kinds[name]
    given: dict[str, object] = {}
    for part in filter(None, _parts(kind, rest)):
        key, equals, text = part.partition("=")
        if not equals and kind.bare and kind.bare not in given:
            key, text = kind.bare, part
        value = kind.settings[key].read(text) if key in kind.settings else None
        if value is None:
            raise UnknownBot(f"The bot {name!r} can't read {part!r}. It takes: {kind.takes}.")
        given[key] = value
    if kind.bare and kind.bare not in given:
        raise UnknownBot(f"The bot {name!r} wants more: {name}:{kind.bare.upper()}. It takes: {kind.takes}.")
    return kind, given


def _parts(kind: Kind, rest: str) -> list[str]:
    """Commas separate settings, but a path may contain one."""
    return [rest] if kind.settings.get(kind.bare) == Word(()) else rest.split(",")


def split(text: str) -> list[str]:
    """Split a list of specs: a comma followed by a setting belongs to the bot before (`a:x=1,y=2,b`)."""
    found: list[str] = []
    for part in text.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found
