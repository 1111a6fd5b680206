"""Detection of a club's events from the rows they leave."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max

from league.api.models import WebhookCursor, WebhookEventType
from league.clubs.models import Club
from league.competitions.models import Competition, Round, Table
from league.online.models import OnlineTable
from league.results.models import Hand, HandResponse, HandResponseKind, HandRevision, RevisionKind

LOOKED_BACK = 200
"""How many rows are read again, as they may have been committed out of order."""
LOOKED_BACK_FOR = timedelta(minutes=10)


class WebhookEvent(NamedTuple):
    """An event with a unique key; `data` are ids and numbers."""

    event: str
    key: str
    at: datetime
    data: dict[str, Any]


def start_cursor(club: Club, now: datetime) -> WebhookCursor:
    """Return the cursor of a club, a new one from now on."""
    values = {
        "revision": HandRevision.objects.aggregate(newest=Max("pk"))["newest"] or 0,
        "answer": HandResponse.objects.aggregate(newest=Max("pk"))["newest"] or 0,
        "versions": {str(pk): version for pk, version in _versions(club)},
        "checked_at": now,
        "started_at": now,
    }
    return WebhookCursor.objects.get_or_create(club=club, defaults=values)[0]


def events_since(cursor: WebhookCursor, now: datetime) -> list[WebhookEvent]:
    """Return the events since a cursor, some maybe twice, and move it; the caller saves it."""
    found = [
        *_of_revisions(cursor),
        *_of_responses(cursor),
        *_of_rounds(cursor),
        *_of_standings(cursor, now),
        *_of_online_tables(cursor),
    ]
    cursor.checked_at = now
    return [each for each in found if each.at >= cursor.started_at]


def _of_revisions(cursor: WebhookCursor) -> Iterator[WebhookEvent]:
    revisions = HandRevision.objects.filter(
        pk__gt=cursor.revision - LOOKED_BACK,
        hand__table__round__stage__competition__club=cursor.club_id,
    ).select_related("hand__table__round__stage")
    for revision in revisions.order_by("pk"):
        cursor.revision = max(cursor.revision, revision.pk)
        is_new = revision.kind == RevisionKind.ENTERED
        event = WebhookEventType.HAND_RECORDED if is_new else WebhookEventType.HAND_CORRECTED
        data = _hand(revision.hand) | {"revision": revision.number, "kind": revision.kind}
        yield WebhookEvent(event, f"revision:{revision.pk}", revision.created_at, data)


def _of_responses(cursor: WebhookCursor) -> Iterator[WebhookEvent]:
    responses = HandResponse.objects.filter(
        pk__gt=cursor.answer - LOOKED_BACK,
        revision__hand__table__round__stage__competition__club=cursor.club_id,
    ).select_related("revision__hand__table__round__stage")
    for response in responses.order_by("pk"):
        cursor.answer = max(cursor.answer, response.pk)
        is_confirmed = response.kind == HandResponseKind.CONFIRMED
        event = WebhookEventType.HAND_CONFIRMED if is_confirmed else WebhookEventType.HAND_DISPUTED
        revision = response.revision
        data = _hand(revision.hand) | {"revision": revision.number, "seat": response.seat}
        yield WebhookEvent(event, f"answer:{response.pk}", response.created_at, data)


def _of_rounds(cursor: WebhookCursor) -> Iterator[WebhookEvent]:
    since = cursor.checked_at - LOOKED_BACK_FOR
    rounds = Round.objects.filter(stage__competition__club=cursor.club_id).select_related("stage")
    for round in rounds.filter(opened_at__gte=since).order_by("pk"):
        if round.opened_at is not None:
            key = f"round:{round.pk}:opened"
            yield WebhookEvent(WebhookEventType.ROUND_OPENED, key, round.opened_at, _round(round))
    for round in rounds.filter(closed_at__gte=since).order_by("pk"):
        if round.closed_at is not None:
            key = f"round:{round.pk}:closed:{round.closings}"
            yield WebhookEvent(WebhookEventType.ROUND_CLOSED, key, round.closed_at, _round(round))


def _of_standings(cursor: WebhookCursor, now: datetime) -> Iterator[WebhookEvent]:
    for pk, version in _versions(cursor.club):
        if cursor.versions.get(str(pk)) != version:
            cursor.versions[str(pk)] = version
            data = {"competition": pk, "revision": version}
            yield WebhookEvent(
                WebhookEventType.STANDINGS_CHANGED, f"standings:{pk}:{version}", now, data
            )


def _of_online_tables(cursor: WebhookCursor) -> Iterator[WebhookEvent]:
    ended = OnlineTable.objects.filter(
        table__round__stage__competition__club=cursor.club_id,
        ended_at__gte=cursor.checked_at - LOOKED_BACK_FOR,
    ).select_related("table__round__stage")
    for online in ended.order_by("pk"):
        if online.table is not None and online.ended_at is not None:
            key = f"online:{online.pk}"
            data = _table(online.table)
            yield WebhookEvent(WebhookEventType.ONLINE_FINISHED, key, online.ended_at, data)


def _versions(club: Club) -> Iterator[tuple[int, int]]:
    competitions = Competition.objects.filter(club=club).order_by("pk")
    yield from competitions.values_list("pk", "version")


def _table(table: Table) -> dict[str, Any]:
    competition = table.round.stage.competition_id
    return {"competition": competition, "round": table.round_id, "table": table.pk}


def _hand(hand: Hand) -> dict[str, Any]:
    return _table(hand.table) | {"hand": hand.pk, "number": hand.number}


def _round(round: Round) -> dict[str, Any]:
    return {"competition": round.stage.competition_id, "round": round.pk, "number": round.number}
