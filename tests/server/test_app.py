"""The app on the home screen: manifest, icons, service worker, offline page."""

from __future__ import annotations

import io
import re
from typing import Any

import msgspec
import pytest
from PIL import Image

from branchline._version import __version__
from branchline.languages import LANGUAGES
from branchline.server.http.rendering import STATIC, static_version

from .arrange import Browser


def kept(script: str) -> dict[str, Any]:
    """What the server tells the worker to keep."""
    first = script.splitlines()[0]
    told: dict[str, Any] = msgspec.json.decode(first.removeprefix("self.toKeep = ").removesuffix(";"))
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manifest_in_every_language_with_icons_of_the_size_they_claim(ann: Browser, language: str) -> None:
    answer = ann.get(f"/manifest/{language}.json")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["id"], manifest["display"]) == (language, "/", "standalone")
    assert {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]} >= {
        ("any", "192x192"), ("any", "512x512"), ("maskable", "512x512"),
    }  # fmt: skip
    for icon in manifest["icons"]:
        content = ann.get(icon["src"]).content
        picture = Image.open(io.BytesIO(content))
        assert (picture.format, f"{picture.width}x{picture.height}") == ("PNG", icon["sizes"])
        assert len(content) < 10_000


def test_a_maskable_icon_reaches_the_edges_and_its_wheel_stays_in_the_safe_zone() -> None:
    picture = Image.open(STATIC / "app/maskable-512.png").convert("RGBA")
    green = picture.getpixel((0, 0))
    assert green == picture.getpixel((511, 511)) == (31, 90, 67, 255)
    outside = [
        picture.getpixel((x, y))
        for x in range(0, 512, 8)
        for y in range(0, 512, 8)
        if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2
    ]
    assert set(outside) == {green}


def test_every_page_names_the_manifest_of_its_language(ann: Browser) -> None:
    ann.go("/settings", language="de", next="/")
    page = ann.get("/").text
    assert '<link rel="manifest" href="/manifest/de.json">' in page
    touch_icon = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch_icon
    assert ann.get(touch_icon[1]).status_code == 200
    assert "manifest-src 'self'" in ann.get("/").headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/manifest/xx.json", "/service-worker.js?language=xx"])
def test_an_unknown_language_is_refused(ann: Browser, path: str) -> None:
    assert ann.get(path).status_code == 404


def test_the_service_worker_is_at_the_root_because_its_scope_is_all_pages(ann: Browser) -> None:
    worker = ann.get("/service-worker.js?language=it")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    told = kept(worker.text)
    assert told["version"] == f"{__version__} {static_version()}"
    assert told["language"] == "it"
    assert worker.content.endswith((STATIC / "app/service-worker.js").read_bytes())


def test_the_worker_keeps_only_public_pages_that_are_the_same_for_everybody(
    ann: Browser, bob: Browser
) -> None:
    """Not even the name of a table that somebody has open."""
    table = ann.new_table("nuremberg", "me", "bot:random")
    told = kept(ann.get("/service-worker.js").text)
    assert {"/rules", "/rules/nuremberg", "/learn/firstclass", "/cards"} <= set(told["pages"])
    assert told["rooms"] == ["/boards", "/cards", "/learn", "/problem", "/rules"]
    for path in (*told["pages"], told["offline"]):
        page = ann.get(path)
        assert page.status_code == 200, path
        assert page.text == bob.get(path).text, path
        assert table not in page.text
