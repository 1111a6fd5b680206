"""Notices to browsers, by the push service of each, so that only that browser can read them.

Encrypted as RFC 8291 wants it; the site proves itself by its key (VAPID, RFC 8292).
"""

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
from league.core.outgoing import NoAnswerError, RefusedAddressError
from league.core.outgoing import send as send_out
from league.notices.channels.bundles import Bundle
from league.notices.channels.chat import judge
from league.notices.channels.errors import DeadWayError, SendingError, SendingRefusedError
from league.notices.models import URGENT, Delivery, Device, Kind, PushKey

LONGEST_TEXT = 400
KEPT_FOR = 60 * 60 * 24  # seconds that a push service keeps what a device that is off has not got
PROOF_HOLDS = 60 * 60 * 12  # seconds; at most a day is allowed


def send(deliveries: Sequence[Delivery]) -> None:
    """Show notices on a device as one; raise SendingError."""
    device = deliveries[0].device
    if device is None:
        raise DeadWayError("The device was removed.")
    bundle = Bundle([delivery.notice for delivery in deliveries])
    tag = hashlib.sha256(bundle.first.key.encode()).hexdigest()[:32]
    payload = {
        "title": bundle.title,
        "body": bundle.body(LONGEST_TEXT),
        "url": bundle.address,
        "tag": tag,
    }
    is_urgent = any(Kind(notice.kind) in URGENT for notice in bundle.notices)
    try:
        body = encrypt(json.dumps(payload).encode(), device)
        answer = send_out(
            device.endpoint,
            headers={
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_FOR),
                "Urgency": "high" if is_urgent else "normal",
                # Of two with the same topic that wait at the push service, the later one is shown.
                "Topic": tag,
                **proof(device.endpoint),
            },
            body=body,
        )
    except (RefusedAddressError, ValueError, UnsupportedAlgorithm, VapidException) as error:
        raise SendingRefusedError(str(error)) from error
    except NoAnswerError as error:
        raise SendingError(str(error)) from error
    judge(answer)


def encrypt(payload: bytes, device: Device) -> bytes:
    """Return what only the browser of a device can read; raise ValueError for a broken key."""
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
    """Return the header that proves to a push service which site is sending."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + PROOF_HOLDS,
        "sub": contact(),
    }
    return dict(site_key().sign(claims))


def contact() -> str:
    """Return where the owner of a push service can complain: the site, else its mail address."""
    site = urlsplit(site_url())
    if site.scheme == "https":
        return f"https://{site.hostname}"
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"


def public_key() -> str:
    """Return the site's public key as browsers want it: the point, in base64url."""
    point = site_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return str(b64urlencode(point))


def site_key() -> Vapid02:
    """Return the site's key, made now if there was none; two that make it at once agree on one."""
    kept = PushKey.objects.first()
    if kept is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        kept, _is_new = PushKey.objects.get_or_create(
            pk=1, defaults={"private": made.decode(), "created_at": timezone.now()}
        )
    return Vapid02.from_pem(kept.private.encode())
