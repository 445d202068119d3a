"""What the commands for server admins share: `--settings FILE`, and flags that override it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from branchline.server.settings import Serving, data_folder
from branchline.store.open_store import check_url

FLAGS: Final = (
    "host",
    "port",
    "pace",
    "data",
    "store",
    "workers",
    "logs",
    "accounts",
)  # flags and the names of their settings


def settings_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", type=Path, default=None, metavar="FILE",
                        help="the settings file, in TOML; flags override it")  # fmt: skip


def data_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR",
                        help=f"the folder for games ({data_folder()})")  # fmt: skip


def serving_of(args: argparse.Namespace) -> Serving:
    """The settings from file and flags combined."""
    from branchline.server.settings_file import read_settings, serving

    given = read_settings(args.settings) if args.settings is not None else {}
    for name in FLAGS:
        if (value := getattr(args, name, None)) is not None:
            given[name] = value
    if (thinkers := getattr(args, "bots", None)) is not None:
        given["thinkers"] = thinkers
    if given.get("store"):
        given["store"] = check_url(given["store"])
    return serving(given, "The command line" if args.settings is None else str(args.settings))
