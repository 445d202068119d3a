"""Forms: what a browser sends, as clean text."""

from __future__ import annotations

import re
from typing import Final

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

LONGEST: Final = 200  # characters of a field
MOST: Final = 100  # fields of a form
# A path on this server as browsers write it: no host, no empty or dot segments, and nothing, even encoded, that some
# browsers drop or turn into a slash (tabs, line ends, backslashes).
_SAFE: Final = r"(?:[A-Za-z0-9_.~!$&'()*+,;=:@-]|%(?![01]|2[Ff]|5[Cc]|7[Ff])[0-9A-Fa-f]{2})"
_SEGMENT: Final = rf"(?!(?:\.|%2[Ee]){{1,2}}(?:[/?]|\Z)){_SAFE}+"
_OWN_PATH: Final = re.compile(rf"/(?:{_SEGMENT}(?:/{_SEGMENT})*/?)?(?:\?(?:{_SAFE}|[/?])*)?")


async def form_of(request: Request) -> FormData:
    """The form of a request; forms with files are refused."""
    return await parsed(request, files=0)


async def parsed(request: Request, files: int) -> FormData:
    """Browsers send UTF-8. Other encodings are refused: some decode to halves of characters, which nothing can keep."""
    _kind, told = parse_options_header(request.headers.get("content-type"))
    if told.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise HTTPException(400)
    try:
        return await request.form(max_files=files, max_fields=MOST)
    except ValueError:  # no such form
        raise HTTPException(400) from None


def own_path(text: str) -> str:
    """A path on this server to return to; the home page if the text is anything else."""
    return text if _OWN_PATH.fullmatch(text) else "/"


def text_of(form: FormData, name: str, longest: int = LONGEST) -> str:
    """The text of a field; empty if there is none."""
    value = form.get(name, "")
    return _plain(value, longest) if isinstance(value, str) else ""


def texts_of(form: FormData, name: str) -> list[str]:
    """The texts of a field that occurs several times in the form."""
    return [_plain(value) for value in form.getlist(name) if isinstance(value, str)]


def _plain(text: str, longest: int = LONGEST) -> str:
    return text.replace("\0", "").strip()[:longest]  # PostgreSQL rejects text with it
