"""Replays: finished games show everything, running ones only what a seat may know."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.bots.analysis import Moment
from branchline.core.play.table import Table
from branchline.core.protocols import Theme
from branchline.games.firstclass.data.deck_file import built_in
from branchline.games.firstclass.text.card_text import Deck
from branchline.server.pages.replay.chart import chart, description
from branchline.server.pages.replay.game_analysis import TurningPoint, told_course
from branchline.server.table.protocol.messages import Entry
from branchline.server.workers.match_summary import Summary, summarise

from .arrange import Browser, Server

GAMES = ["nuremberg", "firstclass"]


def finished(
    game: str, players: int = 3, seed: int = 5, names: tuple[str, ...] = ("Ann", "Bob", "Clara"),
    **options: Any,
) -> Table:  # fmt: skip
    table = Table(game, players, seed=seed, seats=names, **options)
    rng = Random(seed)
    while not table.over:
        table.push(rng.choice(table.game.legal(table.state)))
    return table


def summary_of(table: Table, language: str = "en") -> Summary:
    return summarise(table.setup, [step.moves for step in table.steps], language)


def upload(browser: Browser, content: bytes) -> str:
    answer = browser.http.post("/records", files={"record": ("game.jsonl", content)})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return finished(request.param)


# What is counted


def test_the_parts_of_the_score_add_up_to_it(table: Table) -> None:
    counted = summary_of(table)
    sums = [sum(row.numbers[seat] for row in counted.parts) for seat in range(3)]
    assert tuple(sums) == table.scores()
    assert counted.scores[-1] == table.scores()
    assert counted.places == table.outcome()
    assert len(counted.scores) == len(table.steps) + 1


def test_rounds_start_at_their_first_step(table: Table) -> None:
    counted = summary_of(table)
    screen = table.game.screen()
    assert len(counted.rounds) == screen.round(table.state)
    for number, step in enumerate(counted.rounds, start=1):
        assert screen.round(table.at(step)) == number
        assert step == 0 or screen.round(table.at(step - 1)) == number - 1


def test_the_chart_has_a_line_and_a_shape_for_everybody() -> None:
    scores = [(0, 0), (0, 3), (-2, 3), (12, 3)]
    root = ElementTree.fromstring(chart(["Ann", "<b>Bob"], scores, [0, 2]))
    lines = [shape for shape in root.iter("path") if shape.get("class") == "line"]
    assert len(lines) == 2
    emblems = {
        tuple(path.get("d") for path in group.iter("path") if path.get("class") is None)[-1]
        for group in root.iter("g")
        if (group.get("class") or "").startswith("seat-")
    }
    assert len(emblems) == 2, "told apart without colours"
    told = root.find("desc")
    assert told is not None
    assert told.text == "After round 1: Ann -2, <b>Bob 3. After round 2: Ann 12, <b>Bob 3."


def test_a_chart_of_nothing_yet() -> None:
    assert ElementTree.fromstring(chart(["Ann", "Bob"], [(0, 0)], [0])) is not None
    assert description(["Ann"], [(0,)], [0]) == "After round 1: Ann 0."


# A finished game


def test_an_uploaded_record_can_be_replayed(ann: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    html = unescape(ann.get(address).text)
    assert f'data-steps="{len(table.steps)}"' in html
    steps = {int(step) for step in re.findall(r'<li[^>]* data-step="(\d+)"', html)}
    assert steps == {*range(1, len(table.steps) + 1)}
    for row in summary_of(table).parts:
        assert row.words in html
    assert "Play on from here" in html
    assert '<svg viewBox="0 0 760 320" role="img" class="chart"' in html
    assert ann.get(f"/table/{address.rpartition('/')[2]}/record").content == table.dumps()


def test_a_moment_shows_the_table_as_it_was(ann: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    step = len(table.steps) // 2
    shown = ann.get(f"{address}/at/{step}").json()
    game, state = table.game, table.at(step)
    view = game.view(state, None)
    assert shown["scores"] == list(game.scores(state))
    assert shown["now"] == game.screen().now(view, table.seats)
    drawn = game.screen().panels(view, table.seats, bl.Theme())
    assert {panel["name"]: panel["parts"] for panel in shown["panels"]} == {
        panel.name: panel.parts for panel in drawn
    }


def test_stepping_sends_only_what_changed(ann: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    steps = [0, 1, 2, 9, 30, len(table.steps), len(table.steps) - 1, 12]
    pictures = _pictures(ann.get(f"{address}/at/0").json())
    for before, step in pairwise(steps):
        answer = ann.get(f"{address}/at/{step}?from={before}")
        whole = ann.get(f"{address}/at/{step}")
        assert "panels" not in answer.json(), "what no move changes is not sent again"
        assert len(answer.content) < len(whole.content) / 2
        for panel, parts in answer.json()["parts"].items():
            pictures[panel].update(parts)
        pictures = {
            panel: {n: m for n, m in parts.items() if m is not None} for panel, parts in pictures.items()
        }
        assert pictures == _pictures(whole.json())


def _pictures(moment: dict[str, Any]) -> dict[str, dict[str, str | None]]:
    return {panel["name"]: dict(panel["parts"]) for panel in moment["panels"]}


def test_the_whole_report_as_json(ann: Browser, table: Table) -> None:
    told = ann.get(f"{upload(ann, table.dumps())}/summary").json()
    assert told["steps"] == told["log"][-1]["step"] == len(table.steps)
    assert told["total"] == list(table.scores())
    assert told["names"] == ["Ann", "Bob", "Clara"]
    assert told["chart"].startswith("<svg")


def test_the_turning_points_of_a_finished_game(ann: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    course = ann.get(f"{address}/course").json()
    log = ann.get(f"{address}/summary").json()["log"]
    assert 1 <= len(course["points"]) <= 3
    for point in course["points"]:
        assert abs(point["after"] - point["before"]) >= 5
        told = next(one for one in log if one.get("first", 0) < point["step"] <= one["step"])
        assert told["seat"] == point["seat"]
        assert point["words"].startswith(("Ann", "Bob", "Clara")[point["seat"]])
    links = [link.get("href") for link in ElementTree.fromstring(course["chart"]).iter("a")]
    assert links == [f"{address}?at={point['step']}" for point in course["points"]]
    assert ann.get(f"{address}/course").json() == course


def test_the_chart_of_chances_ends_with_the_result() -> None:
    """What the bot thought of the last position no longer matters; two players can share a victory."""
    moments = [Moment(2, 0, ("a",), (0.6, 0.3, 0.1))]
    for winners in ((1,), (0, 2), ()):
        course = told_course(moments, ["Ann", "Bob", "Clara"], [], 2, [0], "/replay/x", winners)
        ends = [
            f"{name}: {100 if seat in winners else 0}%" for seat, name in enumerate(("Ann", "Bob", "Clara"))
        ]
        for end in ends:
            assert f"<title>{end}</title>" in course.chart


def test_a_long_turn_is_told_by_its_first_sentences() -> None:
    chain = " ".join(["Ann scores.", *(f"Clock stop on space {space}: 1 coin." for space in range(2, 12))])
    moments = [Moment(0, None, (), (0.7, 0.3)), Moment(4, 0, ("end",), (0.1, 0.9))]
    log = [Entry(words=chain, kind="turn", seat=0, first=1, step=4)]
    (point,) = told_course(moments, ["Ann", "Bob"], log, 4, [0], "/replay/x").points
    assert point.words.startswith("Ann scores. Clock stop on space 2: 1 coin. ")
    assert point.words.endswith("1 coin. …")
    assert len(point.words) < len(chain) / 2


def test_the_ceremony_of_a_finished_game(ann: Browser, bob: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    for browser in (ann, bob):
        told = browser.get(f"{address}/ceremony").json()
        assert told["total"] == list(table.scores())
        assert told["places"] == [list(place) for place in table.outcome() or ()]
        assert [sum(row["numbers"][seat] for row in told["parts"]) for seat in range(3)] == told["total"]
        assert 1 <= len(told["awards"]) <= 6
        winner = told["names"][told["places"][0][0]]
        assert winner in "".join(ElementTree.fromstring(told["picture"]).itertext())
    ann.get(f"{address}/course")
    assert bob.get(f"{address}/course/progress").json() == {"done": 1.0}


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_honours_all_winners_and_escapes_their_names(game: str) -> None:
    draw = bl.Table(game, 2, seed=1).game.presentation().celebration
    names = ["<Ann>", "Bob", "Clara", "Dora"]
    shared = "".join(ElementTree.fromstring(draw(names, [0, 1], Theme())).itertext())
    assert "<Ann> and Bob" in shared
    assert "Nobody wins" in "".join(ElementTree.fromstring(draw(names, [], Theme(dark=True))).itertext())


def test_chances_stand_from_each_turn_to_the_next() -> None:
    """Two moments in a game of five steps: after the second and the fourth."""
    moments = [Moment(2, 0, ("a",), (0.5, 0.5)), Moment(4, 1, ("b",), (0.2, 0.8))]
    log = [Entry(f"step {step}.", step, step - 1, seat=0 if step < 3 else 1) for step in range(1, 6)]
    course = told_course(moments, ["Ann", "<Bob>"], log, 5, [0], "/replay/x")
    (point,) = course.points
    assert point == TurningPoint(first=2, step=4, seat=1, words="step 3. step 4.", before=50, after=80)
    assert "&lt;Bob&gt;&#39;s chance of winning goes from 50% to 80%." in course.chart
    assert told_course([], ["Ann", "Bob"], log, 5, [0], "/replay/x").points == ()


def test_a_link_to_a_moment(ann: Browser, bob: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    html = bob.get(f"{address}?at=7").text
    assert 'data-at="7"' in html
    assert '<input type="hidden" name="at" value="7">' in html


def test_a_finished_game_can_be_seen_from_any_seat(ann: Browser) -> None:
    table = finished("firstclass")
    address = upload(ann, table.dumps())
    shown = ann.get(f"{address}/at/20?seat=1").json()
    view = table.game.view(table.at(20), 1)
    drawn = table.game.screen().panels(view, table.seats, bl.Theme())
    assert _pictures(shown) == {panel.name: panel.parts for panel in drawn}


def test_play_on_from_a_moment_against_bots(ann: Browser, table: Table) -> None:
    address = upload(ann, table.dumps())
    step = next(number for number in range(40, len(table.steps)) if table.steps[number].decided)
    branched = ann.go(f"{address}/branch", at=str(step))
    page = ann.sit(branched).my_turn()
    seat = table.steps[step].seat
    assert page.position["mine"] == [seat]
    assert [one["kind"] for one in page.told["seats"]].count("bot") == 2
    assert max(entry["step"] for entry in page.log) == step
    page.play()


@pytest.mark.parametrize("at", ["-1", "99999", "x", "", "1e3", "²", "0x1"])
def test_moments_that_do_not_exist(ann: Browser, at: str) -> None:
    address = upload(ann, finished("nuremberg", 2, names=("Ann", "Bob")).dumps())
    assert ann.get(f"{address}/at/{at or ' '}").status_code == 404
    if at:
        assert ann.get(f"{address}?at={at}").status_code == 404
    assert ann.post(f"{address}/branch", at=at).status_code == 404
    for seat in ("7", "-1", "9" * 5000, "²"):
        assert ann.get(f"{address}/at/3?seat={seat}").status_code == 403


# Records of strangers


def test_names_in_a_record_are_text(ann: Browser) -> None:
    names = ("<script>alert()</script>", "<img src=x onerror=a()>")
    address = upload(ann, finished("nuremberg", 2, names=names).dumps())
    html = ann.get(address).text
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    moment, told = ann.get(f"{address}/at/9").json(), ann.get(f"{address}/summary").json()
    drawn = [moment["definitions"], told["chart"]]
    drawn += [markup for panel in moment["panels"] for markup in (panel["printed"], *panel["parts"].values())]
    for markup in drawn:
        assert "<script" not in markup
        assert "<img" not in markup
    assert any(names[0] in entry["words"] for entry in told["log"]), "a sentence is text, not markup"


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[" * 5000, b'{"type":"header"}\n'])
def test_something_that_is_not_a_record_is_refused_with_a_sentence(ann: Browser, content: bytes) -> None:
    answer = ann.http.post("/records", files={"record": ("game.jsonl", content)})
    assert answer.status_code == 422
    assert "Traceback" not in answer.text


def test_a_record_that_was_changed_is_refused(ann: Browser) -> None:
    content = finished("nuremberg", 2, names=("Ann", "Bob")).dumps()
    answer = ann.http.post("/records", files={"record": ("g", content.replace(b"Ann", b"Eve", 1))})
    assert answer.status_code == 422
    assert "changed" in answer.text


# A running game


def secrets_table(ann: Browser, bob: Browser) -> str:
    """First Class between Ann and Bob, both past the draft."""
    table = ann.new_table("firstclass", "me", "friend", name0="Ann", name1="Bob")
    bob.go(ann.links(table)[1], name="Bob")
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    for _ in range(2):
        mover = pages[pages[0].told["to_move"]]
        at = mover.my_turn().play()
        for page in pages:
            page.at_point(at)
    return table


def test_a_running_game_shows_a_seat_its_own_view_and_nothing_else(
    server: Server, ann: Browser, bob: Browser
) -> None:
    table = secrets_table(ann, bob)
    address = table.replace("/table/", "/replay/")
    live = server.live(table)
    kept = [live.table.view(seat).players[seat].known_game_ends[0] for seat in (0, 1)]
    words = Deck(built_in())
    assert kept[0] != kept[1]
    for browser, own, other in ((ann, kept[0], kept[1]), (bob, kept[1], kept[0])):
        step = len(live.table.steps)
        everything = "".join(
            browser.get(f"{address}{path}").text
            for path in ("", "/summary", f"/at/{step}", f"/at/{step}?from=1")
        )
        mine, theirs = (f"keeps a game-end card: {words.at_the_end(card)}" for card in (own, other))
        assert mine in unescape(everything)
        assert theirs not in unescape(everything)
        shown = _pictures(browser.get(f"{address}/at/{step}").json())
        held = "".join(filter(None, shown.get("hand", {}).values()))
        assert own in held
        assert other not in held


def test_nobody_else_sees_a_running_game(ann: Browser, bob: Browser, server: Server) -> None:
    table = secrets_table(ann, bob)
    address = table.replace("/table/", "/replay/")
    with Browser(server.host) as stranger:
        for path in ("", "/summary", "/course", "/course/progress", "/ceremony", "/at/3", "?watch=nonsense"):
            assert stranger.get(f"{address}{path}").status_code == 404
        assert stranger.get(f"{table}/record").status_code == 422
        assert stranger.post(f"{address}/branch", at="3").status_code == 422
    assert ann.get(f"{address}/course").status_code == 404, "the chances would tell of what is hidden"
    assert ann.get(f"{address}/course/progress").status_code == 404
    assert ann.get(f"{address}/ceremony").status_code == 404
    assert ann.get(f"{address}/at/3?seat=1").status_code == 403
    assert ann.get(f"{address}?seat=1").status_code == 403
    assert ann.post(f"{address}/branch", at="3").status_code == 422


def test_spectators_see_a_running_game_without_its_secrets(
    server: Server, ann: Browser, bob: Browser
) -> None:
    table = secrets_table(ann, bob)
    address = table.replace("/table/", "/replay/")
    live = server.live(table)
    watch = live.context.links.watch_token(live.row)
    kept = [live.table.view(seat).players[seat].known_game_ends[0] for seat in (0, 1)]
    with Browser(server.host) as spectator:
        html = spectator.get(f"{address}?watch={watch}").text
        moment = spectator.get(f"{address}/at/{len(live.table.steps)}?watch={watch}")
        assert moment.status_code == 200
        assert "keeps a game-end card." in html
        for card in kept:
            assert Deck(built_in()).game_end(card) not in unescape(html)
        assert "hand" not in _pictures(moment.json())
        assert spectator.get(f"{address}/at/2?watch={watch}&seat=0").status_code == 403


def test_players_who_share_a_screen_see_what_spectators_see(ann: Browser) -> None:
    table = ann.new_table("firstclass", "me", "here")
    html = ann.get(table.replace("/table/", "/replay/")).text
    assert 'data-seat=""' in html
