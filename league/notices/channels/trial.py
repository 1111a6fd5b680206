"""Send one test email at once, and say in words what the mail server answered."""

import smtplib
import socket
import ssl
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext as _

from league.core.address import site_url

PATIENCE = 10
"""Seconds that a visitor waits for the mail server."""
LONGEST_REPLY = 300


class Answer(NamedTuple):
    """What came of a test email: a notice of this kind, with a title and a sentence."""

    kind: str
    title: str
    text: str


def send_test_mail(address: str) -> Answer:
    """Send a test email to an address and return what came of it."""
    if not settings.SENDS_MAIL:
        return _failed(_("No mail server is set up: EMAIL_URL is missing."))
    connection = get_connection(timeout=PATIENCE)
    message = EmailMessage(
        subject=_("Test email"),
        body=_("This site can send you email: %(address)s") % {"address": site_url()},
        to=[address],
        headers={"Auto-Submitted": "auto-generated"},
        connection=connection,
    )
    try:
        message.send()
    except (OSError, ValueError) as error:  # an SMTPException is an OSError
        return _failed(answer_of(error))
    finally:
        connection.close()
    text = _(
        "The mail server has accepted the email to %(address)s. Look in your mailbox, and among "
        "unwanted mail too."
    )
    return Answer("success", _("Email accepted"), text % {"address": address})


def answer_of(error: Exception) -> str:
    """Say in words why a mail server did not take an email."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        told = _("The mail server refused the user name or the password in EMAIL_URL: %(reply)s")
    elif isinstance(error, smtplib.SMTPSenderRefused):
        told = _("The mail server refused the sender in DEFAULT_FROM_EMAIL: %(reply)s")
    elif isinstance(error, smtplib.SMTPRecipientsRefused):
        told = _("The mail server refused your address: %(reply)s")
    elif isinstance(error, socket.gaierror):
        told = _("The mail server’s name in EMAIL_URL is unknown: %(reply)s")
    elif isinstance(error, ConnectionRefusedError):
        told = _("Nothing answers at the mail server’s address and port in EMAIL_URL: %(reply)s")
    elif isinstance(error, TimeoutError):
        told = _("The mail server did not answer in time. Check name and port in EMAIL_URL.")
    elif isinstance(error, ssl.SSLError):
        told = _(
            "No encrypted connection was possible. Check the port, and smtp+tls or smtp+ssl in "
            "EMAIL_URL: %(reply)s"
        )
    else:
        told = _("The mail server did not take the email: %(reply)s")
    return told % {"reply": reply_of(error)}


def reply_of(error: Exception) -> str:
    """Return what a mail server, or the network, said itself."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
        said = f"{code} {_text(words)}"
    elif isinstance(error, smtplib.SMTPResponseException):
        said = f"{error.smtp_code} {_text(error.smtp_error)}"
    else:
        said = str(error) or type(error).__name__
    return said[:LONGEST_REPLY]


def _text(words: bytes | str) -> str:
    return words.decode(errors="replace") if isinstance(words, bytes) else words


def _failed(text: str) -> Answer:
    return Answer("error", _("Email not sent"), text)
