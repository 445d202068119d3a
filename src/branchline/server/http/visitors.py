"""Visitors and their preferences: cookie, language, theme."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

import msgspec

from branchline.languages import LANGUAGES, preferred
from branchline.store.club.members import Member
from branchline.store.club.sessions import Session

VISITOR: Final = "visitor"
SESSION: Final = "session"
DEVICE: Final = "device"  # recognises a device on which a member has signed in
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_SPEEDS: Final = {"slow": 2.0, "normal": 1.0, "fast": 0.3, "instant": 0.0}


class Visit(msgspec.Struct, frozen=True, kw_only=True):
    """One request of a visitor. `me` identifies them in the store: the id of a signed-in member, or else the
    fingerprint of the cookie."""

    cookie: str
    fresh: bool  # the cookie still has to be set
    me: str
    session: Session | None = None
    language: str = "en"
    theme: str = "auto"  # light, dark, auto
    dark: bool = False  # whether the theme is dark on this visitor's screen
    sounds: bool = False
    account_sheet: bool = True  # whether the account of a round opens by itself
    speed: str = "normal"
    asked: tuple[str, ...] = ()  # games for which they have said whether they want a coach

    @property
    def member(self) -> Member | None:
        return self.session.member if self.session else None

    @property
    def guest(self) -> str:
        """Their id in the store while they are not signed in."""
        return fingerprint(self.cookie)

    def signed_in(self, session: Session) -> Visit:
        return msgspec.structs.replace(self, me=session.member.id, session=session)

    @property
    def pause_factor(self) -> float:
        """The factor for the pauses between bots' moves."""
        return _SPEEDS[self.speed]


def fingerprint(secret: str) -> str:
    """What is stored of a cookie or a link: enough to recognise it, not enough to use it."""
    return blake2b(secret.encode(), digest_size=16).hexdigest()


def visit(cookies: Mapping[str, str], accept_language: str) -> Visit:
    cookie = cookies.get(VISITOR, "")
    fresh = not _TOKEN.fullmatch(cookie)
    if fresh:
        cookie = secrets.token_urlsafe(16)  # 128 bits: 22 characters
    theme = cookies.get("theme", "auto")
    dark = theme == "dark" or (theme != "light" and cookies.get("dark") == "1")
    speed = cookies.get("speed", "normal")
    return Visit(
        cookie=cookie,
        fresh=fresh,
        me=fingerprint(cookie),
        language=chosen
        if (chosen := cookies.get("language")) in LANGUAGES
        else preferred(accept_language[:500]),
        theme=theme if theme in ("light", "dark") else "auto",
        dark=dark,
        sounds=cookies.get("sounds") == "1",
        account_sheet=cookies.get("account_sheet") != "0",
        speed=speed if speed in _SPEEDS else "normal",
        asked=tuple(cookies.get("asked", "")[:500].split(".")),
    )
