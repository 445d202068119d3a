"""What every response has, which requests are accepted, and that every error is a sentence."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from branchline.bots.levels import LEVELS
from branchline.core import registry
from branchline.server.http.rendering import STATIC, static_version
from branchline.server.http.security import POLICY
from branchline.store import Statement, StoreUnavailable

from .arrange import Browser, Server

PAGES = [
    "/",
    "/new",
    "/new?game=firstclass",
    "/rules",
    "/rules/nuremberg",
    "/learn/nuremberg",
    "/problem",
    "/problem/nuremberg/1",
    "/no-such-page",
]


@pytest.mark.parametrize(
    "path", [*PAGES, "/health", "/words/de.json", "/static/shared/base.css", "/join/x", "/watch/x"]
)
def test_every_response_says_what_a_page_may_do(ann: Browser, path: str) -> None:
    headers = ann.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "uvicorn" not in headers.get("server", "")


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_inline_script_or_style_and_nothing_from_elsewhere(ann: Browser, path: str) -> None:
    text = ann.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"(src|href|action)=\"(https?:)?//", text)


def test_the_table_page_too(ann: Browser) -> None:
    text = ann.get(ann.go("/play-now", game="nuremberg")).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


def test_names_and_chat_stay_text(ann: Browser, bob: Browser) -> None:
    nasty = '<img src=x onerror="alert(1)">'
    table = ann.new_table("nuremberg", "me", "friend", name0=nasty, name1=nasty)
    for text in (ann.get("/").text, ann.get(table).text, bob.get(ann.links(table)[1]).text):
        assert "<img src=x" not in text
        assert nasty[:8].replace("<", "&lt;") in text
    page = ann.sit(table)
    pictures = str(page.hear()["panels"])
    assert "<img src" not in pictures
    assert "&lt;img src" in pictures


def test_a_visitor_gets_a_cookie_that_is_hidden_from_scripts_and_other_sites(server: Server) -> None:
    answer = httpx.get(f"http://{server.host}/")
    cookie = answer.headers["set-cookie"]
    assert re.match(r"visitor=[\w-]{22};", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in httpx.get(f"http://{server.host}/static/shared/base.css").headers


def test_forged_cookies_are_replaced(server: Server) -> None:
    answer = httpx.get(
        f"http://{server.host}/", headers={"cookie": "visitor=../../etc; theme=x; speed=9; language=xx"}
    )
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_forms_from_other_sites_are_refused(ann: Browser, origin: str) -> None:
    answer = ann.http.post("/play-now", data={"game": "nuremberg"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_a_browser_that_names_no_origin_but_another_site_is_refused(server: Server) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    assert httpx.post(f"http://{server.host}/play-now", headers=headers).status_code == 403


def test_pages_of_other_sites_get_no_connection(ann: Browser) -> None:
    table = ann.go("/play-now", game="nuremberg")
    cookie = {"cookie": f"visitor={ann.http.cookies['visitor']}"}
    evil, address = Origin("https://evil.example"), f"ws://{ann.host}{table}/live"
    with pytest.raises(InvalidStatus), connect(address, origin=evil, additional_headers=cookie):
        pass


@pytest.fixture
def named_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, hosts=("localhost", "127.0.0.1"))
    yield server
    server.stop()


def test_a_local_server_answers_to_no_other_host_name(named_server: Server) -> None:
    address = f"http://{named_server.host}/"
    assert httpx.get(address).status_code == 200
    answer = httpx.get(address, headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "does not answer to that host name" in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/no-such-page", 404),
        ("GET", "/table/no-such-table", 404),
        ("GET", "/table/no-such-table/record", 422),
        ("POST", "/table/no-such-table/rematch", 404),
        ("POST", "/", 405),
        ("GET", "/play-now", 405),
        ("POST", "/play-now", 422),
        ("POST", "/new", 422),
        ("POST", "/records", 422),
        ("GET", "/words/xx.json", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
    ],
)
def test_every_error_is_a_page_with_a_sentence(ann: Browser, method: str, path: str, status: int) -> None:
    answer = ann.http.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "Traceback" not in answer.text
    said = ann.http.request(method, path, headers={"accept": "application/json"})
    assert said.status_code == status
    assert re.fullmatch(r"[A-Z].*[.!?]", said.json()["words"]), said.text


def test_an_endless_body_is_cut_off(ann: Browser) -> None:
    answer = ann.post("/new", game="nuremberg", name0="x" * 50_000)
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_an_internal_error_is_a_sentence_too(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise OSError("disk on fire")

    monkeypatch.setattr(server.app.state.lobby.context.store, "listed", broken)
    answer = ann.get("/")
    assert answer.status_code == 503
    assert "Something went wrong on our side" in answer.text
    assert "fire" not in answer.text


def test_a_move_that_cannot_be_stored_has_not_happened(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.go("/play-now", game="nuremberg")
    page = ann.sit(table).my_turn()
    at, choices = page.at, page.choices

    async def full(*_: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(server.app.state.lobby.context.store, "append", full)
        answer = page.ask("play", at=at, move=choices[0])
    assert answer["words"].startswith("That could not be saved")
    page.until("position")
    assert (page.at, page.choices) == (at, choices)
    page.play(choices[0])


def test_requests_while_the_store_is_unavailable_are_told_to_try_again(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.go("/play-now", game="nuremberg")

    async def away(*_: object) -> None:
        raise StoreUnavailable("The database is not answering.")

    with monkeypatch.context() as patch:
        patch.setattr(server.app.state.lobby, "find", away)
        with pytest.raises(InvalidStatus) as refused:
            ann.sit(table)
    assert refused.value.response.status_code == 503
    ann.sit(table).my_turn()


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-AT,de;q=0.9", "de"),
        ("it", "de", "it"),
        ("", "fr, pt-BR;q=0.5", "pt"),
        ("xx", "zz", "en"),
    ],
)
def test_the_language_is_the_browsers_until_one_is_chosen(
    server: Server, cookie: str, accepted: str, language: str
) -> None:
    headers = {"accept-language": accepted, "cookie": f"language={cookie}"}
    assert f'<html lang="{language}"' in httpx.get(f"http://{server.host}/", headers=headers).text


def test_settings_are_kept_in_cookies_and_lead_back(ann: Browser) -> None:
    assert (
        ann.go("/settings", language="de", theme="dark", speed="fast", sounds="1", next="/rules") == "/rules"
    )
    assert dict(ann.http.cookies) | {} == {
        "visitor": ann.http.cookies["visitor"], "language": "de", "theme": "dark", "speed": "fast", "sounds": "1",
    }  # fmt: skip
    assert '<html lang="de"' in ann.get("/").text
    assert ann.go("/settings", language="xx", next="//evil.example") == "/"
    assert ann.go("/settings", next="/\\evil.example") == "/"
    assert ann.http.cookies["language"] == "de"


def test_static_files_with_a_version_are_cached_for_long(ann: Browser) -> None:
    fresh = ann.get(f"/static/{static_version()}/shared/base.css")
    assert "immutable" in fresh.headers["cache-control"]
    assert fresh.content == (STATIC / "shared/base.css").read_bytes()
    assert ann.get("/static/00000000/shared/base.css").headers["cache-control"] == "no-cache"
    assert ann.get("/static/shared/base.css").headers["cache-control"] == "no-cache"


def test_large_responses_are_compressed(ann: Browser) -> None:
    assert ann.http.get("/", headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_scripts_get_addresses_instead_of_redirections(ann: Browser) -> None:
    answer = ann.http.post("/play-now", data={"game": "nuremberg"}, headers={"accept": "application/json"})
    assert answer.json()["address"].startswith("/table/")


def test_a_table_with_all_options(server: Server, ann: Browser) -> None:
    table = ann.new_table(
        "nuremberg", "me", "bot:random", "nobody", "here", board="wensleydale", rounds="2", south="start",
        furth="own", hints="on", **{"shown.wide_south": "1", "wide_south": "on"},
    )  # fmt: skip
    options = server.live(table).table.header().options
    assert (options["board"], options["rounds"], options["south"], options["wide_south"]) == (
        "wensleydale",
        2,
        "start",
        True,
    )
    assert options["furth"] == "shortest", "the other board's options are not asked about"
    assert server.live(table).row.hints
    assert len(server.live(table).seating.rows) == 3


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_bots_are_offered_by_level_with_a_sentence_and_styles_of_the_game(ann: Browser, game: str) -> None:
    html = unescape(ann.get(f"/new?game={game}").text)
    for level in LEVELS:
        assert f'value="bot:{level.spec}" data-sentence="{level.sentence}"' in html
    found = set(re.findall(r'<select name="style1">.*?</select>', html, re.DOTALL)[0].split('"'))
    styles = {name: set(registry.game(name).bots().styles) for name in ("nuremberg", "firstclass")}
    assert found >= styles[game]
    assert not found & (styles["nuremberg"] ^ styles["firstclass"]) - styles[game]


def test_a_level_plays_in_the_style_that_was_chosen(server: Server, ann: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "bot:level:3", "bot:random", style1="builder", style2="seller")
    assert [row.bot for row in server.live(table).seating.rows] == ["", "level:3,style=builder", "random"]
    answer = ann.post("/new", game="nuremberg", seat0="me", seat1="bot:level:3", style1="dreamer")
    assert answer.status_code == 422


@pytest.mark.parametrize("board", ["/etc/passwd", "pyproject.toml"])
def test_no_form_makes_the_server_read_a_file(server: Server, ann: Browser, board: str) -> None:
    answer = ann.post("/new", game="nuremberg", seat0="me", seat1="bot:random", board=board)
    assert answer.status_code == 422
    assert "Allowed values for the option &#39;board&#39;: nuremberg, wensleydale" in answer.text
    table = ann.new_table("firstclass", "me", "bot:random", deck=board, cards="{}")
    assert server.live(table).table.header().options["deck"] == "built-in"


def test_home_counts_the_waiting_tables_and_lists_the_longest_waiting_first(
    server: Server, ann: Browser
) -> None:
    tables = [ann.new_table("nuremberg", "me", "here", name0=f"Ann {n}") for n in range(3)]
    store = server.app.state.lobby.context.store
    for days, name in ((1, tables[0]), (3, tables[1]), (2, tables[2])):
        when = int(time.time()) - days * 86400
        server.do(
            store.write(
                Statement("UPDATE tables SET changed = ? WHERE id = ?", (when, name.rpartition("/")[2]))
            )
        )
    page = ann.get("/").text
    assert "<title>(3) Branchline" in page
    assert "3 waiting for you" in page
    found = re.findall(r'href="(/table/\w+)"', page)
    assert found == [tables[1], tables[2], tables[0]]
