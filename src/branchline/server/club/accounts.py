"""Members sign up, sign in and sign out.

A session is a random cookie that only its browser has; signing in always makes a new one. The visitor keeps what they
held as a guest, moved in the same write. When a session ends, its open pages are disconnected, here and in the other
processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection
from typing import Final, NamedTuple

from branchline.languages import _, language
from branchline.server.club import personal_data
from branchline.server.club.devices import Devices
from branchline.server.club.email import Mail
from branchline.server.club.email_links import MailLinks
from branchline.server.club.passwords import Passwords, checked_password
from branchline.server.http.errors import Refused
from branchline.server.http.throttle import Throttle, count, tidy
from branchline.server.http.visitors import Visit, fingerprint
from branchline.server.lobby import blocking
from branchline.server.lobby.lobby import Lobby
from branchline.server.lobby.peer_bus import ended
from branchline.server.table.seats.names import member_name
from branchline.store import Conflict, StoreTrouble
from branchline.store.background_task import halt
from branchline.store.club.invitations import Invitations
from branchline.store.club.members import Member, Members, name_key, new_member_id, renamed
from branchline.store.club.sessions import LINK_LASTS, Session, Sessions

CHECK_EVERY: Final = 30.0  # seconds between two checks for open pages whose session has ended


class SignedIn(NamedTuple):
    """The cookies of a new session and of its device."""

    session: str
    device: str


class Accounts:
    def __init__(self, lobby: Lobby, mail: Mail) -> None:
        store = lobby.context.store
        self.lobby = lobby
        self.members = Members(store)
        self.sessions = Sessions(store)
        self.links = MailLinks(mail, store)
        self.invitations = Invitations(store)
        self.passwords = Passwords()
        self.devices = Devices(lobby.context.links)
        self._by_name_and_address = Throttle(store, "name and address", 10, 600)
        # From all addresses together; a stricter limit would let anybody lock a member out.
        self._by_name = Throttle(store, "name", 100, 3600)
        self._by_address = Throttle(store, "address", 60, 600)
        self._by_device = Throttle(store, "device", 10, 600)
        self._new = Throttle(store, "new", 20, 3600)
        self._checking = asyncio.create_task(self._keep_checking())

    async def session(self, cookie: str) -> Session | None:
        return await self.sessions.find(fingerprint(cookie), _now())

    # Signing in

    async def sign_up(self, visit: Visit, address: str, name: str, password: str) -> SignedIn:
        """A new member. Raises `Refused`."""
        await self._new.count(address)
        name = member_name(name)
        hashed = await self.passwords.hash(checked_password(password))
        member = Member(id=new_member_id(), name=name, language=language(), made=_now())
        try:
            await self.members.add(member, hashed)
        except Conflict:
            raise Refused(_("A member already has that name. Choose another.")) from None
        return await self._begin(visit, member)

    async def sign_in(
        self, visit: Visit, address: str, name: str, password: str, device: str = ""
    ) -> SignedIn:
        """Raises `Refused`, with the same words and timing for an unknown name and for a wrong password. `device`: the
        cookie that recognises a device."""
        key = name_key(name)
        here = f"{key} {address}"
        member = await self.members.by_name(name)
        known = self.devices.known(member.id, device) if member else ""
        if known:
            await self._by_device.count(known)
        else:
            await count(
                self.lobby.context.store,
                self._by_address.trying(address),
                self._by_name_and_address.trying(here),
                self._by_name.trying(key),
            )
        kept = await self.members.password(member.id if member else "")
        if not await self.passwords.right(kept, password) or member is None:
            raise Refused(_("Wrong name or password."))
        await (self._by_device.forget(known) if known else self._by_name_and_address.forget(here))
        if self.passwords.stale(kept):
            await self.members.change(member.id, password=await self.passwords.hash(password))
        return await self._begin(visit, member)

    async def _begin(self, visit: Visit, member: Member) -> SignedIn:
        cookie = secrets.token_urlsafe(32)
        theirs = await self.members.tables(visit.guest)
        try:
            await self.sessions.begin(fingerprint(cookie), member.id, _now(), guest=visit.guest)
        except Conflict:
            raise Refused(_("This account no longer exists.")) from None
        await self._came(visit, member, theirs)
        return SignedIn(cookie, self.devices.cookie(member.id))

    async def _came(self, visit: Visit, member: Member, tables: Collection[str]) -> None:
        if visit.session is not None:
            await self.end([visit.session.fingerprint])
        if member.language != language():
            await self.members.change(member.id, language=language())
        await self.lobby.look_again(tables)

    async def ask_for_link(self, address: str, email: str) -> None:
        await self._by_address.count(address)
        await self.links.sign_in(email)

    async def open_link(self, visit: Visit, token: str) -> SignedIn:
        """Sign in the member to whom the link was emailed; raises `Refused`."""
        cookie = secrets.token_urlsafe(32)
        theirs = await self.members.tables(visit.guest)
        try:
            member = await self.sessions.answer(
                fingerprint(token), fingerprint(cookie), _now(), guest=visit.guest
            )
        except Conflict:
            raise Refused(_("Another member already uses that email address.")) from None
        if member is None:
            raise Refused(_("This link has already been used or has expired. Ask for a new one."))
        await self._came(visit, member, theirs)
        return SignedIn(cookie, self.devices.cookie(member.id))

    # Changing an account

    async def prove(self, visit: Visit, password: str) -> Member:
        """Prove that this is the member: by the password, or because they have just opened an emailed link."""
        session = visit.session
        if session is None:
            raise Refused(_("Sign in first."))
        if not self.just_proven(session):
            await self._by_device.count(session.fingerprint)
            kept = await self.members.password(session.member.id)
            if not await self.passwords.right(kept, password):
                raise Refused(_("That is not your current password."))
            await self._by_device.forget(session.fingerprint)
        return session.member

    def just_proven(self, session: Session) -> bool:
        return _now() - session.proven < LINK_LASTS

    async def block(self, member: Member, name: str) -> None:
        other = await self._other(member, name)
        await self.members.block(member.id, other.id, _now())
        await self._heard_again(member)

    async def unblock(self, member: Member, name: str) -> None:
        await self.members.unblock(member.id, (await self._other(member, name)).id)
        await self._heard_again(member)

    async def _other(self, member: Member, name: str) -> Member:
        other = await self.members.by_name(name)
        if other is None or other.id == member.id:
            raise Refused(_("There is no other member with that name."))
        return other

    async def _heard_again(self, member: Member) -> None:
        """Refresh the chat on the member's open pages, in all processes."""
        await blocking.refresh_pages(self.lobby, [member.id])
        with contextlib.suppress(StoreTrouble):  # the other processes also check by themselves
            await self.lobby.context.store.publish("", blocking.news_of(member.id))

    async def rename(self, member: Member, name: str) -> None:
        name = member_name(name)
        try:
            await self.members.change(member.id, name=name)
        except Conflict:
            raise Refused(_("A member already has that name. Choose another.")) from None
        await self.lobby.context.store.write(*renamed(member.id, member.name, name))
        await self.lobby.look_again(await self.members.tables(member.id))

    async def new_password(self, visit: Visit, old: str, new: str) -> None:
        """Set a password; all other sessions end."""
        checked_password(new)
        member = await self.prove(visit, old)
        await self.members.change(member.id, password=await self.passwords.hash(new))
        await self.end_others(visit)

    # Signing out

    async def end_others(self, visit: Visit) -> None:
        """Sign out everywhere except here."""
        assert visit.session is not None
        sessions = await self.sessions.of(visit.session.member.id)
        await self.end([one for one, _made, _used in sessions if one != visit.session.fingerprint])

    async def end(self, fingerprints: Collection[str]) -> None:
        if fingerprints:
            await self.sessions.end(fingerprints)
            await self.cut_off(fingerprints)

    async def delete(self, member: Member) -> None:
        sessions = [one for one, _made, _used in await self.sessions.of(member.id)]
        tables = await personal_data.delete(self.lobby.context.store, member)
        await self.cut_off(sessions)
        await self.lobby.look_again(tables)

    async def cut_off(self, fingerprints: Collection[str]) -> None:
        """Disconnect the pages of sessions that have ended, in all processes."""
        self.lobby.cut_off(fingerprints)
        with contextlib.suppress(StoreTrouble):  # they also check by themselves
            await self.lobby.context.store.publish("", ended(fingerprints))

    async def _keep_checking(self) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY)
            with contextlib.suppress(StoreTrouble):
                await self.check_all()

    async def check_all(self) -> None:
        """Check for ended sessions and new blocks, in case a message about them was lost."""
        used = self.lobby.sessions()
        self.lobby.cut_off(used - await self.sessions.living(used))
        await blocking.refresh_all_pages(self.lobby)
        await self.sessions.tidy(_now())
        await tidy(self.lobby.context.store)

    async def close(self) -> None:
        await halt(self._checking)
        await self.links.close()
        self.passwords.close()


def _now() -> int:
    return int(time.time())
