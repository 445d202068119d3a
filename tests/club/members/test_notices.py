"""Notifications: the outbox on both engines; real webhooks, emails and browser pushes; nothing sent to private
addresses."""

from __future__ import annotations

import base64
import hmac
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from branchline.server.club import webhooks
from branchline.server.club.push import Pusher
from branchline.server.http.visitors import fingerprint
from branchline.store import Statement, Store
from branchline.store.club.invitations import Invitations
from branchline.store.club.members import Members
from branchline.store.club.notices import DAY, HOUR, LEASE, TRIES, Notices, NoticeWay, adding_notice

from ...server.arrange import Browser, Page, Server, wait_for
from ...stores import Use, table
from ..mailbox import MailBox
from ..waiting import Watch, friends

# The outbox


def webhook(person: str = "ann", **more: Any) -> NoticeWay:
    return NoticeWay(person=person, way="webhook", address="https://example.org/", secret="s", **more)


def test_a_notification_is_put_into_the_outbox_once_per_method(use: Use) -> None:
    async def work(store: Store) -> None:
        notices = Notices(store)
        await notices.keep(webhook())
        await notices.keep(NoticeWay(person="ann", way="mail", digest="hourly"))
        for _ in range(2):
            await store.write(adding_notice("turn", "turn abc 5", "ann", "abc", 0, now=1000))
        await store.write(adding_notice("turn", "turn abc 5", "bob", "abc", 1, now=1000))
        assert [(item.way, item.due) for item in await notices.due(1000, 10)] == [("webhook", 1000)]
        assert [item.way for item in await notices.due(HOUR, 10)] == ["mail", "webhook"], "at the full hour"
        await notices.forget("ann", "webhook", "https://example.org/")
        assert [item.way for item in await notices.due(HOUR, 10)] == ["mail"]
        assert [way.way for way in await notices.ways("ann")] == ["mail"]

    use(work)


def test_one_process_takes_a_notification_and_if_it_dies_the_next_one_does(use: Use) -> None:
    async def work(store: Store) -> None:
        notices = Notices(store)
        await notices.keep(webhook())
        await store.write(adding_notice("over", "over abc 9", "ann", "abc", -1, now=0))
        items = await notices.due(0, 10)
        assert await notices.take(items, 0)
        assert not await notices.take(items, 0)
        assert await notices.due(LEASE - 1, 10) == []
        assert await notices.take(await notices.due(LEASE, 10), LEASE), "who took it first is gone"
        await notices.sent(items)
        assert await notices.due(DAY, 10) == []
        await store.write(adding_notice("over", "over abc 9", "ann", "abc", -1, now=DAY))
        assert await notices.due(DAY, 10) == [], "what was sent is known for a while"
        await notices.tidy(40 * DAY)
        assert await store.ask("SELECT * FROM outbox") == []

    use(work)


def test_an_undelivered_notification_is_retried_less_and_less_often_and_then_dropped(use: Use) -> None:
    async def work(store: Store) -> list[int]:
        notices, now, pauses = Notices(store), 0, []
        await notices.keep(webhook())
        await store.write(adding_notice("over", "over abc 9", "ann", "abc", -1, now=0))
        while items := await store.ask("SELECT due FROM outbox WHERE done = 0"):
            pauses.append(items[0][0] - now)
            now = items[0][0]
            await notices.failed(await notices.due(now, 1), now)
        return pauses

    pauses = use(work)
    assert len(pauses) == TRIES
    assert pauses[:4] == [0, 60, 240, 960]
    assert pauses[-1] == 6 * HOUR


def test_a_notification_is_stored_with_the_move_or_not_at_all(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        await Notices(store).keep(webhook())
        turn = adding_notice("turn", "turn abc 3", "ann", "abc", 0, now=5)
        with pytest.raises(Exception, match="length"):
            await store.append("abc", 7, [b"three"], to_move=0, time=5, also=[turn])
        assert await Notices(store).due(5, 10) == []
        await store.append("abc", 2, [b"three"], to_move=0, time=5, also=[turn])
        assert len(await Notices(store).due(5, 10)) == 1

    use(work)


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/", "http://localhost:8017/", "http://[::1]/", "http://10.0.0.1/", "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data", "http://0.0.0.0/", "http://[::ffff:127.0.0.1]/", "http://2130706433/",
        "http://[fe80::1]/", "http://100.64.0.1/",
    ],
)  # fmt: skip
def test_nothing_is_sent_into_the_network_of_the_server(address: str) -> None:
    with pytest.raises(webhooks.BadAddress):
        webhooks.post(address, b"", {}, inside=False)


@pytest.mark.parametrize(
    "address",
    ["", "ftp://example.org/", "file:///etc/passwd", "https://", "http://a:b@c/", "http://x:99999/"],
)
def test_an_invalid_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(webhooks.BadAddress):
        webhooks.check_address(address, inside=True)


# People who are away


class Receiver:
    """A program that accepts webhooks, and answers with a status."""

    def __init__(self) -> None:
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        box = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                box.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(box.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/notices"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def post() -> Iterator[Receiver]:
    box = Receiver()
    yield box
    box.close()


@pytest.fixture(scope="module")
def mailbox() -> Iterator[MailBox]:
    with MailBox() as box:
        yield box


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: MailBox) -> Iterator[Server]:
    """Sends only when a test says so; webhooks to this machine are allowed."""
    running = Server(
        tmp_path_factory.mktemp("data"),
        sweep=3600.0,
        inside=True,
        smtp=mailbox.url,
        site="https://club.example",
    )
    yield running
    running.stop()


def apart(server: Server, browsers: list[Browser], **form: str) -> tuple[str, Page, Browser, Browser]:
    """A table, the page and browser of the player to move, and the browser of the other player, who is not looking."""
    address, pages = friends(server.host, browsers, **form)
    mover = server.live(address).point.to_move
    assert mover is not None
    pages[1 - mover].close()
    wait_for(lambda: len(server.live(address).connections) == 1)
    return address, pages[mover], browsers[mover], browsers[1 - mover]


def take_turn(page: Page) -> None:
    mover = page.my_turn().told["to_move"]
    while page.told["to_move"] == mover:
        page.play()


def deliver(server: Server) -> None:
    server.do(server.app.state.delivery.look())


def test_a_webhook_gets_a_signed_message_about_a_turn_unless_the_player_is_looking(
    server: Server, browsers: list[Browser], post: Receiver
) -> None:
    address, page, mover, other = apart(server, browsers)
    for browser in (mover, other):
        assert browser.go("/away/ways", way="webhook", address=post.url, digest="now") == "/away"
    (way,) = server.do(Notices(server.live(address).context.store).ways(_person(server, address, other)))
    take_turn(page)
    deliver(server)
    (headers, body), *more = post.taken
    assert not more, "who looks hears nothing"
    signature = hmac.new(way.secret.encode(), body, sha256).hexdigest()
    assert headers["branchline-signature"] == f"sha256={signature}"
    (notice,) = msgspec.json.decode(body)["notices"]
    assert notice["kind"] == "turn"
    assert notice["address"] == f"https://club.example{address}"
    assert notice["words"] == "First Train to Nuremberg: it is your turn."
    deliver(server)
    assert len(post.taken) == 1


def _person(server: Server, address: str, browser: Browser) -> str:
    live = server.live(address)
    (person,) = live.seating.holders[_seat(live, browser)]
    return person


def _seat(live: Any, browser: Browser) -> int:
    me = fingerprint(browser.http.cookies["visitor"])
    return next(seat for seat, held in enumerate(live.seating.holders) if me in held)


def test_a_receiver_that_is_down_gets_it_later(
    server: Server, browsers: list[Browser], post: Receiver, watch: Watch
) -> None:
    _address, page, _mover, other = apart(server, browsers)
    other.go("/away/ways", way="webhook", address=post.url, digest="now")
    post.status = 500
    take_turn(page)
    deliver(server)
    deliver(server)
    assert len(post.taken) == 1, "the next attempt is in a minute"
    post.status = 204
    watch.ahead += 61
    deliver(server)
    assert len(post.taken) == 2
    watch.ahead += DAY
    deliver(server)
    assert len(post.taken) == 2


def test_a_digest_collects_and_leaves_out_turns_that_are_over(
    server: Server, browsers: list[Browser], post: Receiver, watch: Watch
) -> None:
    first = apart(server, browsers)
    other = first[3]
    other.go("/away/ways", way="webhook", address=post.url, digest="hourly")
    take_turn(first[1])
    deliver(server)
    assert post.taken == []
    store = server.live(first[0]).context.store
    person = _person(server, first[0], other)
    server.do(store.write(adding_notice("over", "over other 5", person, first[0].rpartition("/")[2], -1, 0)))
    watch.ahead += HOUR
    deliver(server)
    kinds = [notice["kind"] for _, body in post.taken for notice in msgspec.json.decode(body)["notices"]]
    assert kinds == ["over", "turn"]
    take_turn(other.sit(first[0]))
    server.do(store.write(Statement("UPDATE outbox SET done = 0, taken = 0")))
    deliver(server)
    (notice,) = msgspec.json.decode(post.taken[-1][1])["notices"]
    assert notice["kind"] == "over", "it is not their turn any more"


def test_a_member_gets_an_email(server: Server, browsers: list[Browser], mailbox: MailBox) -> None:
    address, page, _mover, other = apart(server, browsers)
    live = server.live(address)
    store, seat = live.context.store, _seat(live, other)
    member = server.do(_new_member(store, "Zoë", "zoe@example.org"))
    server.do(
        store.write(
            Statement(
                "UPDATE holders SET visitor = ? WHERE table_id = ? AND seat = ?", (member, live.row.id, seat)
            )
        )
    )
    live.seating.holders[seat] = {member}
    server.do(Notices(store).keep(NoticeWay(person=member, way="mail", language="de")))
    take_turn(page)
    deliver(server)
    letter = mailbox.next_email()
    assert letter["To"] == "zoe@example.org"
    assert f"https://club.example{address}" in letter.get_content()


async def _new_member(store: Store, name: str, email: str) -> str:
    await store.write(
        Statement(
            "INSERT INTO members (id, name, name_key, email, password, language, made)"
            " VALUES (?, ?, ?, ?, '', 'en', 0)",
            ("m-0123456789", name, name.casefold(), email),
        )
    )
    found = await Members(store).by_email(email)
    assert found is not None
    return found.id


def test_guests_get_no_email_and_bad_methods_are_refused(server: Server, browsers: list[Browser]) -> None:
    guest = Browser(server.host)
    browsers.append(guest)
    for form in (
        {"way": "mail"},
        {"way": "pigeon"},
        {"way": "webhook", "address": "gopher://x"},
        {"way": "push", "address": "http://127.0.0.1/"},
    ):
        assert guest.post("/away/ways", **form).status_code == 422
    assert guest.get("/away").status_code == 200


class BrowserKeys:
    """What a browser creates when it subscribes."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def p256dh(self) -> str:
        return _letters(
            self.private.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )

    @property
    def auth(self) -> str:
        return _letters(self.secret)

    def opened(self, sealed: bytes) -> bytes:
        content: bytes = http_ece.decrypt(
            sealed, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        return content


def _letters(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def test_a_browser_gets_what_only_it_can_read_and_is_forgotten_when_it_unsubscribes(
    server: Server, browsers: list[Browser], post: Receiver
) -> None:
    address, page, _mover, other = apart(server, browsers)
    keys = BrowserKeys()
    other.go("/away/ways", way="push", address=post.url, p256dh=keys.p256dh, auth=keys.auth)
    take_turn(page)
    post.status = 201
    deliver(server)
    headers, sealed = post.taken[0]
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    told = msgspec.json.decode(keys.opened(sealed))
    assert told["title"] == "First Train to Nuremberg: it is your turn."
    assert told["address"] == f"https://club.example{address}"
    notices, person = Notices(server.live(address).context.store), _person(server, address, other)
    server.do(notices._store.write(adding_notice("over", "over x", person, "x", -1, 0)))
    post.status = 410
    deliver(server)
    assert server.do(notices.ways(person)) == []


def test_the_key_of_a_server_stays_the_same_and_is_private(tmp_path: Path) -> None:
    first, second = Pusher(tmp_path, ""), Pusher(tmp_path, "")
    assert first.public == second.public
    assert (tmp_path / "push.key").stat().st_mode & 0o077 == 0


def test_a_player_short_of_time_is_told_once(
    server: Server, browsers: list[Browser], post: Receiver, watch: Watch
) -> None:
    _address, page, _mover, other = apart(
        server, browsers, clock="move", clock_time="10", clock_time_unit="days", clock_late="vote"
    )
    other.go("/away/ways", way="webhook", address=post.url, digest="now")
    take_turn(page)
    for days in (5, 4):
        watch.ahead += days * DAY + 60
        server.do(server.app.state.clock_job.look())
        server.do(server.app.state.clock_job.look())
        deliver(server)
    kinds = [notice["kind"] for _, body in post.taken for notice in msgspec.json.decode(body)["notices"]]
    assert kinds == ["turn", "time"]


def test_vacations_are_entered_on_the_page_within_limits(server: Server, browsers: list[Browser]) -> None:
    guest = Browser(server.host)
    browsers.append(guest)
    today = datetime.now(UTC).date()
    for first, last in ((0, 40), (-1, 3), (5, 3)):
        form = {"first": str(today + timedelta(first)), "last": str(today + timedelta(last))}
        assert guest.post("/away/vacation", **form).status_code == 422
    assert guest.post("/away/vacation", first="soon", last="").status_code == 422
    assert (
        guest.go("/away/vacation", first=str(today + timedelta(3)), last=str(today + timedelta(5))) == "/away"
    )
    text = guest.get("/away").text
    assert str(today + timedelta(3)) in text
    number = text.split('name="number" value="')[1].split('"')[0]
    assert guest.go("/away/back", number=number) == "/away"
    assert str(today + timedelta(3)) not in guest.get("/away").text


def test_an_invitation_sends_a_notification(use: Use) -> None:
    async def work(store: Store) -> list[str]:
        await store.add(table())
        await Notices(store).keep(webhook("m-ann"))
        for _ in range(2):
            await Invitations(store).add("abc", "m-ann", "m-bob", 5)
        return [item.kind for item in await Notices(store).due(5, 10)]

    assert use(work) == ["invited"]
