from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.accounts.device import Device as Browser
from league.accounts.models import (
    Answer,
    PlayerClaim,
    SecurityEvent,
    SecurityEventKind,
    UserSession,
)
from league.accounts.services.sessions import create_security_event
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.clubs.models import Club, Invitation, SignInLink
from league.notifications.models import Delivery, Device, Notification
from league.online.models import ChatMessage, OnlineSeat, Spectator, TableEvent
from league.online.services.seat_assignment import Person
from league.online.services.seats import TableSettings, open_pick_up_table
from league.online.table_log import log_event
from league.privacy import retention
from league.privacy.retention import FOR_EVER, KINDS, forget_all, set_retention_periods
from tests.factories import NOW, make_club, make_organiser, make_player, make_user
from tests.league.matrix.season import Season

pytestmark = pytest.mark.django_db


def days_ago(days: int) -> dict[str, object]:
    return {"created_at": NOW - timedelta(days=days)}


def make_notice(club: Club, days: int, *, is_sent: bool = True) -> Notification:
    """Make a notice of so many days ago, which went out by mail or still waits."""
    notification = Notification.objects.create(
        club=club, key=str(uuid4()), subject="Hello", **days_ago(days)
    )
    sent_at = NOW if is_sent else None
    Delivery.objects.create(notification=notification, channel="email", due_at=NOW, sent_at=sent_at)
    return notification


def test_notices_go_when_they_are_too_old_and_have_gone_out() -> None:
    club = make_club()
    fresh, waiting = make_notice(club, 179), make_notice(club, 181, is_sent=False)
    make_notice(club, 181)

    assert forget_all(now=NOW)["notice"] == 1
    assert forget_all(now=NOW)["notice"] == 0
    assert set(Notification.objects.all()) == {fresh, waiting}


def test_each_club_chooses_and_the_host_for_the_others() -> None:
    short, long, other = make_club("Short"), make_club("Long"), make_club("Other")
    set_retention_periods(club_id=short.pk, days={"notice": 7})
    set_retention_periods(club_id=long.pk, days={"notice": FOR_EVER})
    for club in (short, long, other):
        for days in (8, 200):
            make_notice(club, days)

    forget_all(now=NOW)

    left = {
        club.name: Notification.objects.filter(club=club).count() for club in (short, long, other)
    }
    assert left == {"Short": 0, "Long": 2, "Other": 1}


def test_much_is_deleted_a_few_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 2)
    for _number in range(5):
        create_security_event(
            user=None,
            kind=SecurityEventKind.REFUSED,
            device=Browser(),
            now=NOW - timedelta(days=181),
        )
    assert forget_all(now=NOW)["account_event"] == 5
    assert SecurityEvent.objects.count() == 0


def test_host_keeps_what_it_likes_for_ever(settings: Settings) -> None:
    settings.KEEP_DAYS = dict.fromkeys(site.KEEP_DAYS, FOR_EVER)
    make_notice(make_club(), 10_000)
    assert set(forget_all(now=NOW).values()) == {0}


def test_everything_of_a_season_goes_in_time_and_what_was_played_stays() -> None:
    season = Season()
    PlayerClaim.objects.update(answer=Answer.REFUSED)
    AuditEntry.objects.create(
        club=season.club, role="owner", origin="page", action="club.created", created_at=NOW
    )
    Device.objects.update(disabled_at=NOW)
    Spectator.objects.create(table=season.screens, mark="1", seen_at=NOW)
    Delivery.objects.update(sent_at=NOW)
    sending = apps.get_model("api", "WebhookDelivery")
    sending._default_manager.update(sent_at=NOW)
    played = [
        apps.get_model(label)._default_manager.count()
        for label in ("results.Hand", "clubs.Player", "competitions.Entry", "online.Move")
    ]

    forgotten = forget_all(now=NOW + timedelta(days=4000))

    assert [slug for slug, count in forgotten.items() if not count] == []
    gone: tuple[type[Model], ...] = (
        *(
            SecurityEvent,
            UserSession,
            Session,
            Device,
            SignInLink,
            Spectator,
            Notification,
            ChatMessage,
        ),
        *(PlayerClaim, sending, AuditEntry),
    )
    assert [model for model in gone if model._default_manager.exists()] == []
    assert Invitation.objects.count() == 1  # one opens for a hundred years
    assert played == [
        apps.get_model(label)._default_manager.count()
        for label in ("results.Hand", "clubs.Player", "competitions.Entry", "online.Move")
    ]


def test_guests_are_forgotten_once_a_table_is_over() -> None:
    table = open_pick_up_table(
        game="animal-poker",
        seats=3,
        settings=TableSettings(options={}, move_seconds=None),
        host=Person("Gustav", guest="mark"),
        bots="random",
        now=NOW,
    )
    seat = OnlineSeat.objects.get(table=table, number=0)
    log_event(table, "late", NOW, seat)  # type: ignore[arg-type]
    table.due_at, table.ended_at = None, NOW
    table.save()

    assert forget_all(now=NOW + timedelta(days=89))["guest"] == 0
    assert forget_all(now=NOW + timedelta(days=91))["guest"] == 1
    assert forget_all(now=NOW + timedelta(days=91))["guest"] == 0

    seat.refresh_from_db()
    assert (seat.name, seat.is_taken_by_person) == ("Guest", True)
    assert set(TableEvent.objects.values_list("name", flat=True)) == {"Guest"}


def test_organisers_choose_and_the_log_says_so(client: Client) -> None:
    club = make_club()
    client.force_login(make_organiser(club))
    page, choose = (
        reverse(f"privacy:{name}", args=[club.slug]) for name in ("club", "set_retention")
    )
    assert client.post(choose, {"notice": "30", "act": "0"}).status_code == 302
    assert client.post(choose, {"notice": "30", "act": "0"}).status_code == 302
    assert client.post(choose, {"notice": "-1"}).status_code == 200

    act = AuditEntry.objects.get(action=Action.RETENTION_CHANGED)
    assert act.changes == {"kept": [[], ["act: 0", "notice: 30"]]}
    shown = " ".join(client.get(page).content.decode().split())
    assert "30 days" in shown
    assert "no limit" in shown


def test_everybody_reads_what_is_kept(client: Client) -> None:
    shown = client.get(reverse("privacy:overview")).content.decode()
    assert all(str(kind.title) in shown for kind in KINDS)
    club = make_club()
    client.force_login(make_user())
    make_player(club)
    assert (
        '<form method="post" action="/c/'
        not in client.get(reverse("privacy:club", args=[club.slug])).content.decode()
    )


def test_documents_say_what_the_program_does() -> None:
    docs = Path(site.BASE_DIR) / "docs"
    rows = [
        f"| {kind.title} | {'club' if kind.club else 'host'} | `{kind.setting}` | {kind.default} |"
        for kind in KINDS
    ]
    told = (docs / "privacy.md").read_text(encoding="utf-8")
    table = told.partition("## What is kept, and for how long")[2].partition("\n\n##")[0]
    assert [line for line in table.splitlines() if line.startswith("| ")][1:] == rows
    hosting = (docs / "hosting.md").read_text(encoding="utf-8")
    assert all(f"`{kind.setting}`" in hosting for kind in KINDS)
    assert set(site.KEEP_DAYS) == {kind.slug for kind in KINDS}
