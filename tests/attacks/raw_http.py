"""Requests that no browser would make, sent byte by byte."""

from __future__ import annotations

import socket

TIMEOUT = 60.0  # seconds; far more than anything takes


def dial(host: str) -> socket.socket:
    name, _, port = host.rpartition(":")
    return socket.create_connection((name, int(port)), TIMEOUT)


def call(host: str, request: bytes) -> bytes:
    """Send a request; returns the whole answer until the server closes the connection."""
    with dial(host) as line:
        line.sendall(request)
        return heard(line)


def heard(line: socket.socket) -> bytes:
    """Everything that arrives until the server closes the connection."""
    answer = b""
    try:
        while piece := line.recv(65536):
            answer += piece
    except ConnectionResetError:
        pass
    return answer


def status(answer: bytes) -> int:
    """The status of a raw answer; 0: there was none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def request(method: str, path: str, body: bytes = b"", /, **headers: str) -> bytes:
    """One request; an underscore in the name of a header stands for a hyphen. An empty header is left out."""
    given = {"host": "localhost", "connection": "close", "content-length": str(len(body))}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items() if value)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
