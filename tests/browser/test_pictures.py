"""The pictures of the README, on request: `BRANCHLINE_SCREENSHOTS=1 pytest tests/browser -k pictures`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .arrange import DESKTOP, PHONE, Person
from .conftest import Meet

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WANTED = pytest.mark.skipif(
    os.environ.get("BRANCHLINE_SCREENSHOTS") != "1",
    reason="BRANCHLINE_SCREENSHOTS=1 makes the README's pictures",
)


def play_on(person: Person, moves: int, until: str, advised: bool = False) -> None:
    """Play at least that many moves, and on until the header says so; as a bot recommends, or at random."""
    for count in range(400):
        if person.wait() == "over" or (count >= moves and until in person.page.inner_text("#now")):
            return
        if advised:
            take_advice(person)
        else:
            person.click_choice()


def take_advice(person: Person) -> None:
    person.page.click("#hint-button")
    person.page.wait_for_selector("#ideas button.choice, .notice")
    best = person.page.locator("#ideas button.choice")
    person.do((best.first if best.count() else person.choices().first).click)


def picture(person: Person, name: str) -> None:
    person.page.mouse.move(2, 2)
    person.page.wait_for_timeout(400)
    person.page.evaluate("document.querySelector('#notices')?.replaceChildren()")
    path = FOLDER / f"{name}.jpg"
    person.page.screenshot(path=path, type="jpeg", quality=86)
    assert path.stat().st_size > 20_000


@WANTED
def test_the_first_page(meet: Meet) -> None:
    ann = meet((1280, 800))
    ann.page.goto("/")
    picture(ann, "home")


@WANTED
@pytest.mark.parametrize(
    ("game", "bot", "moves", "until", "theme"),
    [
        ("nuremberg", "random", 36, "start a line", "light"),
        ("firstclass", "greedy", 50, "take a card", "dark"),
    ],
)
def test_a_table(meet: Meet, game: str, bot: str, moves: int, until: str, theme: str) -> None:
    ann = meet(DESKTOP)
    ann.cookie("theme", theme)
    longer = {"rounds": "8"} if game == "nuremberg" else {}
    ann.new_game(game, ["me", f"bot:{bot}", f"bot:{bot}"], **longer)
    play_on(ann, moves, until, advised=bot == "greedy")
    picture(ann, f"table-{game}")


@WANTED
def test_a_phone(meet: Meet) -> None:
    ann = meet(PHONE, device_scale_factor=2)
    ann.new_game("firstclass", ["me", "bot:greedy", "bot:greedy"])
    play_on(ann, 3, "take a card", advised=True)
    picture(ann, "phone")
