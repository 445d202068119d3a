"""An invitation from the host's dialog to the friends' seats: one link, a QR code, a ticket that is punched."""

from __future__ import annotations

import io
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, expect

from .access import serious
from .arrange import PHONE, Person
from .conftest import Meet

DESK = (1280, 800)


def decoded(shown: Locator) -> str:
    """What a camera reads on the screen."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(shown.screenshot())).convert("L"))
    return str(found.text)


def invite(host: Person, *seats: str) -> str:
    """A new table; returns the link for all its free seats, from the dialog."""
    host.new_game("nuremberg", ["me", *seats], rounds="2")
    host.page.wait_for_selector("#links[open]")
    return host.page.get_by_label("The link for all free seats").input_value()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["1280", "360"])
def test_a_ticket_from_the_host_to_the_last_free_seat(meet: Meet, size: tuple[int, int]) -> None:
    ann = meet(size)
    link = invite(ann, "friend", "friend")
    assert decoded(ann.page.locator("#links .qr")) == link
    assert ann.page.locator("#links li[data-seat='1']").is_hidden(), "seat by seat only on demand"
    ann.page.get_by_text("Seat by seat").click()
    assert ann.page.locator("#links li[data-seat='2']").is_visible()
    assert not serious(ann)

    for number, name in enumerate(("Bob", "Cem"), start=1):
        friend = meet(size)
        friend.page.goto(link)
        ticket = friend.page.locator(".ticket")
        expect(ticket).to_contain_text("Ann invites you")
        expect(ticket.get_by_role("heading")).to_have_text("First Train to Nuremberg")
        expect(ticket).to_contain_text("any free seat")
        assert not serious(friend)
        assert friend.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            "nothing sticks out"
        )
        friend.page.get_by_label("Your name").fill(name)
        friend.page.get_by_role("button", name="Punch the ticket").click()
        friend.page.wait_for_url("**/table/*")
        with friend.context.expect_page() as opened:  # the table stays open
            friend.press(friend.page.get_by_role("button", name="Take the one-minute lesson"))
        expect(opened.value.locator("#lesson h2")).to_have_text("Lesson: 1 of 4")
        opened.value.close()
        expect(friend.page.locator("#seats .name").nth(number)).to_have_text(name)
    expect(ann.page.locator("#links")).to_be_hidden()

    eve = meet(size)
    eve.page.goto(link)
    expect(eve.page.get_by_role("status")).to_have_text("All seats at this table are taken.")
    assert not eve.page.get_by_label("Your name").count()
    eve.page.get_by_role("link", name="Watch the game").click()
    expect(eve.page.locator("#watching")).to_be_visible()
    eve.faults.clear()  # the browser notes the 410 itself


def test_the_ticket_is_punched_before_the_friend_sits(meet: Meet) -> None:
    ann, bob = meet(), meet()
    link = invite(ann, "friend")
    bob.cookie("speed", "normal")
    bob.page.goto(link)
    expect(bob.page.locator(".hole")).to_have_css("scale", "0")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.route("**/join/*", lambda route: route.abort())  # so that the page stays
    bob.page.get_by_role("button", name="Punch the ticket").click()
    expect(bob.page.locator(".hole")).to_have_css("scale", "1")
    bob.faults.clear()


def test_a_link_is_copied_or_shared_and_renewed_with_its_qr_code(meet: Meet) -> None:
    ann = meet()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    link = invite(ann, "friend")
    common = ann.page.locator("#links [data-seat=any]")
    common.get_by_role("button", name="Copy").click()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link
    common.get_by_role("button", name="Share").click()
    assert ann.page.evaluate("window.shared.url") == link
    common.get_by_role("button", name="New link").click()
    expect(ann.page.locator("#notices")).to_contain_text("This is the new link.")
    expect(common.locator("input")).not_to_have_value(link)
    assert decoded(common.locator(".qr")) == common.locator("input").input_value()


def test_without_web_share_there_is_no_share_button(meet: Meet) -> None:
    ann = meet()
    ann.page.add_init_script("delete Navigator.prototype.share;")
    invite(ann, "friend")
    expect(ann.page.locator("#links [data-share]")).to_be_hidden()


def test_messengers_find_a_picture_of_the_ticket(meet: Meet) -> None:
    """Fetched without cookies, as a messenger does; it stays the same whatever happens at the table."""
    ann, bob = meet(), meet()
    link = invite(ann, "friend")
    bob.page.goto(link)
    address = bob.page.get_attribute("meta[property='og:image']", "content") or ""
    assert urlsplit(link).path.rpartition("/")[2] not in address

    def fetched() -> bytes:
        with urlopen(address) as answer:
            assert answer.headers["content-type"] == "image/png"
            return bytes(answer.read())

    before = fetched()
    assert Image.open(io.BytesIO(before)).size == (1200, 630)
    bob.sit_down(urlsplit(link).path, "Bob")
    for person in (ann, bob):
        if person.turn == "mine":
            person.wait()
            person.click_choice()
    assert fetched() == before
