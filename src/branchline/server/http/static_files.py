"""Static files. Their addresses may begin with a version: then a browser keeps them for a year, else it asks anew."""

from __future__ import annotations

import re
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from branchline.server.http.rendering import STATIC, static_version

_VERSION: Final = re.compile(r"[0-9a-f]{8}(?=/)")


class Static(StaticFiles):
    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = _VERSION.match(path)
        response = await super().get_response(path[9:] if found else path, scope)
        current = found is not None and found[0] == static_version()
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if current else "no-cache"
        return response
