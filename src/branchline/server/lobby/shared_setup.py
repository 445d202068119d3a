"""What the processes of a server have to agree on, and the workers that compute their bots' moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from branchline.server.settings import Settings
from branchline.server.table.state.seat_links import Links
from branchline.server.workers.thinkers import Thinkers
from branchline.store import Store, StoreTrouble
from branchline.store.open_store import open_store

if TYPE_CHECKING:
    from branchline.server.workers.bot_job_workers import Workers


class OtherKey(StoreTrouble):
    """The store belongs to servers with a different link key."""


async def shared_links(store: Store, folder: Path) -> Links:
    """Links with the key in the data folder. All servers of a store need the same one, otherwise one would show the
    links made by another wrongly."""
    links = Links.with_key_in(folder)
    if await store.fact("links.key", links.fingerprint) != links.fingerprint and store.shared:
        raise OtherKey(
            f"The links to this store's seats were made with another key than {folder / 'links.key'}."
            " Copy the file links.key from the data folder of the server that made them."
        )
    return links


async def check_store(settings: Settings) -> None:
    """Create or migrate the store's tables; raises an error if they can't be served."""
    store = await open_store(settings.address)
    try:
        await shared_links(store, settings.data)
    finally:
        await store.close()


def bots_of(settings: Settings, store: Store) -> tuple[Thinkers, Workers | None]:
    """The bots' thinkers, and the local workers to start now and stop at the end."""
    if not store.shared:
        return Thinkers(max(1, settings.thinkers), settings.think), None
    from branchline.server.workers.bot_job_workers import Workers
    from branchline.server.workers.bot_jobs import BotJobs
    from branchline.store.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    bot_jobs = BotJobs(settings.thinkers, settings.think, store, settings.lease)
    if not settings.thinkers:
        return bot_jobs, None
    workers = Workers(store, bot_jobs, settings.thinkers, settings.lease, bot_jobs.thought)
    bot_jobs.posted = workers.wake
    return bot_jobs, workers
