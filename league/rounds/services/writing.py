"""Write a seating to the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.dateparse import parse_datetime

from games.base import InvalidMatchError
from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import (
    CheckIn,
    EntryAbsence,
    Round,
    Seat,
    Substitution,
    Table,
    TableCode,
)
from league.competitions.writing import bump, lock_competition, log_round, log_table
from league.results.locked_table import load_locked, save_locked
from league.rounds.errors import cannot_reduce
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.seating_context import SeatAssignment, SeatedTable, SeatingState
from league.standings.services import update_table

IS_RECORDED = Q(hands__isnull=False) | Q(final_result__isnull=False)  # void or not
SEAT_FIELDS = ("number", "player", "pair", "reason", "phone", "signed_in_at", "left_from")
Phones = Mapping[int, tuple[str, datetime | None]]
"""By player the phone that acts for them, and when they came signed in."""


def store_change(
    round: Round,
    *,
    kind: str,
    before: SeatingState,
    after: SeatingState,
    request: Mapping[str, Any],
    data: Mapping[str, Any],
    by: Player | None,
    now: datetime,
) -> SeatingChange:
    """Write a seating and log the change for history and undo."""
    written = write_seating(round, before, after, by=by, now=now)
    is_draw = kind == ChangeKind.SEATED
    log_round(Action.SEATED if is_draw else Action.SEATS_CHANGED, round, {"kind": (None, kind)})
    return SeatingChange.objects.create(
        round=round,
        number=round.seating,
        kind=kind,
        request=request,
        data=data,
        before=before.as_json(),
        after=written.as_json(),
        by=by,
        created_at=now,
    )


def write_seating(
    round: Round, before: SeatingState, after: SeatingState, *, by: Player | None, now: datetime
) -> SeatingState:
    """Replace a seating by another and return it with the new tables' ids; requires the lock."""
    writer = _Writer(round, by, now)
    writer.write_tables(before, after)
    writer.write_check_ins(before, after)
    writer.write_absences(before, after)
    writer.write_round(after)
    bump(competition_id=round.stage.competition_id, table_ids=writer.touched)
    for table in after.tables:
        if table.key in writer.rescored:
            _rescore(table, round)
    for key in writer.played:
        update_table(table_id=key)
    tables = [replace(table, key=writer.keys.get(table.key, table.key)) for table in after.tables]
    return replace(after, tables=tuple(tables))


def _rescore(table: SeatedTable, round: Round) -> None:
    """Score a table again that goes on without a seat, or with it again; raises cannot_reduce."""
    try:
        save_locked(load_locked(table_id=table.key))
    except InvalidMatchError as error:
        game = round.stage.competition.site_game.engine
        raise cannot_reduce(game, table.number, table.playing) from error


@dataclass
class _Writer:
    """Writer of one seating: `touched`, `played`, `rescored` table ids; `keys`: new ids by key."""

    round: Round
    by: Player | None
    now: datetime
    touched: set[int] = field(default_factory=set)
    played: set[int] = field(default_factory=set)
    rescored: set[int] = field(default_factory=set)
    keys: dict[int, int] = field(default_factory=dict)

    def write_tables(self, before: SeatingState, after: SeatingState) -> None:
        """Dissolve, change, restore and create tables, in the order that keeps numbers unique."""
        were = {table.key: table for table in before.tables}
        gone = {table.number: key for key, table in were.items() if after.table(key) is None}
        self.touched.update(gone.values())
        self.played.update(key for key in gone.values() if were[key].hands)
        dissolve_tables(gone.values(), self.now)
        for table in after.tables:
            if (was := were.get(table.key)) is not None:
                if was != table:
                    self._change(was, table)
            elif table.key > 0:
                self._restore(table, gone.get(table.number))
        made = self._add([table for table in after.tables if table.key <= 0])
        TableCode.objects.bulk_create(TableCode(table=new, created_at=self.now) for new in made)

    def _change(self, was: SeatedTable, table: SeatedTable) -> None:
        """Write other seats; a table with void hands gives way to a new one with its code."""
        self.touched.add(table.key)
        # With hands the seats of a table only change places when somebody leaves.
        if was.entries == table.entries or table.hands:
            self._change_in_place(was, table)
        elif Table.objects.filter(IS_RECORDED, pk=table.key).exists():
            dissolve_tables([table.key], self.now)
            [new] = self._add([table])
            self._hand_on(_phones_at(table.key), new.pk)
            Table.objects.get(pk=table.key).codes.update(table=new)
            return
        else:
            phones = _phones_at(table.key)
            Seat.objects.filter(table=table.key).delete()
            self._fill({table.key: table.assignments})
            self._hand_on(phones, table.key)
        values: dict[str, Any] = {"seating": F("seating") + 1, "dealer": table.dealer}
        if was.departures != table.departures:
            self.rescored.add(table.key)
            values["departures"] = table.departures
        if was.has_ended_early != table.has_ended_early:
            self.rescored.add(table.key)
            limit = self.round.stage.hands_limit
            values["hands_limit"] = table.hands if table.has_ended_early else limit
        Table.objects.filter(pk=table.key).update(**values)

    def _change_in_place(self, was: SeatedTable, table: SeatedTable) -> None:
        if table.hands:
            self.played.add(table.key)
        seats = {seat.entry_id: seat for seat in Seat.objects.filter(table=table.key)}
        if was.entries != table.entries:
            # Out of the way first: a number is used once.
            Seat.objects.filter(table=table.key).update(number=F("number") + len(seats))
        before = {one.entry: one for one in was.assignments}
        for number, new in enumerate(table.assignments):
            old, seat = before[new.entry], seats[new.entry]
            if old == new and seat.number == number and was.entries == table.entries:
                continue
            if seat.player_id != new.player or new.left_from is not None:
                seat.phone, seat.signed_in_at = "", None
            seat.player_id, seat.pair, seat.reason = new.player, new.pair, new.reason
            seat.number, seat.left_from = number, new.left_from
            seat.save(update_fields=SEAT_FIELDS)
            pairs = zip(old.substitutions, new.substitutions, strict=False)
            same = len(list(takewhile(lambda both: both[0] == both[1], pairs)))
            extra = seat.substitutions.order_by("pk")[same:]
            Substitution.objects.filter(pk__in=[each.pk for each in extra]).delete()
            self._substitute(seat, new.substitutions[same:])

    def _restore(self, table: SeatedTable, instead: int | None) -> None:
        """Restore a dissolved table with the code that its successor took."""
        Table.objects.filter(pk=table.key).update(
            dissolved_at=None, number=table.number, dealer=table.dealer, seating=F("seating") + 1
        )
        self.touched.add(table.key)
        if table.hands:
            self.played.add(table.key)
        old = Table.objects.get(pk=table.key)
        if instead is not None and not old.codes.exists():
            Table.objects.get(pk=instead).codes.update(table=old)

    def _add(self, tables: Sequence[SeatedTable]) -> list[Table]:
        competition = self.round.stage.competition
        made = Table.objects.bulk_create(
            Table(
                round=self.round,
                number=table.number,
                game=competition.game,
                options=competition.options,
                dealer=table.dealer,
                hands_limit=self.round.stage.hands_limit,
                created_at=self.now,
            )
            for table in tables
        )
        self.keys |= {table.key: new.pk for table, new in zip(tables, made, strict=True)}
        self.touched.update(new.pk for new in made)
        self._fill({self.keys[table.key]: table.assignments for table in tables})
        return made

    def _fill(self, assignments: Mapping[int, Sequence[SeatAssignment]]) -> None:
        seats = [
            (Seat(table_id=table, number=number, player_id=one.player, entry_id=one.entry), one)
            for table, seated in assignments.items()
            for number, one in enumerate(seated)
        ]
        for seat, one in seats:
            seat.pair, seat.reason = one.pair, one.reason
        Seat.objects.bulk_create(seat for seat, _one in seats)
        for seat, one in seats:
            self._substitute(seat, one.substitutions)

    def _hand_on(self, phones: Phones, table: int) -> None:
        for player, (phone, signed_in_at) in phones.items():
            seats = Seat.objects.filter(table=table, player=player)
            seats.update(phone=phone, signed_in_at=signed_in_at)

    def _substitute(self, seat: Seat, substitutions: Iterable[tuple[int, int, int]]) -> None:
        Substitution.objects.bulk_create(
            Substitution(
                seat=seat,
                player_out_id=player_out,
                player_in_id=player_in,
                from_hand=from_hand,
                by=self.by,
                created_at=self.now,
            )
            for player_out, player_in, from_hand in substitutions
        )

    def write_check_ins(self, before: SeatingState, after: SeatingState) -> None:
        """Check in who got a seat, and out who left."""
        self.round.check_ins.filter(entry__in=before.here - after.here).delete()
        CheckIn.objects.bulk_create(
            CheckIn(round=self.round, entry_id=entry, by=self.by, created_at=self.now)
            for entry in sorted(after.here - before.here)
        )

    def write_absences(self, before: SeatingState, after: SeatingState) -> None:
        """Write who has no seat and why."""
        changed = [entry for entry, why in before.idle.items() if after.idle.get(entry) != why]
        self.round.absences.filter(entry__in=changed).delete()
        EntryAbsence.objects.bulk_create(
            EntryAbsence(round=self.round, entry_id=entry, reason=why, created_at=self.now)
            for entry, why in sorted(after.idle.items())
            if before.idle.get(entry) != why
        )

    def write_round(self, after: SeatingState) -> None:
        """Write the draw and count the seating."""
        seated_at = after.drawn["seated_at"]
        self.round.draw_seed = after.drawn["seed"]
        self.round.draw = after.drawn["draw"]
        self.round.seated_at = parse_datetime(seated_at) if seated_at else None
        self.round.seating += 1
        self.round.save(update_fields=["draw_seed", "draw", "seated_at", "seating"])


def dissolve_tables(tables: Iterable[int], now: datetime) -> None:
    """Dissolve tables."""
    Table.objects.standing().filter(pk__in=list(tables)).update(dissolved_at=now)


def _phones_at(table: int) -> Phones:
    seats = Seat.objects.filter(table=table).exclude(phone="", signed_in_at=None)
    return {seat.player_id: (seat.phone, seat.signed_in_at) for seat in seats}


@transaction.atomic
def replace_code(*, table_id: int, code_id: int, now: datetime) -> TableCode:
    """Revoke a code and return the valid one, new unless replaced before."""
    revoke_code(table_id=table_id, code_id=code_id, now=now)
    valid = TableCode.objects.filter(table=table_id, revoked_at=None).first()
    return valid or TableCode.objects.create(table_id=table_id, created_at=now)


@transaction.atomic
def revoke_code(*, table_id: int, code_id: int, now: datetime) -> None:
    """Revoke a code."""
    table = Table.objects.select_related("round__stage").get(pk=table_id)
    competition_id = table.round.stage.competition_id
    lock_competition(competition_id=competition_id)
    codes = TableCode.objects.filter(table=table, pk=code_id, revoked_at=None)
    if codes.update(revoked_at=now):
        log_table(Action.TABLE_CODE_CHANGED, table)
        bump(competition_id=competition_id, table_ids=[table_id])
