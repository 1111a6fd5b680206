"""Notices by mail."""

import hashlib
import smtplib
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from league.clubs.models import Player
from league.core.address import absolute_url, site_url
from league.notices.channels.bundles import Bundle
from league.notices.channels.errors import SendingError, SendingRefusedError
from league.notices.models import ALWAYS, Delivery, Kind

STOP_SALT = "league.notices.stop"
PERMANENT = 500  # SMTP's replies from here on are final


class Stop(NamedTuple):
    """What a link in a mail stops: one kind, or, without one, all mail to a player."""

    player_id: int
    kind: Kind | None


def stop_token(player: Player, kind: Kind | None = None) -> str:
    """Return what lets the reader of a mail stop further ones, without signing in."""
    return signing.Signer(salt=STOP_SALT).sign(f"{player.pk}.{kind}" if kind else str(player.pk))


def read_stop_token(token: str) -> Stop | None:
    """Return what a token stops, None when it is not one of ours."""
    try:
        player_id, _dot, kind = signing.Signer(salt=STOP_SALT).unsign(token).partition(".")
        return Stop(int(player_id), Kind(kind) if kind else None)
    except (signing.BadSignature, ValueError):
        return None


def send(deliveries: Sequence[Delivery]) -> None:
    """Send notices of one player as one mail; raise SendingError."""
    try:
        make_message(deliveries).send()
    except smtplib.SMTPRecipientsRefused as error:
        code, words = next(iter(error.recipients.values()))
        said = f"{code} {words.decode(errors='replace')}"
        raise (SendingRefusedError(said) if code >= PERMANENT else SendingError(said)) from error
    except ValueError as error:  # an address or a header that no mail can carry
        raise SendingRefusedError(f"{type(error).__name__}: {error}") from error
    except OSError as error:  # SMTPException is one: the server's trouble, not the address's
        raise SendingError(f"{type(error).__name__}: {error}") from error


def make_message(deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    """Return the mail of notices to one player."""
    bundle = Bundle([delivery.notice for delivery in deliveries])
    player = bundle.first.player
    if player is None:
        raise ValueError("Only a player has an address.")
    kinds = {Kind(notice.kind) for notice in bundle.notices}
    kind = next(iter(kinds)) if len(kinds) == 1 else None
    stop_url = absolute_url(reverse("notices:stop", args=[stop_token(player, kind)]))
    wishes = reverse("notices:wishes", args=[player.pk])
    context = {
        "bundle": bundle,
        "items": [
            {
                "subject": notice.subject,
                "text": notice.text,
                "address": absolute_url(notice.path) if notice.path else "",
            }
            for notice in bundle.notices
        ],
        "club": bundle.first.club,
        "player": player,
        "stop_url": "" if kind in ALWAYS else stop_url,
        # Who has no sign-in cannot open it.
        "wishes_url": absolute_url(wishes) if player.user else "",
    }
    headers = {
        # The same at a second try, by which mailboxes recognise what they have already.
        "Message-ID": f"<notice-{_name(deliveries)}@{urlsplit(site_url()).hostname}>",
        "Auto-Submitted": "auto-generated",
    }
    if kind not in ALWAYS:
        headers["List-Unsubscribe"] = f"<{stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(
        subject=bundle.title,
        body=render_to_string("notices/mail.txt", context),
        to=[player.address],
        headers=headers,
    )
    message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


def _name(deliveries: Sequence[Delivery]) -> str:
    if len(deliveries) == 1:
        return str(deliveries[0].pk)
    numbers = ",".join(str(delivery.pk) for delivery in deliveries)
    return hashlib.sha256(numbers.encode()).hexdigest()[:32]
