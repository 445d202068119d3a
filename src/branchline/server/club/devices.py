"""Devices on which a member has signed in, recognised by a cookie.

Wrong passwords typed elsewhere don't count against a known device; those typed there count for that device alone. The
cookie signs nobody in: it allows no more guesses than any stranger has. (OWASP calls it a device cookie.)
"""

from __future__ import annotations

import hmac
import secrets

from branchline.server.table.state.seat_links import Links


class Devices:
    def __init__(self, links: Links) -> None:
        self._links = links

    def cookie(self, member: str) -> str:
        """The cookie for a device on which the member has just signed in."""
        device = secrets.token_urlsafe(16)
        return f"{device}.{self._seal(member, device)}"

    def known(self, member: str, cookie: str) -> str:
        """The name of the device if the member has signed in on it; otherwise empty."""
        device, _dot, seal = cookie.partition(".")
        fits = hmac.compare_digest(seal.encode(), self._seal(member, device).encode())
        return device if fits else ""

    def _seal(self, member: str, device: str) -> str:
        return self._links.token(f"device {member} {device}", 0, 0)
