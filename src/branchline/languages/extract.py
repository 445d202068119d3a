"""Brings the catalogues up to date: finds all texts, keeps what is translated, compiles. `make words` runs it.

A text that has changed a little keeps its old translation, marked fuzzy: check it and remove the mark. Fuzzy
translations are not used. A language without a catalogue gets an empty one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from branchline.languages import CATALOGUES, LANGUAGES
from branchline.languages.braces import BRACES
from branchline.languages.compiling import compile_catalogues
from branchline.languages.sources import Found, found_in

PACKAGE: Final = Path(__file__).parent.parent
# Where texts can be. The command line is in English only.
PLACES: Final = (
    "**/*.py",
    "server/pages/**/*.html",
    "server/static/**/*.js",
    "games/*/screen/pages/*.html",
    "games/*/screen/*.json",
    "games/*/data/*.json",
)
FOR_RESEARCH: Final = ("mini.json", "tiny.json")  # boards and decks that nobody plays at a table
_HEADER: Final = """\
# Branchline in {language}.
# The texts are found by `make words`; docs/translate.md says how to fix a translation.
#"""
_BRACE: Final = re.compile(r"{(\w+)[^}]*}")
# Header fields that change with every run, or say nothing
_IDLE: Final = re.compile(
    rb'^"(?:POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Report-Msgid).*\n',
    re.M,
)


def sources() -> Iterator[Path]:
    for place in PLACES:
        for path in sorted(PACKAGE.glob(place)):
            if path.suffixes != [".schema", ".json"] and path.name not in FOR_RESEARCH:
                yield path


def template() -> Catalog:
    """All texts, with what translators should know about them."""
    catalogue = Catalog(project="Branchline", charset="utf-8", fuzzy=False)
    for path in sources():
        place = path.relative_to(PACKAGE).as_posix()
        for found in found_in(path):
            if found.text and found.text != ("", ""):
                _add(catalogue, place, found)
    return catalogue


def _add(catalogue: Catalog, place: str, found: Found) -> None:
    there = catalogue.get(
        found.text[0] if isinstance(found.text, tuple) else found.text, found.context or None
    )
    if (
        there is not None
        and isinstance(there.id, tuple)
        and isinstance(found.text, tuple)
        and there.id != found.text
    ):
        raise SystemExit(f"{place}: {found.text} and {there.id} can't both be there: make them one.")
    catalogue.add(
        found.text,
        locations=[(place, None)],  # type: ignore[list-item]
        auto_comments=[*found.comments, *explained(found.text)],
        context=found.context or None,
    )


def braces(text: str) -> list[str]:
    """The names in braces."""
    return _BRACE.findall(text)


def explained(text: str | tuple[str, str]) -> list[str]:
    """What the names in braces stand for."""
    names = dict.fromkeys(braces(text if isinstance(text, str) else " ".join(text)))
    return [f"{{{name}}}: {BRACES[name]}" for name in names if name in BRACES]


def path_of(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "branchline.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="Branchline", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    catalogue.version = "1"
    catalogue.header_comment = _HEADER.format(language=catalogue.locale.english_name)
    text = io.BytesIO()
    write_po(text, catalogue, width=110, ignore_obsolete=True, include_lineno=False)
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    path_of(language).write_bytes(_IDLE.sub(b"", text.getvalue()))


def main() -> None:
    found = template()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = read(language)
        catalogue.update(found)
        write(language, catalogue)
        left = [
            message for message in catalogue if message.id and (message.fuzzy or not done(message.string))
        ]
        print(f"{LANGUAGES[language]}: {len(catalogue)} texts, {len(left)} to translate.")
    compile_catalogues(CATALOGUES, CATALOGUES)


def done(translation: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(translation) and (isinstance(translation, str) or all(translation or ()))


if __name__ == "__main__":
    main()
