"""Pages from templates, in the visitor's language, including error pages."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from branchline._version import __version__
from branchline.core import registry
from branchline.languages import LANGUAGES, _, catalogue, language, n_, speaking
from branchline.languages.sources import in_script
from branchline.server.http.visitors import Visit, visit

SERVER: Final = Path(__file__).parents[1]
STATIC: Final = SERVER / "static"
RETRY: Final = {"retry-after": "5"}  # seconds; what every 503 says
PAGES: Final = SERVER / "pages"  # templates are beside their handlers


def _template_folders() -> list[Path]:
    """Those of the server, then those of the games."""
    games = [registry.game(name).presentation().templates for name in registry.games()]
    areas = [area for area in sorted(PAGES.iterdir()) if area.is_dir()]
    return [PAGES, *areas, *(folder for folder in games if folder is not None)]


TEMPLATES: Final = Environment(
    loader=FileSystemLoader(_template_folders()),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@cache
def static_version() -> str:
    """The version in the URLs of static files: it changes whenever one of them does."""
    digest = blake2b(digest_size=4)
    for folder in (STATIC, *asset_folders().values()):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def asset_folders() -> dict[str, Path]:
    """By game: the folder with its files for browsers."""
    found = {name: registry.game(name).presentation().assets for name in registry.games()}
    return {name: folder for name, folder in found.items() if folder is not None}


def asset(game: str, name: str) -> str:
    """The URL of a game's file, for templates; of the server's own file if the game has none; empty if neither
    exists."""
    folder = asset_folders().get(game)
    if folder is not None and (folder / name).is_file():
        return static(f"games/{game}/{name}")
    return static("shared/poster.svg") if name == "poster.svg" else ""


def static(name: str) -> str:
    """The address of a static file, for templates: `static("shared/base.css")`."""
    return f"/static/{static_version()}/{name}"


TEMPLATES.globals.update(
    _=_,
    gettext=_,
    ngettext=n_,
    n_=n_,
    speaks=language,
    languages=LANGUAGES,
    version=__version__,
    static=static,
    asset=asset,
    default_game=registry.default(),
)


def visit_of(request: HTTPConnection) -> Visit:
    """The visitor who made the request; cached for the whole request."""
    known: Visit | None = getattr(request.state, "visit", None)
    if known is None:
        known = visit(request.cookies, request.headers.get("accept-language", ""))
        request.state.visit = known
    return known


def page(request: HTTPConnection, template: str, code: int = 200, /, **values: Any) -> HTMLResponse:
    """A page for the visitor. Besides `values` every template gets language, theme, dark, sounds, account_sheet, speed,
    path, accounts (whether people may sign in), member (the signed-in one, or None), announced (the server admin's
    announcement, or empty), and the globals above."""
    seen = visit_of(request)
    path, query = request.scope["raw_path"].decode(), request.scope["query_string"].decode()
    with speaking(seen.language):
        html = TEMPLATES.get_template(template).render(
            language=seen.language,
            theme=seen.theme,
            dark=seen.dark,
            sounds=seen.sounds,
            account_sheet=seen.account_sheet,
            speed=seen.speed,
            path=path + (f"?{query}" if query else ""),
            accounts=getattr(request.app.state, "accounts", None) is not None,
            member=seen.member,
            announced=getattr(getattr(request.app.state, "announcements_job", None), "words", ""),
            **values,
        )
    return HTMLResponse(html, code)


@cache
def words_of_scripts(name: str) -> bytes:
    """The texts of the scripts in a language, as JSON: `words` by the English text, `counted` by the singular."""
    words: dict[str, str] = {}
    counted: dict[str, tuple[str, str]] = {}
    with speaking(name):
        for path in sorted(STATIC.glob("**/*.js")):
            for found in in_script(path.read_text(encoding="utf-8")):
                if isinstance(found.text, str):
                    words[found.text] = _(found.text)
                else:
                    one, many = found.text
                    forms = catalogue(name)
                    counted[one] = (forms.ngettext(one, many, 1), forms.ngettext(one, many, 2))
    return msgspec.json.encode({"words": words, "counted": counted})


def wants_json(request: HTTPConnection) -> bool:
    return "application/json" in request.headers.get("accept", "")


def error_response(request: HTTPConnection, status: int, words: str) -> Response:
    """An error as a sentence: a page for people, JSON for scripts. Context of error.html: status, words."""
    if wants_json(request):
        response: Response = JSONResponse({"words": words}, status)
    else:
        response = page(request, "error.html", status, status=status, words=words)
    if status == 503:
        response.headers.update(RETRY)
    return response


def not_found(request: HTTPConnection, words: str) -> Response:
    """Page not found; the sentence says what to do."""
    return error_response(request, 404, words)


def form_response(request: Request, address: str) -> Response:
    """The response to a form: a redirect, or for scripts the URL."""
    if wants_json(request):
        return JSONResponse({"address": address})
    return Response(status_code=303, headers={"location": address})
