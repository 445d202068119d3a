"""Words for people in four languages: gettext catalogues, and the language of the context.

The code contains the English texts. `_` and `n_` translate a text where it is used; a table of `Words` gives its
texts in the language of the context. A text without a translation comes in English.

>>> with speaking("de"):
...     _("Play now"), n_("{count} point", "{count} points", 2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, TypeVar

LANGUAGES: Final = {"en": "English", "pt": "Português", "it": "Italiano", "de": "Deutsch"}
CATALOGUES: Final = Path(__file__).parent / "catalogues"

Key = TypeVar("Key")
Table = TypeVar("Table")

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of the context."""
    return _language.get()


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Sets the language within a context; an unknown one means English."""
    token = _language.set(name if name in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def preferred(accepted: str) -> str:
    """The available language that the browser prefers (`de-AT,de;q=0.9,en;q=0.5`)."""
    liked: list[tuple[float, str]] = []
    for entry in accepted.split(","):
        name, _, weight = entry.partition(";")
        found = re.fullmatch(r"\s*q=(\d(?:\.\d+)?)\s*", weight)
        short = name.strip().lower().partition("-")[0]
        if short in LANGUAGES and (found or not weight):
            liked.append((-float(found[1]) if found else -1.0, short))
    return next((name for weight, name in sorted(liked, key=lambda one: one[0]) if weight), "en")


@cache
def catalogue(name: str) -> NullTranslations:
    compiled = CATALOGUES / name / "LC_MESSAGES" / "branchline.mo"
    if not compiled.exists():
        return NullTranslations()
    with compiled.open("rb") as file:
        return GNUTranslations(file)


# Drawings ask for the same few thousand texts all the time.
@lru_cache(maxsize=20_000)
def _found(name: str, text: str, context: str = "") -> str:
    if not text or name == "en":
        return text
    there = catalogue(name)
    return there.pgettext(context, text) if context else there.gettext(text)


@lru_cache(maxsize=20_000)
def _found_for(name: str, one: str, many: str, count: int) -> str:
    return catalogue(name).ngettext(one, many, count)


def _(text: str, /, **values: object) -> str:
    """A text in the language of the context, with its names filled in."""
    found = _found(_language.get(), text)
    return found.format_map(values) if values else found


def n_(one: str, many: str, count: int, /, **values: object) -> str:
    """Singular or plural, as the language requires for the count; `{count}` is filled in, with a real minus sign."""
    written = str(count).replace("-", "−")
    return _found_for(_language.get(), one, many, abs(count)).format_map({"count": written, **values})


def counted(template: str, count: int, /, **values: object) -> str:
    """Singular and plural from one template of a table, `{count} car|{count} cars`: `1 car`, `2 cars`."""
    one, _, many = template.partition("|")
    if many:
        return n_(one, many, count, **values)
    return template.format_map({"count": count, **values})


def signed(count: int) -> str:
    """`+2`, `0`, `−3`, with a real minus sign."""
    return f"{count:+}".replace("-", "−") if count else "0"


class Words(Mapping[Key, str]):
    """A table of texts: written in English, looked up in the language of the context.

    A template with singular and plural (`{count} car|{count} cars`) is for `counted` and comes as written. A context
    distinguishes meanings that share one word only in English."""

    def __init__(self, english: Mapping[Key, str], *, context: str = "") -> None:
        self.english = dict(english)
        self.context = context

    def __getitem__(self, key: Key) -> str:
        text = self.english[key]
        return text if "|" in text else _found(_language.get(), text, self.context)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.english)

    def __len__(self) -> int:
        return len(self.english)


def texts(table: Table) -> Table:
    """Marks a table of another shape whose texts are translated where they are used."""
    return table


LINKS: Final = Words({
    # Translators: between the last two of a list, with its spaces: "a, b and c"
    "and": " and ",
    # Translators: between the last two of a list, with its spaces: "a, b or c"
    "or": " or ",
})  # fmt: skip


def listed(found: Iterable[str], link: str = "and") -> str:
    """`a, b and c`."""
    *head, last = list(found) or [""]
    return f"{', '.join(head)}{LINKS[link]}{last}" if head else last
