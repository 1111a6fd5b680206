"""Make the mail of a notice."""

from urllib.parse import urlsplit

from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from league.clubs.models import Player
from league.core.address import absolute_url, site_url
from league.notices.models import WISHES, Kind, Notice

STOP_SALT = "league.notices.stop"


def stop_token(player: Player) -> str:
    """Return what lets the reader of a mail stop further ones, without signing in."""
    return signing.Signer(salt=STOP_SALT).sign(str(player.pk))


def player_of_stop_token(token: str) -> int | None:
    """Return the id of the player a stop token is for, None when it is not one of ours."""
    try:
        return int(signing.Signer(salt=STOP_SALT).unsign(token))
    except signing.BadSignature:
        return None


def make_message(notice: Notice) -> EmailMultiAlternatives | None:
    """Return the mail of a notice, None when its player wants or gets none any more."""
    player = notice.player
    if not player.address or not getattr(player, WISHES[Kind(notice.kind)]) or player.left_at:
        return None
    stop_url = absolute_url(reverse("notices:stop", args=[stop_token(player)]))
    context = {"notice": notice, "club": notice.club, "player": player, "stop_url": stop_url}
    message = EmailMultiAlternatives(
        subject=notice.subject,
        body=render_to_string("notices/mail.txt", context),
        to=[player.address],
        headers={
            "List-Unsubscribe": f"<{stop_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            # The same at a second try, by which mailboxes recognise what they have already.
            "Message-ID": f"<notice-{notice.pk}@{urlsplit(site_url()).hostname}>",
        },
    )
    if notice.html:
        message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message
