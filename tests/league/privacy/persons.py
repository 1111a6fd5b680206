"""Somebody whose name, address and words are told apart, in a club that has everything."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection

from league.accounts.device import Device
from league.accounts.models import SecurityEventKind
from league.accounts.services.sessions import create_security_event
from league.audit.models import AuditEntry
from league.clubs.models import Player, Role
from league.notifications.models import CalendarEntry, Notification, Post
from league.online.models import (
    ChatMessage,
    MatchResult,
    Move,
    OnlineSeat,
    PickUpRating,
    QuickMatch,
    Report,
    Spectator,
    TableEvent,
    TableEventType,
)
from league.results.models import Adjustment, Hand, HandResponse, TableCall
from tests import factories
from tests.factories import NOW, want_mail
from tests.league.matrix.season import Season
from tests.league.notifications.targets import make_chat

NAME, MAIL, SAID = "Xnamex", "xmailx@example.org", "xwordsx"
MARKERS = ("xnamex", "xmailx", "xwordsx", "xrealx")


def make_known_season(monkeypatch: pytest.MonkeyPatch) -> Season:
    """Make a season whose player is known by the markers, wherever a name can come to stand."""
    monkeypatch.setattr(factories, "NAMES", (NAME, *factories.NAMES[1:]))
    season = Season()
    namesakes = Player.objects.filter(name__startswith=NAME).exclude(pk=season.player.pk)
    namesakes.update(name="Ada")
    user = season.users[Role.PLAYER]
    user.name, user.email = NAME, MAIL
    user.save()
    EmailAddress.objects.create(user=user, email=MAIL, primary=True, verified=True)
    player = season.player
    player.real_name, player.contact_email = "Xrealx", MAIL
    player.save()
    for seat in OnlineSeat.objects.filter(user=user):
        seat.name = NAME
        seat.save()
    _play(season)
    _speak(season)
    _be_spoken_of(season)
    return season


def _play(season: Season) -> None:
    """Let the player have played online, and wait for another match."""
    who = {"user": season.users[Role.PLAYER]}
    MatchResult.objects.create(table=season.online, seat=0, name=NAME, created_at=NOW, **who)
    PickUpRating.objects.create(game=season.online.game, matches=1, **who)
    moments = {"created_at": NOW, "seen_at": NOW}
    QuickMatch.objects.create(name=NAME, game="zop-zoo", seats=4, **moments, **who)


def _speak(season: Season) -> None:
    """Let the player say something wherever there is room for it."""
    player, table = season.player, season.online
    ChatMessage.objects.filter(table=table).update(name=NAME, code="", text=SAID)
    TableEvent.objects.create(
        table=table,
        type=TableEventType.TOOK,
        seat=1,
        name="Bo",
        by=NAME,
        hand=1,
        moves=0,
        created_at=NOW,
    )
    TableEvent.objects.create(
        table=table, type=TableEventType.LATE, seat=0, name=NAME, hand=1, moves=0, created_at=NOW
    )
    other = ChatMessage.objects.create(
        table=table, seat=1, name="Bo", text=f"Hm, {NAME}", key=uuid4(), created_at=NOW
    )
    Report.objects.create(message=other, seat=0, name=NAME, created_at=NOW)
    Spectator.objects.create(table=season.screens, user=player.user, mark="1", seen_at=NOW)
    Move.objects.create(
        hand=table.hands.get(), number=1, seat=0, type="play", action={}, created_at=NOW
    )
    want_mail(player, seat=True)
    TableCall.objects.filter(pk=season.call.pk).update(message=SAID, by=player)
    revision = Hand.objects.get(pk=season.hand.pk).revisions.get()
    HandResponse.objects.create(
        revision=revision,
        seat=0,
        kind="disputed",
        reason=SAID,
        by=player,
        via="seat",
        created_at=NOW,
    )
    make_chat(player, f"https://chat.example.org/{SAID}")
    device = Device(browser=SAID, network="192.0.2.0")
    create_security_event(
        user=season.users[Role.PLAYER],
        kind=SecurityEventKind.EMAIL,
        device=device,
        now=NOW,
        detail=MAIL,
    )


def _be_spoken_of(season: Season) -> None:
    """Let others speak of the player, in what stays when the player has gone."""
    club = season.club
    organiser = season.organiser
    Notification.objects.create(
        club=club,
        player=organiser,
        key="claim",
        subject=f"{NAME} claims to be a player",
        text=f"Ask {NAME} ({MAIL}).",
        created_at=NOW,
    )
    Post.objects.create(
        club=club,
        key="won",
        title=f"{NAME} has won",
        body=f"Well done, {NAME}!",
        table={"rows": [[1, NAME, 12]]},
        created_at=NOW,
    )
    CalendarEntry.objects.create(
        subscription=season.news,
        uid="1",
        facts={"title": f"Table of {NAME}"},
        ends_at=NOW,
        changed_at=NOW,
    )
    Adjustment.objects.filter(pk=season.adjustment.pk).update(reason=f"{NAME} was kind")
    for about_kind, about_id in (("clubs.player", season.player.pk), ("clubs.club", club.pk)):
        AuditEntry.objects.create(
            club=club,
            user=season.player.user,
            player=season.player,
            role="organiser",
            origin="page",
            action="competition.entered",
            about_kind=about_kind,
            about_id=about_id,
            label=NAME,
            changes={"who": ["", NAME]},
            created_at=NOW,
        )


def rows_with_markers() -> Iterator[tuple[str, str]]:
    """Yield the table and the text of every row of the database that holds a marker."""
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                text = " ".join(map(str, row)).lower()
                if any(marker in text for marker in MARKERS):
                    yield table, text
    for session in Session.objects.all():
        text = str(session.get_decoded()).lower()
        if any(marker in text for marker in MARKERS):
            yield "session", text
