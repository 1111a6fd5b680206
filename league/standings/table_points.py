"""The points that a table gives to its entries."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.tournament.points import Scale, Scoring, score_table
from league.competitions.models import (
    Competition,
    Entry,
    RoundStatus,
    Seat,
    Substitutes,
    Table,
    Unfinished,
)
from league.results.models import TableScore
from league.standings.models import TableResult

EntryByPlayer = Mapping[int, Entry]


def scale_of(competition: Competition) -> Scale:
    """Return the scale of a competition's tables."""
    scoring: Scoring = competition.scoring  # type: ignore[assignment]  # the column's choices
    return Scale(
        scoring=scoring,
        places=competition.place_points,
        by_size={int(size): scale for size, scale in competition.size_points.items()},
        win_bonus=competition.win_bonus,
        target_bonus=competition.target_bonus,
    )


def results_of_table(
    table: Table,
    seats: Sequence[Seat],
    competition: Competition,
    entries: EntryByPlayer,
    score: TableScore | None,
) -> dict[int, TableResult]:
    """Return the results of a table by entry id; none while it does not count.

    `entries` are those of substitutes, see `entries_of_substitutes`. A table counts from its first
    hand or with its final result until it is dissolved; an unfinished one after its round if the
    competition says so.
    """
    if score is None or not _counts(table, score, competition):
        return {}
    in_order = sorted(seats, key=lambda seat: seat.number)
    totals = totals_to_count(table, score.totals)
    scored = score_table(
        score.places,
        totals,
        scale_of(competition),
        pairs=[seat.pair for seat in in_order],
        target=target_of(table) if competition.target_bonus else None,
    )
    return {
        entry_id: TableResult(
            table_id=table.pk,
            entry_id=entry_id,
            seat=seat.number,
            pair=seat.pair,
            place=points.place,
            game_points=total,
            points=points.points,
            bonuses=dict(points.bonuses),
        )
        for seat, total, points in zip(in_order, totals, scored, strict=True)
        if (entry_id := _entry_id(seat, competition, entries)) is not None
    }


def totals_to_count(table: Table, totals: Sequence[int]) -> Sequence[int]:
    """Return totals of which more is better: where the fewest points win, with a minus."""
    lowest_first = table.site_game.totals_rule.lowest_first
    return [-total for total in totals] if lowest_first else totals


def entries_of_substitutes(competition: Competition, seats: Sequence[Seat]) -> EntryByPlayer:
    """Return the own entries of substitutes by player, where they play for themselves."""
    players = [seat.player_id for seat in seats if seat.player_id != seat.entry.player_id]
    if not players or competition.substitutes != Substitutes.PLAYER:
        return {}
    entries = Entry.objects.filter(competition=competition, player__in=players)
    return {entry.player_id: entry for entry in entries}


def _counts(table: Table, score: TableScore, competition: Competition) -> bool:
    if table.dissolved_at is not None or not (score.hands or score.is_over):
        return False
    may_go_on = table.round.status != RoundStatus.CLOSED or table.adjourned_at is not None
    return score.is_over or may_go_on or competition.unfinished == Unfinished.STANDING


def _entry_id(seat: Seat, competition: Competition, entries: EntryByPlayer) -> int | None:
    """Return the entry for which a seat counts, if any."""
    if seat.player_id == seat.entry.player_id or competition.substitutes == Substitutes.ENTRY:
        return seat.entry_id
    substitute = entries.get(seat.player_id)
    return substitute.pk if substitute else None


def target_of(table: Table) -> int | None:
    """Return the total that ends a match at a table, if its options have one."""
    options: Mapping[str, Any] = table.site_game.engine.options(table.options).as_json()
    return options.get("target")
