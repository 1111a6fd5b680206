"""Sign what is sent, as the Standard Webhooks specification says.

The signature is the HMAC-SHA256 of `id.timestamp.body` under the webhook's secret.
"""

import base64
import hashlib
import hmac
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac

from league.api.models import Sending, Webhook

PREFIX = "whsec_"


def secret_of(webhook: Webhook) -> str:
    """Return the secret that the receiver is given: 256 bits, worked out and nowhere kept."""
    return _secret(webhook, settings.SECRET_KEY)


def secrets_of(webhook: Webhook) -> list[str]:
    """Return all secrets that the receiver may have been given, those of earlier keys last."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_secret(webhook, key) for key in keys]


def _secret(webhook: Webhook, key: str) -> str:
    digest = salted_hmac(
        "league.api.webhooks", webhook.seed, secret=key, algorithm="sha256"
    ).digest()
    return PREFIX + base64.b64encode(digest).decode()


def sign(secret: str, identity: str, timestamp: int, body: str) -> str:
    """Return the signature of a message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{identity}.{timestamp}.{body}".encode()
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def headers_of(sending: Sending, now: datetime) -> dict[str, str]:
    """Return the headers by which a receiver knows what comes, and from whom.

    While the site's key is changed there are several signatures, of which one has to be right.
    """
    timestamp = int(now.timestamp())
    identity = str(sending.uuid)
    return {
        "Content-Type": "application/json",
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(
            sign(secret, identity, timestamp, sending.body)
            for secret in secrets_of(sending.webhook)
        ),
    }
