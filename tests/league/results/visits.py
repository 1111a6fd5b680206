"""Visitors of the pages of results."""

import html
import re
from typing import Any, Protocol

from django.test import Client
from django.urls import reverse

from league.clubs.models import Player, Role
from league.competitions.models import Table
from tests.factories import make_player, make_user


class Answer(Protocol):
    """What a page answers."""

    content: bytes


def at_the_table(table: Table, seat: int | None = None) -> Client:
    """Return a phone that has redeemed the table's code, as the player of a seat if given."""
    client = Client()
    token = table.codes.get(revoked_at=None).token
    answer = client.post(
        reverse("results:code", args=[token]), {"seat": "" if seat is None else seat}
    )
    assert answer.status_code == 302
    return client


def signed_in(player: Player) -> Client:
    """Return the browser of a player who has signed in."""
    if player.user is None:
        player.user = make_user()
        player.save()
    client = Client()
    client.force_login(player.user)
    return client


def club_member(table: Table, role: str = Role.PLAYER) -> Client:
    """Return the browser of somebody in the table's club who sits elsewhere."""
    return signed_in(make_player(table.round.stage.competition.club, "Mona", role))


def form_of(answer: Answer) -> dict[str, Any]:
    """Return what the hand's form on a page would send, as a browser reads it."""
    return fields_of(answer.content.decode())


def fields_of(page: str) -> dict[str, Any]:
    """Return what the hand's form in a page's HTML would send."""
    form = page[page.index('id="hand-form"') : page.index("</form>", page.index('id="hand-form"'))]
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        is_choice = values.get("type") in {"checkbox", "radio"}
        if not is_choice or " checked" in tag:
            fields[values["name"]] = html.unescape(values.get("value", ""))
    for name, options in re.findall(
        r'<select[^>]*name="([\w-]+)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        fields[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def text_of(answer: Answer) -> str:
    """Return a page's words without tags, spaces made single."""
    page = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())
