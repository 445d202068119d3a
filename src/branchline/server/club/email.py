"""Emails to members, through a mail server: `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`, or `smtps://` if the
server uses implicit TLS. The password is sent to another machine only over TLS."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from branchline.core.errors import BranchlineError

TIMEOUT: Final = 20.0  # seconds that a mail server may take to answer
AT_ONCE: Final = 4  # emails in progress
_HERE: Final = ("localhost", "127.0.0.1", "::1")


class MailTrouble(BranchlineError):
    """An email can't be sent."""


class Email(msgspec.Struct, frozen=True):
    to: str
    subject: str
    words: str  # plain text


def check_smtp(url: str, site: str) -> None:
    """Raises `MailTrouble` if the mail server can't be used."""
    if url:
        MailServer.of(url)
        if not urlsplit(site).netloc:
            raise MailTrouble(
                'Emails contain links to this server: set its public address, site = "https://...".'
            )


class MailServer(msgspec.Struct, frozen=True, kw_only=True):
    host: str
    port: int
    tls: bool  # implicit TLS
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, url: str) -> MailServer:
        try:
            parts = urlsplit(url)
            port, sender = parts.port, parse_qs(parts.query).get("from", [""])[0]
        except ValueError:
            parts, port, sender = urlsplit(""), None, ""
        user = unquote(parts.username or "")
        sender = sender or (user if "@" in user else "")
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise MailTrouble('Name the mail server as smtp = "smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS".')
        tls = parts.scheme == "smtps"
        return cls(
            host=parts.hostname,
            port=port or (465 if tls else 587),
            tls=tls,
            user=user,
            password=unquote(parts.password or ""),
            sender=sender,
        )

    def send(self, email: Email) -> None:
        """Blocks until the server has accepted it; raises OSError and whatever smtplib raises."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, email.to, email.subject
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self.sender.partition("@")[2]),
        )
        message.set_content(email.words)
        context, domain = ssl.create_default_context(), self.sender.partition("@")[2]
        opened = (
            smtplib.SMTP_SSL(self.host, self.port, domain, timeout=TIMEOUT, context=context)
            if self.tls
            else smtplib.SMTP(self.host, self.port, domain, timeout=TIMEOUT)
        )
        with opened as server:
            server.ehlo()
            if not self.tls and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
            elif not self.tls and self.user and self.host not in _HERE:
                raise MailTrouble("The mail server offers no TLS: no password is sent to it.")
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)


class Mail:
    """Sends emails, a few at once, off the event loop."""

    def __init__(self, url: str, site: str) -> None:
        self.site = site.rstrip("/")  # the start of links in emails
        self._server = MailServer.of(url) if url else None
        self._under_way = asyncio.Semaphore(AT_ONCE)

    def __bool__(self) -> bool:
        """Whether email can be sent at all."""
        return self._server is not None

    async def send(self, email: Email) -> None:
        """Returns when the mail server has accepted it; raises `MailTrouble`."""
        if self._server is None:
            raise MailTrouble("There is no mail server.")
        async with self._under_way:
            try:
                await asyncio.to_thread(self._server.send, email)
            except (OSError, ValueError, smtplib.SMTPException) as error:
                raise MailTrouble(f"An email could not be sent: {error}") from None
