"""Notifications by mail, and the test email."""

import hashlib
import smtplib
import socket
import ssl
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.core.address import absolute_url, site_url
from league.notifications.channels.bundles import Bundle, SendingError, SendingRefusedError
from league.notifications.models import ALWAYS, Delivery, NotificationKind

STOP_SALT = "league.notifications.stop"


class Stop(NamedTuple):
    """What a stop link ends: one kind, or all mail to a player."""

    player_id: int
    kind: NotificationKind | None


def stop_token(player: Player, kind: NotificationKind | None = None) -> str:
    """Return the signed token of a stop link."""
    return signing.Signer(salt=STOP_SALT).sign(f"{player.pk}.{kind}" if kind else str(player.pk))


def read_stop_token(token: str) -> Stop | None:
    """Return what a token stops, None for an invalid one."""
    try:
        player_id, _dot, kind = signing.Signer(salt=STOP_SALT).unsign(token).partition(".")
        return Stop(int(player_id), NotificationKind(kind) if kind else None)
    except (signing.BadSignature, ValueError):
        return None


def send(deliveries: Sequence[Delivery]) -> None:
    """Send notifications of one player as one mail; raise SendingError."""
    try:
        make_message(deliveries).send()
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        text = f"{code} {_text(reply)}"
        raise (SendingRefusedError(text) if code >= 500 else SendingError(text)) from error
    except ValueError as error:  # an invalid address or header
        raise SendingRefusedError(f"{type(error).__name__}: {error}") from error
    except OSError as error:  # SMTPException is one
        raise SendingError(f"{type(error).__name__}: {error}") from error


def make_message(deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    """Return the mail of notifications to one player."""
    bundle = Bundle([delivery.notification for delivery in deliveries])
    player = bundle.first.player
    if player is None:
        raise ValueError("Only a player has an address.")
    kinds = {NotificationKind(notification.kind) for notification in bundle.notifications}
    kind = next(iter(kinds)) if len(kinds) == 1 else None
    stop_url = absolute_url(reverse("notifications:stop", args=[stop_token(player, kind)]))
    settings_url = absolute_url(reverse("notifications:settings", args=[player.pk]))
    context = {
        "bundle": bundle,
        "items": [
            {
                "subject": each.subject,
                "text": each.text,
                "address": absolute_url(each.path) if each.path else "",
            }
            for each in bundle.notifications
        ],
        "club": bundle.first.club,
        "player": player,
        "stop_url": "" if kind in ALWAYS else stop_url,
        "settings_url": settings_url if player.user else "",
    }
    headers = {
        # The same at a second try, so that mailboxes drop it.
        "Message-ID": f"<notice-{_name(deliveries)}@{urlsplit(site_url()).hostname}>",
        "Auto-Submitted": "auto-generated",
    }
    if kind not in ALWAYS:
        headers["List-Unsubscribe"] = f"<{stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(
        subject=bundle.title,
        body=render_to_string("notifications/mail.txt", context),
        to=[player.address],
        headers=headers,
    )
    message.attach_alternative(render_to_string("notifications/mail.html", context), "text/html")
    return message


def _name(deliveries: Sequence[Delivery]) -> str:
    if len(deliveries) == 1:
        return str(deliveries[0].pk)
    numbers = ",".join(str(delivery.pk) for delivery in deliveries)
    return hashlib.sha256(numbers.encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """Outcome of a test email: CSS class, title and text."""

    kind: str
    title: str
    text: str


def send_test_mail(address: str) -> Answer:
    """Send a test email and return the outcome."""
    if not settings.SENDS_MAIL:
        return _failed(_("No mail server is set up. Set EMAIL_URL."))
    connection = get_connection(timeout=10)
    message = EmailMessage(
        subject=_("Test email"),
        body=_("This site can send email to you: %(address)s") % {"address": site_url()},
        to=[address],
        headers={"Auto-Submitted": "auto-generated"},
        connection=connection,
    )
    try:
        message.send()
    except (OSError, ValueError) as error:  # an SMTPException is an OSError
        return _failed(answer_of(error) % {"reply": reply_of(error)})
    finally:
        connection.close()
    text = _(
        "The mail server accepted the email to %(address)s. Check your mailbox, including the "
        "spam folder."
    )
    return Answer("success", _("Email accepted"), text % {"address": address})


def answer_of(error: Exception) -> str:
    """Return why a mail server did not accept an email."""
    texts: dict[type[Exception], str] = {
        smtplib.SMTPAuthenticationError: _(
            "The mail server refused the user name or password in EMAIL_URL: %(reply)s"
        ),
        smtplib.SMTPSenderRefused: _(
            "The mail server refused the sender in DEFAULT_FROM_EMAIL: %(reply)s"
        ),
        smtplib.SMTPRecipientsRefused: _("The mail server refused your address: %(reply)s"),
        socket.gaierror: _("The mail server in EMAIL_URL was not found: %(reply)s"),
        ConnectionRefusedError: _(
            "The mail server at the address and port in EMAIL_URL does not answer: %(reply)s"
        ),
        TimeoutError: _(
            "The mail server did not answer in time. Check the name and port in EMAIL_URL."
        ),
        ssl.SSLError: _(
            "An encrypted connection was not possible. Check the port, and smtp+tls or "
            "smtp+ssl in EMAIL_URL: %(reply)s"
        ),
        Exception: _("The mail server did not accept the email: %(reply)s"),
    }
    return next(text for kind, text in texts.items() if isinstance(error, kind))


def reply_of(error: Exception) -> str:
    """Return the mail server's own reply."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        reply = f"{code} {_text(text)}"
    elif isinstance(error, smtplib.SMTPResponseException):
        reply = f"{error.smtp_code} {_text(error.smtp_error)}"
    else:
        reply = str(error) or type(error).__name__
    return reply[:300]


def _text(text: bytes | str) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else text


def _failed(text: str) -> Answer:
    return Answer("error", _("Email not sent"), text)
