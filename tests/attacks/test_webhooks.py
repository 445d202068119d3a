"""Webhooks go to public addresses only, however a private one is written. Addresses and keys that lead nowhere hold
nobody up."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from branchline.server.club.webhooks import BadAddress, check_address
from branchline.server.http.visitors import fingerprint
from branchline.store.club.notices import adding_notice

from ..server.arrange import Browser, Server

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


@pytest.mark.parametrize(
    "way",
    [
        {"way": "webhook", "address": "http://127.0.0.1:9/straße"},
        {"way": "push", "address": "http://127.0.0.1:9/", "p256dh": "eA", "auth": "eA"},
        {"way": "push", "address": "http://127.0.0.1:9/", "p256dh": "B" * 87, "auth": "B" * 22},
    ],
    ids=["odd address", "short keys", "keys that are none"],
)
def test_a_notification_that_cannot_be_sent_at_all_is_given_up_too(
    tmp_path: Path, way: dict[str, str]
) -> None:
    server = Server(tmp_path, sweep=3600.0, inside=True)
    try:
        with Browser(server.host) as eve:
            eve.go("/away/ways", digest="now", **way)
            me = fingerprint(eve.http.cookies["visitor"])
        store = server.app.state.lobby.context.store
        server.do(store.write(adding_notice("over", "over abc 9", me, "abc", -1, now=0)))
        server.do(server.app.state.delivery.look())
        assert server.do(store.ask("SELECT tries, taken FROM outbox")) == [(1, 0)]
    finally:
        server.stop()
