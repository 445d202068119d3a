"""Being away: a member's vacations and notification methods."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.club.delivery import Delivery
from branchline.server.club.push import Keys
from branchline.server.club.webhooks import check_address
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby.lobby import lobby_of
from branchline.store.club.members import Members, is_member
from branchline.store.club.notices import Digest, Notices, NoticeWay
from branchline.store.club.vacations import Vacation, Vacations

DAYS: Final = 30  # days of vacation per calendar year
MOST_WAYS: Final = 10
DIGESTS: Final[dict[str, Digest]] = {"now": "now", "hourly": "hourly", "daily": "daily"}


async def away(request: Request) -> Response:
    """away.html: `vacations` (first and last day, number, whether it is over), `left` (days), `ways` (way, address,
    secret, digest), `email` (the member's, or empty), `can_email` (whether the server can send email),
    `push` (its key, or empty)."""
    store, me = lobby_of(request).context.store, visit_of(request).me
    vacations, now = await Vacations(store).of([me]), wall_clock.now()
    member = await Members(store).find(me) if is_member(me) else None
    delivery = _delivery(request)
    return page(
        request,
        "away.html",
        vacations=[
            {
                "first": _day(one.first),
                "last": _day(one.last - 1),
                "number": one.first,
                "over": one.last <= now,
            }
            for one in vacations
        ],
        left=DAYS - _used(vacations, _day(now).year),
        today=_day(now),
        ways=await Notices(store).ways(me),
        email=member.email if member else "",
        can_email=bool(lobby_of(request).context.settings.smtp),
        push=delivery.pusher.public if delivery.pusher else "",
    )


def _delivery(request: Request) -> Delivery:
    delivery: Delivery = request.app.state.delivery
    return delivery


def _day(moment: int) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def _used(vacations: Sequence[Vacation], year: int) -> int:
    """Days of vacation used in a year; a day that has started counts."""
    days = {
        _day(one.first) + timedelta(n)
        for one in vacations
        for n in range((_day(max(one.first, one.last - 1)) - _day(one.first)).days + 1)
    }
    return sum(day.year == year for day in days)


async def vacation(request: Request) -> Response:
    """Form: first and last day, as 2026-12-24. Days are in UTC."""
    form = await form_of(request)
    try:
        first, last = (date.fromisoformat(text_of(form, name)) for name in ("first", "last"))
    except ValueError:
        raise Refused(_("Choose a first and a last day.")) from None
    today = _day(wall_clock.now())
    if not today <= first <= last <= today + timedelta(366):
        raise Refused(_("A vacation must start today or later and end within a year."))
    vacations, me = Vacations(lobby_of(request).context.store), visit_of(request).me
    begin = max(wall_clock.now(), _start(first))
    wanted = [*await vacations.of([me]), Vacation(begin, _start(last) + 24 * 3600)]
    if any(_used(wanted, year) > DAYS for year in (first.year, last.year)):
        raise Refused(_("You can take up to {days} days of vacation per year.", days=DAYS))
    await vacations.add(me, wanted[-1])
    return form_response(request, "/away")


def _start(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


async def back(request: Request) -> Response:
    """Form: number. The remaining days of the vacation are credited."""
    number = text_of(await form_of(request), "number")
    if not (number.isascii() and number.isdecimal() and len(number) < 12):
        raise Refused(_("Vacation not found."))
    await Vacations(lobby_of(request).context.store).end(visit_of(request).me, int(number), wall_clock.now())
    return form_response(request, "/away")


async def add_way(request: Request) -> Response:
    """Form: way (mail, webhook, push), digest (now, hourly, daily), address; for push the browser's p256dh and auth."""
    form, visit, context = await form_of(request), visit_of(request), lobby_of(request).context
    notices, kind = Notices(context.store), text_of(form, "way")
    address, secret = _where(form), ""
    if len(await notices.ways(visit.me)) >= MOST_WAYS:
        raise Refused(_("You can't add any more notification methods. Remove one first."))
    if kind == "mail":
        member = await Members(context.store).find(visit.me) if is_member(visit.me) else None
        if member is None or not member.email or not context.settings.smtp:
            raise Refused(
                _("To get notifications by email, you need to be a member with a confirmed email address.")
            )
        address = ""
    elif kind in ("webhook", "push"):
        await asyncio.to_thread(check_address, address, context.settings.inside)
        secret = secrets.token_urlsafe(24)
        if kind == "push":
            secret = _keys(text_of(form, "p256dh"), text_of(form, "auth"))
    else:
        raise Refused(_("Notification method not found."))
    await notices.keep(
        NoticeWay(
            person=visit.me,
            way="mail" if kind == "mail" else "push" if kind == "push" else "webhook",
            address=address,
            secret=secret,
            digest=DIGESTS.get(text_of(form, "digest"), "now"),
            language=visit.language,
        )
    )
    return form_response(request, "/away")


def _where(form: FormData) -> str:
    """The address for notifications. One that is too long is refused, because cutting it would give another address."""
    return text_of(form, "address", longest=1000)


def _keys(p256dh: str, auth: str) -> str:
    if not (0 < len(p256dh) < 200 and 0 < len(auth) < 100):
        raise Refused(
            _("Your browser did not send the keys needed for notifications. Reload the page and try again.")
        )
    return msgspec.json.encode(Keys(p256dh, auth)).decode()


async def remove_way(request: Request) -> Response:
    """Form: way, address."""
    form = await form_of(request)
    notices = Notices(lobby_of(request).context.store)
    await notices.forget(visit_of(request).me, text_of(form, "way"), _where(form))
    return form_response(request, "/away")


ROUTES: Final = [
    Route("/away", away),
    Route("/away/vacation", vacation, methods=["POST"]),
    Route("/away/back", back, methods=["POST"]),
    Route("/away/ways", add_way, methods=["POST"]),
    Route("/away/ways/remove", remove_way, methods=["POST"]),
]
