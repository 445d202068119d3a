"""`branchline store`: commands for all games of a server at once."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from tqdm import tqdm

from branchline.cli.arguments.hosting import data_argument, serving_of, settings_argument
from branchline.core import registry
from branchline.server.settings import STORE, data_folder
from branchline.store import Store
from branchline.store.open_store import check_exists, check_url, open_store, sqlite_url

ADDRESS: Final = "sqlite:PATH or postgresql://USER@HOST/DATABASE"
ACTIONS: Final = {
    "copy": "copy all games from one store into another, empty one",
    "backup": "save all games to a file; the server may be running",
    "restore": "restore a backup into an empty store",
    "ratings": "recompute all ratings from the results, while nobody is playing",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="WHAT")
    parser.set_defaults(help=parser.format_help)
    copy, save, restore, ratings = (
        actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        for name, words in ACTIONS.items()
    )
    copy.add_argument("source", metavar="FROM", help=ADDRESS)
    copy.add_argument("target", metavar="TO", help=ADDRESS)
    save.add_argument("file", type=Path, metavar="FILE", help="a new file")
    restore.add_argument("file", type=Path, metavar="FILE", help="what 'branchline store backup' saved")
    for command in (save, restore, ratings):
        command.add_argument("--store", default=None, metavar="URL", help=f"{ADDRESS} ({_default()})")
        settings_argument(command)
        data_argument(command)


def _default() -> str:
    return sqlite_url(data_folder() / STORE)


def run(args: argparse.Namespace) -> int:
    from branchline.store import backup

    if args.action is None:
        print(args.help(), end="")
        return 0
    if args.action == "copy":
        done = asyncio.run(_copy(args.source, args.target))
        print(f"{done} games copied. The link key is not part of a store: copy the file links.key, too.")
        return 0
    url = serving_of(args).address
    if args.action != "restore":
        check_exists(url)
    if args.action == "backup":
        done = asyncio.run(_with(url, lambda store, bar: backup.backup(store, args.file, bar)))
        print(
            f"{done} games saved in {args.file}. The link key is not part of it: keep the file links.key, too."
        )
    elif args.action == "ratings":
        for game in registry.games():
            done = asyncio.run(_with(url, partial(_rate_again, game)))
            print(f"{registry.game(game).title}: {done} players rated.")
    else:
        done = asyncio.run(_with(url, lambda store, bar: backup.restore(args.file, store, bar)))
        print(f"{done} games restored from {args.file}.")
    return 0


async def _rate_again(game: str, store: Store, _bar: Callable[[int], None]) -> int:
    from branchline.store.club.ratings import rate_again

    return await rate_again(store, game)


async def _copy(source: str, target: str) -> int:
    from branchline.store import backup

    check_exists(check_url(source))
    check_url(target)
    return await _with(source, lambda old, bar: _with(target, lambda new, _bar: backup.copy(old, new, bar)))


async def _with(url: str, work: Callable[[Store, Callable[[int], None]], Awaitable[int]]) -> int:
    store = await open_store(url)
    try:
        with tqdm(unit=" games", disable=None) as bar:
            return await work(store, lambda done: _show(bar, done))
    finally:
        await store.close()


def _show(bar: tqdm[NoReturn], done: int) -> None:
    bar.update(done - bar.n)
