"""F16: the words of a code and their arguments in brackets."""

from __future__ import annotations

import re
from typing import Final

from branchline.core.text import whole_number

MOST: Final = 99  # of anything in a code


class CodeError(ValueError):
    """A code that can't be read, with the reason."""


def split(text: str, separator: str) -> list[str]:
    """The parts between separators outside all brackets."""
    pieces, depth, start, place = [], 0, 0, 0
    while place < len(text):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0:
            raise CodeError(f"a bracket too many in {text!r}")
        if depth == 0 and text.startswith(separator, place):
            pieces.append(text[start:place].strip())
            place += len(separator)
            start = place
        else:
            place += 1
    if depth:
        raise CodeError(f"a bracket is missing in {text!r}")
    return [*pieces, text[start:].strip()]


def word(text: str) -> tuple[str, str]:
    """A word and its arguments in brackets."""
    found = re.fullmatch(r"([a-zA-Z]+)(?:\((.*)\))?", text.strip())
    if found is None:
        raise CodeError(f"{text!r} is not a word of the vocabulary")
    return found[1], (found[2] or "").strip()


def number_of(text: str) -> int:
    number = whole_number(text)
    if number is None or number > MOST:
        raise CodeError(f"{text!r} should be a number from 0 to {MOST}")
    return number


def amount_of(text: str) -> int:
    if number_of(text) == 0:
        raise CodeError("an amount of 0 does nothing")
    return int(text)


def fields_of(text: str, *names: str) -> dict[str, str]:
    """`pts=4; clock=coin(1)` as a dict; every name must be known."""
    found: dict[str, str] = {}
    for field in split(text, ";"):
        name, _, value = field.partition("=")
        if name.strip() not in names or not value or name.strip() in found:
            raise CodeError(f"{field!r} should be one of {', '.join(f'{n}=...' for n in names)}")
        found[name.strip()] = value.strip()
    return found
