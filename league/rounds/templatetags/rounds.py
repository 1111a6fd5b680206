"""Template filters for tables of a round."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from league.clubs.models import Club
from league.competitions.models import SETTLED, Competition, Round, RoundStatus, Seat, Stage, Table
from league.competitions.schedule import Holiday, holidays_of
from league.core.middleware import current_request
from league.core.page_cache import do_not_cache
from league.results.models import TableScore
from league.rounds.cards import REMOVED_ROUND, card_of, rounds_of_club
from league.rounds.queries import Attendee, CheckInFilter
from league.rounds.seating_impact import PreviewSeat
from league.rounds.services.clock import Clock, clock_of
from league.rounds.stage_cut import cut_of, why_too_early
from league.rounds.texts import (
    change_text,
    how_good,
    reason_text,
    separation_text,
    sizes_text,
    summary_texts,
)
from league.standings.statistics.queries import latest_champions

register = template.Library()
register.filter("change_text", change_text)
register.filter("apart", separation_text)
register.filter("sizes_text", sizes_text)
register.filter("draw_texts", summary_texts)
register.filter("quality_texts", how_good)


@register.simple_tag(takes_context=True)
def round_card(context: Context, round: Round, *, is_live: bool = False) -> SafeString:
    """Render the card of a round for the visitor."""
    request = context["request"]
    data = {
        "card": card_of(round, request.user, timezone.now()),
        "is_live": is_live,
        "back": request.path,
    }
    return SafeString(render_to_string("rounds/_card.html", data, request))


UNDO_SECONDS = 3600


@register.simple_tag(takes_context=True)
def removed_round(context: Context, competition: Competition) -> int | None:
    """Return the number of the round that this organiser has just deleted, if they can undo it."""
    removed = context["request"].session.get(REMOVED_ROUND) or {}
    is_recent = timezone.now().timestamp() - removed.get("at", 0) < UNDO_SECONDS
    if removed.get("competition") != competition.pk or not is_recent:
        return None
    return int(removed["round"]["number"])


@register.filter
def holidays(stage: Stage) -> list[Holiday]:
    """Return the days without a round of a stage with recurring rounds, read with it."""
    if not hasattr(stage, "recurrence") or stage.recurrence.paused_at:
        return []
    zone = ZoneInfo(stage.recurrence.time_zone)
    return holidays_of(stage.recurrence, timezone.now().astimezone(zone).date())


@register.filter
def next_date(rounds: Sequence[Round]) -> Round | None:
    """Return the first of a competition's rounds that is still to come, or None."""
    coming = [
        each for each in rounds if each.status == RoundStatus.SCHEDULED and not each.is_missed
    ]
    dated = sorted((each for each in coming if each.opens_at), key=attrgetter("opens_at", "pk"))
    return next(iter([*dated, *coming]), None)


def club_now(context: Context, club: Club) -> dict[str, Any]:
    """Return what goes on in a club, for its page."""
    request = context["request"]
    found = rounds_of_club(club, request.user)
    return {
        "request": request,
        "club": club,
        "open_rounds": found.open,
        "coming": found.coming,
        "last": found.last,
        "competitions": found.competitions,
        "champions": latest_champions(club, request.user),
    }


@register.simple_tag
def read_clock(round: Round) -> Clock | None:
    """Return the clock of an open round as it is now."""
    clock = clock_of(round, timezone.now()) if round.is_open else None
    if clock and (request := current_request()):
        do_not_cache(request)
    return clock


register.simple_tag(cut_of)


@register.simple_tag
def why_not_start(stage: Stage, stages: Sequence[Stage]) -> str:
    """Return what has to be done before a stage of a competition can start, or ""."""
    return why_too_early(stage, next(each for each in stages if each.number == stage.number - 1))


@register.simple_tag
def swap_address(seat_url: str, swaps: str, pick: int, entry: int) -> str:
    """Return where a tap on a name of a preview leads: pick it, let go, or swap the two."""
    if not pick:
        return f"{seat_url}&swaps={swaps}&pick={entry}"
    if pick == entry:
        return f"{seat_url}&swaps={swaps}"
    return f"{seat_url}&swaps={swaps}{'-' if swaps else ''}{pick}-{entry}"


@register.inclusion_tag("rounds/_player_leaves.html")
def player_leaves(table: Table, is_organiser: bool, is_over: bool) -> dict[str, object]:
    """Offer an organiser to let a player leave a match that goes on in an open round."""
    is_offered = is_organiser and not is_over and table.round.is_open and not table.dissolved_at
    seats = [seat for seat in table.seats.all() if seat.left_from is None] if is_offered else []
    return {"table": table, "seats": seats}


@register.filter
def is_past(timestamp: datetime) -> bool:
    """Return whether a time has come."""
    return timestamp <= timezone.now()


class NearAndFar(NamedTuple):
    """Rounds that are shown at once, and the others."""

    near: list[Round]
    far: list[Round]


CLOSED_SHOWN, COMING_SHOWN = 1, 2


@register.filter
def near_and_far(rounds: Sequence[Round]) -> NearAndFar:
    """Split a competition's rounds: open, next and last ones are near."""
    past = [round for round in rounds if round.status in SETTLED]
    coming = [round for round in rounds if round.status == RoundStatus.SCHEDULED]
    far = {round.pk for round in (*past[:-CLOSED_SHOWN], *coming[COMING_SHOWN:])}
    return NearAndFar(
        near=[round for round in rounds if round.pk not in far],
        far=[round for round in rounds if round.pk in far],
    )


@register.filter
def hidden_by(attendee: Attendee, check_in_filter: CheckInFilter | None) -> bool:
    """Return whether the filter of the check-in list leaves a player out."""
    if not check_in_filter:
        return False
    return not check_in_filter.shows(attendee)


@register.filter
def score_of(table: Table) -> TableScore | None:
    """Return a table's score, or None before its first hand."""
    return getattr(table, "score", None)


@register.filter
def seats_with_totals(table: Table) -> list[tuple[Seat, int | None]]:
    """Return the seats of a table with their totals, None before the first hand."""
    seats = list(table.seats.all())
    score = score_of(table)
    if score is None or not (score.hands or any(score.totals)):
        return [(seat, None) for seat in seats]
    return list(zip(seats, score.totals, strict=True))


@register.filter
def why(seat: Seat, table: Table) -> str:
    """Return why a player sits here."""
    names = {other.entry_id: other.player.name for other in table.seats.all()}
    return reason_text(seat.reason, names)


@register.filter
def reasons(table: Table) -> list[tuple[str, str]]:
    """Return by name why the players of a table sit there."""
    found = [(seat.player.name, why(seat, table)) for seat in table.seats.all()]
    return [(name, sentence) for name, sentence in found if sentence]


@register.filter
def reasons_of(seats: Sequence[PreviewSeat]) -> list[tuple[str, str]]:
    """Return the known reasons of a preview's table by name."""
    return [(seat.name, seat.reason) for seat in seats if seat.reason]


@register.filter
def partner_at(seat: Seat, table: Table) -> str:
    """Return the name of the partner of a seat, or ""."""
    if seat.pair is None:
        return ""
    mates = [other for other in table.seats.all() if other.pair == seat.pair and other != seat]
    return mates[0].player.name if mates else ""
