"""Cookies, all of one kind: for this site, and where it is called by HTTPS for HTTPS only."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Final

from starlette.requests import HTTPConnection

YEAR: Final = 365 * 24 * 3600


def cookie(caller: HTTPConnection, name: str, value: str, seconds: int = YEAR, hidden: bool = True) -> str:
    """The header that sets a cookie. `hidden`: from scripts."""
    made: SimpleCookie = SimpleCookie({name: value})
    made[name].update({"path": "/", "max-age": str(seconds), "samesite": "Lax"})
    made[name]["httponly"] = hidden
    made[name]["secure"] = caller.scope["scheme"] in ("https", "wss")
    return made[name].OutputString()
