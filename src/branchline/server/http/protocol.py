"""Uvicorn's HTTP, guarded against slow clients: a request has to arrive within a time limit, and the connections per
address are limited. A proxy connects on behalf of everybody and has limits of its own."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from branchline.server.http.rate_limits import is_here, network_of
from branchline.server.settings import Settings

LINGER: Final = 5.0  # seconds for clients that keep sending after the answer
BROKEN: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)
_connections: Final[Counter[str]] = Counter()  # connections by address, in this process


class LimitedHttp(H11Protocol):
    def __init__(self, *values: Any, settings: Settings, most: int, **more: Any) -> None:
        """`most`: connections per address that this process accepts."""
        super().__init__(*values, **more)
        self._most = most
        self._limits = settings.limits
        self._proxies = settings.proxies
        self._deadline: asyncio.TimerHandle | None = None
        self._waits_for: object = None
        self._address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address and not is_here(address) and not _is_proxy(address, self._proxies):
            self._address = network_of(address)
            _connections[self._address] += 1
            if _connections[self._address] > self._most:
                transport.write(TOO_MANY)
                transport.close()
                return
        self._wait_for(h11.IDLE, self._limits.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait_for(None)
        _closed(self._address)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a WebSocket now, which has no time limit
            return
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            # The application times out first, with a page that says so.
            self._wait_for(state, self._limits.body + LINGER)
        elif state is h11.IDLE:
            self._wait_for(state, self._limits.headers)
        else:
            self._wait_for(None)

    def send_400_response(self, msg: str) -> None:
        """Replaces uvicorn's, which fails if an answer has already started or may have no body, as for HEAD."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE, h11.ERROR):
            self.transport.write(BROKEN)
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_for(None)
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedWebSocket):
            protocol.address = self._address
            self.loop.call_later(self._limits.body + LINGER, protocol.end_if_unopened)

    def _wait_for(self, what: object, seconds: float = 0.0) -> None:
        """Set what has to arrive in time. Waiting for the same thing again does not restart the timer."""
        if what is not None and what is self._waits_for:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._waits_for = what
        self._deadline = None if what is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        begun = self.conn.our_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if begun:
            self.transport.write(TOO_SLOW)
        self.transport.close()


class LimitedWebSocket(WebSocketsSansIOProtocol):
    address = ""  # the key under which the connection is counted

    def handle_text(self, event: Frame) -> None:
        self.handle_bytes(event)  # the reader checks whether it is text, and answers with a sentence

    def end_if_unopened(self) -> None:
        """Uvicorn leaves a handshake that it can't read, such as one with a body, without an answer."""
        if not self.handshake_complete:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        _closed(self.address)


def _closed(address: str) -> None:
    if address:
        _connections[address] -= 1
        if not _connections[address]:
            del _connections[address]


def _is_proxy(address: str, proxies: tuple[str, ...]) -> bool:
    for proxy in proxies:
        try:
            if proxy == "*" or ipaddress.ip_address(address) in ipaddress.ip_network(proxy, strict=False):
                return True
        except ValueError:
            continue
    return False
