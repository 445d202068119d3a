"""A mail server on this machine that keeps the emails it gets."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from branchline.cli.serve import listen

from ..server.arrange import wait_for


class MailBox:
    """Accepts email from `club` with the password `signal`."""

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        with listen("127.0.0.1", 0) as free:
            self._port = free.getsockname()[1]
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self._port, authenticator=self._known, auth_require_tls=False,
            server_hostname="localhost",
        )  # fmt: skip

    def _known(self, _server: Any, _session: Any, _envelope: Any, _how: str, data: Any) -> AuthResult:
        known = isinstance(data, LoginPassword) and (data.login, data.password) == (b"club", b"signal")
        return AuthResult(success=known)

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if not session.authenticated:
            return "530 who are you?"
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.emails.append(letter)
        return "250 taken"

    @property
    def url(self) -> str:
        return f"smtp://club:signal@127.0.0.1:{self._port}?from=club@example.org"

    def next_email(self) -> EmailMessage:
        """The oldest unread email."""
        wait_for(lambda: self.emails)
        return self.emails.pop(0)

    def next_link(self) -> str:
        """The path of the link in the next email."""
        found = re.search(r"https?://[^/\s]+(/\S+)", self.next_email().get_content())
        assert found is not None
        return found[1]

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()
