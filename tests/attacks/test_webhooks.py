"""Webhooks go to public addresses only, however a private one is written."""

from __future__ import annotations

import socket

import pytest

from branchline.server.club.webhooks import BadAddress, check_address

PRIVATE = [
    "127.0.0.1", "10.0.0.1", "100.64.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1",
    "::1", "::", "fe80::1", "fd00::1", "fec0::1", "ff0e::1",
    "::ffff:10.0.0.1",  # mapped
    "::10.0.0.1",  # compatible
    "::ffff:0:10.0.0.1",  # translated
    "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe",  # NAT64
    "64:ff9b:1::10.0.0.1", "64:ff9b:1:7f00:0:100::",  # NAT64 of a network's own
    "2002:a00:1::", "2002:7f00:1::1", "2002:a9fe:a9fe::1",  # 6to4
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:0:a00:1::1",  # Teredo
    "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:10.0.0.1",  # ISATAP
]  # fmt: skip
PUBLIC = ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8"]


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that every name resolves to."""
    addresses: list[str] = []

    def found(_host: str, port: int, **_more: object) -> list[tuple[object, ...]]:
        return [(None, None, 0, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return addresses


@pytest.mark.parametrize("address", PRIVATE)
def test_no_notification_goes_to_a_private_address(resolved: list[str], address: str) -> None:
    resolved.append(address)
    with pytest.raises(BadAddress, match="own network"):
        check_address("https://hook.example/", inside=False)
    resolved.append("8.8.8.8")
    with pytest.raises(BadAddress):
        check_address("https://hook.example/", inside=False)


@pytest.mark.parametrize("address", PUBLIC)
def test_notifications_go_to_public_addresses(resolved: list[str], address: str) -> None:
    """Including NAT64 addresses, the only way from an IPv6-only network to most of the Internet."""
    resolved.append(address)
    assert check_address("https://hook.example/", inside=False)[-1] == address
