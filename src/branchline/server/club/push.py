"""Push notifications through the browser vendors' push services, encrypted for the browser alone (RFC 8291) and
signed with the server's own key (VAPID, RFC 8292), which is in the data folder."""

from __future__ import annotations

import base64
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from branchline.server.club import webhooks
from branchline.store.private_files import for_owner_only, make_folder, new_file

GONE: Final = (404, 410)  # the browser no longer wants notifications
KEPT: Final = 24 * 3600  # seconds that a push service keeps an undelivered message


def can_push() -> bool:
    """Whether the required packages are installed."""
    return find_spec("pywebpush") is not None


class Keys(msgspec.Struct, frozen=True):
    """The keys that a browser sends when it subscribes."""

    p256dh: str
    auth: str


class Pusher:
    def __init__(self, folder: Path, site: str) -> None:
        self._folder = folder
        self._contact = site or "https://localhost"

    @cached_property
    def _vapid(self) -> Any:
        """The server's key, created when first needed."""
        from py_vapid import Vapid

        folder, path = self._folder, self._folder / "push.key"
        if not path.exists():
            make_folder(folder)
            new_file(path.with_suffix(".part")).close()
            fresh = Vapid()
            fresh.generate_keys()
            fresh.save_key(str(path.with_suffix(".part")))
            path.with_suffix(".part").replace(path)
        for_owner_only(path)
        return Vapid.from_file(str(path))

    @property
    def public(self) -> str:
        """The public key, which a browser needs to subscribe."""
        from cryptography.hazmat.primitives import serialization

        point: bytes = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def post(self, endpoint: str, keys: str, content: bytes, inside: bool) -> int:
        """The push service's answer. Blocks."""
        from pywebpush import WebPusher

        subscription = {
            "endpoint": endpoint,
            "keys": msgspec.to_builtins(msgspec.json.decode(keys, type=Keys)),
        }
        sealed = WebPusher(subscription).encode(content, content_encoding="aes128gcm")
        origin = urlsplit(endpoint)
        signed = self._vapid.sign({"aud": f"{origin.scheme}://{origin.netloc}", "sub": self._contact})
        headers = {**signed, "Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Urgency": "normal"}
        return webhooks.post(endpoint, bytes(sealed["body"]), headers, inside)
