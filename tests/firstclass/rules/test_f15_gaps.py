"""F15: module E, switches and mechanics."""

from __future__ import annotations

import pytest

from branchline.core.protocols import Theme
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.screen.choices import choices

from ..arrange import Scene

GAP_CARDS = ("E1-1", "E1-2", "E1-3", "E1-4", "E1-5")
NINE: list[int | str] = [4, 4, 4, 4, 4, "M1", 4, 4, 4]


def switch(gap: int, upper: list[int | str], lower: list[int | str], conductors: int = 9) -> Scene:
    """A need=1 switch (5 above, 1 below) on a gap, older gap cards before it; the trains, all reached or not."""
    scene = Scene("AE")
    for number, card in enumerate(("E2-4", "E2-5", "E2-6", "E2-7")[: gap - 1], start=1):
        scene.gap(0, number, card)
    scene.gap(0, gap, "E1-1")
    scene.state.mechanics[0] = 0xFF  # the mechanics in the gaps before are turned down
    scene.train(0, "upper", upper, min(conductors, len(upper)))
    return scene.train(0, "lower", lower, min(conductors, len(lower)))


def switch_points(scene: Scene) -> int:
    """What the switches add to the trains in a scoring."""
    trains = sum(slot.value or 0 for slot in (*scene.player(0).upper, *scene.player(0).lower))
    return scene.scoring().play("end").score() - trains


# F15.1


@pytest.mark.clause("F15.1")
def test_the_first_gap_card_goes_into_gap_1() -> None:
    scene = Scene("AE").market("E1-1").play("take 1.1")
    assert [gap.card for gap in scene.player(0).gaps] == ["E1-1"]


@pytest.mark.clause("F15.1")
def test_the_next_free_gap_or_exactly_on_an_older_card() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").gap(0, 2, "E1-2").market("E1-3").play("take 1.1")
    assert scene.legal == {"gap 1", "gap 2", "gap 3"}
    assert scene.clause("gap 4") == "F15.1"


@pytest.mark.clause("F15.1")
def test_with_all_five_gaps_used_a_card_must_lie_on_another() -> None:
    scene = Scene("AE")
    for number, card in enumerate(GAP_CARDS, start=1):
        scene.gap(0, number, card)
    scene.train(0, "upper", [0], conductor=1).train(0, "lower", [0], conductor=1)
    scene.market("E1-6").play("take 1.1")  # its bonus can do nothing: the conductors are at the end
    assert scene.legal == {f"gap {number}" for number in range(1, 6)}


@pytest.mark.clause("F15.1")
def test_a_gap_can_be_used_with_or_without_cars() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").market("E1-2").play("take 1.1", "gap 2")
    assert len(scene.player(0).gaps) == 2


@pytest.mark.clause("F15.1")
def test_only_the_top_card_of_a_gap_counts() -> None:
    scene = Scene("AE").train(0, "upper", [2], conductor=1).gap(0, 1, "E1-1").market("E1-2")
    scene.play("take 1.1", "gap 1")  # need 2, 3 points
    assert scene.scoring().play("end").score() == 2 + 3


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize("rules", [1, 2])
def test_a_covered_mechanic_earns_nothing_more(rules: int) -> None:
    scene = (
        Scene("AE", rules=rules)
        .gap(0, 1, "E1-4")
        .train(0, "upper", [1, 0])
        .market("E1-1")
        .play("take 1.1", "gap 1")
    )
    scene.train(0, "upper", [2, 0])
    assert not scene.offers("mechanic")


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize("rules", [1, 2])
def test_an_upgrade_that_could_be_done_is_not_lost_by_covering(rules: int) -> None:
    scene = (
        Scene("AE", rules=rules)
        .gap(0, 1, "E1-4")
        .train(0, "upper", [2, 0])
        .market("E1-1")
        .play("take 1.1", "gap 1")
    )
    assert scene.offers("mechanic") == {"mechanic upper 1"}
    assert scene.clause("end") == "F4.2"
    scene.play("mechanic upper 1")
    assert scene.values(0, "upper") == [2, 1]
    assert not scene.offers("mechanic")


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize(("rules", "kept"), [(1, False), (2, True)])
def test_an_earned_upgrade_that_f5_2_forbids_is_not_lost_by_covering(rules: int, kept: bool) -> None:
    scene = Scene("AE", rules=rules).gap(0, 1, "E1-4").train(0, "upper", [2, 2]).coins(0, 0, 0, 1)
    scene.market("E1-1").play("take 1.1", "gap 1")
    assert not scene.offers("mechanic")
    scene.play("spend 3", "upgrade upper 1")
    assert scene.offers("mechanic") == ({"mechanic upper 1"} if kept else set())


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize(("rules", "kept"), [(1, False), (2, True)])
def test_an_earned_upgrade_waits_for_a_missing_car_under_another_card(rules: int, kept: bool) -> None:
    scene = Scene("AE", rules=rules).gap(0, 1, "E1-4").train(0, "upper", [2])
    scene.market("E1-1").play("take 1.1", "gap 1", "spend 1", "car upper")
    assert scene.offers("mechanic") == ({"mechanic upper 1"} if kept else set())


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize(("rules", "values"), [(1, [7, 1]), (2, [7, 4])])
def test_all_upgrades_earned_by_the_cards_of_a_gap_wait(rules: int, values: list[int]) -> None:
    """Three mechanics and a switch on top of each other; in version 1 only one upgrade could wait."""
    scene = Scene("AE", players=4, rules=rules).gap(0, 1, "E1-4").train(0, "upper", [7, 0])
    for card in ("E2-4", "E3-7", "E3-1"):
        scene.market(card).state.done = 0
        scene.play("take 1.1", "gap 1")
    assert scene.player(0).gaps[0].owed == ((3, 0) if rules == 2 else (1, 0))
    while scene.offers("mechanic"):
        scene.play("mechanic upper 1")
    assert scene.values(0, "upper") == values
    assert scene.player(0).gaps[0].owed == (0, 0)


@pytest.mark.clause("F15.3")
def test_every_upgrade_of_eighteen_cards_can_wait() -> None:
    scene = Scene("AE").train(0, "lower", [12])
    for _ in range(18):
        e.owe(scene.state, 0, 3, 1)
        e.owe(scene.state, 0, 4, 1)
    assert (e.owed(scene.state, 0, 3, 1), e.owed(scene.state, 0, 3, 0), e.all_owed(scene.state, 0)) == (
        18,
        0,
        36,
    )
    for left in range(17, -1, -1):
        e.upgrade(scene.train(0, "lower", [*NINE[:8], 4]).state, 0, 3, 1)
        assert e.owed(scene.state, 0, 3, 1) == left
    assert e.all_owed(scene.state, 0) == 18


@pytest.mark.clause("F15.1", "F15.3")
def test_a_mechanic_in_gap_5_earns_nothing() -> None:
    scene = Scene("AE")
    for number, card in enumerate(("E1-1", "E1-2", "E1-3", "E1-5", "E1-4"), start=1):
        scene.gap(0, number, card)
    scene.train(0, "upper", [*NINE, "L"]).market("E2-1").play("take 1.1", "gap 5")
    assert scene.player(0).gaps[4].owed == (0, 0)


@pytest.mark.clause("F15.1")
@pytest.mark.parametrize(("gap", "slot"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)])
def test_a_switch_looks_at_the_left_slot_above(gap: int, slot: int) -> None:
    values = [*NINE[: slot - 1], 1]
    assert switch_points(switch(gap, values, [0])) == 5
    assert switch_points(switch(gap, [*NINE[: slot - 1], 0], [0])) == 0


@pytest.mark.clause("F15.1")
@pytest.mark.parametrize(("gap", "slot"), [(1, 2), (2, 4), (3, 7), (4, 8)])
def test_a_switch_looks_at_the_right_slot_below(gap: int, slot: int) -> None:
    assert switch_points(switch(gap, [0], [*NINE[: slot - 1], 1])) == 1
    assert switch_points(switch(gap, [0], [*NINE[: slot - 1], 0])) == 0


@pytest.mark.clause("F15.1")
def test_gap_5_acts_on_slot_9_alone() -> None:
    tile: list[int | str] = [*NINE, "L"]
    scene = switch(5, tile, [*NINE[:5], "M2", 4, 4, 4, "L"], conductors=10)
    upper, lower = 8 * 4 + 5, 8 * 4 + 6
    assert scene.scoring().play("end").score() == upper + lower + 5


# F15.2


@pytest.mark.clause("F15.2")
def test_a_switch_scores_5_above_and_nothing_below_until_the_lower_car_is_worth_1() -> None:
    assert switch_points(switch(1, [1, 0], [1, 0])) == 5
    assert switch_points(switch(1, [1, 0], [1, 1])) == 6


@pytest.mark.clause("F15.2")
def test_a_switch_needs_its_car_reached() -> None:
    scene = switch(1, [1], [1, 1], conductors=0)
    assert scene.scoring().play("end").score() == 0


@pytest.mark.clause("F15.2")
def test_a_switch_needs_the_value_shown() -> None:
    scene = Scene("AE").gap(0, 1, "E2-3").train(0, "upper", [2], conductor=1)  # need 4
    assert scene.scoring().play("end").score() == 2


@pytest.mark.clause("F15.2", "F10.1")
def test_switches_score_in_every_scoring_phase() -> None:
    for round_ in (2, 4):
        scene = Scene("AE").gap(0, 1, "E1-2").train(0, "upper", [2], conductor=1)
        assert scene.scoring(round=round_).play("end").score() == 2 + 3


@pytest.mark.clause("F15.2")
def test_a_celebrity_does_not_double_a_switch() -> None:
    scene = Scene("BE").gap(0, 1, "E1-2").train(0, "upper", [2], conductor=1).under(0, "upper", 1, "B1-1")
    assert scene.scoring().play("end").score() == 4 + 3


# F15.3


@pytest.mark.clause("F15.3")
def test_a_mechanics_bonus_comes_at_once() -> None:
    scene = Scene("AE").coins(0, 0).market("E1-4").play("take 1.1")
    assert scene.purse() == (1, 1, 0)


@pytest.mark.clause("F15.3", "F4.1")
@pytest.mark.parametrize(("rules", "coins"), [(1, 0), (2, 2)])
def test_the_bonus_comes_before_the_card_is_laid(rules: int, coins: int) -> None:
    scene = Scene("AE", rules=rules).coins(0, 0).gap(0, 1, "E1-1").market("E1-4").play("take 1.1")
    assert scene.purse() == (coins, 0, 0)
    assert scene.legal == {"gap 1", "gap 2"}
    assert scene.play("gap 2").purse() == (2, 0, 0)


@pytest.mark.clause("F15.3", "F4.1")
def test_a_bonus_with_a_choice_is_made_before_the_card_is_laid() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").market("E1-5").play("take 1.1")  # car(2)
    assert scene.legal == {"car upper", "car lower"}
    assert scene.clause("gap 2") == "F15.3"
    assert scene.clause("upgrade upper 1") == "F4.1"
    assert scene.play("car upper", "car upper").legal == {"gap 1", "gap 2"}
    assert scene.clause("car upper") == "F4.1"


@pytest.mark.clause("F15.3", "F4.1")
def test_under_version_1_the_card_is_laid_before_the_bonus() -> None:
    scene = Scene("AE", rules=1).gap(0, 1, "E1-1").market("E1-5").play("take 1.1")
    assert scene.legal == {"gap 1", "gap 2"}
    assert scene.play("gap 2").legal == {"car upper", "car lower"}


@pytest.mark.clause("F15.3", "F5.1")
def test_after_a_bonus_that_adds_a_mail_car_or_can_do_nothing_the_card_is_laid() -> None:
    five: list[int | str] = [2, 2, 2, 2, 2]
    scene = Scene("AE").gap(0, 1, "E1-1").train(0, "upper", five).train(0, "lower", five).market("E1-5")
    scene.play("take 1.1", "car upper")
    assert scene.legal == {"mail M1", "mail M2", "mail M3", "mail M4"}
    assert scene.play("mail M1", "car upper").legal == {"gap 1", "gap 2"}
    full: list[int | str] = [*NINE, "L"]
    scene = Scene("AE").gap(0, 1, "E1-1").train(0, "upper", full).train(0, "lower", full).market("E1-5")
    assert scene.play("take 1.1").legal == {"gap 1", "gap 2"}


@pytest.mark.clause("F15.1", "F15.3")
@pytest.mark.parametrize(("rules", "earned"), [(1, False), (2, True)])
def test_a_bonus_can_bring_the_covered_mechanic_its_value(rules: int, earned: bool) -> None:
    """Gap 1 waits for a car of 2: the bonus upgrades it before the new card covers the old one."""
    scene = Scene("AE", rules=rules).gap(0, 1, "E1-4").train(0, "upper", [1, 0]).market("E1-7")
    upgrade = (
        ("take 1.1", "upgrade upper 1", "gap 1") if rules == 2 else ("take 1.1", "gap 1", "upgrade upper 1")
    )
    assert scene.play(*upgrade).player(0).gaps[0].owed == (2 if earned else 1, 0)


@pytest.mark.clause("F15.3")
def test_a_mechanic_upgrades_above_at_once_and_below_after_two_upgrades() -> None:
    scene = Scene("AE").train(0, "upper", [2, 0]).train(0, "lower", [0, 0]).market("E1-4").play("take 1.1")
    assert scene.offers("mechanic") == {"mechanic upper 1"}
    scene.play("mechanic upper 1").finish_turn()
    assert scene.values(0, "upper") == [2, 1]
    scene.seat(0).waits(0, "A1-3")  # upgrade(3)
    scene.play("do A1-3", "upgrade lower 1", "upgrade lower 1", "upgrade upper 1")
    assert scene.offers("mechanic") == {"mechanic lower 1"}
    scene.play("mechanic lower 1")
    assert scene.values(0, "lower") == [2, 1]


@pytest.mark.clause("F15.3")
def test_a_mechanic_needs_no_conductor() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 0], conductor=0)
    assert scene.offers("mechanic") == {"mechanic upper 1"}


@pytest.mark.clause("F15.3", "F5.2")
def test_a_mechanics_upgrade_that_f5_2_forbids_comes_as_soon_as_it_is_allowed() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 2]).coins(0, 0, 0, 1)
    assert scene.clause("mechanic upper 1") == "F15.3"
    scene.play("spend 3", "upgrade upper 1")
    assert "mechanic upper 1" in scene.legal


@pytest.mark.clause("F15.3")
def test_a_mechanic_whose_right_car_is_missing_waits_for_it() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2])
    assert not scene.offers("mechanic")
    scene.play("spend 1", "car upper")
    assert "mechanic upper 1" in scene.legal


@pytest.mark.clause("F15.3", "F4.2")
def test_a_mechanics_upgrade_has_to_be_done_before_the_turn_ends() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 0]).main_done()
    assert scene.clause("end") == "F4.2"


@pytest.mark.clause("F15.3")
def test_a_mechanic_works_once_in_each_train_and_is_turned_down() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [12, 0]).train(0, "lower", [12, 0])
    scene.play("mechanic upper 1", "mechanic lower 1")
    assert not scene.offers("mechanic")
    assert scene.player(0).gaps[0].done == (True, True)
    assert scene.clause("mechanic upper 1") == "F15.3"


@pytest.mark.clause("F15.3", "F5.3")
def test_a_mechanic_in_gap_3_upgrades_slot_7() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").gap(0, 2, "E1-2").gap(0, 3, "E1-4")
    scene.train(0, "upper", [2, 2, 2, 2, 2, "M1", 0]).play("mechanic upper 3")
    assert scene.values(0, "upper")[6] == 1


@pytest.mark.clause("F15.3", "F14.2")
def test_a_mechanics_upgrade_lets_a_guest_board() -> None:
    scene = Scene("DE").coins(0, 0).gap(0, 1, "E1-4").train(0, "upper", [2, 0], conductor=2)
    scene.under(0, "upper", 1, "D1-1", boarded=True).under(0, "upper", 2, "D1-6").play("mechanic upper 1")
    assert sum(scene.purse()) == 5


@pytest.mark.clause("F15.3")
def test_how_many_upgrades_wait_is_shown_in_the_gap_in_the_tickets_and_on_the_button() -> None:
    scene = Scene("AE", players=4).gap(0, 1, "E1-4").train(0, "upper", [7, 0]).market("E2-4")
    scene.play("take 1.1", "gap 1")
    button = next(choice for choice in choices(scene.state) if choice.move == "mechanic upper 1")
    assert button.words.endswith("from 0 to 1; 2 upgrades wait in the upper train")
    drawn = GAME.svg(scene.view(0), ["Ann", "Bob", "Cem", "Dan"], Theme())
    assert "2 upgrades wait in the upper train" in drawn
    assert "2 upgrades wait in the upper train" in GAME.text(scene.view(0), ["Ann", "Bob", "Cem", "Dan"])
    panels = GAME.screen().panels(scene.view(0), ["Ann", "Bob", "Cem", "Dan"], Theme())
    (tickets,) = (panel for panel in panels if panel.name == "tickets")
    assert "×2" in str(tickets.parts)


@pytest.mark.clause("F15.3")
def test_no_mechanic_no_upgrade() -> None:
    assert Scene("AE").clause("mechanic upper 1") == "F15.3"
    assert Scene("AE").gap(0, 1, "E1-1").clause("mechanic lower 1") == "F15.3"
