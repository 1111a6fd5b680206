"""Seat a round: from who is there to tables with seats and codes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.tournament.seating import seat_at_random
from league.competitions.models import Entry, Round, Seat, Table
from league.competitions.services import bump
from league.competitions.table_codes import make_code
from league.rounds.plans import SeatingPlan, plan_seating
from league.rounds.services.locking import RoundError, lock_round


class CannotSeatError(RoundError):
    """Who is there cannot be seated; `alternatives` are the sizes of tables that would do."""

    def __init__(self, text: str, alternatives: Sequence[Sequence[int]] = ()) -> None:
        super().__init__(text)
        self.alternatives = tuple(alternatives)


class SeatingChangedError(RoundError):
    """Somebody else has seated the round, or undone it, since the page was shown."""


@transaction.atomic
def seat_round(
    *,
    round_id: int,
    seating: int,
    seed: int,
    now: datetime,
    sizes: Sequence[int] | None = None,
) -> Round:
    """Draw lots for everybody who is checked in, but those at tables where a hand was recorded.

    `seating` is the round's counter as the page knew it: of two phones that press, the second is
    told. Tables of an earlier seating are dissolved. `sizes` None: the best the competition's
    table sizes allow.
    """
    round = lock_round(round_id)
    _check_is_as_shown(round, seating)
    plan = plan_seating(round)
    chosen = _chosen_sizes(plan, sizes)
    dissolve_tables(plan.free_tables, now)
    numbers = _free_numbers(len(chosen), {table.number for table in plan.kept_tables})
    by_id = {entry.pk: entry for entry in plan.entries}
    drawn = seat_at_random(list(by_id), chosen, seed=seed)
    made = [
        make_table(round, number, [by_id[entry_id] for entry_id in entries], now)
        for number, entries in zip(numbers, drawn, strict=True)
    ]
    _remember(round, seed=seed, seated_at=now)
    bump(
        competition_id=round.stage.competition_id,
        table_ids=[table.pk for table in (*plan.free_tables, *made)],
    )
    return round


def _chosen_sizes(plan: SeatingPlan, sizes: Sequence[int] | None) -> Sequence[int]:
    """Return the sizes of the tables to make, larger ones first; raises CannotSeatError."""
    if not plan.entries:
        raise CannotSeatError(
            _("Everybody who is here is already playing.")
            if plan.kept_tables
            else _("Nobody is checked in yet.")
        )
    if sizes is None:
        if not plan.sizes:
            raise CannotSeatError(plan.refusal, plan.alternatives)
        return plan.sizes
    if sum(sizes) != len(plan.entries) or any(size not in plan.game.seats for size in sizes):
        raise CannotSeatError(
            _("It is now %(count)d players, so these tables do not fit any more. Choose again.")
            % {"count": len(plan.entries)},
            plan.alternatives,
        )
    return sorted(sizes, reverse=True)


@transaction.atomic
def undo_seating(*, round_id: int, seating: int, now: datetime) -> Round:
    """Dissolve the tables without hands; who sat there stays checked in."""
    round = lock_round(round_id)
    _check_is_as_shown(round, seating)
    plan = plan_seating(round)
    if not plan.free_tables:
        raise CannotSeatError(
            _("Hands are recorded at every table, so the seating stays. Void them first.")
            if plan.kept_tables
            else _("There is no seating to undo.")
        )
    dissolve_tables(plan.free_tables, now)
    _remember(
        round,
        seed=round.seed if plan.kept_tables else None,
        seated_at=round.seated_at if plan.kept_tables else None,
    )
    bump(
        competition_id=round.stage.competition_id,
        table_ids=[table.pk for table in plan.free_tables],
    )
    return round


def _check_is_as_shown(round: Round, seating: int) -> None:
    if not round.is_open:
        raise CannotSeatError(_("Players are seated while the round is open. Open it first."))
    if round.seating != seating:
        raise SeatingChangedError(
            _("Somebody else has just seated this round. These are the tables.")
            if round.seated_at
            else _("Somebody else has just undone the seating.")
        )


def _remember(round: Round, *, seed: int | None, seated_at: datetime | None) -> None:
    round.seed, round.seated_at = seed, seated_at
    round.seating += 1
    round.save(update_fields=["seed", "seated_at", "seating"])


def _free_numbers(count: int, taken: Collection[int]) -> list[int]:
    candidates = range(1, count + len(taken) + 1)
    return [number for number in candidates if number not in taken][:count]


def make_table(round: Round, number: int, entries: Sequence[Entry], now: datetime) -> Table:
    """Make a table with these entries in seat order, the first of them dealing, and its code."""
    competition = round.stage.competition
    table = Table(round=round, number=number, game=competition.game, options=competition.options)
    _add_table(table, entries, now)
    make_code(table, now)
    return table


def replace_table(table: Table, entries: Sequence[Entry], now: datetime) -> Table:
    """Put a new table with these entries in the place of one whose hands are all void.

    A hand names seats, so the old table keeps its people and its history. Its code now opens the
    new one: the sheet of paper that lies there stays good.
    """
    dissolve_tables([table], now)
    new = Table(round=table.round, number=table.number, game=table.game, options=table.options)
    _add_table(new, entries, now)
    table.codes.update(table=new)
    return new


def _add_table(table: Table, entries: Sequence[Entry], now: datetime) -> None:
    table.created_at = now
    table.save()
    fill_seats(table, entries)


def fill_seats(table: Table, entries: Sequence[Entry]) -> None:
    """Put these entries, in seat order, on the empty seats of a table."""
    Seat.objects.bulk_create(
        Seat(table=table, number=number, player_id=entry.player_id, entry=entry)
        for number, entry in enumerate(entries)
    )


def dissolve_tables(tables: Collection[Table], now: datetime) -> None:
    """Dissolve tables; their codes then say so to whoever scans them."""
    Table.objects.standing().filter(pk__in=[table.pk for table in tables]).update(dissolved_at=now)
