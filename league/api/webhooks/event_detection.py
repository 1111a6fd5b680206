"""Notice a club's events among the rows that tell of them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max

from league.api.models import Event, Watch
from league.clubs.models import Club
from league.competitions.models import Competition, Round
from league.online.models import OnlineTable
from league.results.models import AnswerKind, HandAnswer, HandRevision, RevisionKind

LOOKED_BACK = 200
"""So many rows before the newest one are looked at again: they may have been committed later."""
LOOKED_BACK_FOR = timedelta(minutes=10)


class WebhookEvent(NamedTuple):
    """Something that has happened: its key is its own, `data` are ids and numbers."""

    event: str
    key: str
    at: datetime
    data: dict[str, Any]


def begin_watch(club: Club, now: datetime) -> Watch:
    """Watch a club from now on; who watches it already goes on."""
    revisions = HandRevision.objects.aggregate(newest=Max("pk"))["newest"] or 0
    answers = HandAnswer.objects.aggregate(newest=Max("pk"))["newest"] or 0
    versions = {str(pk): version for pk, version in _versions(club)}
    watch, _is_new = Watch.objects.get_or_create(
        club=club,
        defaults={
            "revision": revisions,
            "answer": answers,
            "versions": versions,
            "watched_at": now,
            "began_at": now,
        },
    )
    return watch


def events_since(watch: Watch, now: datetime) -> list[WebhookEvent]:
    """List what has happened in a club since it is watched, and move the watch on.

    Some of it may have been listed before. The caller saves the watch.
    """
    found = [
        *_of_revisions(watch),
        *_of_answers(watch),
        *_of_rounds(watch),
        *_of_standings(watch, now),
        *_of_online_tables(watch),
    ]
    watch.watched_at = now
    return [each for each in found if each.at >= watch.began_at]


def _of_revisions(watch: Watch) -> Iterator[WebhookEvent]:
    revisions = HandRevision.objects.filter(
        pk__gt=watch.revision - LOOKED_BACK,
        hand__table__round__stage__competition__club=watch.club_id,
    ).select_related("hand__table__round__stage")
    for revision in revisions.order_by("pk"):
        watch.revision = max(watch.revision, revision.pk)
        is_new = revision.kind == RevisionKind.ENTERED
        event = Event.HAND_RECORDED if is_new else Event.HAND_CORRECTED
        data = _hand(revision.hand) | {"revision": revision.number, "kind": revision.kind}
        yield WebhookEvent(event, f"revision:{revision.pk}", revision.created_at, data)


def _of_answers(watch: Watch) -> Iterator[WebhookEvent]:
    answers = HandAnswer.objects.filter(
        pk__gt=watch.answer - LOOKED_BACK,
        revision__hand__table__round__stage__competition__club=watch.club_id,
    ).select_related("revision__hand__table__round__stage")
    for answer in answers.order_by("pk"):
        watch.answer = max(watch.answer, answer.pk)
        is_yes = answer.kind == AnswerKind.CONFIRMED
        event = Event.HAND_CONFIRMED if is_yes else Event.HAND_DISPUTED
        data = _hand(answer.revision.hand) | {
            "revision": answer.revision.number,
            "seat": answer.seat,
        }
        yield WebhookEvent(event, f"answer:{answer.pk}", answer.created_at, data)


def _of_rounds(watch: Watch) -> Iterator[WebhookEvent]:
    since = watch.watched_at - LOOKED_BACK_FOR
    rounds = Round.objects.filter(stage__competition__club=watch.club_id)
    for round in rounds.filter(opened_at__gte=since).select_related("stage").order_by("pk"):
        if round.opened_at is not None:
            key = f"round:{round.pk}:opened"
            yield WebhookEvent(Event.ROUND_OPENED, key, round.opened_at, _round(round))
    for round in rounds.filter(closed_at__gte=since).select_related("stage").order_by("pk"):
        if round.closed_at is not None:
            key = f"round:{round.pk}:closed:{round.closings}"
            yield WebhookEvent(Event.ROUND_CLOSED, key, round.closed_at, _round(round))


def _of_standings(watch: Watch, now: datetime) -> Iterator[WebhookEvent]:
    club = watch.club
    for pk, version in _versions(club):
        if watch.versions.get(str(pk)) != version:
            watch.versions[str(pk)] = version
            data = {"competition": pk, "version": version}
            yield WebhookEvent(Event.STANDINGS_CHANGED, f"standings:{pk}:{version}", now, data)


def _of_online_tables(watch: Watch) -> Iterator[WebhookEvent]:
    ended = OnlineTable.objects.filter(
        table__round__stage__competition__club=watch.club_id,
        ended_at__gte=watch.watched_at - LOOKED_BACK_FOR,
    ).select_related("table__round__stage")
    for online in ended.order_by("pk"):
        if online.table is not None and online.ended_at is not None:
            data = {
                "competition": online.table.round.stage.competition_id,
                "round": online.table.round_id,
                "table": online.table_id,
            }
            yield WebhookEvent(Event.ONLINE_FINISHED, f"online:{online.pk}", online.ended_at, data)


def _versions(club: Club) -> Iterator[tuple[int, int]]:
    competitions = Competition.objects.filter(club=club).order_by("pk")
    yield from competitions.values_list("pk", "version")


def _hand(hand: Any) -> dict[str, Any]:
    return {
        "competition": hand.table.round.stage.competition_id,
        "round": hand.table.round_id,
        "table": hand.table_id,
        "hand": hand.pk,
        "number": hand.number,
    }


def _round(round: Round) -> dict[str, Any]:
    return {"competition": round.stage.competition_id, "round": round.pk, "number": round.number}
