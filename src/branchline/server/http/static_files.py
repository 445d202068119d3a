"""Static files. If the URL starts with a version, browsers keep the file for a year; otherwise they revalidate it."""

from __future__ import annotations

import os
import re
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from branchline.server.http.rendering import STATIC, asset_folders, static_version

_VERSION: Final = re.compile(r"[0-9a-f]{8}(?=/)")


class Static(StaticFiles):
    """The server's files, and under `games/NAME/` those of a game."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        room, _slash, rest = path.replace(os.sep, "/").partition("/")
        if room != "games":
            return super().lookup_path(path)
        game, _slash, file = rest.partition("/")
        assets = asset_folders().get(game)
        return StaticFiles(directory=assets).lookup_path(file) if assets else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = _VERSION.match(path)
        response = await super().get_response(path[9:] if found else path, scope)
        current = found is not None and found[0] == static_version()
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if current else "no-cache"
        return response
