"""Games of each title played by keys and by what a screen reader reads out, without looking at the page's elements."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from .arrange import wait_for
from .conftest import Meet
from .screen_reader import CONTROLS, Item, ScreenReader

CHOICES = ("What you can do", "End, pass or confirm")
TALKATIVE = 200  # words between two turns; more is not listened to


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("nuremberg", 15),
        ("firstclass", 15),
        pytest.param("nuremberg", None, marks=pytest.mark.slow),
        pytest.param("firstclass", None, marks=pytest.mark.slow),
    ],
)
def test_a_game_with_a_screen_reader(meet: Meet, game: str, turns: int | None) -> None:
    reader = ScreenReader(meet().page)
    set_up(reader, game)
    random = Random(3)

    turn = 0
    while turns is None or turn < turns:
        said = wait_for_my_turn(reader)
        print(*said, sep="\n")
        assert_sensible(said)
        if is_over(reader):
            break
        items = reader.items()
        choices = [item for item in items if is_choice(item)]
        assert_clear(items, choices)
        choice = random.choice(choices)
        more = ["+"] * random.randrange(4) if choice.role == "spinbutton" else []
        take(reader, choice, more, choices)
        turn += 1

    if turns is None:
        print(reader.text("dialog"))
        assert re.search(r"Player 1: −?\d+ points?\.", said[-1])
        reader.choose("button", "Back to the table")
        reader.find("link", "View replay")


def set_up(reader: ScreenReader, game: str) -> None:
    """From the home page to a table against one bot."""
    title = {"nuremberg": "First Train to Nuremberg", "firstclass": "First Class"}[game]
    reader.page.goto("/")
    reader.choose("link", "Set up a game")
    reader.choose("link", title)
    reader.find("heading", "Who plays")
    for seat, who in ((2, "Bot: Ran"), (3, "Nobody")):
        reader.choose("combobox", f"Seat {seat}", *who)
    if game == "nuremberg":
        reader.choose("combobox", "Rounds", "2")
    reader.choose("button", "Start")
    reader.page.wait_for_url("**/table/*")


def is_over(reader: ScreenReader) -> bool:
    return any(item.role == "button" and item.name == "Back to the table" for item in reader.items())


def wait_for_my_turn(reader: ScreenReader) -> list[str]:
    """Everything that is said until it is my turn or the game is over."""
    said: list[str] = []

    def mine() -> bool:
        new = reader.heard()
        said.extend(new)
        return bool(new) and ("our turn" in new[-1] or is_over(reader))

    wait_for(mine, "My turn is not announced")
    return said


def is_choice(item: Item) -> bool:
    return (
        item.role in ("button", "spinbutton")
        and not item.disabled
        and any(item.is_in("group", name) for name in CHOICES)
        and item.name not in ("One more", "One fewer", "Pay otherwise")
    )


def take(reader: ScreenReader, choice: Item, more: list[str], choices: list[Item]) -> None:
    """Make a choice, answer what the page asks, and wait for other choices, or none."""
    print(f"> {choice.path[-1][1]}: {choice.name} ({reader.focus(choice)})", *more)
    reader.press(choice, *more, "Enter")
    before = {one.node for one in choices}

    def done() -> bool:
        items = reader.items()
        for item in items:
            if item.role == "button" and item.name in ("Pay", "Yes, do it") and item.is_in("dialog"):
                print(f"> {item.name}")
                reader.press(item)
                return False
        return not before & {item.node for item in items}

    wait_for(done, f"{choice.name!r} did nothing")


def assert_sensible(said: list[str]) -> None:
    """Nothing is said twice in a turn, and all of it is short enough to be listened to."""
    assert [words for words, count in Counter(said).items() if count > 1] == []
    assert len(" ".join(said).split()) <= TALKATIVE, said


def assert_clear(items: list[Item], choices: list[Item]) -> None:
    """Every control has a name, and no two choices sound the same."""
    assert [item for item in items if item.role in CONTROLS and not item.name.strip()] == []
    assert [item for item in items if item.role in ("region", "dialog", "toolbar") and not item.name] == []
    names = Counter((one.name, one.path) for one in choices)
    assert [name for name, count in names.items() if count > 1] == []
