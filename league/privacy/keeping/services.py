"""Delete what is older than it is kept, and let clubs choose how long that is."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.services import lock_club
from league.privacy.keeping.kinds import FOR_EVER, KINDS, OF_CLUBS, Kind, Rows
from league.privacy.models import Keeping

ROWS_AT_ONCE = 500


@transaction.atomic
def choose_keeping(*, club_id: int, days: Mapping[str, int | None]) -> None:
    """Let a club keep kinds of things for so many days; None: as the host says."""
    club = lock_club(club_id)
    before = days_chosen(club_id)
    wanted = {slug: chosen for slug, chosen in days.items() if chosen is not None}
    if wanted == before:
        return
    Keeping.objects.filter(club=club).delete()
    Keeping.objects.bulk_create(
        Keeping(club=club, kind=slug, days=chosen) for slug, chosen in wanted.items()
    )
    changes = {"kept": (_listed(before), _listed(wanted))}
    note(club_id=club_id, verb=Verb.KEEPING, about=club, changes=changes)


def days_chosen(club_id: int) -> dict[str, int]:
    """Return for how many days a club keeps what it has chosen for, by kind."""
    return dict(Keeping.objects.filter(club=club_id).values_list("kind", "days"))


def forget_all(*, now: datetime) -> dict[str, int]:
    """Delete all that is too old, a few rows in a transaction; return how many of each kind."""
    return {kind.slug: _forget(kind, now) for kind in KINDS}


def _forget(kind: Kind, now: datetime) -> int:
    count = sum(_delete_in_batches(rows) for rows in _too_old(kind, now))
    if kind.default != FOR_EVER:
        before = now - timedelta(days=kind.default)
        while blanked := kind.blank(before, ROWS_AT_ONCE):
            count += blanked
    return count


def _too_old(kind: Kind, now: datetime) -> Iterator[Rows]:
    """Yield what is too old: of each club that has chosen, and of all others together."""
    own = dict(Keeping.objects.filter(kind=kind.slug).values_list("club", "days"))
    chosen = own if kind in OF_CLUBS else {}
    for club, days in chosen.items():
        if days != FOR_EVER:
            for rows in kind.old(now - timedelta(days=days)):
                yield rows.filter(**{kind.club: club})
    if kind.default != FOR_EVER:
        for rows in kind.old(now - timedelta(days=kind.default)):
            yield rows.exclude(**{f"{kind.club}__in": list(chosen)}) if chosen else rows


def _delete_in_batches(rows: Rows) -> int:
    count = 0
    while ids := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=ids).delete()
        count += len(ids)
    return count


def _listed(days: Mapping[str, int]) -> list[str]:
    return [f"{slug}: {chosen}" for slug, chosen in sorted(days.items())]
