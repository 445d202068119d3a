"""Links in emails: opening one proves that the email address is yours."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from branchline.languages import _, speaking
from branchline.server.club.email import Email, Mail, MailTrouble
from branchline.server.http.errors import Refused
from branchline.server.http.throttle import Throttle, count
from branchline.server.http.visitors import fingerprint
from branchline.store import Store
from branchline.store.club.members import Member, Members, email_key
from branchline.store.club.sessions import LINK_LASTS, Sessions

log = logging.getLogger(__name__)


class MailLinks:
    def __init__(self, mail: Mail, store: Store) -> None:
        self.mail = mail
        self._members = Members(store)
        self._sessions = Sessions(store)
        self._store = store
        self._asked = Throttle(store, "letter", 3, LINK_LASTS)
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """Whether this server can send email."""
        return bool(self.mail)

    async def sign_in(self, email: str) -> None:
        """Send a sign-in link if a member has that address, without revealing whether one has."""
        await self._asked.count(email_key(email))
        member = await self._members.by_email(email)
        if member is not None:
            with speaking(member.language):
                subject = _("Sign in to Branchline")
                words = _(
                    "{name}, this link signs you in. It works once, within the next 20 minutes:",
                    name=member.name,
                )
                await self._send(member, member.email, subject, words)

    async def confirm(self, member: Member, email: str) -> None:
        """Send a link that makes an address the member's when it is opened; an empty address removes theirs. Raises
        `Refused`."""
        if not email:
            await self._members.change(member.id, email="")
            return
        if not self.mail:
            raise Refused(_("This server can't send email."))
        email = email_key(email)
        before, at, after = email.partition("@")
        if not (before and at and "." in after and "@" not in after and email.isascii()) or " " in email:
            raise Refused(_("That is not a valid email address."))
        await count(self._store, self._asked.trying(member.id), self._asked.trying(email))
        subject = _("Confirm your email address for Branchline")
        words = _(
            "{name}, open this link to confirm your email address. It works for 20 minutes:", name=member.name
        )
        await self._send(member, email, subject, words)

    async def whose(self, token: str) -> tuple[Member, str]:
        """The member, and the address that the link confirms. The link stays valid; raises `Refused`."""
        found = await self._sessions.linked(fingerprint(token), int(time.time()))
        if found is None:
            raise Refused(_("This link has already been used or has expired. Ask for a new one."))
        return found

    async def _send(self, member: Member, email: str, subject: str, words: str) -> None:
        token = secrets.token_urlsafe(24)
        await self._sessions.add_link(fingerprint(token), member.id, email, int(time.time()))
        end = _("If you did not ask for this, you can ignore this email.")
        message = Email(email, subject, f"{words}\n\n{self.mail.site}/link/{token}\n\n{end}\n")
        # Not awaited: the time it takes would reveal who is a member.
        task = asyncio.create_task(self._deliver(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, message: Email) -> None:
        try:
            await self.mail.send(message)
        except MailTrouble as trouble:
            log.error("%s", trouble)

    async def close(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
