"""A process that serves, from its start to its end: what is opened, who is at work meanwhile, what is closed again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Protocol

from starlette.applications import Starlette

from branchline.core import registry
from branchline.core.loading import resume
from branchline.core.table import Table
from branchline.store.opening import open_store
from branchline.web import logs, meters, uploads
from branchline.web.accounts import Accounts
from branchline.web.courses import Courses
from branchline.web.crier import Crier
from branchline.web.delivery import Delivery
from branchline.web.farewell import Farewell
from branchline.web.frames import Painters
from branchline.web.house import House
from branchline.web.leagues import LeagueOffice
from branchline.web.lobby import Lobby
from branchline.web.mail import Mail
from branchline.web.push import Pusher, can_push
from branchline.web.record_desk import RecordDesk
from branchline.web.secretary import Secretary
from branchline.web.settings import Settings
from branchline.web.sharing import bots_of, shared_links
from branchline.web.sweeper import Sweeper
from branchline.web.telegraph import Telegraph
from branchline.web.workers import Crew


@contextlib.asynccontextmanager
async def lifespan(settings: Settings, app: Starlette) -> AsyncIterator[None]:
    _load_games()
    store = await open_store(settings.address)
    links = await shared_links(store, settings.data)
    painters = Painters(settings.painters)
    thinkers, workers = await bots_of(settings, store)
    checkers = Crew(1, partial(uploads.prepare, settings.check_memory), nice=15)
    house = House(settings, meters.timed_store(store), links, painters, thinkers)
    app.state.workers = workers
    app.state.record_desk = RecordDesk(house, checkers)
    staff = await _at_work(app, house)
    warming = asyncio.gather(painters.crew.warm(), thinkers.crew.warm(), return_exceptions=True)
    farewell = Farewell(app.state.lobby)
    farewell.heed()
    logs.tell("started")
    try:
        yield
    finally:
        farewell.ignore()
        logs.tell("stopping")
        for one in staff:
            await one.close()
        if workers is not None:
            await workers.stop()
        await app.state.lobby.close()
        for crew in (painters.crew, thinkers.crew, checkers):
            crew.close()
        await warming
        await store.close()


def _load_games() -> None:
    """Before anybody calls: else whoever comes first would wait for it."""
    for name in registry.games():
        resume(Table(name, registry.game(name).players[0]).header(), [])


class _Closes(Protocol):
    async def close(self) -> None: ...


async def _at_work(app: Starlette, house: House) -> list[_Closes]:
    """Everybody takes up their work; who has to be closed, in that order."""
    settings, state = house.settings, app.state
    state.courses = Courses(house.thinkers)
    state.lobby = Lobby(house)
    state.mail = Mail(settings.smtp, settings.site)
    if settings.accounts:
        state.accounts = Accounts(state.lobby, state.mail)
        state.office = LeagueOffice(state.lobby)
        state.secretary = Secretary(state.lobby, state.office)
    telegraph = Telegraph(state.lobby)
    await telegraph.start()
    state.sweeper = Sweeper(state.lobby)
    await state.sweeper.start()
    pusher = Pusher(settings.data, settings.site) if can_push() else None
    state.delivery = Delivery(house, state.mail, pusher)
    state.delivery.start()
    state.crier = Crier(state.lobby)
    await state.crier.start()
    if settings.accounts:
        state.secretary.start()
    of_the_club = [state.secretary, state.accounts] if settings.accounts else []
    return [state.delivery, *of_the_club, state.crier, state.sweeper, telegraph]
