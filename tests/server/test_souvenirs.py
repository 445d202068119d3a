"""Souvenirs of a finished game: a poster, an animated replay. The files are opened and measured."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from branchline.core.play.table import Table
from branchline.core.presentation import Ending
from branchline.drawing import animated_replay
from branchline.drawing.display_letters import LETTERS, display, display_width, drawable
from branchline.server.workers import souvenirs
from branchline.server.workers.process_pool import CutOff, Owner, ProcessPool

from .arrange import Browser, Server
from .test_replay import GAMES, finished, secrets_table, upload

NAMES = ("Ann", "Bob", "Clara")


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return finished(request.param)


def ending_of(table: Table, **more: Any) -> Ending:
    return Ending(tuple(table.seats), table.scores(), table.outcome() or (), **more)


def poster_of(table: Table) -> str:
    view = table.game.view(table.state, None)
    return table.game.presentation().poster(view, ending_of(table, date="12 June 2026"))


def words_in(svg: str) -> list[str]:
    """The words of the lettering: each line has its text as a title."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")
    return [title.text or "" for title in found]


# Posters


def test_a_poster_has_title_names_points_and_date(table: Table) -> None:
    said = words_in(poster_of(table))
    for words in (*NAMES, "12 June 2026", "Branchline", *(str(n).replace("-", "−") for n in table.scores())):
        assert words in said
    title = {"nuremberg": ["First Train to", "Nuremberg"], "firstclass": ["First Class"]}[table.game.name]
    assert [words for words in said if words in title][: len(title)] == title


def test_a_poster_is_well_formed_and_needs_nothing_else(table: Table) -> None:
    drawn = poster_of(table)
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn)) <= set(ids)
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_names_on_a_poster_are_text() -> None:
    table = finished("nuremberg", 2, names=("<script>alert()</script>", "日本 & co"))
    drawn = poster_of(table)
    assert "<script" not in drawn
    assert "日本 &amp; co" in drawn


def test_all_winners_are_in_front() -> None:
    table = finished("firstclass")
    view = table.game.view(table.state, None)
    shared = Ending(NAMES, (80, 80, 80), ((0, 1, 2),))
    nobody = Ending(NAMES, (1, 2, 3), ((), (2,), (1,), (0,)))
    for ending in (shared, nobody):
        said = words_in(table.game.presentation().poster(view, ending))
        assert set(NAMES) <= set(said)


@pytest.mark.parametrize(
    ("file", "kind", "size"), [("poster.png", "PNG", (1200, 1920)), ("poster.svg", "SVG", None)]
)
def test_the_server_gives_out_the_poster(
    ann: Browser, bob: Browser, table: Table, file: str, kind: str, size: tuple[int, int] | None
) -> None:
    address = upload(ann, table.dumps())
    answer = bob.get(f"{address}/{file}")  # anybody who has the link
    assert answer.status_code == 200, answer.text
    assert f"{table.game.name}-" in answer.headers["content-disposition"]
    if kind == "SVG":
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert set(NAMES) <= set(words_in(answer.text))
    else:
        assert answer.headers["content-type"] == "image/png"
        picture = Image.open(io.BytesIO(answer.content))
        assert (picture.format, picture.size) == (kind, size)
        assert len(answer.content) < 1_500_000
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 1000, "it is a picture"


def test_a_poster_speaks_the_language_of_the_visitor(server: Server, ann: Browser) -> None:
    address = upload(ann, finished("nuremberg", 2, names=("Ann", "Bob")).dumps())
    with Browser(server.host, "pt") as ana:
        said = words_in(ana.get(f"{address}/poster.svg").text)
    assert [words for words in said if re.fullmatch(r"\d{1,2} de \w+ de \d{4}", words)]


# Animated replays


def test_an_animation_is_short_and_small(table: Table) -> None:
    made = souvenirs.animation(table.setup, table.steps, table.seats, "en")
    assert len(made) < souvenirs.LARGEST
    film = Image.open(io.BytesIO(made))
    count, wide, lasts = getattr(film, "n_frames", 1), film.size[0], 0
    assert wide == animated_replay.WIDE
    assert 10 <= count <= animated_replay.MOST
    first = film.convert("RGB").tobytes()
    for number in range(count):
        film.seek(number)
        lasts += film.info["duration"]
    assert 8_000 <= lasts <= 15_000
    assert film.info["loop"] == 0, "for ever"
    assert film.convert("RGB").tobytes() != first, "something has happened"


def test_the_server_gives_out_the_animation(ann: Browser, bob: Browser) -> None:
    table = finished("nuremberg", 2, names=("Ann", "Bob"), rounds=1)
    answer = bob.get(f"{upload(ann, table.dumps())}/replay.gif")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/gif"
    assert getattr(Image.open(io.BytesIO(answer.content)), "n_frames", 1) > 3


def test_an_animation_shows_what_spectators_see() -> None:
    """The same for any cards that players might have held in secret."""
    table, rng = finished("firstclass", 2, names=("Ann", "Bob")), Random(3)
    game = table.game
    for at in (20, 60, 120):
        state = table.at(at)
        other = game.determinize(table.setting, game.view(state, None), rng)
        assert game.numbers(other) != game.numbers(state)
        first, second = (animated_replay._shot(table.setup, one, ("Ann", "Bob")) for one in (state, other))
        assert first == second


def test_a_long_game_is_thinned_out_from_its_first_to_its_last_position() -> None:
    shots: list[Any] = list(range(500))
    chosen: list[Any] = animated_replay._chosen(shots)
    assert len(chosen) == animated_replay.MOST
    assert chosen[0] == 0
    assert chosen[-1] == 499
    assert animated_replay._chosen(shots[:7]) == shots[:7]


# Who gets them, and how often they are made


def test_a_running_game_has_neither(ann: Browser, bob: Browser, server: Server) -> None:
    address = secrets_table(ann, bob).replace("/table/", "/replay/")
    with Browser(server.host) as stranger:
        for file in ("poster.svg", "poster.png", "replay.gif"):
            assert stranger.get(f"{address}/{file}").status_code == 404
            assert ann.get(f"{address}/{file}").status_code == 404, "not even for its players"


def test_an_unfinished_record_has_neither(ann: Browser) -> None:
    table = Table("nuremberg", 2, seed=1, seats=("Ann", "Bob"))
    table.push(table.game.legal(table.state)[0])
    address = upload(ann, table.dumps())
    for file in ("poster.svg", "replay.gif"):
        assert ann.get(f"{address}/{file}").status_code == 404
    assert 'id="souvenirs"' not in ann.get(address).text


def test_each_is_made_once(server: Server) -> None:
    """Even if several people ask at the same time; after a failure it is tried again."""
    made: list[int] = []

    class Pool:
        async def do(self, work: Any, *arguments: Any, **_: Any) -> bytes:
            made.append(len(made))
            if len(made) == 1:
                raise CutOff("too slow")
            return b"picture"

    async def ask() -> list[bytes | BaseException]:
        import asyncio

        shelf = souvenirs.Souvenirs(Pool())  # type: ignore[arg-type]
        owner = Owner("ann", "abc")
        with pytest.raises(CutOff):
            await shelf.made(("poster", 1), owner, bytes)
        both = await asyncio.gather(*(shelf.made(("poster", 1), owner, bytes) for _ in range(5)))
        return list(both)

    assert server.do(ask()) == [b"picture"] * 5
    assert made == [0, 1]


def test_a_souvenir_that_takes_too_long_says_so(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = upload(ann, finished("nuremberg", 2, seed=8, names=("Ann", "Bob")).dumps())

    async def cut_off(*_: Any, **__: Any) -> bytes:
        raise CutOff("it took too long")

    monkeypatch.setattr(ProcessPool, "do", cut_off)
    answer = ann.http.get(f"{address}/replay.gif", headers={"accept": "application/json"})
    assert answer.status_code == 503
    assert (
        answer.json()["words"] == "This takes the server too long, so it was stopped. Try again in a minute."
    )


# Letters


def test_letters_do_not_overlap_and_fit_their_room() -> None:
    assert drawable("Straße São Čapek 29 – 7%!")
    assert not drawable("日本")
    assert not drawable("")
    assert display_width("AB", 100) == LETTERS["A"][0] + LETTERS["B"][0] + 15
    wide = ElementTree.fromstring(display("Nuremberg", 0, 100, 100, "#000", room=200))
    (inner,) = wide.iter("svg")
    assert float(inner.get("width", "")) == 200
