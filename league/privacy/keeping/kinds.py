"""What is deleted by age: which rows, after how many days, and who chooses.

The one list that the sweep deletes by, that pages and documents show, and that clubs choose from.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.accounts.models import AccountEvent, Answer, Claim, Merge, OpenSession
from league.audit.models import Act
from league.clubs.models import Invitation, ScreenLink, SignInLink
from league.notices.models import Delivery, Device, Notice
from league.online.models import Remark, Watcher
from league.privacy.keeping.guests import forget_guests

Rows = QuerySet[Any]
FOR_EVER: Final = 0
"""The number of days of what is never deleted by age."""


class Kind(NamedTuple):
    """Something that is kept for some days.

    `old` returns the rows that are older than a moment, of each model. `club` is the way from a row
    to the club that chooses the days; "": the host does, for the whole site. `blank` empties what
    is as old in some rows that stay themselves, and says in how many.
    """

    slug: str
    title: str | Promise
    old: Callable[[datetime], tuple[Rows, ...]]
    club: str = ""
    blank: Callable[[datetime, int], int] = lambda _before, _at_most: 0

    @property
    def setting(self) -> str:
        """The name in the environment by which the host chooses."""
        return f"{self.slug.upper()}_DAYS"

    @property
    def default(self) -> int:
        """For how many days it is kept where no club says otherwise."""
        return int(settings.KEEP_DAYS[self.slug])


def _events(before: datetime) -> tuple[Rows, ...]:
    return (AccountEvent.objects.filter(created_at__lt=before),)


def _sessions(before: datetime) -> tuple[Rows, ...]:
    unused = OpenSession.objects.filter(last_seen_at__lt=before)
    # A session ends by itself after as many days, so what began then has ended by now.
    now = before + timedelta(days=settings.KEEP_DAYS["session"])
    ended = Q(expire_date__lt=now) | Q(session_key__in=unused.values("session_key"))
    return Session.objects.filter(ended), unused


def _devices(before: datetime) -> tuple[Rows, ...]:
    return (Device.objects.filter(off_at__lt=before),)


def _links(before: datetime) -> tuple[Rows, ...]:
    tokens: Rows = apps.get_model("api", "Token")._default_manager.filter(
        Q(expires_at__lt=before) | Q(revoked_at__lt=before)
    )
    return (
        SignInLink.objects.filter(expires_at__lt=before),
        Invitation.objects.filter(Q(expires_at__lt=before) | Q(revoked_at__lt=before)),
        ScreenLink.objects.filter(revoked_at__lt=before),
        tokens,
    )


def _watchers(before: datetime) -> tuple[Rows, ...]:
    return (Watcher.objects.filter(seen_at__lt=before),)


def _notices(before: datetime) -> tuple[Rows, ...]:
    unsent = Delivery.objects.unsent().filter(notice=OuterRef("pk"))
    return (Notice.objects.filter(~Exists(unsent), created_at__lt=before),)


def _remarks(before: datetime) -> tuple[Rows, ...]:
    return (Remark.objects.filter(created_at__lt=before),)


def _claims(before: datetime) -> tuple[Rows, ...]:
    return (Claim.objects.filter(created_at__lt=before).exclude(answer=Answer.WAITING),)


def _merges(before: datetime) -> tuple[Rows, ...]:
    return (Merge.objects.filter(created_at__lt=before),)


def _sendings(before: datetime) -> tuple[Rows, ...]:
    done = Q(sent_at__isnull=False) | Q(given_up_at__isnull=False)
    rows: Rows = apps.get_model("api", "Sending")._default_manager.filter(
        done, created_at__lt=before
    )
    return (rows,)


def _acts(before: datetime) -> tuple[Rows, ...]:
    return (Act.objects.filter(created_at__lt=before),)


KINDS: Final = (
    Kind("account_event", _("What happened to accounts, with browser and network"), _events),
    Kind("session", _("Browsers that are signed in, since they were last used"), _sessions),
    Kind("device", _("Devices for notices, since they were switched off"), _devices),
    Kind("link", _("Invitations, links and tokens, since they opened nothing any more"), _links),
    Kind(
        "guest",
        _("Names of guests at online tables that are over, and who watched"),
        _watchers,
        blank=forget_guests,
    ),
    Kind("notice", _("Notices, and on which ways they went out"), _notices, "club"),
    Kind(
        "remark",
        _("What was said at online tables"),
        _remarks,
        "table__table__round__stage__competition__club",
    ),
    Kind("claim", _("Answered claims to be a player"), _claims, "player__club"),
    Kind("merge", _("What undoing a merge of players takes"), _merges, "club"),
    Kind("sending", _("What webhooks were sent"), _sendings, "webhook__club"),
    Kind("act", _("The log of what organisers did"), _acts, "club"),
)
OF_CLUBS: Final = tuple(kind for kind in KINDS if kind.club)
