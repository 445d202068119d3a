"""Posts to addresses that people name. Not into the host's own network: a name is looked up once, every address that it
has must be a public one, and the connection goes to that very address. Redirections are not followed."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from branchline.core.errors import BranchlineError
from branchline.languages import _

PATIENCE: Final = 10.0  # seconds


class BadAddress(BranchlineError):
    """An address to which nothing is posted."""


class _Plain(http.client.HTTPConnection):
    def __init__(self, host: str, port: int, pinned: str) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._pinned = pinned

    def connect(self) -> None:
        self.sock = socket.create_connection((self._pinned, self.port), PATIENCE)


class _Secure(http.client.HTTPSConnection):
    def __init__(self, host: str, port: int, pinned: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=PATIENCE, context=self._tls)
        self._pinned = pinned

    def connect(self) -> None:
        plain = socket.create_connection((self._pinned, self.port), PATIENCE)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def check_address(url: str, inside: bool) -> tuple[str, str, int, str, str]:
    """Scheme, host, port, path, and the address to connect to. `inside`: the host's own network is allowed. Looks the
    name up, so it may take a while."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadAddress(_("That is not a valid address. It must start with https://")) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or len(url) > 500:
        raise BadAddress(_("That is not a valid address. It must start with https://"))
    try:
        found = {info[4][0] for info in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise BadAddress(_("No server was found under the name {name}.", name=parts.hostname)) from None
    addresses = sorted(str(one) for one in found)
    if not inside and not all(_public(one) for one in addresses):
        raise BadAddress(_("Notifications can't be sent into the server's own network."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, parts.hostname, port, path, addresses[0]


def _public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_global and not (mapped or found).is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], inside: bool) -> int:
    """The status of the answer; raises `BadAddress` and OSError. Blocks."""
    scheme, host, port, path, pinned = check_address(url, inside)
    connection = (_Secure if scheme == "https" else _Plain)(host, port, pinned)
    try:
        connection.request("POST", path, body, {"User-Agent": "Branchline", **headers})
        answer = connection.getresponse()
        answer.read(1000)
        return answer.status
    except http.client.HTTPException as error:
        raise OSError(f"{url} answers something else than HTTP: {error!r}") from None
    finally:
        connection.close()
