"""The routes of a server as an OpenAPI description, made from the routes themselves: `docs/openapi.json`.

It lists the URLs and the fields of their forms, not what pages look like: pages are for people. What goes over the
WebSocket, such as moves and orders, is in `docs/protocol.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from starlette.routing import BaseRoute, Route

from branchline._version import __version__
from branchline.core import registry

Values: TypeAlias = tuple[str, ...]
ANY: Final[Values] = ()
ON: Final[Values] = ("1",)
GAMES: Final[Values] = tuple(registry.OURS)
BOTS: Final[Values] = ("level:1", "random")
MOST_PLAYERS: Final = max(registry.game(game).players[-1] for game in GAMES)
COUNT: Final[Values] = tuple(str(count) for count in range(2, MOST_PLAYERS + 1))
UNITS: Final[Values] = ("minutes", "hours", "days")
DAYS: Final[Values] = ("2026-12-24", "2027-01-06")

_SEATS: Final = {
    f"seat{seat}": ("me", "here", "friend", "nobody", "bot:random") for seat in range(MOST_PLAYERS)
}
_OPTIONS: Final = {
    field.name: ("on",)
    if field.kind == "switch"
    else tuple(choice.value for choice in field.choices if choice.value)
    for game in GAMES
    for field in registry.game(game).presentation().option_fields()
    if field.kind != "numbers" and not field.rare
}
_CLOCK: Final = {
    "clock": ("move", "game"), "clock_time": ("3",), "clock_time_unit": UNITS, "clock_more": ("0", "12"),
    "clock_more_unit": UNITS, "clock_late": ("bot", "vote"), "clock_bot": BOTS,
}  # fmt: skip

# The fields of forms by route, with meaningful values. All are text, and all are optional.
FORMS: Final[dict[str, dict[str, Values]]] = {
    "/play-now": {"game": GAMES, "watch": ON, "name": ANY, "coach": ("1", "0")},
    "/new": {
        "game": GAMES,
        **_SEATS,
        **{f"name{seat}": ANY for seat in range(MOST_PLAYERS)},
        **{f"style{seat}": ANY for seat in range(MOST_PLAYERS)},
        "hints": ON, "open": ON, "members_only": ON, "rated": ON,
        **_CLOCK,
        **_OPTIONS,
    },
    "/join/{token}": {"name": ANY},
    "/table/{table}/link": {"seat": ("0", "any", "watch")},
    "/table/{table}/back/{token}": {},
    "/table/{table}/invite-again": {"seat": ("0",)},
    "/table/{table}/seat": {"seat": ("0",), "bot": BOTS, "style": ANY},
    "/table/{table}/leave": {"seat": ("0",)},
    "/table/{table}/rematch": {},
    "/table/{table}/invite": {"name": ANY},
    "/invitations/{table}/accept": {},
    "/invitations/{table}/decline": {},
    "/settings": {
        "language": ("en", "de", "it", "pt"), "theme": ("light", "dark", "auto"), "sounds": ("1", "0"),
        "account_sheet": ("1", "0"), "speed": ("slow", "instant"), "next": ANY,
    },
    "/replay/{table}/branch": {"at": ("0", "7")},
    "/replay/{table}/challenge": {"at": ("0", "7")},
    "/challenge/{challenge}": {"name": ANY},
    "/learn/{game}": {"chapter": ("auction", "trains")},
    "/problem/progress": {"results": (f"{GAMES[0]} 1 01 1",)},
    "/problem/{game}/{number}/play": {},
    "/sign-up": {"name": ANY, "password": ANY},
    "/sign-in": {"name": ANY, "password": ANY},
    "/sign-in/link": {"email": ANY},
    "/sign-out": {},
    "/link/{token}": {},
    "/account/{what}": {"name": ANY, "email": ANY, "password": ANY, "old": ANY},
    "/account/delete": {"password": ANY},
    "/shown": {"shown": ON},
    "/away/vacation": {"first": DAYS, "last": DAYS},
    "/away/back": {"number": ("1",)},
    "/away/ways": {
        "way": ("mail", "webhook", "push"), "digest": ("now", "hourly", "daily"),
        "address": ANY, "p256dh": ANY, "auth": ANY,
    },
    "/away/ways/remove": {"way": ("mail", "webhook", "push"), "address": ANY},
    "/tables/{table}/sit": {"name": ANY},
    "/leagues/new": {
        "game": GAMES, "name": ANY, "kind": ("league", "swiss", "knockout"), "size": COUNT,
        "league_rounds": ("2",), "begins": ("2026-12-24T18:30",), "entry": ("open", "invite"), "rated": ON,
        "bot": BOTS, **_CLOCK, **_OPTIONS,
    },
    "/league/{league}/join": {},
    "/league/{league}/enrol": {"name": ANY},
    "/league/{league}/give-up": {},
    "/league/{league}/begin": {},
    "/league/{league}/annul": {"table": ANY},
}  # fmt: skip
# Parts of URLs: of the query by route, of the path by name.
QUERIES: Final[dict[str, dict[str, Values]]] = {
    "/new": {"game": GAMES, "open": ON},
    "/leagues/new": {"game": GAMES},
    "/tables": {"game": GAMES, "players": COUNT, "part": ON},
    "/ratings/{game}": {"after": ("50",)},
    "/records/{game}": {"variant": ANY, "players": COUNT, "rated": ON, "after": ("20",)},
    "/player/{name}": {"after": ("20",)},
    "/replay/{table}": {"at": ("7",)},
    "/problem": {"before": ("60",)},
    "/service-worker.js": {"language": ("de",)},
}
PLACES: Final[dict[str, Values]] = {
    "game": GAMES,
    "language": ("en", "de"),
    "number": ("1", "2026-11-02"),
    "what": ("name", "password", "email", "block", "unblock", "out"),
}
_FORM: Final = "application/x-www-form-urlencoded"


def described(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    paths = {route.path: _path(route) for route in routes if isinstance(route, Route)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Branchline",
            "version": __version__,
            "description": "Pages and forms of a server.",
        },
        "paths": dict(sorted(paths.items())),
    }


def _path(route: Route) -> dict[str, Any]:
    return {
        method.lower(): _operation(route.path, method)
        for method in sorted(route.methods or ())
        if method != "HEAD"
    }


def _operation(path: str, method: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "responses": {"default": {"description": "A page, or a sentence that says what is wrong."}}
    }
    given = [
        {"name": name, "in": "path", "required": True, "schema": _text(PLACES.get(name, ANY))}
        for name in re.findall(r"{(\w+)", path)
    ]
    asked = QUERIES.get(path, {}) if method == "GET" else {}
    given += [{"name": name, "in": "query", "schema": _text(values)} for name, values in asked.items()]
    if given:
        found["parameters"] = given
    if method == "POST" and path == "/records":
        file = {"record": {"type": "string", "contentMediaType": "application/x-ndjson"}}
        found["requestBody"] = {"content": {"multipart/form-data": {"schema": _object(file)}}}
    elif method == "POST":
        found["requestBody"] = {"content": {_FORM: {"schema": _object(_texts(FORMS.get(path, {})))}}}
    return found


def _texts(fields: Mapping[str, Values]) -> dict[str, Any]:
    return {name: _text(values) for name, values in fields.items()}


def _text(values: Values) -> dict[str, Any]:
    """One of the values; any other is answered with a sentence."""
    return {"anyOf": [{"enum": list(values)}, {"type": "string"}]} if values else {"type": "string"}


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields}
