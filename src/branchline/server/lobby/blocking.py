"""Blocked members: they are never seated together again, and a member's open pages, in whichever process, don't show
what blocked members say."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.store import Store
from branchline.store.club.members import Members, is_member

if TYPE_CHECKING:
    from branchline.server.lobby.lobby import Lobby

NEWS: Final = "blocks "  # prefix of the id of a member whose list of blocked members changed


def news_of(member: str) -> str:
    return NEWS + member


async def refresh_pages(lobby: Lobby, members: Collection[str]) -> None:
    """Refresh the chat on these members' open pages."""
    for member in members:
        blocked = await Members(lobby.context.store).blocked_by(member)
        for page in [page for live in lobby.live() for page in live.connections]:
            if page.visit.me == member and page.blocked != blocked:
                page.blocked = blocked
                page.update(whole=True)


async def refresh_all_pages(lobby: Lobby) -> None:
    """Check all blocks again: messages about them may have been lost."""
    pages = [page for live in lobby.live() for page in live.connections]
    await refresh_pages(lobby, {page.visit.me for page in pages if is_member(page.visit.me)})


async def check_together(store: Store, people: Collection[str]) -> None:
    """Whether they may sit at one table; raises `Refused`."""
    for one in people:
        if is_member(one) and await Members(store).apart(one) & set(people):
            raise Refused(
                _(
                    "Somebody at this table has blocked another player. Set up a new table without one of them."
                )
            )
