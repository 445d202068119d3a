"""What is done at a table besides playing: links, seats, leaving, a rematch, records; and a visitor's settings."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from branchline.languages import LANGUAGES, _
from branchline.store import SPECTATOR
from branchline.web.forms import MOST, form_of, seat_of, text_of
from branchline.web.house import No
from branchline.web.live import LiveTable
from branchline.web.pages import done, visit_of, wants_json, words_of_scripts
from branchline.web.play_pages import link_address, lobby_of, table_of
from branchline.web.visits import YEAR
from branchline.web.wanted import styled


async def hosted_table(request: Request) -> LiveTable:
    live = await table_of(request)
    if live.row.host != visit_of(request).me:
        raise HTTPException(403, _("Only the host of the table may do that."))
    return live


async def new_link(request: Request) -> Response:
    """Form: seat (a number, or "watch"). The host's; the old link and its holders are good for nothing then. Scripts
    get the new one."""
    live = await hosted_table(request)
    form = await form_of(request)
    seat = SPECTATOR if form.get("seat") == "watch" else seat_of(form, live)
    await lobby_of(request).renew_link(live, seat)
    if not wants_json(request):
        return done(request, f"/table/{live.row.id}")
    return JSONResponse({"seat": form.get("seat"), "link": link_address(request, live, seat)})


async def change_seat(request: Request) -> Response:
    """Form: seat, bot (a spec; empty: open the seat), style (of a level). The host's."""
    live = await hosted_table(request)
    form = await form_of(request)
    spec = styled(text_of(form, "bot"), text_of(form, "style"))
    await lobby_of(request).seat_bot(live, seat_of(form, live), spec)
    return done(request, f"/table/{live.row.id}")


async def leave(request: Request) -> Response:
    """Form: seat (without it, all that the visitor holds)."""
    live = await table_of(request)
    form = await form_of(request)
    mine = live.seating.of(visit_of(request).me)
    seats = [seat_of(form, live)] if form.get("seat") else list(mine)
    if any(seat not in mine for seat in seats):
        raise No(_("That seat is not yours."))
    await lobby_of(request).leave(live, visit_of(request).me, seats)
    return done(request, "/")


async def rematch(request: Request) -> Response:
    live = await table_of(request)
    return done(request, f"/table/{await lobby_of(request).rematch(live)}")


async def download(request: Request) -> Response:
    name = request.path_params["table"]
    content = await lobby_of(request).record(name)
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(content, media_type="application/x-ndjson", headers=headers)


async def upload(request: Request) -> Response:
    """Form with a file: record."""
    async with request.form(max_files=1, max_fields=MOST) as form:
        file = form.get("record")
        if not isinstance(file, UploadFile):
            raise No(_("Choose the file of a record."))
        content = await file.read()
    name = await lobby_of(request).upload(content, visit_of(request).me)
    return done(request, f"/replay/{name}")


async def settings(request: Request) -> Response:
    """Form: any of language, theme, sounds (1 or 0), speed; next (the path to go back to)."""
    form = await form_of(request)
    allowed: Mapping[str, tuple[str, ...]] = {
        "language": tuple(LANGUAGES),
        "theme": ("light", "dark", "auto"),
        "sounds": ("1", "0"),
        "speed": ("slow", "normal", "fast", "instant"),
    }
    back = text_of(form, "next")
    response = done(request, back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, values in allowed.items():
        value = text_of(form, name)
        if value in values:
            response.set_cookie(name, value, max_age=YEAR, samesite="lax")
    return response


async def words(request: Request) -> Response:
    """The texts of the scripts in a language: `words` by text, `counted` (singular and plural) by the singular."""
    name = request.path_params["language"]
    if name not in LANGUAGES:
        raise HTTPException(404, _("There is no such language."))
    return Response(words_of_scripts(name), media_type="application/json")
