"""Becoming a member, signing in and out, and a member's own page."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from branchline.core import registry
from branchline.languages import _
from branchline.server.club import personal_data
from branchline.server.club.accounts import Accounts, SignedIn
from branchline.server.http.cookies import cookie
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rate_limits import network_of
from branchline.server.http.rendering import form_response, page, visit_of, wants_json
from branchline.server.http.visitors import DEVICE, SESSION
from branchline.store.club.members import Member
from branchline.store.club.sessions import LASTS


def accounts_of(request: HTTPConnection) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


def member_of(request: HTTPConnection) -> Member:
    """The signed-in member; raises `Refused`."""
    member = visit_of(request).member
    if member is None:
        raise Refused(_("Sign in first."))
    return member


async def invitations_of(request: HTTPConnection) -> list[dict[str, str]]:
    """Invitations to the signed-in member: table, title, host (a name)."""
    member = visit_of(request).member
    invitations = await accounts_of(request).invitations.of(member.id) if member else []
    return [
        {"table": one.table, "title": registry.game(one.game).title, "host": one.host} for one in invitations
    ]


def _address(request: Request) -> str:
    """The key under which attempts are counted."""
    return network_of(request.client.host) if request.client else ""


def _password(form: FormData, name: str = "password") -> str:
    """The password exactly as typed."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def _signed_in(request: Request, signed_in: SignedIn, path: str = "/") -> Response:
    response = form_response(request, path)
    response.headers.append("set-cookie", cookie(request, SESSION, signed_in.session, LASTS))
    response.headers.append("set-cookie", cookie(request, DEVICE, signed_in.device))
    return response


def _signed_out(request: Request) -> Response:
    response = form_response(request, "/")
    response.headers.append("set-cookie", cookie(request, SESSION, "", 0))
    return response


async def sign_up(request: Request) -> Response:
    """sign_up.html: `name`, `error`, `games` (whether a guest has some to keep). Form: name, password."""
    accounts, visit = accounts_of(request), visit_of(request)
    name, error = "", ""
    if request.method == "POST":
        form = await form_of(request)
        name = text_of(form, "name")
        try:
            return _signed_in(
                request, await accounts.sign_up(visit, _address(request), name, _password(form))
            )
        except Refused as no:
            error = _said(request, no)
    games = visit.member is None and bool(await accounts.members.tables(visit.guest))
    return page(request, "sign_up.html", 422 if error else 200, name=name, error=error, games=games)


async def sign_in(request: Request) -> Response:
    """sign_in.html: `name`, `error`, `can_email` (can a link be sent), `sent` (it has been). Form: name, password."""
    accounts = accounts_of(request)
    name, error = "", ""
    if request.method == "POST":
        form = await form_of(request)
        name = text_of(form, "name")
        try:
            device = request.cookies.get(DEVICE, "")
            signed_in = await accounts.sign_in(
                visit_of(request), _address(request), name, _password(form), device
            )
            return _signed_in(request, signed_in)
        except Refused as no:
            error = _said(request, no)
    sent = "sent" in request.query_params
    return page(
        request, "sign_in.html", 422 if error else 200,
        name=name, error=error, can_email=bool(accounts.links), sent=sent,
    )  # fmt: skip


def _said(request: Request, no: Refused) -> str:
    """Show the outcome on the page with the form; scripts get it as for any other request."""
    if wants_json(request):
        raise no
    return no.words


async def send_link(request: Request) -> Response:
    """Form: email."""
    accounts = accounts_of(request)
    if not accounts.links:
        raise Refused(_("This server can't send email."))
    await accounts.ask_for_link(_address(request), text_of(await form_of(request), "email"))
    return form_response(request, "/sign-in?sent")


async def link(request: Request) -> Response:
    """link.html: `name`, `email`. Opening an emailed link takes a click on a button, because mail scanners follow
    links."""
    accounts, token = accounts_of(request), request.path_params["token"]
    if request.method == "POST":
        return _signed_in(request, await accounts.open_link(visit_of(request), token), "/account?done=link")
    member, email = await accounts.links.whose(token)
    return page(request, "link.html", name=member.name, email=email)


async def sign_out(request: Request) -> Response:
    session = visit_of(request).session
    if session is not None:
        await accounts_of(request).end([session.fingerprint])
    return _signed_out(request)


async def account(request: Request) -> Response:
    if visit_of(request).member is None:
        return form_response(request, "/sign-in")
    return await _account_page(request)


async def _account_page(request: Request, error: str = "") -> Response:
    """account.html: `sessions` (how many), `blocked` (members), `can_email`, `proven` (no password is required),
    `error`, `told` (what has been done)."""
    accounts, member = accounts_of(request), member_of(request)
    told: dict[str, str] = {
        "name": _("Your name has been changed."),
        "password": _("Your password has been changed. All other devices have been signed out."),
        "email": _("We have sent you an email. Open the link in it within 20 minutes."),
        "no-email": _("Your email address has been removed."),
        "link": _("You are signed in. If you have forgotten your password, choose a new one here."),
        "block": _("This member is now blocked."),
        "unblock": _("This member is no longer blocked."),
        "out": _("All other devices have been signed out."),
    }
    session = visit_of(request).session
    return page(
        request,
        "account.html",
        422 if error else 200,
        sessions=len(await accounts.sessions.of(member.id)),
        blocked=await accounts.members.blocked(member.id),
        can_email=bool(accounts.links),
        proven=session is not None and accounts.just_proven(session),
        error=error,
        told="" if error else told.get(request.query_params.get("done", ""), ""),
    )


async def change(request: Request) -> Response:
    """Forms: name (name), password (old, password), email (email, password), block and unblock (name), out (-)."""
    accounts, visit, member = accounts_of(request), visit_of(request), member_of(request)
    what, form = request.path_params["what"], await form_of(request)
    name, told = text_of(form, "name"), what
    try:
        match what:
            case "name":
                await accounts.rename(member, name)
            case "password":
                await accounts.new_password(visit, _password(form, "old"), _password(form))
            case "email":
                await accounts.prove(visit, _password(form))
                email = text_of(form, "email")
                told = "email" if email else "no-email"
                await accounts.links.confirm(member, email)
            case "block":
                await accounts.block(member, name)
            case "unblock":
                await accounts.unblock(member, name)
            case "out":
                await accounts.end_others(visit)
            case _:
                raise HTTPException(404)
    except Refused as no:
        return await _account_page(request, _said(request, no))
    return form_response(request, f"/account?done={told}")


async def delete(request: Request) -> Response:
    """Form: password."""
    accounts, form = accounts_of(request), await form_of(request)
    try:
        member = await accounts.prove(visit_of(request), _password(form))
    except Refused as no:
        return await _account_page(request, _said(request, no))
    await accounts.delete(member)
    return _signed_out(request)


async def data(request: Request) -> Response:
    member = member_of(request)
    pieces = personal_data.exported(accounts_of(request).lobby.context.store, member)
    headers = {"content-disposition": 'attachment; filename="branchline-member.json"'}
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


ROUTES: Final = [
    Route("/sign-up", sign_up, methods=["GET", "POST"]),
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/sign-in/link", send_link, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/link/{token}", link, methods=["GET", "POST"]),
    Route("/account", account),
    Route("/account/data", data),
    Route("/account/delete", delete, methods=["POST"]),
    Route("/account/{what}", change, methods=["POST"]),
]
