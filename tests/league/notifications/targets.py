"""Ways to somebody, whose other ends are servers of the tests."""

from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import b64urlencode

from league.clubs.models import Club, Player
from league.notifications.models import ChatIntegration, Device, NotificationKind
from league.notifications.services import queueing, sending
from league.notifications.services.queueing import Message
from league.notifications.services.targets import digest_of
from tests.factories import NOW, make_club, make_player, make_user

SECRET = b"sixteen letters!"


class Browser:
    """What a browser keeps: its private key and a secret."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def p256dh(self) -> str:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return str(b64urlencode(point))

    @property
    def auth(self) -> str:
        return str(b64urlencode(SECRET))


def make_reader(name: str = "Ada", email: str = "ada@example.org", **fields: Any) -> Player:
    """Make a player with a noted address."""
    return make_player(fields.pop("club", None) or make_club(), name, contact_email=email, **fields)


def make_device(player: Player, url: str, browser: Browser | None = None) -> Device:
    """Add a device of a player's user, who is made if need be."""
    browser = browser or Browser()
    if player.user is None:
        player.user = make_user()
        player.save()
    return Device.objects.create(
        user=player.user,
        endpoint=url,
        digest=digest_of(url),
        p256dh=browser.p256dh,
        auth=browser.auth,
        label="Firefox, Android",
        session=digest_of("session"),
        created_at=NOW,
    )


def make_chat(
    player: Player | None, url: str, service: str = "slack", **fields: Any
) -> ChatIntegration:
    """Add a chat of a player, or, given a club, of the club."""
    club: Club = fields.pop("club", None) or player.club  # type: ignore[union-attr]
    fields.setdefault("label", "#cards")
    return ChatIntegration.objects.create(
        club=club, player=player, service=service, url=url, created_at=NOW, **fields
    )


def tell(
    *players: Player,
    kind: NotificationKind = NotificationKind.STANDINGS,
    key: str = "round:1",
    text: str = "Ada 42",
    now: datetime = NOW,
    **more: Any,
) -> int:
    """Tell players something."""
    message = Message("Round 1\nis over", text, more.pop("path", ""), more.pop("about", ""))
    return queueing.notify_players(
        players=players, kind=kind, key=key, write=lambda: message, now=now, **more
    )


def deliver(now: datetime = NOW) -> int:
    """Send what is due and return how many messages were tried."""
    tried = 0
    while sending.deliver_next(now=now):
        tried += 1
    return tried
