"""Values that an option can't have are refused with a sentence: beside the field of a form, or for the whole
record."""

from __future__ import annotations

import re
from typing import Any

import pytest

import branchline as bl
from branchline import bots
from branchline.core.errors import NotationError, OptionError, RecordError
from branchline.games.firstclass.data.code_words import CodeError, number_of

from ..server.arrange import Browser
from .brought import bring, record_with

TAKES = "Allowed values: four numbers from 0 to 99 for white,brown,red,green, such as 1,2,1,1."
WRONG = {
    "three numbers": "1,2,3",
    "five numbers": "1,2,1,1,1",
    "a superscript": "²,1,1,1",
    "digits of another script": "١,2,1,1",
    "one gap": "1,,1,1",
    "over 99": "100,1,1,1",
    "below 0": "-1,1,1,1",
    "endless digits": "9" * 5000 + ",1,1,1",
    "a fraction": "1.5,1,1,1",
}


@pytest.mark.parametrize("what", WRONG)
def test_a_form_shows_the_error_beside_the_field(eve: Browser, what: str) -> None:
    answer = eve.post(
        "/new", game="nuremberg", seat0="me", seat1="bot:random", starting_influence=WRONG[what].split(",")
    )
    assert answer.status_code == 422
    option = re.search(r'<fieldset [^>]*about-starting_influence".*?</fieldset>', answer.text, re.DOTALL)
    assert option is not None
    assert TAKES in option[0]
    assert answer.text.count(TAKES) == 1


def test_a_form_shows_the_error_in_the_language_of_the_visitor(eve: Browser) -> None:
    with Browser(eve.host, "de") as erika:
        answer = erika.post(
            "/new", game="nuremberg", seat0="me", seat1="bot:random", starting_influence="1,2,3"
        )
    assert "vier Zahlen von 0 bis 99" in answer.text


@pytest.mark.parametrize("what", WRONG)
def test_a_record_is_refused_with_the_same_sentence(eve: Browser, what: str) -> None:
    answer = bring(eve, record_with(options={"starting_influence": WRONG[what]}))
    assert answer.status_code == 422
    assert TAKES in answer.text


@pytest.mark.parametrize(
    "value", [None, 7, 1.5, "", "x", {}, [], [[1]], [1, 2, [3], 4], [True, 1, 1, 1], 10**40, 1e300]
)
@pytest.mark.parametrize(
    "option", ["board", "sets", "goods_destination", "company_track", "starting_influence"]
)
def test_a_record_may_hold_anything_under_an_option(option: str, value: Any) -> None:
    with pytest.raises(RecordError, match=f"'{option}' can't be"):
        bl.loads(record_with(options={option: value}))


@pytest.mark.parametrize("option", ["modules", "unclaimed_start", "arrest", "deck"])
@pytest.mark.parametrize(
    "value", [None, 7, float("nan"), "²", pytest.param("AB" * 50_000, id="long"), [["A"]], {}]
)
def test_the_same_holds_in_the_other_game(option: str, value: Any) -> None:
    with pytest.raises(OptionError) as refused:
        bl.Table("firstclass", players=2, **{option: value})
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "rounds",
    ["²", "٣", "9" * 5000, pytest.param(10**5000, id="huge"), float("nan")],
    ids=lambda value: "rounds",
)
def test_rounds_are_counted_with_plain_digits(rounds: Any) -> None:
    with pytest.raises(OptionError, match="'rounds' can't be"):
        bl.Table("nuremberg", players=2, rounds=rounds)


def test_numbers_in_moves_and_codes_are_read_with_the_same_care() -> None:
    table = bl.Table("nuremberg", players=2, seed=1)
    with pytest.raises(NotationError, match="1 to 15 cubes"):
        table.push("bid A1 " + "9" * 5000)
    with pytest.raises(NotationError):
        bl.Table("firstclass", players=2, seed=1).push("buy 1 1 " + "9" * 5000)
    with pytest.raises(CodeError, match="from 0 to 99"):
        number_of("9" * 5000)
    for number in ("१", "²", "9" * 5000):
        with pytest.raises(bots.UnknownBot, match="can't read"):
            bots.bot(f"greedy:seed={number}")
