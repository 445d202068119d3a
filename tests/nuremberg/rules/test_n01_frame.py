"""N1: players, pieces, companies, rounds."""

from __future__ import annotations

import pytest

from branchline.core.errors import GameOver, OptionError
from tests.nuremberg.arrange import (
    auction,
    building,
    idle_until,
    moves,
    new_table,
    player,
    push,
    refused,
    seen,
    shipping,
    takeover,
)


@pytest.mark.clause("N1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    assert len(seen(new_table(players=players)).players) == players


@pytest.mark.clause("N1.1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_or_more_cannot_play(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        new_table(players=players)


@pytest.mark.clause("N1.1")
@pytest.mark.parametrize(
    ("board", "yellow", "grey"), [("nuremberg", "post", "beer"), ("wensleydale", "cheese", "stone")]
)
def test_each_board_has_its_own_goods(board: str, yellow: str, grey: str) -> None:
    goods = seen(new_table(board=board)).map.goods
    assert (goods.yellow, goods.grey) == (yellow, grey)


@pytest.mark.clause("N1.2")
def test_cubes_are_a_closed_stock_of_15() -> None:
    table = auction(cubes={0: 12})
    push(table, "bid A1 4", "bid A1 5", "bid A2 3")
    for seat in range(3):
        who = player(table, seat)
        assert who.held + who.bid + who.stock == 15


@pytest.mark.clause("N1.2")
def test_spent_cubes_stay_in_the_closed_stock() -> None:
    table = push(building(cubes={0: 12}), "build NUS GOS FUE stop")
    assert (player(table, 0).held, player(table, 0).stock) == (10, 5)


@pytest.mark.clause("N1.2")
def test_a_player_has_15_track_pieces() -> None:
    table = building()
    assert player(table, 0).track == 15
    assert player(push(table, "build NUS GOS"), 0).track == 14


@pytest.mark.clause("N1.2", "N9.2")
def test_three_train_markers_are_three_trains() -> None:
    table = shipping(players=2, influence={0: (0, 6, 0, 0)})
    push(table, "rent 1a", "pass", "rent 2a", "rent 3a")
    assert moves(table, "rent") == []


@pytest.mark.clause("N1.3")
def test_the_box_holds_all_shared_pieces() -> None:
    table = new_table(players=4)
    before_the_draws = table.game.view(table.game.start(table.setting), None)
    bags = before_the_draws.bags  # type: ignore[attr-defined]
    assert bags.goods == (60, 60)
    assert bags.pawns == (25, 25, 25)
    assert (bags.discs.white, bags.discs.brown, bags.discs.red, bags.discs.green) == (5, 5, 5, 5)


@pytest.mark.clause("N1.3")
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_no_piece_is_lost_in_a_whole_game(board: str) -> None:
    table = new_table(board=board, players=4)
    while not table.over:
        table.push(table.legal_moves.ids[len(table.steps) % len(table.legal_moves)])
        assert table.game.miscount(table.state) is None


@pytest.mark.clause("N1.4")
def test_white_influence_makes_the_building_order() -> None:
    table = auction(players=2, influence={0: (1, 9, 9, 9), 1: (2, 0, 0, 0)}, cubes={0: 1, 1: 2}, turn=1)
    idle_until(table, "building")
    assert seen(table).building_order == (1, 0)


@pytest.mark.clause("N1.4")
def test_brown_influence_rents_trains() -> None:
    table = push(shipping(influence={0: (5, 3, 5, 5)}), "rent 1a")
    assert player(table, 0).influence.brown == 0


@pytest.mark.clause("N1.4")
def test_wensleydale_knows_its_companies_by_name() -> None:
    companies = seen(new_table(board="wensleydale")).map.companies
    assert (companies.red, companies.green) == ("Midland", "North Eastern")


@pytest.mark.clause("N1.4")
def test_a_refusal_names_the_company() -> None:
    table = takeover(board="wensleydale", links={0: "SKI-GRA"}, influence={0: (0, 0, 0, 0)})
    assert "Midland" in refused(table, "cede red SKI GRA sign").text


@pytest.mark.clause("N1.5")
def test_company_track_never_runs_out() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, company_links={"red": 60})
    push(table, "cede red NUS GOS FUE sign")
    assert player(table, 0).links == 0


@pytest.mark.clause("N1.5", "N16")
def test_with_35_pieces_a_stretch_may_use_the_last() -> None:
    table = takeover(company_track=35, links={0: "NUS-GOS-FUE"}, company_links={"red": 33})
    push(table, "cede red NUS GOS FUE sign")
    assert player(table, 0).links == 0


@pytest.mark.clause("N1.5", "N16")
def test_with_35_pieces_a_longer_stretch_is_not_ceded() -> None:
    table = takeover(company_track=35, links={0: "NUS-GOS-FUE"}, company_links={"red": 34})
    assert moves(table) == ["keep"]


@pytest.mark.clause("N1.5", "N16")
def test_the_sentence_says_that_company_track_is_out() -> None:
    table = takeover(company_track=35, links={0: "NUS-GOS-FUE"}, company_links={"red": 35})
    assert refused(table, "cede red NUS GOS").clause == "N1.5"


@pytest.mark.clause("N1.5", "N16")
def test_the_sentence_says_that_company_track_is_too_short_for_the_path() -> None:
    """One piece is left, the way to the next station takes two: what is missing is track, not a station."""
    table = takeover(company_track=35, links={0: "NUS-GOS-FUE"}, company_links={"red": 34})
    assert refused(table, "cede red NUS GOS FUE sign").clause == "N1.5"


@pytest.mark.clause("N1.5", "N16")
def test_with_one_piece_left_a_stretch_of_one_link_is_ceded() -> None:
    table = takeover(
        company_track=35, links={0: "FUE-ZIR-CAD"}, stations={"FUE": "red"}, company_links={"red": 34}
    )
    push(table, "cede red FUE ZIR")
    assert moves(table) == ["sign"]
    assert player(push(table, "sign"), 0).links == 1


@pytest.mark.clause("N1.5", "N16")
def test_each_company_has_its_own_35_pieces() -> None:
    table = takeover(company_track=35, links={0: "NUN-POP-FUE"}, company_links={"red": 35, "green": 20})
    push(table, "cede green NUN POP FUE sign")
    assert player(table, 0).links == 0


@pytest.mark.clause("N1.6")
@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 4), (4, 5)])
def test_the_number_of_rounds_depends_on_the_players(players: int, rounds: int) -> None:
    table = new_table(players=players)
    assert seen(table).rounds == rounds
    idle_until(table, "game_end")
    assert table.over
    assert seen(table).round == rounds


@pytest.mark.clause("N1.6")
def test_phases_follow_in_the_order_of_the_rules() -> None:
    table, phases = new_table(rounds=2), ["auction"]
    while not table.over:
        table.push(next(word for word in ("stop", "pass", "keep", *moves(table)) if word in moves(table)))
        if seen(table).phase != phases[-1]:
            phases.append(seen(table).phase)
    assert phases == ["auction", "building", "shipping", "takeover"] * 2 + ["game_end"]


@pytest.mark.clause("N7.1")
def test_a_move_of_another_phase_says_what_is_due() -> None:
    error = refused(building(), "pass")
    assert error.text == "You can't do that in this phase: it is time to build track."
    assert error.clause == "N7.1"


@pytest.mark.clause("N7.7")
def test_an_error_shows_the_move_the_sentence_and_the_clause() -> None:
    assert str(refused(building(), "build NUN NUS")) == (
        "build NUN NUS: Nürnberg Nord and Nürnberg Süd are never linked directly. (N7.7)"
    )


@pytest.mark.clause("N14.4")
def test_nobody_moves_when_the_game_is_over() -> None:
    table = idle_until(takeover(rounds=1), "game_end")
    with pytest.raises(GameOver):
        table.push("keep")
