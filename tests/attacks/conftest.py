"""The servers, guests and members of the club's tests."""

from __future__ import annotations

from ..club.conftest import browsers, club, guest, letters, member, watch

__all__ = ["browsers", "club", "guest", "letters", "member", "watch"]
