"""`branchline balance`: what is counted in matches, and what the report says about it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from branchline.balance.making import make
from branchline.balance.markdown import written
from branchline.balance.matches import Match, Seen, play
from branchline.balance.plan import Pairing, Plan, duels, matches, pairings, setups
from branchline.balance.report import Report, figures, parts, places, rounds
from branchline.balance.statistics import mean, share
from branchline.cli import main
from branchline.core import registry
from branchline.core.setup import Setup

FEW = Plan("planner", games=1, deals=1)


def seen(winner: int, used: dict[str, tuple[int, ...]], *rails: tuple[int, int]) -> Seen:
    """A match of two that says only who won, what was used, and the rails after each round."""
    after: tuple[dict[str, tuple[int, ...]], ...] = tuple({"rails": both} for both in rails or ((0, 0),))
    return Seen(
        seed=1, bots=("planner", "planner"), variant="", scores=(9, 7), ranking=((winner,), (1 - winner,)),
        order=(1, 0), turns=4, choices=6, leaders=(0,), points=((1, 2), (9, 7)), lead_changes=1,
        offered=("card/X", "card/Y"), used=used, figures=after[-1], rounds=after,
    )  # fmt: skip


@pytest.mark.parametrize("name", registry.OURS)
def test_a_report_says_the_same_with_the_same_seed_on_any_number_of_workers(name: str) -> None:
    game = registry.game(name)
    one = make(game, FEW, {}, workers=1, quiet=True)
    two = make(game, FEW, {}, workers=2, quiet=True)
    assert one == two
    assert msgspec.json.decode(msgspec.json.encode(one), type=Report) == one


@pytest.mark.parametrize("name", registry.OURS)
def test_every_variant_every_number_of_players_and_every_part_is_in_the_report(name: str) -> None:
    game = registry.game(name)
    report = make(game, FEW, {}, workers=1, quiet=True)
    assert {(row.variant, row.players) for row in report.scores} == {
        (variant, players) for variant in game.balance().variants for players in game.players
    }
    listed = {(part.kind, part.name) for part in report.parts}
    for players in game.players:
        for setup in setups(game, players, {}).values():
            assert listed >= set(game.balance().parts(setup.setting))
    text = written(report)
    assert all(f"## Use: {kind}" in text for kind, _ in listed)
    assert all(part.words for part in report.parts if part.kind in ("card", "game-end card", "plot", "train"))


def test_every_variant_has_deals_of_its_own() -> None:
    game = registry.game("nuremberg")
    seeds = [(one.variant, one.seed) for one in matches(game, Plan("planner", games=2, deals=0), {})]
    assert seeds[:4] == [("nuremberg", 1), ("nuremberg", 2), ("wensleydale", 3), ("wensleydale", 4)]


def test_first_class_counts_every_main_step_once() -> None:
    one = play(Match(Setup.make("firstclass", 3, {"modules": "BE"}), "BE", ("planner",) * 3, 5))
    steps = [sum(times) for part, times in one.used.items() if part.startswith("main step/")]
    assert sum(steps) == 6 * 3 * 3  # F1.4
    cards = [part for part in one.used if part.startswith("card/")]
    assert set(cards) <= set(one.offered)
    assert len([part for part in one.offered if part.startswith("card/")]) == 6 * 18  # F3.1
    taken = one.used["main step/a card's action"]
    assert sum(taken) == sum(sum(one.used[card]) for card in cards)
    assert sum(sum(times) for part, times in one.used.items() if part.startswith("route/")) == sum(
        one.figures["spaces of the locomotive"]
    )


def test_nuremberg_counts_boxes_sold_trains_and_shipments() -> None:
    one = play(Match(Setup.make("nuremberg", 4, {}), "", ("planner",) * 4, 5))
    sold = sum(sum(times) for part, times in one.used.items() if part.startswith("auction box/"))
    assert sold == 8 * 5  # everybody wins two boxes in each of five rounds
    shipped = sum(sum(times) for part, times in one.used.items() if part.startswith("shipped/"))
    assert shipped == sum(sum(one.figures[name]) for name in one.figures if name.endswith("shipped"))
    assert len(one.points) == 5
    assert sorted(one.order) == [0, 1, 2, 3]


def test_what_winners_use_more_is_compared_inside_each_match() -> None:
    some = [seen(0, {"card/X": (1, 0)}, (3, 1)), seen(1, {"card/X": (0, 1)}, (1, 2)), seen(0, {}, (2, 2))]
    x, y = parts(some)
    assert (x.kind, x.name, x.used.value, x.winners) == ("card", "X", 0.6667, 0.667)
    assert x.more.value == 0.6667
    assert x.more.low < x.more.value < x.more.high
    assert (y.used.value, y.more.value) == (0.0, 0.0)
    (rails,) = figures(some)
    assert (rails.winners, rails.more.value) == (2.333, 1.0)


def test_what_winners_have_after_each_round() -> None:
    (row,) = rounds([seen(0, {}, (1, 0), (3, 1)), seen(1, {}, (0, 0), (1, 2), (1, 3))])
    assert row.after == [0.25, 1.75]  # the shortest match has two rounds
    assert [one.value for one in row.more] == [0.5, 1.5]


def test_wins_are_counted_by_seat_and_by_start_order() -> None:
    (row,) = places([seen(0, {}), seen(0, {}), seen(1, {})])
    assert [one.value for one in row.by_seat] == [0.6667, 0.3333]
    assert [one.value for one in row.by_order] == [0.3333, 0.6667]  # seat 1 starts
    assert row.nobody.value == 0.0


def test_intervals() -> None:
    assert share(5, 10).low == pytest.approx(0.2366, abs=1e-4)  # Wilson
    assert share(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert mean([1.0, 2.0, 3.0]).low == pytest.approx(2 - 1.96 / 3**0.5, abs=1e-3)
    assert mean([4.0]).matches == 1


def test_a_duel_plays_each_deal_from_both_seats() -> None:
    game = registry.game("firstclass")
    pairing = Pairing("planner:style=engineer", "planner:style=traveller")
    both = duels(game, Plan("planner", games=1, deals=3), {}, [pairing])
    assert len(both) == 6
    assert both[0].seed == both[1].seed
    assert both[0].bots == tuple(reversed(both[1].bots))
    assert pairing in pairings(game, FEW)
    assert Pairing("planner:style=route", "planner") in pairings(game, FEW)


def test_an_option_replaces_the_variants_that_differ_in_it() -> None:
    game = registry.game("nuremberg")
    assert list(setups(game, 2, {"board": "mini"})) == [""]
    assert list(setups(game, 2, {"rounds": 2})) == list(game.balance().variants)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = "balance nuremberg --board mini --rounds 1 --games 2 --deals 1 --bot planner --workers 1".split()
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["plan"] == {"bot": "planner", "games": 2, "deals": 1, "seed": 1}
    assert main([*words, "--keep", str(tmp_path / "kept.jsonl")]) == 0
    text = capsys.readouterr().out
    assert re.search(r"^\| 2 \| 2 \| 50.0% \|", text, re.MULTILINE)
    assert main([*words, "--keep", str(tmp_path / "kept.jsonl")]) == 0
    assert capsys.readouterr().out == text
