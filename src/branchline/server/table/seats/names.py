"""Names of people. A player is called the same everywhere: at the table, in its log and chat, on the home page, in
replays, results and leagues.

- A member has the name of their account, whatever they type when they sit down. If they change it, their seats change
  with it; a guest who becomes a member takes the member's name to their seats.
- A guest has the name they typed when they sat down. Without one they are "Guest" in an instant game or a lesson, and
  otherwise have the name of the seat, which is "Player 2" unless the host has named it.
- Nobody else can use a member's name, not even at a table.
- A bot has the name of an engine at its table. Ratings and results name its level, because that is what is rated.
"""

from __future__ import annotations

from typing import Final

from branchline.core.text import SEAT_NAME, OneLine, hidden, readable
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.state.context import ServerContext
from branchline.store.club.members import Member, Members, name_key

SHORTEST: Final = 2


def typed(kind: OneLine, text: str) -> str:
    """Text that somebody typed, tidied; raises `Refused` if nothing is left."""
    words = kind.tidy(text)
    if not words:
        raise Refused(_("Write something first."))
    return words


def member_name(text: str) -> str:
    """Check the name of a member; raises `Refused`. They sign in with it, so it must not be changed silently."""
    name = readable(text)
    if not SHORTEST <= len(name) <= SEAT_NAME.longest:
        raise Refused(
            _("A name must have {least} to {most} characters.", least=SHORTEST, most=SEAT_NAME.longest)
        )
    if hidden(text) or not any(letter.isalnum() for letter in name):
        raise Refused(_("A name must contain letters and no invisible characters."))
    if name_key(name) in (name_key(former_name()), name_key("Former member")):
        raise Refused(_("A member already has that name. Choose another."))
    return name


def former_name() -> str:
    """Replaces the name of a member who has deleted their account."""
    return _("Former member")


async def check_own(context: ServerContext, me: str, *names: str) -> None:
    """Raises `Refused` if a name for a seat is another member's."""
    for name in dict.fromkeys(names):
        if member := await other_member(context, me, name):
            raise Refused(_("A member already has the name {name}. Choose another.", name=member.name))


async def other_member(context: ServerContext, me: str, name: str) -> Member | None:
    """The member of that name who is not the visitor."""
    if not name or not context.settings.accounts:
        return None
    member = await Members(context.store).by_name(name)
    return None if member is None or member.id == me else member


async def not_a_members(context: ServerContext, me: str, name: str) -> str:
    """The name of a seat, such as one in a record; empty if it is another member's."""
    return "" if await other_member(context, me, name) else name
