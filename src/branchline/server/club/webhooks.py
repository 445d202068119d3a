"""Posts to addresses that people name, but not into the server's own network: a name is looked up once, all of its
addresses must be public, and the connection goes to exactly that address. Redirects are not followed."""

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

TIMEOUT: Final = 10.0  # seconds
# IPv6 addresses that end in an IPv4 address: mapped, compatible, and NAT64's well-known ones (RFC 4291, RFC 6052).
_LAST_BITS: Final = tuple(map(ipaddress.IPv6Network, ("::ffff:0:0/96", "::/96", "64:ff9b::/96")))
# All other public ones (RFC 4291). Anything else is local to a network, such as NAT64's local addresses.
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_ISATAP: Final = 0x5EFE  # before an IPv4 address at the end, whatever the network (RFC 5214)


class BadAddress(BranchlineError):
    """An address to which nothing may be posted."""


class _Plain(http.client.HTTPConnection):
    def __init__(self, host: str, port: int, pinned: str) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self._pinned = pinned

    def connect(self) -> None:
        self.sock = socket.create_connection((self._pinned, self.port), TIMEOUT)


class _Secure(http.client.HTTPSConnection):
    def __init__(self, host: str, port: int, pinned: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=TIMEOUT, context=self._tls)
        self._pinned = pinned

    def connect(self) -> None:
        plain = socket.create_connection((self._pinned, self.port), TIMEOUT)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def check_address(url: str, inside: bool) -> tuple[str, str, int, str, str]:
    """Scheme, host, port, path, and the address to connect to. `inside`: the server's own network is allowed. Looks the
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
    """Whether an address is public, and also the IPv4 address into which a gateway would translate it."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = _inner(found)
        if inner is not None:
            return _public(str(inner))
        if found not in _UNICAST or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address inside an IPv6 address: mapped, compatible, NAT64, ISATAP or 6to4."""
    isatap = int(address) >> 32 & 0xFDFFFFFF == _ISATAP
    if isatap or any(address in network for network in _LAST_BITS):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour


def post(url: str, body: bytes, headers: Mapping[str, str], inside: bool) -> int:
    """The status of the response; raises `BadAddress` and OSError. Blocks."""
    scheme, host, port, path, pinned = check_address(url, inside)
    connection = (_Secure if scheme == "https" else _Plain)(host, port, pinned)
    try:
        connection.request("POST", path, body, {"User-Agent": "Branchline", **headers})
        answer = connection.getresponse()
        answer.read(1000)
        return answer.status
    except http.client.HTTPException as error:
        raise OSError(f"{host} does not speak HTTP: {type(error).__name__}") from None
    finally:
        connection.close()
