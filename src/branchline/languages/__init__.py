"""Words for people in four languages: gettext catalogues, and the language of the context.

>>> with speaking("de"):
...     _("Play now")
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "pt": "Português", "it": "Italiano", "de": "Deutsch"}
CATALOGUES: Final = Path(__file__).parent / "catalogues"

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of the context."""
    return _language.get()


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Within this context words come in a language; one that is not there means English."""
    token = _language.set(name if name in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


@cache
def catalogue(name: str) -> NullTranslations:
    compiled = CATALOGUES / name / "LC_MESSAGES" / "branchline.mo"
    if not compiled.exists():
        return NullTranslations()
    with compiled.open("rb") as file:
        return GNUTranslations(file)


def _(text: str, /, **values: object) -> str:
    """A text in the language of the context, with its names filled in."""
    found = catalogue(language()).gettext(text) if text else text
    return found.format_map(values) if values else found


def n_(one: str, many: str, count: int, /, **values: object) -> str:
    """Singular or plural, whichever the language has for the count; `{count}` is filled in."""
    return catalogue(language()).ngettext(one, many, count).format_map({"count": count, **values})
