"""`branchline serve`: tables in the browser, for as many people as you like."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from branchline.core.errors import BranchlineError
from branchline.store import StoreTrouble
from branchline.store.opening import SQLITE, check_url

if TYPE_CHECKING:
    from branchline.web.settings import Settings

PORT: Final = 8017
UVICORN: Final[dict[str, Any]] = {
    "lifespan": "on",
    "log_level": "warning",
    "server_header": False,
    "timeout_graceful_shutdown": 2,
    "ws": "websockets-sansio",
    "ws_max_size": 8192,  # bytes; no request is so large
}


class NoPort(BranchlineError):
    """An address that the server can't have."""


class BadPace(BranchlineError):
    """A pause that makes no sense."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS",
                        help="the address to listen at; 0.0.0.0 for all of this machine (127.0.0.1)")  # fmt: skip
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port ({PORT})")
    parser.add_argument(
        "--pace", type=float, default=None, metavar="S", help="seconds between two turns of bots (0.7)"
    )
    data_argument(parser)
    parser.add_argument("--store", default="", metavar="URL",
                        help="where games are kept: postgresql://USER@HOST/DATABASE or sqlite:PATH")  # fmt: skip
    parser.add_argument("--workers", type=int, default=1, metavar="N",
                        help="processes that serve; more than one needs PostgreSQL (1)")  # fmt: skip
    parser.add_argument("--bots", type=int, default=None, metavar="N",
                        help="processes of a worker in which bots think; 0: only 'branchline bots'")  # fmt: skip
    parser.add_argument("--accounts", action="store_true", help="people may become members, and sign in")
    parser.add_argument("--site", default="", metavar="URL",
                        help="how people call this server, for links in letters: https://club.example")  # fmt: skip
    parser.add_argument("--smtp", default="", metavar="URL",
                        help="where letters are posted: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS")  # fmt: skip


def data_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, default=None, metavar="DIR",
                        help=f"the folder in which games are kept ({data_folder()})")  # fmt: skip


def data_folder() -> Path:
    """Where games are kept if nobody says otherwise."""
    if "BRANCHLINE_DATA" in os.environ:
        return Path(os.environ["BRANCHLINE_DATA"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Branchline"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "branchline"


def run(args: argparse.Namespace) -> int:
    if args.pace is not None and not 0 <= args.pace <= 60:
        raise BadPace("--pace takes seconds, from 0 to 60.")
    more = {"pace": args.pace, "store": args.store and check_url(args.store), "thinkers": args.bots}
    shared = more["store"] and not more["store"].startswith(SQLITE)
    if (args.workers != 1 or args.bots == 0) and not shared:
        raise StoreTrouble(
            "Several workers, and bots elsewhere, need --store postgresql://USER@HOST/DATABASE."
        )
    from branchline.web.mail import check_smtp  # not before: it is not needed to say --help

    more |= {
        "accounts": args.accounts,
        "site": args.site.rstrip("/"),
        "smtp": check_smtp(args.smtp, args.site),
    }
    given = {name: value for name, value in more.items() if value is not None}
    with listen(args.host, args.port) as listening:
        serve(listening, args.data or data_folder(), max(1, args.workers), **given)
    return 0


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever calls before all is loaded waits a moment
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise NoPort(f"Can't listen at {host}, port {port}: {reason}. Choose another with --port.") from None
    return listening


def serve(listening: socket.socket, data: Path, workers: int = 1, **more: Any) -> None:
    """Serve until Ctrl-C. `more`: further `branchline.web.settings.Settings`."""
    import uvicorn

    from branchline.web.app import make_app
    from branchline.web.settings import Settings
    from branchline.web.sharing import check_store

    settings = Settings(data=data, **more)
    asyncio.run(check_store(settings))  # says what is wrong before anybody calls
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    where = "a database" if settings.store else data
    print(
        f"Branchline is at http://{name}:{port}/ and keeps its games in {where}. Ctrl-C ends it.", flush=True
    )
    if workers > 1:
        several(listening, settings, workers)
        return
    uvicorn.Server(uvicorn.Config(make_app(settings), **UVICORN)).run(sockets=[listening])


def several(listening: socket.socket, settings: Settings, workers: int) -> None:
    """Processes that share the port. One that dies is replaced; its tables go on in the others meanwhile."""
    import msgspec
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from branchline.web.app import SETTINGS

    each = msgspec.structs.replace(settings, painters=max(1, settings.painters // workers))
    os.environ[SETTINGS] = each.in_words()
    config = uvicorn.Config("branchline.web.app:app_of_environment", factory=True, workers=workers, **UVICORN)
    Multiprocess(config, [listening]).run()
