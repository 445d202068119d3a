"""F13: module C, who is the murderer?"""

from __future__ import annotations

import pytest

from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.state import DESTROY, ROLE_OF, TOKENS

from ..arrange import Scene


def at_the_end(*tokens: int, players: int = 2, murderer: int | None = None, **options: str) -> Scene:
    """The end of a game in which the seats hold that many tokens."""
    scene = Scene("AC", players, rules=3, **options)
    for seat in range(players):
        scene.coins(seat, 0)
        scene.state.evidence[ROLE_OF + seat] = int(seat == murderer)
        scene.state.evidence[TOKENS + seat] = tokens[seat]
    return scene


# F13.1


@pytest.mark.clause("F13.1")
def test_suspecting_yourself_draws_a_token() -> None:
    scene = Scene("AC").market("C1-2").play("take 1.1")
    assert (scene.player(0).tokens, scene.player(1).tokens) == (1, 0)


@pytest.mark.clause("F13.1")
def test_suspecting_the_others_draws_for_every_other_player() -> None:
    scene = Scene("AC", 4).market("C1-5").play("take 1.1")
    assert [scene.player(seat).tokens for seat in range(4)] == [0, 1, 1, 1]


@pytest.mark.clause("F13.1")
@pytest.mark.parametrize("card", ["C1-2", "C1-5"])
def test_evidence_is_drawn_even_if_the_action_is_given_up(card: str) -> None:
    scene = Scene("AC").market(card).play("trade 1.1")
    assert scene.player(0).tokens + scene.player(1).tokens == 1


@pytest.mark.clause("F13.1", "F13.2")
def test_a_short_supply_goes_clockwise_from_the_taker() -> None:
    scene = Scene("AC", 4).seat(2).market("C1-5")
    scene.state.evidence[TOKENS + 2] = 24
    scene.play("take 1.1")
    assert [scene.player(seat).tokens for seat in range(4)] == [1, 0, 24, 1]


# F13.2


@pytest.mark.clause("F13.2")
def test_there_are_26_tokens() -> None:
    setting = Scene("AC").setting
    assert dict(zip(setting.names.tokens, setting.token_count, strict=True)) == {
        "E1": 12, "E2": 7, "E3": 2, "EP2": 1, "EP3": 1, "EP5": 1, "ER": 2,
    }  # fmt: skip


@pytest.mark.clause("F13.2")
def test_nobody_sees_tokens_before_the_end() -> None:
    scene = Scene("AC").market("C1-2").play("take 1.1")
    assert scene.view(0).players[0].evidence == ()
    assert list(scene.state.shown) == [0] * 32  # not even drawn yet


@pytest.mark.clause("F13.2")
def test_an_empty_supply_gives_nothing() -> None:
    scene = Scene("AC").market("C1-2")
    scene.state.evidence[TOKENS + 1] = 26
    assert scene.play("take 1.1").player(0).tokens == 0


# F13.3


@pytest.mark.clause("F13.3")
def test_a_destroy_card_stays_face_up() -> None:
    scene = Scene("AC").market("C1-6").play("take 1.1")
    assert scene.player(0).open == ("C1-6",)
    assert scene.player(0).destroy == 1
    assert not scene.offers("complete")


@pytest.mark.clause("F13.3")
@pytest.mark.parametrize(("cards", "discards"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 6), (5, 7)])
def test_destroy_cards_discard_1_3_5_and_then_1_more_each(cards: int, discards: int) -> None:
    scene = at_the_end(9, 0)
    scene.state.evidence[DESTROY] = cards
    scene.last_seat_ends()
    scene.play(*["token E1"] * 9)
    if discards == 0:
        assert scene.legal == set()
        return
    scene.play(*["discard E1"] * discards)
    assert scene.player(0).tokens == 9 - discards
    assert scene.legal == set()


# F13.4


@pytest.mark.clause("F13.4")
@pytest.mark.parametrize("verb", ["take", "trade"])
@pytest.mark.parametrize(("contract", "card"), [("C1-7", "C1-2"), ("C2-7", "C1-5")])
def test_owning_a_suspect_card_of_the_shown_kind(contract: str, card: str, verb: str) -> None:
    scene = Scene("AC").contract(0, contract).market(card)
    assert scene.clause(f"complete {contract}") == "F9.2"
    scene.play(f"{verb} 1.1")
    while scene.offers("upgrade") | scene.offers("conductor"):
        scene.play(min(scene.legal))
    assert f"complete {contract}" in scene.legal


@pytest.mark.clause("F13.4")
def test_the_other_kind_of_suspect_card_does_not_count() -> None:
    scene = Scene("AC").contract(0, "C1-7").market("C1-5").play("trade 1.1", "upgrade upper 1")
    assert scene.clause("complete C1-7") == "F9.2"


@pytest.mark.clause("F13.4")
def test_two_destroy_cards_except_those_taken_for_the_upgrade() -> None:
    scene = Scene("AC").contract(0, "C3-7").market("C1-6")
    scene.state.evidence[DESTROY] = 1
    traded = Scene("AC").contract(0, "C3-7").market("C1-6")
    traded.state.evidence[DESTROY] = 1
    assert "complete C3-7" in scene.play("take 1.1").legal
    assert traded.play("trade 1.1", "upgrade upper 1").clause("complete C3-7") == "F9.2"


# F13.5


@pytest.mark.clause("F13.5", "F10.3")
def test_the_murderer_draws_two_tokens_at_the_end() -> None:
    scene = at_the_end(1, 1, murderer=1).last_seat_ends()
    assert [scene.player(seat).tokens for seat in range(2)] == [1, 3]
    assert scene.view(0).players[1].role == "murderer"


@pytest.mark.clause("F13.5")
def test_tokens_are_turned_up_clockwise_from_the_start_player_by_what_is_left() -> None:
    scene = at_the_end(1, 1, murderer=None)
    scene.last_seat_ends()
    assert GAME.weights(scene.state) == [12, 7, 2, 1, 1, 1, 2]
    scene.play("token E3")
    assert scene.player(0).evidence == (("E3", 1),)
    assert GAME.weights(scene.state) == [12, 7, 1, 1, 1, 1, 2]
    scene.play("token E1")
    assert scene.player(1).evidence == (("E1", 1),)


@pytest.mark.clause("F13.5")
def test_points_of_tokens_score() -> None:
    scene = at_the_end(2, 0).last_seat_ends().play("token EP5", "token EP2")
    assert scene.score() == 7


@pytest.mark.clause("F13.5")
def test_a_remove_token_discards_another_one() -> None:
    scene = at_the_end(3, 0).last_seat_ends().play("token ER", "token E2", "token E1")
    assert scene.legal == {"discard E1", "discard E2", "done"}
    scene.play("discard E2")
    assert scene.player(0).evidence == (("E1", 1), ("ER", 1))


@pytest.mark.clause("F13.5")
def test_remove_tokens_and_destroy_cards_count_together() -> None:
    scene = at_the_end(5, 0)
    scene.state.evidence[DESTROY] = 1
    scene.last_seat_ends().play("token ER", *["token E1"] * 4).play("discard E1", "discard E1")
    assert scene.player(0).tokens == 3


@pytest.mark.clause("F13.5")
def test_discarding_is_the_players_choice_and_may_stop() -> None:
    scene = at_the_end(3, 0)
    scene.state.evidence[DESTROY] = 2
    scene.last_seat_ends().play("token E1", "token E2", "token E1", "discard E1", "done")
    assert scene.player(0).evidence == (("E1", 1), ("E2", 1))


@pytest.mark.clause("F13.5")
def test_the_engine_proposes_the_most_fingerprints() -> None:
    scene = at_the_end(4, 0)
    scene.state.evidence[DESTROY] = 2
    scene.last_seat_ends().play("token E1", "token E2", "token E3", "token E1")
    moves = [str(GAME.move(scene.setting, move)) for move in GAME.expand(scene.state, "discard")]
    assert moves == ["discard E3", "discard E2", "discard E1"]


@pytest.mark.clause("F13.5")
def test_only_your_own_fingerprints_can_be_discarded() -> None:
    scene = at_the_end(3, 0)
    scene.state.evidence[DESTROY] = 1
    scene.last_seat_ends().play("token E1", "token EP2", "token E1")
    assert scene.clause("discard EP2") == "F13.5"
    assert scene.clause("discard E3") == "F13.5"
    assert scene.clause("end") == "F1.4"


@pytest.mark.clause("F13.5")
def test_players_discard_clockwise_from_the_start_player() -> None:
    scene = at_the_end(1, 1, 1, players=3)
    for seat in range(3):
        scene.state.evidence[DESTROY + seat] = 1
    scene.last_seat_ends().play("token E1", "token E2", "token E1")
    order = []
    while scene.legal:
        order.append(scene.state.active)
        scene.play("done")
    assert order == [0, 1, 2]


# F13.6, F13.7


@pytest.mark.clause("F13.6")
def test_the_player_with_most_fingerprints_is_arrested_keeps_the_points_and_cannot_win() -> None:
    scene = at_the_end(1, 1).coins(0, 4).last_seat_ends().play("token E2", "token E1")
    assert GAME.scores(scene.state) == (4, 0)
    assert GAME.ranking(scene.state) == ((1,), (0,))


@pytest.mark.clause("F13.6", "F13.7")
def test_a_caught_murderer_gets_nothing() -> None:
    scene = at_the_end(0, 1, murderer=0).last_seat_ends().play("token E1", "token E1", "token E1")
    assert GAME.scores(scene.state) == (0, 0)
    assert GAME.ranking(scene.state) == ((1,), (0,))


@pytest.mark.clause("F13.7")
def test_a_murderer_who_is_not_caught_gets_20_points() -> None:
    scene = (
        at_the_end(0, 2, murderer=0).last_seat_ends().play("token E1", "token EP2", "token E2", "token E1")
    )
    assert GAME.scores(scene.state) == (22, 0)
    assert GAME.ranking(scene.state) == ((0,), (1,))


@pytest.mark.clause("F13.7", "F13.6")
def test_the_murderer_gets_20_points_even_if_nobody_is_arrested() -> None:
    scene = at_the_end(0, 0, murderer=0).last_seat_ends().play("token EP2", "token EP3")
    assert GAME.scores(scene.state) == (25, 0)


@pytest.mark.clause("F13.6")
def test_tied_players_are_all_arrested() -> None:
    scene = at_the_end(1, 1, 1, players=3).last_seat_ends().play("token E2", "token E2", "token E1")
    assert GAME.ranking(scene.state) == ((2,), (0, 1))


@pytest.mark.clause("F13.6")
def test_without_a_murderer_somebody_is_still_arrested() -> None:
    scene = at_the_end(1, 1, 0, players=3).last_seat_ends().play("token E2", "token E1")
    assert GAME.ranking(scene.state)[-1] == (0,)
    assert max(GAME.scores(scene.state)) == 0


@pytest.mark.clause("F13.6")
def test_with_no_fingerprints_at_all_nobody_is_arrested() -> None:
    assert GAME.ranking(at_the_end(0, 0).last_seat_ends().state) == ((0, 1),)


@pytest.mark.clause("F13.6")
def test_if_every_player_is_arrested_the_points_decide() -> None:
    scene = at_the_end(1, 1, murderer=0)
    scene.state.score[1] = 3
    scene.last_seat_ends().play("token E1", "token E2", "token EP2", "token E3")
    assert GAME.scores(scene.state) == (2, 3)  # the murderer is arrested, too
    assert GAME.ranking(scene.state) == ((1,), (0,))


@pytest.mark.clause("F13.6", "F17")
def test_with_arrest_fine_the_arrested_lose_20_points_and_may_still_win() -> None:
    scene = at_the_end(1, 0, arrest="fine")
    scene.state.score[0] = 30
    scene.last_seat_ends().play("token E1")
    assert GAME.scores(scene.state) == (10, 0)
    assert GAME.ranking(scene.state) == ((0,), (1,))


@pytest.mark.clause("F13.6", "F10.4")
def test_ties_are_broken_among_the_rest() -> None:
    scene = at_the_end(1, 0, 0, players=3).coins(2, 1)
    scene.state.score[1] = 1
    scene.last_seat_ends().play("token E1")
    assert GAME.ranking(scene.state) == ((2,), (1,), (0,))


@pytest.mark.clause("F13.6", "F13.7")
def test_a_tied_murderer_is_arrested_too_and_gets_nothing() -> None:
    scene = at_the_end(0, 1, 1, players=3, murderer=0).last_seat_ends()
    scene.play("token E1", "token EP2", "token E1", "token ER")
    assert GAME.scores(scene.state) == (2, 0, 0)
    assert GAME.ranking(scene.state) == ((2,), (0, 1))
