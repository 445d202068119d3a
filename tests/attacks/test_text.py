"""Text from people is shown as one short line, however long it is and whatever is hidden in it."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import branchline as bl
from branchline.core.text import CHAT_LINE, LEAGUE_NAME, PLACE_NAME, SEAT_NAME, TITLE, OneLine
from branchline.drawing.lettering import in_two_lines, shortened, width
from branchline.games.firstclass import checking as deck_checking
from branchline.games.firstclass.data import deck_file
from branchline.games.nuremberg import checking as map_checking
from branchline.games.nuremberg.data.map_file import DATA
from branchline.store import SeatRow

from ..nuremberg.broken_maps import own_map
from ..server.arrange import Browser, Server
from .brought import bring, record_with

ODD = {
    "a control character": "An\x07na",
    "a line break": "An\nna",
    "a turned line": "An\u202ena",
    "an isolate": "An\u2066na",
    "a zero-width space": "An\u200bna",
    "a joiner": "An\u200dna",
    "a filler that counts as a letter": "An\u3164na",
    "half a pair": "An\ud800na",
    "a tag": "An\U000e0041na",
}


@pytest.mark.parametrize("what", ODD)
def test_invisible_characters_are_removed_from_names(what: str) -> None:
    table = bl.Table("nuremberg", players=2, seats=[ODD[what], "Bob"])
    assert table.seats[0] in ("Anna", "An na")


@given(st.text(), st.sampled_from([SEAT_NAME, LEAGUE_NAME, CHAT_LINE]))
def test_whatever_comes_in_leaves_as_one_readable_line(text: str, kind: OneLine) -> None:
    tidy = kind.tidy(text)
    assert len(tidy) <= kind.longest
    assert tidy.isprintable()
    assert tidy == " ".join(tidy.split())
    assert tidy == unicodedata.normalize("NFC", tidy)
    assert kind.tidy(tidy) == tidy


@pytest.mark.parametrize("name", ["Zoë", "Łukasz 2", "Ὀδυσσεύς", "גלית", "小林", "O’Neil-Götz"])
def test_names_from_all_countries_stay_as_they_are(name: str) -> None:
    assert bl.Table("firstclass", players=2, seats=[name, "Bob"]).seats[0] == name


def test_the_same_name_typed_in_two_ways_is_one_name() -> None:
    table = bl.Table("firstclass", players=2, seats=["Zoe\u0308", "Zoë"])
    assert table.seats[0] == table.seats[1]


def test_an_invisible_name_becomes_the_number_of_the_seat() -> None:
    assert bl.Table("firstclass", players=2, seats=["Ann", "\u200b\u202e"]).seats == ["Ann", "Player 2"]


# Records


def test_a_record_with_an_endless_name_loads_with_a_short_one() -> None:
    table = bl.loads(record_with(seats=["x" * 900_000, "Bob\u202e"]))
    assert table.seats == ["x" * SEAT_NAME.longest, "Bob"]


def test_the_replay_of_an_endless_name_is_a_page_like_any_other(server: Server, eve: Browser) -> None:
    address = bring(eve, record_with(seats=["x" * 900_000, "An\u202ena"])).headers["location"]
    shown = eve.get(address).text
    assert "x" * SEAT_NAME.longest in shown
    assert "x" * (SEAT_NAME.longest + 1) not in shown
    assert "Anna" in shown
    assert server.live(address).seating.names == ("x" * SEAT_NAME.longest, "Anna")


def test_a_seat_stored_with_an_endless_name_has_a_short_one_now() -> None:
    assert SeatRow(seat=0, name="x" * 900_000, kind="open").name == "x" * SEAT_NAME.longest


def test_a_refusal_does_not_repeat_the_whole_upload(eve: Browser) -> None:
    answer = bring(eve, record_with(game="x" * 300_000))
    assert answer.status_code == 422
    assert len(answer.content) < 50_000


# Maps and decks


def map_with(**changes: Any) -> dict[str, Any]:
    return own_map() | changes


@pytest.mark.parametrize(
    ("changes", "where", "problem"),
    [
        ({"title": "x" * 20_000}, "title", "20000 characters"),
        ({"title": "Squ\u202eares"}, "title", "U+202E"),
        ({"companies": {"red": "Red\x1b", "green": "Green"}}, "companies, red", "U+001B"),
        ({"plots": [own_map()["plots"][0] | {"name": "x" * 999}, *own_map()["plots"][1:]]}, "plots P0, name", "999"),
    ],
)  # fmt: skip
def test_the_author_of_a_map_is_told_which_text_to_fix(
    tmp_path: Path, changes: dict[str, Any], where: str, problem: str
) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps(map_with(**changes)), encoding="utf-8")
    found = list(map_checking.check(path))
    assert [finding.where for finding in found] == [where]
    assert problem in found[0].problem
    assert found[0].remedy.startswith("Write one line of at most")


def test_the_author_of_a_deck_is_told_which_text_to_fix(tmp_path: Path) -> None:
    deck = json.loads((deck_file.DATA / "cards.json").read_text(encoding="utf-8"))
    deck["title"] = "My\u200bdeck"
    deck["base"][3]["note"] = "x" * 5000
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(deck), encoding="utf-8")
    found = [finding.where for finding in deck_checking.check(path)]
    assert found == ["title", f"base {deck['base'][3]['id']}, note"]


def test_a_map_typed_on_another_keyboard_has_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps(map_with(title="Lu\u0308neburg")), encoding="utf-8")
    assert list(map_checking.check(path)) == []
    assert bl.Table("nuremberg", players=2, board=str(path)).view().map.title == "Lüneburg"


def test_an_old_record_whose_map_has_an_endless_title_still_loads() -> None:
    plots = own_map()["plots"]
    plots[0]["name"] = "y" * 20_000
    old = record_with(
        own_table(), options={"board": "squares", "map": map_with(title="x" * 20_000, plots=plots)}
    )
    source = bl.loads(old).view().map
    assert source.title == "x" * TITLE.longest
    assert source.plots[0].name == "y" * PLACE_NAME.longest


def own_table() -> bl.Table:
    return bl.Table("nuremberg", players=2, seed=1, board="squares", map=own_map())


def test_the_built_in_maps_and_decks_pass_the_gate() -> None:
    for path in [*DATA.glob("*.json"), *deck_file.DATA.glob("*.json")]:
        check = deck_checking.check if path.parent == deck_file.DATA else map_checking.check
        if "schema" not in path.name and path.name != "problems.json":
            assert list(check(path)) == [], path


# Forms and chat


def test_a_form_cannot_seat_a_name_that_hides_something(server: Server, eve: Browser) -> None:
    table = eve.new_table("nuremberg", "me", "here", name0="An\u200bna", name1="x" * 90)
    assert server.live(table).seating.names == ("Anna", "x" * SEAT_NAME.longest)


def test_chat_hides_nothing(eve: Browser) -> None:
    page = eve.sit(eve.go("/play-now", game="nuremberg"))
    page.send("say", words="Lo\u200bok \u2067here\u2069")
    assert page.until("chat")["words"] == "Look here"
    assert page.ask("say", words="\u200b\u202e")["words"] == "Write something first."


def test_a_new_name_hides_nothing(server: Server, eve: Browser) -> None:
    table = eve.go("/play-now", game="nuremberg")
    page = eve.sit(table)
    assert page.ask("rename", name="An\u3164na")["type"] == "accepted"
    assert server.live(table).seating.names[0] == "Anna"


# Drawing


def test_a_text_is_shortened_to_the_available_room() -> None:
    for room in (20.0, 55.5, 120.0):
        text = shortened("Heilsbronner Klosterfeld", 15, room)
        assert width(text, 15) <= room
        longer = "Heilsbronner Klosterfeld"[: len(text)]
        assert width(longer + "…", 15) > room
    assert shortened("Fürth", 15, width("Fürth", 15)) == "Fürth"


class Counted(str):
    """A text that counts how many of its characters were looked at."""

    seen = 0

    def __iter__(self) -> Any:
        for letter in str(self[:]):
            self.seen += 1
            yield letter


def test_shortening_looks_no_further_than_the_room_goes() -> None:
    text = Counted("x" * 900_000)
    assert len(shortened(text, 15, 200)) < 40
    assert text.seen < 40


def test_only_the_beginning_of_an_endless_name_is_read() -> None:
    text = Counted("x" * 900_000)
    assert SEAT_NAME.tidy(text) == "x" * SEAT_NAME.longest
    assert text.seen < 1000


def test_a_long_text_is_broken_in_two_in_one_go() -> None:
    lines = in_two_lines("a-" * 30_000)
    assert lines is not None
    assert len(lines[0]) == len(lines[1])
