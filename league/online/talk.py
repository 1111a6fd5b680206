"""What people may say at an online table, and what was said there."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.base import Json
from league.clubs.models import User
from league.clubs.queries import clubs_organised_by
from league.online.models import OnlineTable, Remark, Report, Talk

MOST_SHOWN = 30
MOST_REPORTED = 100

PHRASES = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "nice": _("Nice!"),
    "oh_no": _("Oh no!"),
    "moment": _("One moment, please."),
    "sorry": _("Sorry!"),
    "thanks": _("Thank you!"),
    "good_game": _("Good game!"),
    "bye": _("Bye!"),
}
# Each is an animal of the cards, whose picture has this name.
EMOTES = {
    "lion": _("Roar!"),
    "mouse": _("Eek!"),
    "hedgehog": _("Ouch, prickly!"),
    "elephant": _("Tooot!"),
    "seal": _("Applause!"),
    "fish": _("Blub."),
    "mosquito": _("Bzzz …"),
    "polar_bear": _("Brrr!"),
    "fox": _("Clever!"),
    "crocodile": _("Snap!"),
}
_READY: Mapping[str, object] = {**PHRASES, **EMOTES}


def is_ready_phrase(code: str) -> bool:
    """Say whether there is such a phrase or emote."""
    return code in _READY


def words_of(remark: Remark) -> str:
    """Return what somebody said, a phrase in the reader's language."""
    return remark.text or str(_READY.get(remark.code, ""))


def picture_of(remark: Remark) -> str | None:
    """Return the picture that goes with what somebody said."""
    return remark.code if remark.code in EMOTES else None


def offered_at(table: OnlineTable) -> dict[str, Json]:
    """Return what the script of a table may offer to say."""
    return {
        "way": table.talk,
        "phrases": [{"code": code, "words": str(words)} for code, words in PHRASES.items()],
        "emotes": [{"code": code, "words": str(words)} for code, words in EMOTES.items()],
    }


def talk_before_match(table: OnlineTable, remarks: Sequence[Remark]) -> dict[str, object] | None:
    """Return what the page of a table that waits shows of its talk; None where nobody talks."""
    if table.talk == Talk.OFF:
        return None
    return {
        "said": [{"remark": remark, "words": words_of(remark)} for remark in remarks],
        "phrases": [{"code": code, "words": words} for code, words in PHRASES.items()],
        "is_free": table.talk == Talk.FREE,
        "key": uuid4(),
    }


def remarks_at(table: OnlineTable) -> tuple[Remark, ...]:
    """Return what was said last at a table and is not hidden, the oldest first."""
    if table.talk == Talk.OFF:
        return ()
    shown = Remark.objects.filter(table=table, hidden_at=None).order_by("-pk")
    return tuple(reversed(shown[:MOST_SHOWN]))


def heard_by_watchers(
    table: OnlineTable, remarks: tuple[Remark, ...], now: datetime
) -> tuple[Remark, ...]:
    """Return what those who only watch may read by now: as late as they see the cards."""
    if table.watch_delay is None:
        return ()
    until = now - timedelta(seconds=table.watch_delay)
    return tuple(remark for remark in remarks if remark.created_at <= until)


def more_for_watchers(
    table: OnlineTable, remarks: tuple[Remark, ...], now: datetime
) -> datetime | None:
    """Return when those who only watch may read more; None: there is nothing yet."""
    if table.watch_delay is None:
        return None
    delay = timedelta(seconds=table.watch_delay)
    later = (remark.created_at + delay for remark in remarks)
    return min((moment for moment in later if moment > now), default=None)


def remarks_judged_by(user: User) -> QuerySet[Remark]:
    """Return the reported remarks that somebody may hide, the newest first.

    At a table of a round those who organise its club may; at any other one the owners of the site.
    """
    reported = Remark.objects.filter(Exists(Report.objects.filter(remark=OuterRef("pk"))))
    may = Q(table__table__round__stage__competition__club__in=clubs_organised_by(user))
    if user.is_superuser:
        may |= Q(table__table=None)
    told = Prefetch("reports", Report.objects.order_by("pk"))
    found = reported.filter(may).select_related("table__table__round__stage__competition__club")
    return found.prefetch_related(told).order_by("-pk")
