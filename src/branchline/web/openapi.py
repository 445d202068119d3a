"""The routes of a server as an OpenAPI description, made from the routes themselves: `docs/openapi.json`.

It says which addresses there are and what forms they read, not what pages look like: pages are for people, and what
goes over the WebSocket is in `docs/protocol.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from starlette.routing import BaseRoute, Route

from branchline._version import __version__

# The fields of forms, by route. All of them are text, and none has to be there.
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "/new": (
        "game",
        "seat0",
        "name0",
        "seat1",
        "name1",
        "seat2",
        "name2",
        "board",
        "rounds",
        "modules",
        "hints",
    ),
    "/join/{token}": ("name",),
    "/table/{table}/link": ("seat",),
    "/table/{table}/seat": ("seat", "bot", "style"),
    "/table/{table}/leave": ("seat",),
    "/settings": ("language", "theme", "sounds", "speed", "next"),
    "/replay/{table}/branch": ("at",),
    "/sign-up": ("name", "password"),
    "/sign-in": ("name", "password"),
    "/sign-in/link": ("email",),
    "/account/{what}": ("name", "email", "password", "old", "new"),
    "/table/{table}/invite": ("name",),
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
    names = re.findall(r"{(\w+)", route.path)
    given = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return {
        method.lower(): _operation(route.path, method, given)
        for method in sorted(route.methods or ())
        if method != "HEAD"
    }


def _operation(path: str, method: str, given: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "responses": {"default": {"description": "A page, or a sentence that says what is wrong."}}
    }
    if given:
        found["parameters"] = given
    if method == "POST":
        fields = {name: {"type": "string"} for name in FORMS.get(path, ())}
        if path == "/records":
            file = {"record": {"type": "string", "contentMediaType": "application/x-ndjson"}}
            found["requestBody"] = {"content": {"multipart/form-data": {"schema": _object(file)}}}
        else:
            found["requestBody"] = {"content": {_FORM: {"schema": _object(fields)}}}
    return found


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields}
