"""Retention: what is deleted after how many days, and who decides."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Answer, Merge, PlayerClaim, SecurityEvent, UserSession
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.audit.services import log_action
from league.clubs.models import Club, Invitation, Player, ShareLink, SignInLink, make_token
from league.clubs.queries import Visitor, players_managed_by
from league.clubs.services import lock_club
from league.core.database import ROWS_AT_ONCE, delete_in_batches
from league.notifications.models import Delivery, Device, Notification
from league.online.models import (
    ChatMessage,
    MatchResult,
    OnlineSeat,
    PickUpRating,
    Report,
    Spectator,
    TableEvent,
)
from league.privacy.models import RetentionPeriod

GONE = "gone-"  # prefix of marks that no browser has


def gone_mark() -> str:
    """Return a mark of a seat that nobody can come back to."""
    return f"{GONE}{make_token()}"


def forget_guests(before: datetime, at_most: int) -> int:
    """Remove guests' names from finished tables; return the number of seats."""
    over = Q(table__ended_at__lt=before)
    left = Q(table__ended_at=None, table__due_at=None, table__created_at__lt=before)
    guests = OnlineSeat.objects.filter(over | left).exclude(guest="")
    seats = guests.exclude(guest__startswith=GONE).order_by("pk")[:at_most]
    with translation.override(settings.LANGUAGE_CODE):
        name = gettext("Guest")
    for seat in seats:
        here = Q(table=seat.table_id)
        TableEvent.objects.filter(here, name=seat.name).update(name=name)
        TableEvent.objects.filter(here, by=seat.name).update(by=name)
        ChatMessage.objects.filter(here, name=seat.name).update(name=name)
        Report.objects.filter(message__table=seat.table_id, name=seat.name).update(name=name)
        seat.name, seat.guest = name, gone_mark()
        seat.save(update_fields=["name", "guest"])
    return len(seats) + _forget_results(before, at_most)


def _forget_results(before: datetime, at_most: int) -> int:
    """Delete what guests have played, and ratings of guests without any match left."""
    old = MatchResult.objects.filter(user=None, created_at__lt=before).order_by("pk")
    ids = list(old.values_list("pk", flat=True)[:at_most])
    MatchResult.objects.filter(pk__in=ids).delete()
    played = MatchResult.objects.filter(guest=OuterRef("guest"))
    PickUpRating.objects.filter(~Exists(played), user=None).delete()
    return len(ids)


Rows = QuerySet[Any]
FOR_EVER: Final = 0


class RetentionKind(NamedTuple):
    """A kind of data with a retention period.

    `old` returns the rows before a time, `club` is the path to the club that decides ("": the
    host), `blank` clears old columns of some rows and returns their number.
    """

    slug: str
    title: str | Promise
    old: Callable[[datetime], tuple[Rows, ...]]
    club: str = ""
    blank: Callable[[datetime, int], int] = lambda _before, _at_most: 0

    @property
    def setting(self) -> str:
        """Return the environment variable of the host's default."""
        return f"{self.slug.upper()}_DAYS"

    @property
    def default(self) -> int:
        """Return the host's number of days."""
        return int(settings.KEEP_DAYS[self.slug])


def _older(
    model: type[Model], column: str = "created_at"
) -> Callable[[datetime], tuple[Rows, ...]]:
    return lambda before: (model._default_manager.filter(**{f"{column}__lt": before}),)


def _sessions(before: datetime) -> tuple[Rows, ...]:
    unused = UserSession.objects.filter(last_seen_at__lt=before)
    now = before + timedelta(days=settings.KEEP_DAYS["session"])
    ended = Q(expire_date__lt=now) | Q(session_key__in=unused.values("session_key"))
    return Session.objects.filter(ended), unused


def _links(before: datetime) -> tuple[Rows, ...]:
    is_over = Q(expires_at__lt=before) | Q(revoked_at__lt=before)
    return (
        SignInLink.objects.filter(expires_at__lt=before),
        Invitation.objects.filter(is_over),
        ShareLink.objects.filter(revoked_at__lt=before),
        apps.get_model("api", "Token")._default_manager.filter(is_over),
        apps.get_model("api", "Grant")._default_manager.filter(expires_at__lt=before),
    )


def _notifications(before: datetime) -> tuple[Rows, ...]:
    unsent = Delivery.objects.unsent().filter(notification=OuterRef("pk"))
    return (Notification.objects.filter(~Exists(unsent), created_at__lt=before),)


def _claims(before: datetime) -> tuple[Rows, ...]:
    return (PlayerClaim.objects.filter(created_at__lt=before).exclude(answer=Answer.WAITING),)


def _webhook_deliveries(before: datetime) -> tuple[Rows, ...]:
    done = Q(sent_at__isnull=False) | Q(given_up_at__isnull=False)
    deliveries = apps.get_model("api", "WebhookDelivery")._default_manager
    return (deliveries.filter(done, created_at__lt=before),)


KINDS: Final = (
    RetentionKind(
        "account_event",
        _("Security log of accounts, with browser and network"),
        _older(SecurityEvent),
    ),
    RetentionKind("session", _("Active sessions, since last use"), _sessions),
    RetentionKind(
        "device",
        _("Push devices, since they were disabled"),
        _older(Device, "disabled_at"),
    ),
    RetentionKind(
        "link", _("Invitations, links and API tokens, since they expired or were revoked"), _links
    ),
    RetentionKind(
        "guest",
        _("Guests’ names, matches and ratings at online tables, and spectators"),
        _older(Spectator, "seen_at"),
        blank=forget_guests,
    ),
    RetentionKind("notice", _("Notifications and their channels"), _notifications, "club"),
    RetentionKind(
        "remark",
        _("Chat at online tables"),
        _older(ChatMessage),
        "table__table__round__stage__competition__club",
    ),
    RetentionKind("claim", _("Decided player claims"), _claims, "player__club"),
    RetentionKind("merge", _("Data needed to undo a merge of players"), _older(Merge), "club"),
    RetentionKind("sending", _("Webhook deliveries"), _webhook_deliveries, "webhook__club"),
    RetentionKind("act", _("Audit log"), _older(AuditEntry), "club"),
)
OF_CLUBS: Final = tuple(kind for kind in KINDS if kind.club)


@transaction.atomic
def set_retention_periods(*, club_id: int, days: Mapping[str, int | None]) -> None:
    """Store a club's retention periods; None means the host's default."""
    club = lock_club(club_id)
    before = days_chosen(club_id)
    wanted = {slug: chosen for slug, chosen in days.items() if chosen is not None}
    if wanted == before:
        return
    RetentionPeriod.objects.filter(club=club).delete()
    RetentionPeriod.objects.bulk_create(
        RetentionPeriod(club=club, kind=slug, days=chosen) for slug, chosen in wanted.items()
    )
    changes = {"kept": (_listed(before), _listed(wanted))}
    log_action(club_id=club_id, action=Action.RETENTION_CHANGED, about=club, changes=changes)


def days_chosen(club_id: int) -> dict[str, int]:
    """Return a club's own retention periods by kind."""
    return dict(RetentionPeriod.objects.filter(club=club_id).values_list("kind", "days"))


def forget_all(*, now: datetime) -> dict[str, int]:
    """Delete everything that is too old, in batches; return the counts by kind."""
    return {kind.slug: _forget(kind, now) for kind in KINDS}


def _forget(kind: RetentionKind, now: datetime) -> int:
    count = sum(delete_in_batches(rows) for rows in _too_old(kind, now))
    if kind.default != FOR_EVER:
        before = now - timedelta(days=kind.default)
        while blanked := kind.blank(before, ROWS_AT_ONCE):
            count += blanked
    return count


def _too_old(kind: RetentionKind, now: datetime) -> Iterator[Rows]:
    """Yield the rows that are too old, by club and for all other clubs."""
    own = dict(RetentionPeriod.objects.filter(kind=kind.slug).values_list("club", "days"))
    chosen = own if kind in OF_CLUBS else {}
    for club, days in chosen.items():
        if days != FOR_EVER:
            for rows in kind.old(now - timedelta(days=days)):
                yield rows.filter(**{kind.club: club})
    if kind.default != FOR_EVER:
        for rows in kind.old(now - timedelta(days=kind.default)):
            yield rows.exclude(**{f"{kind.club}__in": list(chosen)}) if chosen else rows


def _listed(days: Mapping[str, int]) -> list[str]:
    return [f"{slug}: {chosen}" for slug, chosen in sorted(days.items())]


class RetentionRow(NamedTuple):
    """A kind, its days (None: for ever), and whether the club decides."""

    title: str | Promise
    days: int | None
    is_of_club: bool


def retention_overview(club: Club | None = None) -> list[RetentionRow]:
    """Return all retention periods, of a club or of the host."""
    chosen = days_chosen(club.pk) if club else {}
    return [
        RetentionRow(kind.title, chosen.get(kind.slug, kind.default) or None, kind in OF_CLUBS)
        for kind in KINDS
    ]


def players_of_personal_file(user: Visitor) -> QuerySet[Player]:
    """Return the managed players without account."""
    return players_managed_by(user).filter(user=None)
