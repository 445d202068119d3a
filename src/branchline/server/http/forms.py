"""Forms: what a browser sends, as texts that can be worked with."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.live_table import LiveTable

LONGEST: Final = 200  # characters of a field
MOST: Final = 100  # fields of a form


async def form_of(request: Request) -> FormData:
    """The form of a request; one with files is refused."""
    return await request.form(max_files=0, max_fields=MOST)


def text_of(form: FormData, name: str, longest: int = LONGEST) -> str:
    """The text of a field; empty where there is none."""
    value = form.get(name, "")
    return _plain(value, longest) if isinstance(value, str) else ""


def texts_of(form: FormData, name: str) -> list[str]:
    """The texts of a field that stands in the form several times."""
    return [_plain(value) for value in form.getlist(name) if isinstance(value, str)]


def _plain(text: str, longest: int = LONGEST) -> str:
    return text.replace("\0", "").strip()[:longest]  # PostgreSQL takes no text with it


def seat_of(form: FormData, live: LiveTable) -> int:
    """The field `seat`, a seat of the table; raises `No`."""
    text = text_of(form, "seat")
    if not (text.isascii() and text.isdecimal() and int(text) < len(live.seating.rows)):
        raise Refused(_("Seat not found."))
    return int(text)
