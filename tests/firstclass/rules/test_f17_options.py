"""F17: options, custom decks, records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.core.errors import DataError, OptionError, RecordError
from branchline.core.play.loading import loads
from branchline.games.firstclass import GAME
from branchline.games.firstclass.data.deck_file import DATA

from ..arrange import Scene


def own_deck(**changes: Any) -> dict[str, Any]:
    deck: dict[str, Any] = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    deck["name"] = "mine"
    return deck | changes


def written(path: Path, deck: dict[str, Any]) -> str:
    file = path / "deck.json"
    file.write_text(json.dumps(deck), encoding="utf-8")
    return str(file)


@pytest.mark.clause("F17")
def test_the_options_and_their_defaults() -> None:
    assert GAME.stored_options(GAME.setting(2, {})) == {
        "modules": "AB",
        "unclaimed_start": "clockwise",
        "arrest": "out",
        "deck": "built-in",
    }


@pytest.mark.clause("F17")
@pytest.mark.parametrize(
    ("name", "value"),
    [("modules", "AZ"), ("unclaimed_start", "left"), ("arrest", "maybe"), ("deck", "/no/where.json")],
)
def test_a_value_that_an_option_cannot_have_is_refused(name: str, value: str) -> None:
    with pytest.raises(OptionError, match=name):
        GAME.setting(2, {name: value})


@pytest.mark.clause("F17")
def test_an_unknown_option_names_the_nearest() -> None:
    with pytest.raises(OptionError, match="modules"):
        GAME.setting(2, {"module": "AB"})


@pytest.mark.clause("F17")
def test_a_custom_deck_is_played_by_path(tmp_path: Path) -> None:
    deck = own_deck()
    deck["base"][3]["effect"] = "car(3)+points(9)"
    table = branchline.Table("firstclass", players=2, seed=1, deck=written(tmp_path, deck))
    assert table.view().deck.base[3].effect == "car(3)+points(9)"


@pytest.mark.clause("F17")
def test_a_record_holds_its_own_deck(tmp_path: Path) -> None:
    deck = own_deck()
    deck["game_end"][20]["end"] = "points(60)"
    path = written(tmp_path, deck)
    table = branchline.Table("firstclass", players=2, seed=1, deck=path)
    for _ in range(20):
        table.push(table.legal_moves.ids[0])
    Path(path).unlink()
    again = loads(table.dumps())
    assert again.view() == table.view()
    assert again.dumps() == table.dumps()


@pytest.mark.clause("F17")
def test_a_deck_without_a_chosen_module_is_refused(tmp_path: Path) -> None:
    deck = own_deck()
    del deck["modules"]["E"]
    path = written(tmp_path, deck)
    branchline.Table("firstclass", players=2, deck=path, modules="AB")
    with pytest.raises(OptionError, match="no module E"):
        branchline.Table("firstclass", players=2, deck=path, modules="AE")


@pytest.mark.clause("F17", "F16")
def test_a_custom_guest_card_works_in_any_module(tmp_path: Path) -> None:
    deck = own_deck()
    deck["modules"]["A"][7]["effect"] = "guest(passenger: coin(3) | luggage: points(5))"
    scene = (
        Scene("AB", deck=written(tmp_path, deck))
        .coins(0, 0)
        .train(0, "upper", [1], conductor=1)
        .market("A1-8")
    )
    scene.play("take 1.1", "guest passenger")
    assert scene.purse() == (1, 1, 1)


@pytest.mark.clause("F17", "F12.3")
def test_a_custom_card_to_place_does_everything_it_shows(tmp_path: Path) -> None:
    deck = own_deck()
    deck["base"][20]["effect"] = "rail(pts=4; clock=coin(1))+loco(4)"
    scene = Scene("AB", deck=written(tmp_path, deck)).market("X1-21").play("take 1.1")
    assert scene.player(0).loco == 4  # the rail card comes first
    assert scene.score() == 2 + 3 + 4


@pytest.mark.clause("F17")
def test_a_faulty_deck_is_refused_with_the_file_and_what_to_do(tmp_path: Path) -> None:
    deck = own_deck()
    deck["base"][0]["effect"] = "fly(2)"
    with pytest.raises(DataError, match=r"deck.json: X1-01: The code 'fly\(2\)' can't be read"):
        branchline.Table("firstclass", players=2, deck=written(tmp_path, deck))


@pytest.mark.clause("F17")
def test_a_deck_that_is_not_json_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{\n "format": \n', encoding="utf-8")
    with pytest.raises(DataError, match=r"deck.json, line \d|Not JSON"):
        branchline.Table("firstclass", players=2, deck=str(file))


@pytest.mark.clause("F17")
def test_an_edited_record_is_refused_by_its_line() -> None:
    table = branchline.Table("firstclass", players=2, seed=1)
    for _ in range(10):
        table.push(table.legal_moves.ids[0])
    content = table.dumps().replace(b'"seat":0', b'"seat":1', 1)
    with pytest.raises(RecordError, match=r"line \d+"):
        loads(content)


@pytest.mark.clause("F17")
def test_a_truncated_record_is_refused_by_its_line() -> None:
    table = branchline.Table("firstclass", players=2, seed=1)
    with pytest.raises(RecordError, match="cut off"):
        loads(table.dumps()[:-20])


@pytest.mark.clause("F17")
def test_a_record_with_a_move_the_rules_refuse_names_the_move(tmp_path: Path) -> None:
    table = branchline.Table("firstclass", players=2, seed=1)
    table.push(table.legal_moves.ids[0])
    table.push(table.legal_moves.ids[0])
    table.push("tile")
    table.push("end")
    rows = table.dumps().split(b"\n")
    index = next(n for n, row in enumerate(rows) if b'"tile"' in row)
    rows[index] = rows[index].replace(b'"tile"', b'"take 9.9"')
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(rows))
    with pytest.raises(RecordError, match=r"take 9.9"):
        branchline.load(file, edited=True)


@pytest.mark.clause("F5.4", "F16")
@pytest.mark.parametrize(("who", "conductors"), [("upper", (2, 0)), ("lower", (0, 2)), ("both", (2, 2))])
def test_a_conductor_can_be_named_on_a_card(who: str, conductors: tuple[int, int], tmp_path: Path) -> None:
    deck = own_deck()
    deck["base"][13]["effect"] = f"conductor({who},2)"
    scene = Scene("AB", deck=written(tmp_path, deck)).train(0, "upper", [0] * 4).train(0, "lower", [0] * 4)
    scene.market("X1-14").play("take 1.1")
    assert scene.player(0).conductors == conductors


@pytest.mark.clause("F4.1", "F10.5")
def test_a_card_may_bring_several_game_end_cards(tmp_path: Path) -> None:
    deck = own_deck()
    deck["base"][3]["effect"] = "gameEnd(2)+car(1)"
    scene = Scene("AB", deck=written(tmp_path, deck)).market("X1-04").play("take 1.1", "choose", "pick G01")
    scene.play("open G09", "blind", "draw G15")
    assert scene.player(0).known_game_ends == ("G01", "G15")
    assert scene.legal == {"car upper", "car lower"}
