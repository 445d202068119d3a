"""Pages in other languages: nothing is left in English, and the browser's choice is respected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from branchline.games.nuremberg.data import map_file
from branchline.languages import LANGUAGES
from branchline.server.http.rendering import words_of_scripts
from branchline.server.lobby.seat_requests import ENGINES
from tests.languages.arrange import plain_words, speaking_wide
from tests.server.arrange import Browser, Server

SPOKEN = ("alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title", "content")
UNSPOKEN = ("script", "style", "code", "kbd")


class Spoken(HTMLParser):
    """All that a page says: its text, and the attributes that are read aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in UNSPOKEN
        if tag != "meta" or dict(attrs).get("name") == "description":
            self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in UNSPOKEN

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.said.append(" ".join(data.split()))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def names() -> list[str]:
    """What is not translated: games, boards, plots, rivers, languages, the locomotives that bots are named after."""
    found = [
        "Branchline",
        "First Train to Nuremberg",
        "First Class",
        "III",
        "II",
        *LANGUAGES.values(),
        *ENGINES,
    ]
    for source in map(map_file.built_in, map_file.BOARDS):
        found += [source.title, source.companies.red, source.companies.green]
        found += [plot.name for plot in source.plots] + [plot.id for plot in source.plots]
        found += [river.name for river in source.rivers] + [b.river for b in source.borders if b.river]
    return [name for name in found if name != "The South"]


@pytest.mark.parametrize(
    "path",
    ["/", "/new?game=nuremberg", "/new?game=firstclass", "/rules", "/boards/nuremberg", "/boards/wensleydale", "/cards",
     "/cards/A1-1", "/cards/G05", "/learn/nuremberg", "/learn/firstclass", "/nowhere", "/table/none", "/join/none",
     "/replay/none"],
)  # fmt: skip
def test_nothing_of_a_page_is_left_in_english(server: Server, path: str) -> None:
    browser = Browser(server.host)
    browser.http.cookies.set("language", "wide")
    with speaking_wide():
        answer = browser.http.get(path)
    browser.http.close()
    assert answer.status_code == (404 if path.endswith(("nowhere", "none")) else 200)
    for said in Spoken(answer.text).said:
        assert plain_words(said, *names()) == [], said


def test_the_words_of_scripts_are_translated() -> None:
    words_of_scripts.cache_clear()
    with speaking_wide():
        found = words_of_scripts("wide").decode()
    words_of_scripts.cache_clear()
    assert plain_words(re.sub(r'"(words|counted)":|"(?:[^"\\]|\\.)*":|{[^}"]*}', "", found)) == []


@pytest.mark.parametrize(
    ("accepted", "cookie", "begins"),
    [("it-IT,it;q=0.9", None, "Gioca ora"), ("pt-BR", None, "Jogar agora"), ("fr", None, "Play now"),
     ("it", "de", "Jetzt spielen"), ("it", "xx", "Gioca ora")],
)  # fmt: skip
def test_the_language_is_the_browsers_until_another_is_chosen(
    server: Server, accepted: str, cookie: str | None, begins: str
) -> None:
    browser = Browser(server.host, accepted)
    if cookie is not None:
        browser.http.cookies.set("language", cookie)
    page = browser.http.get("/").text
    browser.http.close()
    assert begins in page
    assert (
        f'lang="{cookie if cookie in LANGUAGES else accepted[:2] if accepted[:2] in LANGUAGES else "en"}"'
        in page
    )


def test_a_language_is_chosen_on_the_page(server: Server) -> None:
    browser = Browser(server.host, "de")
    browser.http.post("/settings", data={"language": "it", "back": "/"})
    assert "Gioca ora" in browser.http.get("/").text
    browser.http.close()
