"""Challenges: a turning point of a finished game that anybody may play on from, and who has won it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from random import Random

import pytest
from PIL import Image

from branchline.core.play.table import Table
from branchline.server.lobby import challenges as lobby_challenges
from branchline.server.settings import Limits
from branchline.server.workers.souvenirs import Moment, challenge_png, challenge_svg
from branchline.store import Store
from branchline.store.backup import backup, restore
from branchline.store.club.admin import Administration
from branchline.store.open_store import sqlite_url
from branchline.store.table import challenges
from branchline.store.table.challenges import Challenge, Try

from ..stores import Use, use_of
from ..stores import table as stored
from .arrange import Browser, Page, Server
from .test_replay import finished, secrets_table, upload
from .test_ticket import meta


@pytest.fixture
def zoe(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


@pytest.fixture(scope="module")
def table() -> Table:
    return finished("nuremberg", 2, seed=3, names=("Ann", "Bob"))


def challenge_of(browser: Browser, address: str) -> tuple[str, dict[str, int]]:
    """The page of a challenge at the last turning point of a game; and that point."""
    point = browser.get(f"{address}/course").json()["points"][-1]
    return browser.go(f"{address}/challenge", at=str(point["first"])), point


def play_to_the_end(page: Page) -> None:
    rng = Random(1)
    while not page.my_turn().told.get("over"):
        page.play(rng.choice(page.choices))


def test_a_challenge_from_its_creation_to_the_list_of_tries(
    server: Server, ann: Browser, zoe: Browser, table: Table
) -> None:
    address = upload(ann, table.dumps())
    path, point = challenge_of(ann, address)
    assert challenge_of(ann, address)[0] == path, "there is one for each moment"

    page = unescape(zoe.get(path).text)
    name = ("Ann", "Bob")[point["seat"]]
    assert f"{name} stood at {point['before']}%." in page
    assert "Nobody has finished it yet." in page
    assert address not in page, "how it went on would be told there"

    played = zoe.go(path, name="Zoë")
    sat = zoe.sit(played).my_turn()
    assert sat.position["mine"] == [point["seat"]]
    seats = sat.told["seats"]
    assert seats[point["seat"]]["name"] == "Zoë"
    assert [one["kind"] for one in seats].count("bot") == 1
    assert "Continue your try" in zoe.get(path).text
    play_to_the_end(sat)

    live = server.live(played)
    won = point["seat"] in live.point.game.ranking(live.point.state)[0]
    score = live.point.scores[point["seat"]]
    (row,) = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", unescape(ann.get(path).text))
    assert "Zoë" in row
    assert (">won<" if won else ">not won<") in row
    assert f">{score}<".replace("-", "−") in row
    assert f"{int(won)} of 1 player has won it." in ann.get(path).text
    assert address in zoe.get(path).text, "now Zoë may see how it went"

    ceremony = zoe.get(f"{played.replace('/table/', '/replay/')}/ceremony").json()
    assert (ceremony["challenge"], ceremony["won"]) == (path, won)


def test_a_winner_is_listed_before_the_others(server: Server, ann: Browser, table: Table) -> None:
    path, _point = challenge_of(ann, upload(ann, table.dumps()))
    store, name = server.app.state.lobby.context.store, path.rpartition("/")[2]
    for number, (called, place, score) in enumerate((("Lost", 2, 50), ("Won", 1, 20), ("Best", 1, 30))):
        one = stored(f"try{number}-{name}", to_move=-2)
        one.seats[0] = type(one.seats[0])(seat=0, name=called, kind="person")
        server.do(store.add(one))
        attempt = Try(table=one.row.id, challenge=name, seat=0, made=1)
        server.do(store.write(challenges.beginning(attempt)))
        done = Try(table=one.row.id, challenge=name, seat=0, made=1, finished=9, score=score, place=place)
        server.do(store.write(challenges.finishing(done)))
    page = ann.get(path).text
    assert re.findall(r'<th scope="row">(\w+)</th>', page) == ["Best", "Won", "Lost"]
    assert "2 of 3 players have won it." in page


def test_messengers_get_a_picture_and_a_sentence_without_cookies(
    server: Server, ann: Browser, zoe: Browser, table: Table
) -> None:
    path, point = challenge_of(ann, upload(ann, table.dumps()))
    page = zoe.get(path).text
    assert meta(page, "og:title").endswith(f"stood at {point['before']}%. Can you win it?")
    assert meta(page, "og:url").endswith(path)
    picture = meta(page, "og:image")
    with Browser(server.host) as messenger:
        answer = messenger.get(picture.partition(server.host)[2])
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in answer.headers
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert zoe.get(f"{path}/xx.png").status_code == 404
    assert "Ann" in zoe.get(f"{path}/table.svg").text


def test_the_words_to_share_say_i_only_for_the_player(ann: Browser, bob: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "bot:random", name0="Ann", rounds="1")
    play_to_the_end(ann.sit(table))
    address = table.replace("/table/", "/replay/")
    points = ann.get(f"{address}/course").json()["points"]
    mine = [point for point in points if point["seat"] == 0]
    if not mine:
        pytest.fail(f"Ann has no turning point in {points}")
    for browser, words in ((ann, "I stood at"), (bob, "Ann stood at")):
        answer = browser.http.post(
            f"{address}/challenge", data={"at": mine[0]["first"]}, headers={"accept": "application/json"}
        )
        assert answer.json()["words"].startswith(words)


def test_a_challenge_shows_what_the_seat_may_know_and_nothing_else() -> None:
    """Whatever the others hold in secret, the pictures are the same."""
    table, rng = finished("firstclass", 2, names=("Ann", "Bob")), Random(2)
    game, at = table.game, 80
    state = table.at(at)
    for seat in (0, 1):
        other = game.determinize(table.setting, game.view(state, seat), rng)
        assert game.numbers(other) != game.numbers(state)
        moments = [
            Moment(table.setup, game.numbers(one), seat, ("Ann", "Bob"), 64, "en") for one in (state, other)
        ]
        assert challenge_svg(moments[0]) == challenge_svg(moments[1])
        assert challenge_png(moments[0]) == challenge_png(moments[1])


def test_whoever_takes_it_up_sees_only_what_the_seat_may_know(
    server: Server, ann: Browser, zoe: Browser
) -> None:
    table = finished("firstclass", 2, names=("Ann", "Bob"))
    path, point = challenge_of(ann, upload(ann, table.dumps()))
    played = zoe.go(path, name="Zoë")
    page = zoe.sit(played).my_turn()
    live, seat = server.live(played), point["seat"]
    own = live.table.view(seat).players[seat].known_game_ends
    others = live.table.view(1 - seat).players[1 - seat].known_game_ends
    held = "".join(page.pictures["hand"].values())
    assert all(card in held for card in own)
    assert not any(card in held for card in others)
    assert not page.told.get("hints"), "nobody helps in a challenge"


# What is refused


def test_there_is_no_challenge_in_a_running_game(ann: Browser, bob: Browser, server: Server) -> None:
    address = secrets_table(ann, bob).replace("/table/", "/replay/")
    with Browser(server.host) as stranger:
        for browser in (ann, bob, stranger):
            assert browser.post(f"{address}/challenge", at="3").status_code == 404


def test_a_challenge_ends_if_its_game_goes_on(server: Server, ann: Browser, zoe: Browser) -> None:
    """Players can undo the end of a game; then its position has secrets again."""
    table = ann.new_table("nuremberg", "me", "bot:random", name0="Ann")
    name = table.rpartition("/")[2]
    store = server.app.state.lobby.context.store
    made = Challenge(id="running", table=name, step=3, seat=0, chance=50, made=1)
    server.do(challenges.keep(store, made))
    for path in ("/challenge/running", "/challenge/running/en.png", "/challenge/running/table.svg"):
        assert zoe.get(path).status_code == 404
    assert zoe.post("/challenge/running", name="Zoë").status_code == 404


@pytest.mark.parametrize("at", ["", "0", "-1", "x", "99999999"])
def test_only_turning_points_are_challenges(ann: Browser, table: Table, at: str) -> None:
    address = upload(ann, table.dumps())
    assert ann.post(f"{address}/challenge", at=at).status_code == 404


def test_an_unfinished_record_has_no_challenges(ann: Browser) -> None:
    begun = Table("nuremberg", 2, seed=1, seats=("Ann", "Bob"))
    begun.push(begun.game.legal(begun.state)[0])
    address = upload(ann, begun.dumps())
    assert ann.post(f"{address}/challenge", at="1").status_code == 404


def test_unknown_challenges(ann: Browser) -> None:
    for path in ("/challenge/nonsense", "/challenge/nonsense/en.png", "/challenge/nonsense/table.svg"):
        assert ann.get(path).status_code == 404


def test_the_tries_of_a_visitor_are_limited(
    ann: Browser, zoe: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_challenges, "TRIES", 2)
    path, _point = challenge_of(ann, upload(ann, table.dumps()))
    assert zoe.go(path, name="Zoë") != zoe.go(path, name="Zoë")
    assert zoe.post(path, name="Zoë").status_code == 422
    assert ann.go(path, name="Ann"), "somebody else may still try"


def test_the_tries_at_a_challenge_are_limited(
    ann: Browser, zoe: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_challenges, "MOST", 1)
    path, _point = challenge_of(ann, upload(ann, table.dumps()))
    ann.go(path, name="Ann")
    answer = zoe.post(path, name="Zoë")
    assert answer.status_code == 422
    assert "closed" in answer.text


def test_taking_up_challenges_counts_as_creating_tables(
    tmp_path_factory: pytest.TempPathFactory, table: Table
) -> None:
    server = Server(tmp_path_factory.mktemp("limits"), limits=Limits(tables="2/hour", crowd=1))
    try:
        with Browser(server.host) as eve:
            eve.http.headers["x-forwarded-for"] = "203.0.113.9"
            path, _point = challenge_of(eve, upload(eve, table.dumps()))  # the first
            eve.go(path, name="Eve")
            assert eve.post(path, name="Eve").status_code == 429
    finally:
        server.stop()


# The store


ABC = Challenge(id="c1", table="abc", step=7, seat=0, chance=64, made=5)


async def with_tries(store: Store) -> None:
    await challenges.keep(store, ABC)
    for name, to_move in (("over", -2), ("runs", 1)):
        await store.add(stored(name, to_move=to_move))
        await store.write(challenges.beginning(Try(table=name, challenge="c1", seat=0, made=6)))


def test_a_moment_has_one_challenge(use: Use) -> None:
    async def work(store: Store) -> tuple[Challenge, Challenge, Challenge | None]:
        first = await challenges.keep(store, ABC)
        second = await challenges.keep(
            store, Challenge(id="c2", table="abc", step=7, seat=0, chance=50, made=9)
        )
        return first, second, await challenges.find(store, "c2")

    assert use(work) == (ABC, ABC, None)


def test_tries_are_due_once_their_game_is_over_and_then_listed(use: Use) -> None:
    async def work(store: Store) -> None:
        await with_tries(store)
        assert await challenges.due(store, "c1", 10) == ["over"]
        assert await challenges.best(store, "c1", 10) == []
        done = Try(table="over", challenge="c1", seat=0, made=6, finished=8, score=31, place=1)
        await store.write(challenges.finishing(done))
        later = Try(table="over", challenge="c1", seat=0, made=6, finished=9, score=0, place=2)
        await store.write(challenges.finishing(later))
        assert await challenges.due(store, "c1", 10) == []
        assert await challenges.best(store, "c1", 10) == [(done, "Ann")], "the first result stays"
        assert await challenges.counts(store, "c1") == challenges.Counts(begun=2, finished=1, won=1)
        assert await challenges.try_at(store, "over") == done
        assert await challenges.try_at(store, "abc") is None
        mine = await challenges.mine(store, "c1", "ann", 10)
        assert {attempt.table for attempt in mine} == {"over", "runs"}
        assert await challenges.mine(store, "c1", "zoe", 10) == []

    use(work)


def test_a_deleted_table_takes_its_challenge_and_tries_with_it(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(stored())
        await with_tries(store)
        await Administration(store).delete(["abc", "over"])
        assert await challenges.find(store, "c1") is None
        assert await challenges.try_at(store, "over") is None

    use(work)


def test_a_backup_has_them(use: Use, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("backup") / "store.gz"

    async def there(store: Store) -> None:
        await store.add(stored())
        await with_tries(store)
        await backup(store, file)

    use(there)

    async def back(store: Store) -> None:
        await restore(file, store)
        assert await challenges.find(store, "c1") == ABC
        assert await challenges.try_at(store, "runs") is not None

    use_of(sqlite_url(file.parent / "other"))(back)
