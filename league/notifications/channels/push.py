"""Push messages to browsers, encrypted (RFC 8291) and signed by the site (VAPID, RFC 8292)."""

import hashlib
import json
import secrets
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import timezone
from py_vapid import Vapid02, VapidException, b64urldecode, b64urlencode

from league.core.address import site_url
from league.core.safe_http import NoAnswerError, RefusedAddressError
from league.core.safe_http import send as send_out
from league.notifications.channels.bundles import (
    Bundle,
    DeadTargetError,
    SendingError,
    SendingRefusedError,
)
from league.notifications.channels.chat import check_answer
from league.notifications.models import URGENT, Delivery, Device, NotificationKind, PushKey


def send(deliveries: Sequence[Delivery]) -> None:
    """Show notifications on a device as one; raise SendingError."""
    device = deliveries[0].device
    if device is None:
        raise DeadTargetError("The device was removed.")
    bundle = Bundle([delivery.notification for delivery in deliveries])
    tag = hashlib.sha256(bundle.first.key.encode()).hexdigest()[:32]
    payload = {"title": bundle.title, "body": bundle.body(400), "url": bundle.address, "tag": tag}
    is_urgent = any(NotificationKind(each.kind) in URGENT for each in bundle.notifications)
    try:
        body = encrypt(json.dumps(payload).encode(), device)
        answer = send_out(
            device.endpoint,
            headers={
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(60 * 60 * 24),
                "Urgency": "high" if is_urgent else "normal",
                "Topic": tag,
                **proof(device.endpoint),
            },
            body=body,
        )
    except (RefusedAddressError, ValueError, UnsupportedAlgorithm, VapidException) as error:
        raise SendingRefusedError(str(error)) from error
    except NoAnswerError as error:
        raise SendingError(str(error)) from error
    check_answer(answer)


def encrypt(payload: bytes, device: Device) -> bytes:
    """Return the encrypted payload; raise ValueError for a broken key."""
    encrypted = http_ece.encrypt(
        payload,
        salt=secrets.token_bytes(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=b64urldecode(device.p256dh.encode()),
        auth_secret=b64urldecode(device.auth.encode()),
        version="aes128gcm",
    )
    return bytes(encrypted)


def proof(endpoint: str) -> dict[str, str]:
    """Return the headers that authenticate the site."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + 60 * 60 * 12,
        "sub": contact(),
    }
    return dict(site_key().sign(claims))


def contact() -> str:
    """Return the site's address for push services, else its mail address."""
    site = urlsplit(site_url())
    if site.scheme == "https":
        return f"https://{site.hostname}"
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"


def public_key() -> str:
    """Return the site's public key in base64url."""
    point = site_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return str(b64urlencode(point))


def site_key() -> Vapid02:
    """Return the site's key, created at first use."""
    stored = PushKey.objects.first()
    if stored is None:
        key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        stored, _is_new = PushKey.objects.get_or_create(
            pk=1, defaults={"private": key.decode(), "created_at": timezone.now()}
        )
    return Vapid02.from_pem(stored.private.encode())
