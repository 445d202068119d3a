"""Made-up languages that reveal untranslated texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations

from babel.messages.catalog import Catalog, Message

from branchline import languages
from branchline.languages import extract

OTHERS = [name for name in languages.LANGUAGES if name != "en"]


class Missing(AssertionError):
    """A text that is looked up but not found by the extraction."""


@cache
def template() -> list[Message]:
    """Every text there is; finding them takes seconds."""
    return [message for message in extract.template() if message.id]


@cache
def catalogue(language: str) -> Catalog:
    return extract.read(language)


def forms(message: Message) -> list[tuple[str, str]]:
    """English and translation, one pair for each form."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    return list(zip(message.id, message.string or (), strict=True))


@cache
def known() -> frozenset[str]:
    """Every text there is; of a plural both forms."""
    found: set[str] = set()
    for message in template():
        found.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(found)


class Wide(NullTranslations):
    """A made-up language: every letter of a text becomes a wide one, names in braces stay. Whatever is in plain
    letters, then, did not come from a catalogue."""

    def gettext(self, message: str) -> str:
        if message not in known():
            raise Missing(message)
        return "".join(
            part if part.startswith("{") else "".join(map(wide, part))
            for part in re.split(r"({[^}]*})", message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def wide(letter: str) -> str:
    return chr(ord(letter) - 0x21 + 0xFF01) if letter.isascii() and letter.isalpha() else letter


@contextmanager
def speaking_wide() -> Iterator[None]:
    """Everything in wide letters; a text that no catalogue could have raises `Missing`."""
    kept = languages.catalogue
    users = [module for module in sys.modules.values() if vars(module).get("catalogue") is kept]
    forget()
    for module in users:
        vars(module)["catalogue"] = lambda name: Wide()
    languages.LANGUAGES["wide"] = "Ｗｉｄｅ"
    try:
        with languages.speaking("wide"):
            yield
    finally:
        del languages.LANGUAGES["wide"]
        for module in users:
            vars(module)["catalogue"] = kept
        forget()


def forget() -> None:
    languages._found.cache_clear()
    languages._found_for.cache_clear()


def plain_words(text: str, *names: str) -> list[str]:
    """The words in plain letters, besides the names given and tokens, which the page draws."""
    text = re.sub(r":\w+:", " ", text)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return re.findall(r"[A-Za-zÀ-ž]{2,}", text)
