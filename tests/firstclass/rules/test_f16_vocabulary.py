"""F16: effect codes and their reader."""

from __future__ import annotations

import pytest

from branchline.games.firstclass.checking import all_cards
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.code_words import CodeError, split
from branchline.games.firstclass.data.codes import MOVERS, PARTS, PLACED, Atom, Box, Measure, write_box
from branchline.games.firstclass.data.requirements import COUNTS

READER = Reader((0, 1, 2, 4, 7, 12))


def amounts(**parts: int) -> tuple[int, ...]:
    return tuple(parts.get(name, 0) for name in PARTS)


@pytest.mark.clause("F16")
@pytest.mark.parametrize("part", ["car", "upgrade", "loco", "coin", "points", "gameEnd"])
def test_a_part_has_an_amount(part: str) -> None:
    assert READER.box(f"{part}(3)").amounts == amounts(**{part: 3})


@pytest.mark.clause("F16")
@pytest.mark.parametrize("who", ["upper", "lower", "either", "both"])
def test_a_conductor_is_named(who: str) -> None:
    box = READER.box(f"conductor({who},2)")
    assert box.amounts == amounts(conductor=2)
    assert box.which == list(MOVERS).index(who)


@pytest.mark.clause("F16")
def test_parts_of_one_box_are_joined_by_plus() -> None:
    assert READER.box("car(2) + upgrade(1)+coin(1)").amounts == amounts(car=2, upgrade=1, coin=1)


@pytest.mark.clause("F16")
def test_a_box_is_written_back() -> None:
    for row in all_cards(deck_file.built_in()):
        box = READER.card(row.effect).box
        if not box.empty:
            assert READER.box(write_box(box)) == box
    assert write_box(Box()) == ""


@pytest.mark.clause("F16")
def test_a_rail_card_has_points_and_a_clock() -> None:
    card = READER.card("rail(pts=5; clock=car(1)+upgrade(1))")
    assert (card.placed, card.points) == (w.RAIL, 5)
    assert card.clock == READER.box("car(1)+upgrade(1)")


@pytest.mark.clause("F16")
def test_a_contract_has_a_requirement_and_a_reward() -> None:
    contract = READER.card("contract(locoPos>=3 => car(1)+upgrade(2))").contract
    assert contract is not None
    assert contract.requirement == ((Atom(Measure(w.LOCO_POS), 3),),)
    assert contract.reward == READER.box("car(1)+upgrade(2)")
    assert contract.times is None


@pytest.mark.clause("F16")
def test_a_reward_may_be_per_something() -> None:
    contract = READER.contract("completedContracts>=1 => points(3) * completedContracts")
    assert contract.times == Measure(w.COMPLETED)


@pytest.mark.clause("F16")
def test_a_guest_has_two_halves() -> None:
    card = READER.card("guest(passenger: coin(2)+car(1) | luggage: points(4)+car(1))")
    assert card.guest == (READER.box("coin(2)+car(1)"), READER.box("points(4)+car(1)"))


@pytest.mark.clause("F16")
def test_gap_cards_have_needs() -> None:
    switch = READER.card("switch(need=4; upper=8; lower=7)")
    assert (switch.placed, switch.need, switch.arrows) == (w.SWITCH, 3, (8, 7))
    mechanic = READER.card("mechanic(now=conductor(both,2)+upgrade(2); need=7)")
    assert (mechanic.placed, mechanic.need) == (w.MECHANIC, 4)
    assert mechanic.box == READER.box("conductor(both,2)+upgrade(2)")


@pytest.mark.clause("F16")
def test_evidence_stands_beside_an_action() -> None:
    card = READER.card("evidenceSelf(1)+car(2)+upgrade(2)")
    assert (card.evidence_self, card.box) == (1, READER.box("car(2)+upgrade(2)"))
    assert READER.card("evidenceOthers(1)+upgrade(1)").evidence_others == 1
    assert READER.card("destroyEvidence").destroys


@pytest.mark.clause("F16")
@pytest.mark.parametrize("word", ["celebrity", "postcard"])
def test_celebrities_and_postcards_may_bring_more(word: str) -> None:
    card = READER.card(f"{word}+loco(2)")
    assert card.placed == PLACED.index(word)
    assert card.box == READER.box("loco(2)")


@pytest.mark.clause("F16")
def test_and_binds_tighter_than_or() -> None:
    groups = READER.counts.requirement("railCards>=1 & locoPos>=4 | constantinople")
    assert [[atom.measure.what for atom in group] for group in groups] == [
        [w.RAIL_CARDS, w.LOCO_POS],
        [w.CONSTANTINOPLE],
    ]


@pytest.mark.clause("F16")
def test_alternatives_inside_cars() -> None:
    groups = READER.counts.requirement("cars(value>=2, total>=6 | upper>=2 & lower>=1) & railCards>=1")
    assert [[atom.least for atom in group] for group in groups] == [[6, 1], [2, 1, 1]]


@pytest.mark.clause("F16")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_every_count_can_be_a_requirement_and_a_measure(name: str) -> None:
    assert READER.counts.requirement(f"{name}>=2")[0][0].measure == READER.counts.measure(name)


@pytest.mark.clause("F16")
def test_stations_and_tokens_have_codes_in_the_same_style() -> None:
    assert READER.station("stop(pts=3; clock=upgrade(1))").points == 3
    assert READER.station("stop(clock=coin(1))").points == 0
    assert READER.station("stop(pts=2)").clock is None
    assert READER.token("fingerprints(2)") == (w.FINGERPRINTS, 2)
    assert READER.token("remove(1)") == (w.REMOVE, 1)


@pytest.mark.clause("F16")
def test_brackets_are_kept_together() -> None:
    assert split("a(b+c)+d", "+") == ["a(b+c)", "d"]


@pytest.mark.clause("F16")
@pytest.mark.parametrize(
    "code",
    [
        "", "car", "car()", "car(0)", "car(-1)", "car(100)", "car(1", "car(1))", "cars(1)", "car(1)+car(1)",
        "conductor(2)", "conductor(left,2)", "celebrity(1)", "celebrity+postcard", "rail(pts=4)",
        "rail(clock=coin(1))", "switch(need=3; upper=1; lower=1)", "switch(need=4)", "mechanic(now=coin(1))",
        "contract(locoPos>=3)", "contract(=> coin(1))", "contract(luck>=3 => coin(1))", "guest(passenger: coin(1))",
        "guest(luggage: coin(1) | passenger: coin(1))", "destroyEvidence(2)", "evidenceSelf",
        "rail(pts=1; clock=rail(1))",
        "contract(run(2,2,2,2,2,2,2,2,2) => coin(1))",
        "contract(" + "&".join(["conductor(upper>=1|lower>=1)"] * 5) + " => coin(1))",
        "contract(run(3) => coin(1))", "contract(cars(total>=x) => coin(1))", "contract(locoPos>=1 => coin(1) * luck)",
    ],
)  # fmt: skip
def test_something_that_is_not_a_code_is_refused_with_a_reason(code: str) -> None:
    with pytest.raises(CodeError, match=r"\w"):
        READER.card(code)


@pytest.mark.clause("F16")
@pytest.mark.parametrize(
    "code", ["coin(1)", "points(2) * luck", "if(locoPos>=1)", "points(1) * a * b", "if(a => points(1))"]
)
def test_something_that_is_not_a_game_end_code_is_refused(code: str) -> None:
    with pytest.raises(CodeError):
        READER.end(code)


@pytest.mark.clause("F16")
def test_every_built_in_code_can_be_read() -> None:
    deck = deck_file.built_in()
    assert len(all_cards(deck)) == 72 + 5 * 24
    assert all(READER.card(row.effect) for row in all_cards(deck))
    assert all(READER.end(row.end) for row in deck.game_end)
    assert len(deck.game_end) == 21


@pytest.mark.clause("F16")
def test_every_row_says_where_it_comes_from() -> None:
    deck = deck_file.built_in()
    rows = [
        *all_cards(deck),
        *deck.mail_cars,
        *deck.game_end,
        *deck.evidence,
        *deck.stations,
        *deck.coin_columns,
    ]
    assert {row.status for row in rows} == {"documented", "partly", "reconstructed"}
