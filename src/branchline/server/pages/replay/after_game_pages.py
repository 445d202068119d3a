"""After a game: a rematch, downloading its record; and uploaded records."""

from __future__ import annotations

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.forms import parsed
from branchline.server.http.rendering import form_response, visit_of
from branchline.server.lobby import follow_up_games
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.record_uploads import RecordUploads
from branchline.server.pages.table.table_pages import table_of


async def rematch(request: Request) -> Response:
    live = await table_of(request)
    return form_response(request, f"/table/{await follow_up_games.rematch(live)}")


async def download(request: Request) -> Response:
    name = request.path_params["table"]
    content = (await lobby_of(request).finished(name)).table.dumps()
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(content, media_type="application/x-ndjson", headers=headers)


async def upload(request: Request) -> Response:
    """Form with a file: record."""
    form = await parsed(request, files=1)
    try:
        file = form.get("record")
        if not isinstance(file, UploadFile):
            raise Refused(_("Choose a game record file."))
        content = await file.read()
    finally:
        await form.close()
    uploads: RecordUploads = request.app.state.record_uploads
    name = await uploads.take(content, visit_of(request).me)
    return form_response(request, f"/replay/{name}")
