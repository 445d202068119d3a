"""Cookies, all with the same attributes: for this site only, and secure where it is served over HTTPS."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Final

from starlette.requests import HTTPConnection

YEAR: Final = 365 * 24 * 3600


def cookie(caller: HTTPConnection, name: str, value: str, seconds: int = YEAR, hidden: bool = True) -> str:
    """The header that sets a cookie. `hidden`: invisible to scripts."""
    made: SimpleCookie = SimpleCookie({name: value})
    made[name].update({"path": "/", "max-age": str(seconds), "samesite": "Lax"})
    made[name]["httponly"] = hidden
    made[name]["secure"] = caller.scope["scheme"] in ("https", "wss")
    return made[name].OutputString()
