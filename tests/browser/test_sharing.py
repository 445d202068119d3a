"""Things worth sharing: a challenge from one browser to another, a poster and an animation from the ceremony."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from .access import serious
from .arrange import PHONE, Person
from .conftest import Meet
from .test_ceremony import ceremony

WIDE = (1280, 800)
# Scrolled to, and not covered by the buttons at the foot of the ceremony
NOT_UNDER_THE_BAR = """(link) => {
  const [box, bar] = [link, document.querySelector("#ceremony > footer")].map((one) => one.getBoundingClientRect());
  return box.top > 0 && box.bottom <= bar.top + 1;
}"""
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def ended(person: Person, game: str = "firstclass", **options: str) -> Locator:
    """Bots play a game, and the person watches its end."""
    person.new_game(game, ["bot:random", "bot:random"], **options)
    return ceremony(person)


def challenge(person: Person, shown: Locator) -> str:
    """Sets the first challenge that the ceremony offers; returns its address."""
    shown.get_by_role("button", name="Challenge a friend").first.click()
    link = shown.get_by_role("link", name="Open the challenge")
    expect(link).to_be_visible()
    return str(link.get_attribute("href"))


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
def test_a_challenge_goes_from_one_browser_to_another_and_back(meet: Meet, size: tuple[int, int]) -> None:
    ann, zoe = meet(WIDE, permissions=CLIPBOARD), meet(size)
    shown = ended(ann)
    address = challenge(ann, shown)
    assert ann.page.evaluate("navigator.clipboard.readText()") == f"{ann.address}{address}"

    zoe.page.goto(address)
    expect(zoe.page.get_by_role("heading", level=1)).to_contain_text("Can you win it?")
    expect(zoe.page.locator(".tries")).to_contain_text("Nobody has finished it yet.")
    picture = zoe.page.locator(".position img")
    zoe.page.wait_for_function(
        "image => image.complete && image.naturalWidth === 1200", arg=picture.element_handle()
    )
    assert zoe.page.evaluate("document.documentElement.scrollWidth - screen.width") <= 0
    assert serious(zoe) == []
    zoe.page.get_by_label("Your name").fill("Zoë")
    zoe.page.get_by_role("button", name="Take up the challenge").click()
    zoe.page.wait_for_url("**/table/*")
    zoe.play_by_clicks()

    end = ceremony(zoe)
    won = end.locator(".challenged").inner_text().startswith("The challenge is won!")
    end.get_by_role("link", name="See who has tried").click()
    zoe.page.wait_for_url(f"**{address}")
    expect(zoe.page.locator(".stamp")).to_have_text("You won it!" if won else "Not this time")

    ann.page.goto(address)
    line = ann.page.locator(".tries tbody tr")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Zoë")
    expect(line.locator("td").first).to_have_text("won" if won else "not won")


def downloaded(person: Person, link: Locator, folder: Path) -> bytes:
    with person.page.expect_download() as loading:
        link.click()
    target = folder / loading.value.suggested_filename
    loading.value.save_as(target)
    return target.read_bytes()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
def test_poster_and_animation_are_shown_and_downloaded(
    meet: Meet, tmp_path: Path, size: tuple[int, int]
) -> None:
    ann = meet(size, accept_downloads=True)
    shown = ended(ann, "nuremberg", rounds="1")
    for name, file, kind in (("Poster", "poster.png", "PNG"), ("Animated replay", "replay.gif", "GIF")):
        shown.get_by_role("button", name=name, exact=True).click()
        expect(shown.get_by_role("img", name=name)).to_be_visible()
        link = shown.locator(f"a[href$='{file}']")
        ann.page.wait_for_function(NOT_UNDER_THE_BAR, arg=link.element_handle())
        picture = Image.open(io.BytesIO(downloaded(ann, link, tmp_path)))
        assert picture.format == kind
        box = shown.get_by_role("img", name=name).bounding_box()
        assert box
        assert box["width"] <= size[0]
    assert serious(ann) == []


def test_a_device_shares_the_file_itself(meet: Meet) -> None:
    ann = meet(PHONE)
    ann.page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (what) => { window.shared = what.files[0] }"
    )
    shown = ended(ann, "nuremberg", rounds="1")
    shown.get_by_role("button", name="Poster", exact=True).click()
    shown.locator(".souvenirs figure").get_by_role("button", name="Share").click()
    ann.page.wait_for_function("() => window.shared")
    told: dict[str, Any] = ann.page.evaluate("({ name: shared.name, type: shared.type, size: shared.size })")
    assert (told["name"], told["type"]) == ("branchline-poster.png", "image/png")
    assert told["size"] > 100_000


def test_a_picture_that_was_cut_off_says_so(meet: Meet) -> None:
    ann = meet(WIDE)
    ann.offline = True  # the browser logs the answer 503
    words = "This takes the server too long, so it was stopped. Try again in a minute."
    ann.page.route("**/poster.png", lambda route: route.fulfill(status=503, json={"words": words}))
    shown = ended(ann, "nuremberg", rounds="1")
    button = shown.get_by_role("button", name="Poster", exact=True)
    button.click()
    expect(shown.locator(".souvenirs [role=status]")).to_have_text(words)
    expect(button).to_be_enabled()
    ann.faults = [fault for fault in ann.faults if "503" not in fault]


def test_the_replay_page_has_them_too(meet: Meet) -> None:
    ann = meet(WIDE, permissions=CLIPBOARD)
    shown = ended(ann)
    shown.get_by_role("link", name="View replay").click()
    ann.page.wait_for_url("**/replay/*")
    section = ann.page.get_by_role("region", name="Souvenirs")
    expect(section.get_by_role("button", name="Poster", exact=True)).to_be_visible()
    expect(section.get_by_role("button", name="Animated replay")).to_be_visible()
    course = ann.page.locator("#course")
    course.get_by_role("button", name="Challenge a friend").first.click()
    link = course.get_by_role("link", name="Open the challenge")
    link.click()
    ann.page.wait_for_url("**/challenge/*")
    assert urlsplit(ann.page.url).path.startswith("/challenge/")
