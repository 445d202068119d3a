"""`branchline serve`: tables in the browser, for as many people as you like."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path
from typing import Any, Final

from branchline.core.errors import BranchlineError

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
    listening = listen(args.host, args.port)
    if args.pace is not None and not 0 <= args.pace <= 60:
        raise BadPace("--pace takes seconds, from 0 to 60.")
    pace = {} if args.pace is None else {"pace": args.pace}
    serve(listening, args.data or data_folder(), **pace)
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


def serve(listening: socket.socket, data: Path, **more: Any) -> None:
    """Serve until Ctrl-C. `more`: further `branchline.web.settings.Settings`."""
    import uvicorn

    from branchline.store.sqlite import prepare
    from branchline.web.app import STORE, make_app
    from branchline.web.settings import Settings

    prepare(data / STORE)  # says what is wrong with the folder before anybody calls
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    print(
        f"Branchline is at http://{name}:{port}/ and keeps its games in {data}. Ctrl-C ends it.", flush=True
    )
    config = uvicorn.Config(make_app(Settings(data=data, **more)), **UVICORN)
    uvicorn.Server(config).run(sockets=[listening])
