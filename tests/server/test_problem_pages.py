"""The pages of the problem of the day: which problem when, what a page holds, and playing on."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from typing import Any
from zlib import crc32

import msgspec
import pytest

from branchline.problems.calendar import FIRST_DAY, day_of, place_of
from branchline.problems.file import Problems, problems
from branchline.problems.weighing import choices
from branchline.server.pages.problem.problem_pages import today
from branchline.server.workers.problem_answers import sealed

from .arrange import Browser

GAMES = ("nuremberg", "firstclass")


def shipped(game: str) -> Problems:
    found = problems(game)
    assert found is not None
    return found


def position(html: str) -> dict[str, Any]:
    """What the page's script reads."""
    (text,) = re.findall(r'<template id="position">(.*?)</template>', html, re.DOTALL)
    found: dict[str, Any] = msgspec.json.decode(unescape(text))
    return found


def opened(text: str, key: str) -> bytes:
    """Sealing twice opens."""
    return b64decode(sealed(b64decode(text), key))


@pytest.mark.parametrize("game", GAMES)
def test_today_has_a_problem_and_so_has_every_day_since_the_first(ann: Browser, game: str) -> None:
    assert ann.get(f"/problem/{game}").headers["location"] == f"/problem/{game}/{today()}"
    assert ann.get(f"/problem/{game}/{day_of(today())}").headers["location"] == f"/problem/{game}/{today()}"
    assert ann.get(f"/problem/{game}/{FIRST_DAY}").headers["location"] == f"/problem/{game}/1"
    assert f"Problem {today()}" in ann.get(f"/problem/{game}/{today()}").text
    assert ann.get(f"/problem/{game}/{today() + 1}").status_code == 200, "for browsers that will be offline"


@pytest.mark.parametrize(
    "path",
    ["nuremberg/0", "nuremberg/-1", "nuremberg/x", "nuremberg/999999", "nuremberg/2020-01-01", "chess/1", "chess"],
)  # fmt: skip
def test_other_days_and_games_have_none(ann: Browser, path: str) -> None:
    assert ann.get(f"/problem/{path}").status_code == 404


def test_the_list_links_today_and_earlier_days(ann: Browser) -> None:
    html = ann.get("/problem").text
    for game in GAMES:
        assert f'href="/problem/{game}/{today()}"' in html
        assert f'href="/problem/{game}/{today() - 1}"' in html
    assert f"/{today() + 1}" not in html, "nobody is led to tomorrow's"
    earlier = ann.get("/problem?before=3").text
    assert 'href="/problem/nuremberg/2"' in earlier
    assert ann.get("/problem?before=99999999999").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_page_shows_what_the_seat_may_do_and_holds_the_answers_sealed(ann: Browser, game: str) -> None:
    found, number = shipped(game), 3
    place = place_of(number, len(found.problems))
    problem, table = found.problems[place], found.table(place)
    shown = position(ann.get(f"/problem/{game}/{number}").text)
    assert shown["seat"] == problem.seat
    assert {choice["move"] for choice in shown["choices"]} == {
        move for moves in choices(table).values() for move in moves
    }
    assert not any("pays" in choice for choice in shown["choices"])
    answers = msgspec.json.decode(opened(shown["sealed"], f"{game} {number}"))
    assert len(answers) == len(problem.choices)
    assert answers[0]["moves"] == choices(table)[problem.best.steps]
    assert answers[0]["chance"] == round(100 * problem.best.chance)
    assert answers[0]["reasons"][0] not in msgspec.json.encode({**shown, "sealed": ""}).decode()


def test_a_page_is_the_same_for_everybody(ann: Browser, bob: Browser) -> None:
    assert position(ann.get("/problem/firstclass/2").text) == position(bob.get("/problem/firstclass/2").text)


def test_a_seal_is_not_plain_text() -> None:
    text = sealed(b'{"best": "bid A1 5"}', "nuremberg 1")
    assert b"best" not in b64decode(text)
    assert opened(text, "nuremberg 1") == b'{"best": "bid A1 5"}'
    assert crc32(b"nuremberg 1") != crc32(b"nuremberg 2")


@pytest.mark.parametrize("game", GAMES)
def test_play_continues_from_the_position_against_bots(ann: Browser, game: str) -> None:
    problem = shipped(game).problems[0]
    page = ann.sit(ann.go(f"/problem/{game}/1/play")).my_turn()
    told = page.position["told"]
    assert told["to_move"] == problem.seat
    assert [seat["kind"] for seat in told["seats"]].count("bot") == problem.players - 1
    assert ann.post(f"/problem/{game}/999999/play").status_code == 404


def test_a_guest_keeps_results_in_the_browser_alone(ann: Browser) -> None:
    answer = ann.post("/problem/progress", results="nuremberg 1 01 1")
    assert answer.json() == {"member": "", "results": []}
