"""`branchline serve`: tables in the browser, for as many people as you like."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

from branchline.cli.arguments.hosting import data_argument, serving_of, settings_argument
from branchline.core.errors import BranchlineError
from branchline.core.extras import extra
from branchline.server.settings import PORT, Settings
from branchline.store import StoreTrouble, StoreUnavailable
from branchline.store.open_store import SQLITE, only_server

UVICORN: Final[dict[str, Any]] = {
    "access_log": False,
    "lifespan": "on",
    "log_config": None,  # `branchline.server.http.logs` logs instead
    "log_level": "warning",
    "server_header": False,
    "timeout_graceful_shutdown": 5,
    "timeout_worker_healthcheck": 30,
    "ws_max_size": 8192,  # bytes; no request is this large
}
CLIENT_TIMEOUT: Final = 60  # seconds
INHERITED_SOCKET: Final = 3  # the descriptor of a socket passed in, as systemd does


class NoPort(BranchlineError):
    """An address that the server can't listen on."""


def arguments(parser: argparse.ArgumentParser) -> None:
    settings_argument(parser)
    parser.add_argument("--print-settings", action="store_true", help="print the settings and exit")
    parser.add_argument("--host", metavar="ADDRESS",
                        help="the address to listen on; 0.0.0.0 for all interfaces (127.0.0.1)")  # fmt: skip
    parser.add_argument("--port", type=int, metavar="N", help=f"the port ({PORT})")
    parser.add_argument("--pace", type=float, metavar="S", help="seconds between bots' turns (0.7)")
    data_argument(parser)
    parser.add_argument("--store", metavar="URL",
                        help="where games are kept: postgresql://USER@HOST/DATABASE or sqlite:PATH")  # fmt: skip
    parser.add_argument("--workers", type=int, metavar="N",
                        help="server processes; more than one needs PostgreSQL (1)")  # fmt: skip
    parser.add_argument("--bots", type=int, metavar="N",
                        help="processes per worker that compute bots' moves; 0: only 'branchline bots'")  # fmt: skip
    parser.add_argument("--logs", choices=["plain", "json"], help="the format of the log (plain)")
    parser.add_argument("--accounts", action="store_true", default=None,
                        help="people can sign up as members")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    settings = serving_of(args)
    if args.print_settings:
        from branchline.server.settings_file import in_toml

        print(in_toml(settings), end="")
        return 0
    shared = settings.store and not settings.store.startswith(SQLITE)
    if (settings.workers != 1 or settings.thinkers == 0) and not shared:
        raise StoreTrouble(
            "Several workers, or bots in other processes, need --store postgresql://USER@HOST/DATABASE."
        )
    from branchline.server.club.email import check_smtp  # imported late: TLS takes a while to load

    check_smtp(settings.smtp, settings.site)
    with listen(settings.host, settings.port) as listening, restarting(listening):
        serve(listening, settings, settings.workers)
    return 0


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address, or on the socket already opened by systemd or the previous process."""
    if os.environ.pop("LISTEN_PID", "") == str(os.getpid()) and os.environ.pop("LISTEN_FDS", "") == "1":
        return socket.socket(fileno=INHERITED_SOCKET)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a client that reads nothing for this long is gone
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, CLIENT_TIMEOUT * 1000)
        listening.bind((host, port))
        listening.listen(2048)  # clients that connect before everything is loaded wait a moment
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise NoPort(f"Can't listen on {host}, port {port}: {reason}. Choose another with --port.") from None
    return listening


def serve(listening: socket.socket, settings: Settings, workers: int = 1) -> None:
    """Serve until Ctrl-C."""
    with extra("play"):
        import uvicorn  # noqa: F401

        from branchline.server import app  # noqa: F401
    from branchline.server.http import logs

    logs.set_up(settings.logs)
    with only_server(settings.address):
        _serve(listening, settings, workers)


def _serve(listening: socket.socket, settings: Settings, workers: int) -> None:
    import uvicorn

    from branchline.server.app import make_app
    from branchline.server.lobby.shared_setup import check_store

    try:
        asyncio.run(check_store(settings))  # report errors before the first request
    except StoreUnavailable as away:
        print(f"{away}\nBranchline is waiting for it; visitors are told to try again.", file=sys.stderr)
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    where = "a database" if settings.store else settings.data
    print(
        f"Branchline is at http://{name}:{port}/ and keeps its games in {where}. Ctrl-C ends it.", flush=True
    )
    if workers > 1:
        serve_with_workers(listening, settings, workers)
        return
    server = uvicorn.Server(uvicorn.Config(make_app(settings), **uvicorn_options(settings)))
    server.run(sockets=[listening.dup()])  # the server closes it at the end


@contextmanager
def restarting(listening: socket.socket) -> Iterator[None]:
    """SIGHUP ends the block, as SIGTERM does, and restarts the command with the same socket: clients that connect
    meanwhile wait a moment. With several workers uvicorn replaces them one by one instead."""
    restarts = False

    def restart(_number: int, _frame: FrameType | None) -> None:
        nonlocal restarts
        restarts = True
        signal.raise_signal(signal.SIGTERM)

    def end(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, restart)
    signal.signal(signal.SIGTERM, end)  # uvicorn raises it again after shutting down
    try:
        yield
    except SystemExit as ended:
        if not restarts or ended.code:
            raise
    if restarts:
        # Ignored until the next process handles it: a restart is about to happen anyway.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.dup2(listening.fileno(), INHERITED_SOCKET)
        os.set_inheritable(INHERITED_SOCKET, True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def uvicorn_options(settings: Settings, workers: int = 1) -> dict[str, Any]:
    from branchline.server.http.protocol import LimitedHttp, LimitedWebSocket

    most = max(1, int(settings.limits.connections * settings.limits.crowd) // workers)
    http = partial(LimitedHttp, settings=settings, most=most)
    trusted = {"proxy_headers": bool(settings.proxies), "forwarded_allow_ips": list(settings.proxies)}
    return {**UVICORN, "http": http, "ws": LimitedWebSocket, **trusted}


def serve_with_workers(listening: socket.socket, settings: Settings, workers: int) -> None:
    """Run several processes that share the port. One that dies is replaced; the others take over its tables."""
    import msgspec
    import uvicorn
    from uvicorn.config import STARTUP_FAILURE
    from uvicorn.supervisors import Multiprocess

    from branchline.server.app import SETTINGS
    from branchline.server.metrics import FOLDER

    each = msgspec.structs.replace(settings, painters=max(1, settings.painters // workers))
    os.environ[SETTINGS] = each.in_words()
    with TemporaryDirectory(prefix="branchline-") as counts:
        os.environ[FOLDER] = counts
        app = "branchline.server.app:app_of_environment"
        config = uvicorn.Config(app, factory=True, workers=workers, **uvicorn_options(settings, workers))
        supervisor = Multiprocess(config, [listening])
        supervisor.run()
    if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
        raise SystemExit(STARTUP_FAILURE)  # otherwise systemd would take it for a requested stop
