"""Emails reach a mail server, and problems are reported."""

from __future__ import annotations

import asyncio

import pytest

from branchline.server.club import email
from branchline.server.club.email import Email, Mail, MailServer, MailTrouble, check_smtp

from ..mailbox import MailBox


def test_an_email_arrives_as_written() -> None:
    with MailBox() as box:
        mail = Mail(box.url, "https://club.example/")
        words = "Zoë,\n\nyour train leaves: " + mail.site + "/table/abc\n"
        asyncio.run(mail.send(Email("zoe@example.org", "Abfahrt – „jetzt“", words)))
        letter = box.next_email()
        assert letter["to"] == "zoe@example.org"
        assert letter["from"] == "club@example.org"
        assert letter["subject"] == "Abfahrt – „jetzt“"
        assert letter.get_content().splitlines() == words.splitlines()


def test_problems_are_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "TIMEOUT", 1.0)  # for the server that stops answering
    with MailBox() as box:
        wrong = Mail(box.url.replace("signal", "guess"), "https://club.example")
        with pytest.raises(MailTrouble, match="could not be sent"):
            asyncio.run(wrong.send(Email("zoe@example.org", "a", "b")))
        right = Mail(box.url, "https://club.example")
        with pytest.raises(MailTrouble, match="could not be sent"):
            asyncio.run(right.send(Email("zoe@example.org", "a\nBcc: all@example.org", "b")))
        assert box.emails == []
        gone = box.url
    with pytest.raises(MailTrouble, match="could not be sent"):
        asyncio.run(Mail(gone, "").send(Email("zoe@example.org", "a", "b")))
    assert not Mail("", "")


def test_a_mail_server_is_named_by_its_address() -> None:
    server = MailServer.of("smtps://club%40example.org:p%3Ass@mail.example")
    assert (server.host, server.port, server.tls) == ("mail.example", 465, True)
    assert (server.user, server.password, server.sender) == ("club@example.org", "p:ss", "club@example.org")
    assert MailServer.of("smtp://mail.example?from=club@example.org").port == 587


@pytest.mark.parametrize(
    "url", ["mail.example", "http://mail.example", "smtp://mail.example", "smtp://a:x@b:port"]
)
def test_an_address_that_names_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(MailTrouble, match="smtp://"):
        check_smtp(url, "https://club.example")


def test_email_needs_the_public_address_of_the_server() -> None:
    with pytest.raises(MailTrouble, match="site = "):
        check_smtp("smtp://mail.example?from=club@example.org", "")
