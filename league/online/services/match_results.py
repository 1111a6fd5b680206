"""Write down what finished matches came to, rate pick-up play, and take guests' matches along."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.base import Match
from games.bots.strength import STRENGTH
from games.tournament.ratings import SIGMA, START, Rating, Side, rate
from league.clubs.models import User
from league.online.locked_table import LockedOnlineTable
from league.online.models import (
    MatchResult,
    OnlineSeat,
    OnlineTable,
    PickUpRating,
    QuickMatch,
    TableEvent,
    TableEventType,
)
from league.online.tables_waiting import forget_waiting

# Nobody learns anything of the skill of a bot: it is known.
KNOWN_SIGMA = 1e-3


def record_results(locked: LockedOnlineTable, match: Match, now: datetime) -> None:
    """Write down what a match that is over came to for its people, and rate it."""
    results = [
        MatchResult(
            table=locked.table,
            seat=seat.number,
            user_id=seat.user_id,
            guest=seat.guest,
            name=seat.name,
            place=match.places[seat.number],
            points=match.totals[seat.number],
            created_at=now,
        )
        for seat in locked.seats
        if seat.is_taken_by_person
    ]
    left = list(MatchResult.objects.filter(table=locked.table))
    known = {(each.user_id, each.guest) for each in left}
    results = [each for each in results if (each.user_id, each.guest) not in known]
    MatchResult.objects.bulk_create(results)
    if is_rated(locked.table):
        _rate(locked, [*results, *left], match.places)


def record_leaving(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    """Write down that somebody leaves a match of no round before its end, which counts as last."""
    who = {"user_id": place.user_id, "guest": place.guest}
    given = {"seat": place.number, "name": place.name, "created_at": now}
    MatchResult.objects.get_or_create(table=locked.table, **who, defaults=given)


def is_rated(table: OnlineTable) -> bool:
    """Say whether a match counts for ratings: pick-up play without cards taken back."""
    if table.table_id is not None or table.event_id is not None:
        return False
    seen = TableEvent.objects.filter(table=table, type=TableEventType.UNDONE_UNRATED)
    return not table.undone or not seen.exists()


def _rate(locked: LockedOnlineTable, results: Sequence[MatchResult], places: Sequence[int]) -> None:
    """Rate the people by their places; who has left comes last, and their bot does not count."""
    game = locked.table.game
    strength = STRENGTH.get(game, {})  # bots without a measured strength are not rated against
    by_seat = {each.seat: each for each in results}
    bots = [seat for seat in locked.seats if seat.bot and seat.number not in by_seat]
    if any(seat.bot not in strength for seat in bots) or len(results) + len(bots) < 2:
        return
    rows = _lock_ratings(game, results)
    sides = [Side((each.pk,), each.place or len(places) + 1) for each in results]
    ratings = {each.pk: rows[each.user_id, each.guest].rating for each in results}
    for seat in bots:
        sides.append(Side((-1 - seat.number,), places[seat.number]))
        ratings[-1 - seat.number] = Rating(START.mu + strength[seat.bot], KNOWN_SIGMA)
    if len(sides) < 2:
        return
    rated = rate(sides, ratings)
    for each in results:
        row = rows[each.user_id, each.guest]
        each.mu_before, each.sigma_before = row.mu, row.sigma
        row.mu, row.sigma = each.mu, each.sigma = rated[each.pk]
        row.matches += 1
        row.save(update_fields=["mu", "sigma", "matches"])
        each.save(update_fields=["mu_before", "sigma_before", "mu", "sigma"])


Who = tuple[int | None, str]


def _lock_ratings(game: str, results: Iterable[MatchResult]) -> dict[Who, PickUpRating]:
    """Return the locked ratings of some people in a game, made where they have none."""
    ids = []
    for each in results:
        who: Mapping[str, Any] = {"user_id": each.user_id, "guest": each.guest}
        row, _is_new = PickUpRating.objects.get_or_create(game=game, **who)
        ids.append(row.pk)
    locked = PickUpRating.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    return {(row.user_id, row.guest): row for row in locked}


@transaction.atomic
def take_along(*, guest: str, user: User) -> None:
    """Give an account what its browser has played as a guest; what it has of its own stays."""
    if not guest:
        return
    mine = OnlineSeat.objects.filter(table=OuterRef("table"), user=user)
    seats = OnlineSeat.objects.filter(guest=guest, table__table=None)
    seats.exclude(Exists(mine)).update(user=user, guest="")
    if QuickMatch.objects.filter(user=user).exists():
        QuickMatch.objects.filter(guest=guest).delete()
    QuickMatch.objects.filter(guest=guest).update(user=user, guest="")
    known = MatchResult.objects.filter(table=OuterRef("table"), user=user)
    results = MatchResult.objects.filter(guest=guest)
    results.exclude(Exists(known)).update(user=user, guest="")
    for row in PickUpRating.objects.select_for_update().filter(guest=guest).order_by("pk"):
        _take_rating_along(row, user)
    forget_waiting(user.pk)


def _take_rating_along(row: PickUpRating, user: User) -> None:
    own = PickUpRating.objects.select_for_update().filter(user=user, game=row.game).first()
    if own is None:
        row.user, row.guest = user, ""
        row.save(update_fields=["user", "guest"])
        return
    both = together(own.rating, row.rating)
    own.mu, own.sigma = both
    own.matches += row.matches
    own.save(update_fields=["mu", "sigma", "matches"])
    row.delete()


def together(one: Rating, other: Rating) -> Rating:
    """Return what is believed of a skill from two runs of results that both began at the start."""
    weights = [1 / each.sigma**2 for each in (one, other)]
    before = 1 / SIGMA**2
    weight = sum(weights) - before
    pull = sum(each.mu * part for each, part in zip((one, other), weights, strict=True))
    return Rating((pull - before * START.mu) / weight, weight**-0.5)
