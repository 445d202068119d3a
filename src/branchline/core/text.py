"""The gate for text from people: names, titles, chat. Whatever comes in leaves as one readable line.

Each kind of text is a `OneLine` with a length of its own. Text that people type is tidied, and so is text
in old records. The checkers of maps and decks say what is wrong instead, so that the author can fix it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args, get_type_hints
from unicodedata import category, normalize

import msgspec

# Invisible, although Unicode counts them as letters, marks or symbols: fillers, and selectors that choose how the
# character before them looks.
BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
SPACES: Final = ("Zs", "Zl", "Zp", "Cc")  # a line break or a tab is a space between two words
READ_AHEAD: Final = 8  # input characters examined per character allowed

StructT = TypeVar("StructT", bound=msgspec.Struct)


@cache
def _shown(letter: str) -> str:
    """How a character may appear in a line: as itself, as a space, or not at all. Zero-width, bidirectional,
    private and unassigned characters and halves of a surrogate pair become nothing."""
    kind = category(letter)
    if kind in SPACES:
        return " "
    return "" if kind[0] == "C" or letter in BLANK else letter


def readable(text: str) -> str:
    """The text as one line, in NFC, with single spaces and without invisible characters."""
    return " ".join(normalize("NFC", "".join(map(_shown, text))).split())


def hidden(text: str) -> str | None:
    """The first invisible character; None if there is none."""
    return next((letter for letter in text if _shown(letter) != letter and not letter.isspace()), None)


class OneLine(msgspec.Struct, frozen=True):
    """A kind of text: one readable line of limited length."""

    longest: int

    def tidy(self, text: str) -> str:
        """The text without forbidden characters, cut if too long; it may end up empty. The running time is
        bounded, however long the text is."""
        return readable(text[: READ_AHEAD * self.longest])[: self.longest].rstrip()

    def fault(self, text: str) -> str | None:
        """What is wrong with a text in a file, as a sentence; None if tidying would lose nothing."""
        if len(text) > READ_AHEAD * self.longest or len(readable(text)) > self.longest:
            return f"It has {len(text)} characters."
        odd = hidden(text)
        return None if odd is None else f"It holds U+{ord(odd):04X}, which can't be seen."

    @property
    def remedy(self) -> str:
        return f"Write one line of at most {self.longest} characters, all of them visible."

    @property
    def schema(self) -> msgspec.Meta:
        """The JSON schema, for editors."""
        return msgspec.Meta(extra_json_schema={"maxLength": self.longest})


SEAT_NAME: Final = OneLine(24)  # also a member's
LEAGUE_NAME: Final = OneLine(60)
CHAT_LINE: Final = OneLine(500)
PROBLEM: Final = OneLine(500)  # a sentence that quotes user input
TITLE: Final = OneLine(60)
PLACE_NAME: Final = OneLine(40)
NOTE: Final = OneLine(500)

# Texts of data files
Title: TypeAlias = Annotated[str, TITLE, TITLE.schema]
PlaceName: TypeAlias = Annotated[str, PLACE_NAME, PLACE_NAME.schema]
Note: TypeAlias = Annotated[str, NOTE, NOTE.schema]


def quoted(value: object) -> str:
    """A value of any type as an error quotes it, shortened."""
    try:
        words = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or deeply nested lists
        words = f"<{type(value).__name__}>"
    return TITLE.tidy(words) + "…" * (len(words) > TITLE.longest)


def whole_number(text: str) -> int | None:
    """The number written with the digits 0 to 9; None for anything else, and for absurdly large numbers."""
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 10 else None


# All texts of a data file

Change: TypeAlias = Callable[[str, OneLine, str], str]  # from its location, its kind and the text


def tidied(source: StructT) -> StructT:
    """A file with all its texts tidied, for files in records older than these checks."""
    found: StructT = _changed(source, lambda _where, kind, text: kind.tidy(text))
    return found


def faults(source: msgspec.Struct) -> list[tuple[str, str, str]]:
    """The texts of a file that don't suit their fields: where, what is wrong, what to do."""
    found: list[tuple[str, str, str]] = []

    def look(where: str, kind: OneLine, text: str) -> str:
        problem = kind.fault(text)
        if problem is not None:
            found.append((where, problem, kind.remedy))
        return text

    _changed(source, look)
    return found


def _changed(value: Any, change: Change, kind: OneLine | None = None, where: str = "") -> Any:
    """The value with its texts changed. The type of a field says which kind its texts are: `title: Title`."""
    if isinstance(value, str):
        return value if kind is None else change(where, kind, value)
    if isinstance(value, msgspec.Struct):
        before = f"{where}, " if where else ""
        fields = _kinds(type(value)).items()
        new = {name: _changed(getattr(value, name), change, of, before + name) for name, of in fields}
        return msgspec.structs.replace(value, **new)
    if isinstance(value, list):
        places = (getattr(one, "id", number) for number, one in enumerate(value, start=1))
        return [
            _changed(one, change, kind, f"{where} {place}") for place, one in zip(places, value, strict=True)
        ]
    if isinstance(value, dict):
        return {name: _changed(one, change, kind, f"{where} {name}") for name, one in value.items()}
    return value


@cache
def _kinds(struct: type[msgspec.Struct]) -> dict[str, OneLine | None]:
    return {name: _kind(hint) for name, hint in get_type_hints(struct, include_extras=True).items()}


def _kind(hint: Any) -> OneLine | None:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, OneLine):
            return extra
    return next((kind for part in get_args(hint) if (kind := _kind(part)) is not None), None)
