"""Ratings of people and bots: they follow from the results, in whatever order these arrive."""

from __future__ import annotations

import random

import pytest

from branchline.cli import main
from branchline.leagues.skill import Skill, rated
from branchline.store import Statement, Store
from branchline.store.club.members import Member, Members
from branchline.store.club.personal_data import forgetting, rows_of
from branchline.store.club.ratings import Rated, computed, history, ladder, of_player, rate_again
from branchline.store.club.results import keep, skills_of

from ...stores import Use
from .test_results import result

PEOPLE = ("ann", "bob", "cem", "dot", "bot:level:2", "bot:greedy")


async def play_some(store: Store, games: int = 30) -> None:
    """Tables of two to four players, some with the same bot twice."""
    rng = random.Random(1)
    for n in range(games):
        players = rng.choices(PEOPLE, k=rng.randint(2, 4))
        await keep(store, result(f"table{n:02}", players=" ".join(players), finished=n))


def test_the_winner_rises_the_loser_falls_and_both_become_more_certain() -> None:
    after = rated({}, ["ann", "bob"], [[0], [1]])
    assert after["ann"].mu > Skill().mu > after["bob"].mu
    assert after["ann"].sigma < Skill().sigma > after["bob"].sigma


def test_a_win_over_a_strong_player_counts_more() -> None:
    strong, weak = Skill(35, 4), Skill(15, 4)
    over_strong = rated({"x": strong}, ["ann", "x"], [[0], [1]])["ann"]
    over_weak = rated({"x": weak}, ["ann", "x"], [[0], [1]])["ann"]
    assert over_strong.mu > over_weak.mu


def test_a_shared_first_place_among_equals_changes_almost_nothing() -> None:
    after = rated({}, ["ann", "bob"], [[0, 1]])
    assert after["ann"].mu == pytest.approx(after["bob"].mu)


def test_a_table_with_one_bot_in_all_seats_changes_nothing() -> None:
    assert rated({}, ["bot:greedy"] * 3, [[0], [1], [2]]) == {"bot:greedy": Skill()}


def test_ratings_stay_as_they_are_when_somebody_leaves_the_club(use: Use) -> None:
    async def work(store: Store) -> None:
        await Members(store).add(Member(id="m-ann", name="Ann"), "hash")
        await play_some(store)
        before = await computed(store, "nuremberg")
        await store.write(*forgetting("m-ann", "Former member"))
        after = await computed(store, "nuremberg")
        (ann,) = after.keys() - before.keys()
        assert ann.startswith("gone:")
        assert {**after, "m-ann": after[ann]} == {**before, ann: before["m-ann"]}

    use(work)


def test_an_export_has_every_column_except_secrets(use: Use) -> None:
    async def work(store: Store) -> None:
        await Members(store).add(Member(id="m-ann", name="Ann"), "hash")
        await keep(store, result())
        rows = {name: found async for name, found in rows_of(store, "m-ann")}
        assert rows["members"] == [
            {"id": "m-ann", "name": "Ann", "name_key": "ann", "email": "", "language": "en", "made": 0}
        ]
        assert [row["table"] for row in rows["results"]] == ["abc"]
        assert rows["sessions"] == rows["chat"] == []

    use(work)


def test_ratings_computed_again_from_the_results_are_the_same(use: Use) -> None:
    async def work(store: Store) -> None:
        await play_some(store)
        kept = {one.player: (one.skill, one.games) for one in await ladder(store, "nuremberg", 100)}
        assert len(kept) == len(PEOPLE)
        assert await computed(store, "nuremberg") == kept, "to the last digit"
        assert await rate_again(store, "nuremberg") == len(PEOPLE)
        again = {one.player: (one.skill, one.games) for one in await ladder(store, "nuremberg", 100)}
        assert again == kept

    use(work)


def test_the_ladder_has_the_best_first_and_new_players_last(use: Use) -> None:
    async def work(store: Store) -> None:
        await play_some(store, 60)
        await keep(store, result("last", players="eve ann"))
        shown = await ladder(store, "nuremberg", 100)
        assert [one.player for one in shown][-1] == "m-eve", "she won, but only once"
        assert shown[-1].new
        assert not shown[0].new
        known = [one.number for one in shown if not one.new]
        assert known == sorted(known, reverse=True)
        assert await ladder(store, "nuremberg", 2, after=1) == shown[1:3]

    use(work)


def test_the_rating_of_a_player_is_stored_game_by_game(use: Use) -> None:
    async def work(store: Store) -> None:
        await play_some(store)
        way = await history(store, "nuremberg", "m-ann")
        now = await skills_of(store, "nuremberg", ["m-ann"])
        (all_games,) = await of_player(store, "m-ann")
        assert way[-1].skill == now["m-ann"] == all_games.skill
        assert len(way) == all_games.games
        assert [moment.time for moment in way] == sorted(moment.time for moment in way)
        assert await history(store, "firstclass", "m-ann") == []

    use(work)


def test_everybody_starts_at_a_thousand_and_counts_as_new() -> None:
    fresh = Rated(player="m-ann", skill=Skill(), games=0)
    assert (fresh.number, fresh.unsure, fresh.new) == (1000, 653, True)


def test_the_command_recomputes_all_ratings(use: Use, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def spoil(store: Store) -> dict[str, Skill]:
        await play_some(store)
        before = await skills_of(store, "nuremberg", ["m-ann", "m-bob"])
        await store.write(Statement("UPDATE ratings SET mu = 0"))
        return before

    before = use(spoil)
    assert main(["store", "ratings", "--store", url]) == 0
    assert "Nuremberg: 6 players rated." in capsys.readouterr().out
    assert use(lambda store: skills_of(store, "nuremberg", ["m-ann", "m-bob"])) == before
