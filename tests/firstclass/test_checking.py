"""The checker of deck files: a copy of the built-in deck, broken in one way, and what it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from branchline.core.errors import DataError
from branchline.games.firstclass import GAME, checking
from branchline.games.firstclass.data import deck_file, schemas
from branchline.games.firstclass.data.deck_file import DATA, DeckFile

Data: TypeAlias = dict[str, Any]


def findings(change: Callable[[Data], object]) -> list[str]:
    """What the checker says of the built-in deck with one change."""
    deck: Data = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    change(deck)
    found = checking.check_deck(msgspec.convert(deck, DeckFile))
    return [f"{finding.where}: {finding.problem} {finding.remedy}" for finding in found]


def set_effect(letter: str, number: int, effect: str) -> Callable[[Data], object]:
    def change(deck: Data) -> None:
        rows = deck["base"] if letter == "base" else deck["modules"][letter]
        rows[number]["effect"] = effect

    return change


@pytest.mark.clause("F1.2", "F16")
def test_the_built_in_deck_has_no_fault() -> None:
    assert checking.check_deck(deck_file.built_in()) == []
    assert list(GAME.check(DATA / "cards.json")) == []


@pytest.mark.clause("F1.2")
def test_a_stage_with_too_few_base_cards() -> None:
    (found,) = findings(lambda deck: deck["base"].pop(0))
    assert found.startswith("base, stage 1: There are 23 cards. Make it 24")


@pytest.mark.clause("F1.2")
def test_a_module_card_in_the_wrong_stage() -> None:
    found = findings(lambda deck: deck["modules"]["C"][0].update(stage=3))
    assert [line.partition(":")[0] for line in found] == ["module C, stage 1", "module C, stage 3"]


@pytest.mark.clause("F1.1")
def test_one_module_is_not_enough() -> None:
    def change(deck: Data) -> None:
        deck["modules"] = {"A": deck["modules"]["A"]}

    assert findings(change) == ["modules: There are 1. A game needs two modules (F1.1)."]


@pytest.mark.clause("F16")
def test_two_rows_with_one_id() -> None:
    (found,) = findings(lambda deck: deck["base"][1].update(id="A1-1"))
    assert found.startswith("A1-1: 2 rows have this id.")


@pytest.mark.clause("F16")
def test_an_unknown_word() -> None:
    (found,) = findings(set_effect("base", 3, "fly(3)"))
    assert found.startswith("X1-04: The code 'fly(3)' can't be read: 'fly'")


@pytest.mark.clause("F16")
@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("M1", lambda deck: deck["mail_cars"][0].update(effect="celebrity")),
        ("S2", lambda deck: deck["stations"][1].update(effect="pts=2")),
        ("coin column 2", lambda deck: deck["coin_columns"][1].update(effect="?")),
        ("start tile, place 1", lambda deck: deck["start_tile"][0].update(effect="coin")),
        ("any_coin", lambda deck: deck["any_coin"].update(effect="points")),
        ("G02, now", lambda deck: deck["game_end"][1].update(now="nothing")),
        ("G02, end", lambda deck: deck["game_end"][1].update(end="points(4) per car")),
        ("E1", lambda deck: deck["evidence"][0].update(effect="1 fingerprint")),
    ],
)
def test_every_code_is_read(where: str, change: Callable[[Data], object]) -> None:
    (found,) = findings(change)
    assert found.startswith(f"{where}: The code")


@pytest.mark.clause("F9.2", "F16")
@pytest.mark.parametrize(
    "requirement",
    [
        "cars(total>=21)", "cars(value>=1, total>=17)", "cars(value>=1, upper>=9 & lower>=1)",
        "conductor(upper>=11 & lower>=1)", "mailCars(placed=3)", "locoPos>=15",
        "railCards>=6", "locomotiveTiles>=3", "conductorOnLocomotiveTile>=3", "completedContracts>=21",
        "celebritiesAndPostcards>=1", "passengers>=1", "luggage>=1 & passengers>=1", "suspectSelfCard>=1",
        "suspectOthersCard>=1", "destroyCards>=1",
    ],
)  # fmt: skip
def test_a_requirement_that_nobody_can_fulfil(requirement: str) -> None:
    (found,) = findings(set_effect("A", 0, f"contract({requirement} => coin(3))"))
    assert found.startswith("A1-1: Nobody can fulfil")


@pytest.mark.clause("F9.2", "F16")
def test_one_reachable_way_is_enough() -> None:
    assert findings(set_effect("A", 0, "contract(passengers>=4 | railCards>=1 => coin(3))")) == []


@pytest.mark.clause("F1.3", "F2.4", "F6.1", "F8.1", "F13.2")
@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("mail_cars", lambda deck: deck["mail_cars"].pop()),
        ("locomotive_tiles", lambda deck: deck["locomotive_tiles"]["numbers"].pop()),
        ("locomotive_tiles", lambda deck: deck["locomotive_tiles"].update(numbers=[5] * 8)),
        ("constantinople", lambda deck: deck["constantinople"].update(points=[5] * 5)),
        ("stations", lambda deck: deck["stations"].pop()),
        ("coin_columns", lambda deck: deck["coin_columns"].pop()),
        ("coin column 1", lambda deck: deck["coin_columns"][0].update(size=5)),
        ("start_tile", lambda deck: deck["start_tile"].pop()),
        ("game_end", lambda deck: deck.update(game_end=deck["game_end"][:8])),
        ("evidence", lambda deck: deck.update(evidence=[])),
        ("roles", lambda deck: deck["roles"]["cards"].pop()),
        ("car_values", lambda deck: deck.update(car_values=[0, 2, 1, 4, 7, 12])),
        ("four_coins", lambda deck: deck["four_coins"].update(effect=None)),
    ],
)
def test_supplies_have_their_size(where: str, change: Callable[[Data], object]) -> None:
    assert findings(change)[0].startswith(f"{where}: ")


@pytest.mark.clause("F8.2")
@pytest.mark.parametrize("field", ["any_coin", "four_coins"])
def test_coins_cannot_buy_coins_endlessly(field: str) -> None:
    (found,) = findings(lambda deck: deck[field].update(effect="coin(5)+points(1)"))
    assert found.startswith(f"{field}: 'coin(5)+points(1)' buys coins for coins.")


@pytest.mark.clause("F16")
def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    text = (DATA / "cards.json").read_text(encoding="utf-8")
    file.write_text(text.replace("deck/1", "deck/9"), encoding="utf-8")
    with pytest.raises(DataError, match="deck/9"):
        list(GAME.check(file))


@pytest.mark.clause("F16")
def test_a_field_that_is_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    deck: Data = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    del deck["base"][0]["status"]
    file.write_text(json.dumps(deck), encoding="utf-8")
    with pytest.raises(DataError, match="status"):
        list(GAME.check(file))
    with pytest.raises(DataError, match="can't be read"):
        list(GAME.check(tmp_path / "none.json"))


@pytest.mark.clause("F16")
def test_the_schema_is_up_to_date() -> None:
    assert (DATA / schemas.NAME).read_text(encoding="utf-8") == schemas.schema()
