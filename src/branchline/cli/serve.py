"""`branchline serve`: tables in the browser, for as many people as you like."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path
from typing import Final

from branchline.core.errors import BranchlineError

PORT: Final = 8017


class NoPort(BranchlineError):
    """An address that the server can't have."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS",
                        help="the address to listen at; 0.0.0.0 for all of this machine (127.0.0.1)")  # fmt: skip
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port ({PORT})")
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
    serve(listening, args.data or data_folder())
    return 0


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise NoPort(f"Can't listen at {host}, port {port}: {reason}. Choose another with --port.") from None
    return listening


def serve(listening: socket.socket, data: Path, hosts: tuple[str, ...] = ()) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from branchline.web.app import make_app
    from branchline.web.settings import Settings

    host, port = listening.getsockname()[:2]
    print(f"Branchline is at http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
          f" and keeps its games in {data}. Ctrl-C ends it.", flush=True)  # fmt: skip
    config = uvicorn.Config(
        make_app(Settings(data=data, hosts=hosts)),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=8192,
        timeout_graceful_shutdown=2,
        server_header=False,
        lifespan="on",
    )
    uvicorn.Server(config).run(sockets=[listening])
