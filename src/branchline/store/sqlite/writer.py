"""The thread that writes to a SQLite store. It commits everything that is waiting at once."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from branchline.store.sqlite.file import connect

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")
CHECKPOINT: Final = 500  # commits between checkpoints


class Writer:
    """Calls `checkpoint` from time to time, to move the write-ahead log into the tables in another thread."""

    def __init__(self, path: Path, checkpoint: Callable[[], object]) -> None:
        self._path = path
        self._checkpoint = checkpoint
        self._jobs: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: Future[T] = Future()
        self._jobs.put((job, done))
        return await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        connection = connect(self._path)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        commits = 0
        while (first := self._jobs.get()) is not None:
            batch = [first]
            last = False
            while not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                batch.append(following)
            _commit(connection, batch)
            commits += 1
            if commits % CHECKPOINT == 0:
                self._checkpoint()
            if last:
                break
        connection.close()

    async def close(self) -> None:
        """Returns when everything that was waiting is written."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


def _commit(connection: sqlite3.Connection, batch: list[tuple[Job, Future[Any]]]) -> None:
    """All jobs in one transaction; one that fails is rolled back alone."""
    batch = [(job, done) for job, done in batch if done.set_running_or_notify_cancel()]
    results: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job, done in batch:
            connection.execute("SAVEPOINT job")
            try:
                results.append((done, job(connection), None))
            except Exception as error:
                if not connection.in_transaction:
                    raise  # SQLite has rolled back the whole batch
                connection.execute("ROLLBACK TO job")
                results.append((done, None, error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
    except Exception as error:  # such as a full disk: the whole batch is lost
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        results = [(done, None, error) for _, done in batch]
    for done, result, trouble in results:
        if trouble is not None:
            done.set_exception(trouble)
        else:
            done.set_result(result)
