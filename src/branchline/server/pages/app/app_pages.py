"""Branchline as an app on the home screen: manifest, service worker, offline page."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline._version import __version__
from branchline.core import registry
from branchline.core.rulebook import rulebook, rulebooks
from branchline.languages import LANGUAGES, _, speaking
from branchline.problems.calendar import FIRST_DAY
from branchline.server.http.rendering import STATIC, page, static, static_version, visit_of
from branchline.server.lobby import lessons
from branchline.server.pages.problem import problem_pages
from branchline.server.pages.rules import reference_pages

OFFLINE: Final = "/offline"
GREEN, PAPER = "#1f5a43", "#efe4cb"  # of base.css
ICONS: Final = (("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512))


async def manifest(request: Request) -> Response:
    """What the browser needs to know to install the app. It asks without cookies, so the URL names the language."""
    language = _language(request.path_params["language"])
    with speaking(language):
        described = {
            "id": "/",
            "name": "Branchline",
            "short_name": "Branchline",
            "description": _("Railway board games, in your browser"),
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": GREEN,
            "background_color": PAPER,
            "categories": ["games"],
            "icons": [
                {
                    "src": static(f"app/{kind}-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": kind,
                }
                for kind, size in ICONS
            ],
            "shortcuts": [
                {"name": _("Set up a game"), "url": "/new"},
                {"name": _("Rulebook"), "url": "/rules"},
                {"name": _("The problem of the day"), "url": "/problem"},
            ],
        }
    return Response(msgspec.json.encode(described), media_type="application/manifest+json")


async def service_worker(request: Request) -> Response:
    """Query: language. The worker is at the root because its scope is all pages. A list of what it keeps precedes the
    script, so to the browser a new version or another language is a different worker."""
    kept = {
        "version": f"{__version__} {static_version()}",
        "language": _language(request.query_params.get("language", "en")),
        "pages": [address for address, _title in public_pages("en")],
        "problems": [f"/problem/{name}/" for name in problem_pages.games()],
        "firstDay": FIRST_DAY.isoformat(),
        "rooms": public_rooms(),
        "offline": OFFLINE,
        "files": static(""),
    }
    script = (STATIC / "app/service-worker.js").read_bytes()
    return Response(
        b"self.toKeep = %b;\n%b" % (msgspec.json.encode(kept), script),
        media_type="text/javascript",
        headers={"cache-control": "no-cache"},
    )


async def offline(request: Request) -> Response:
    """offline.html: `kept` (address and title of the pages that can be read offline)."""
    return page(request, "offline.html", kept=public_pages(visit_of(request).language))


def public_pages(language: str) -> list[tuple[str, str]]:
    """Addresses and titles of the pages that are the same for everybody and can be read offline."""
    learn = [
        (f"/learn/{name}", _("Learn {game}", game=registry.game(name).title)) for name in lessons.names()
    ]
    rules = [(f"/rules/{name}", rulebook(name, language).title) for name in rulebooks()]
    more = [
        (address, f"{registry.game(name).title}: {title}")
        for name, links in reference_pages.links().items()
        for address, title in links
    ]
    daily = [("/problem", _("The problem of the day"))] if problem_pages.games() else []
    return [*daily, *learn, ("/rules", _("Rulebook")), *rules, *more]


def public_rooms() -> list[str]:
    """Every page below these paths is public, too."""
    return sorted({"/" + address.split("/")[1] for address, _title in public_pages("en")})


def _language(name: str) -> str:
    if name not in LANGUAGES:
        raise HTTPException(404, _("That language is not available."))
    return name


ROUTES: Final = [
    Route("/manifest/{language}.json", manifest),
    Route("/service-worker.js", service_worker),
    Route(OFFLINE, offline),
]
