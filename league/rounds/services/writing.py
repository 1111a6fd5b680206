"""Write a seating: from the tables as they are to the tables as they are to be."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import F, Q
from django.utils.dateparse import parse_datetime

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import (
    CheckIn,
    Round,
    Seat,
    SittingOut,
    Substitution,
    Table,
)
from league.competitions.noting import note_round
from league.competitions.services import bump
from league.competitions.table_codes import make_code
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.states import SeatedTable, Sitting, State, read_state
from league.standings.services import update_table

IS_RECORDED = Q(hands__isnull=False) | Q(final_result__isnull=False)
"""A table at which something was recorded, be it void."""
Phones = Mapping[int, tuple[str, datetime | None]]
"""By player the phone that speaks for them, and when they came signed in."""


def keep_change(
    round: Round,
    *,
    kind: str,
    before: State,
    after: State,
    asked: Mapping[str, Any],
    data: Mapping[str, Any],
    by: Player | None,
    now: datetime,
) -> SeatingChange:
    """Write a seating, and remember what was done, for the history and for undoing it."""
    write_seating(round, before, after, by=by, now=now)
    is_draw = kind == ChangeKind.SEATED
    note_round(Verb.SEATED if is_draw else Verb.SEATS_CHANGED, round, {"kind": (None, kind)})
    return SeatingChange.objects.create(
        round=round,
        number=round.seating,
        kind=kind,
        asked=asked,
        data=data,
        before=before.as_json(),
        after=read_state(round).as_json(),
        by=by,
        created_at=now,
    )


def write_seating(
    round: Round, before: State, after: State, *, by: Player | None, now: datetime
) -> None:
    """Write a seating in the place of another, count it, and tell the screens.

    The caller holds the lock, and knows that seats of tables with hands that count stay, but for
    substitutes.
    """
    writer = _Writer(round, by, now)
    writer.write_tables(before, after)
    writer.write_check_ins(before, after)
    writer.write_sitting_out(before, after)
    writer.write_round(after)
    bump(competition_id=round.stage.competition_id, table_ids=writer.touched)
    for table in writer.played:
        update_table(table_id=table)


class _Writer:
    """Write one seating; `touched` are the tables that changed, `played` those with hands."""

    def __init__(self, round: Round, by: Player | None, now: datetime) -> None:
        self.round = round
        self.by = by
        self.now = now
        self.touched: set[int] = set()
        self.played: set[int] = set()

    def write_tables(self, before: State, after: State) -> None:
        """Dissolve, change, restore and make tables, in the order that keeps numbers unique."""
        were = {table.key: table for table in before.tables}
        gone = {table.number: key for key, table in were.items() if after.table(key) is None}
        self.touched.update(gone.values())
        dissolve_tables(gone.values(), self.now)
        for table in after.tables:
            if (was := were.get(table.key)) is not None:
                if was != table:
                    self._change(was, table)
            elif table.key > 0:
                self._restore(table, gone.get(table.number))
            else:
                self._make(table)

    def _change(self, was: SeatedTable, table: SeatedTable) -> None:
        """Write other seats at a table; one with void hands or result gives way to a new one.

        A hand names seats, so the old table keeps its people and its history. Its code now opens
        the new one: the sheet of paper that lies there stays good.
        """
        self.touched.add(table.key)
        if was.entries == table.entries:
            self._change_in_place(was, table)
        elif Table.objects.filter(IS_RECORDED, pk=table.key).exists():
            dissolve_tables([table.key], self.now)
            new = self._add(table)
            self._hand_on(_phones_at(table.key), new.pk)
            Table.objects.get(pk=table.key).codes.update(table=new)
            return
        else:
            phones = _phones_at(table.key)
            Seat.objects.filter(table=table.key).delete()
            self._fill(table.key, table.sittings)
            self._hand_on(phones, table.key)
        Table.objects.filter(pk=table.key).update(seating=F("seating") + 1, dealer=table.dealer)

    def _change_in_place(self, was: SeatedTable, table: SeatedTable) -> None:
        """Write what changes while everybody keeps their places: substitutes, reasons."""
        if table.hands:
            self.played.add(table.key)
        seats = {seat.number: seat for seat in Seat.objects.filter(table=table.key)}
        for number, (old, new) in enumerate(zip(was.sittings, table.sittings, strict=True)):
            if old == new:
                continue
            seat = seats[number]
            if seat.player_id != new.player:
                seat.phone, seat.signed_in_at = "", None
            seat.player_id, seat.pair, seat.reason = new.player, new.pair, _plain(new.reason)
            seat.save(update_fields=["player", "pair", "reason", "phone", "signed_in_at"])
            kept = list(
                takewhile(lambda both: both[0] == both[1], zip(*_both(old, new), strict=False))
            )
            extra = seat.substitutions.order_by("pk")[len(kept) :]
            Substitution.objects.filter(pk__in=[each.pk for each in extra]).delete()
            self._substitute(seat, new.substitutions[len(kept) :])

    def _restore(self, table: SeatedTable, instead: int | None) -> None:
        """Let a dissolved table stand again, with the code that its successor may have taken."""
        Table.objects.filter(pk=table.key).update(
            dissolved_at=None,
            number=table.number,
            dealer=table.dealer,
            seating=F("seating") + 1,
        )
        self.touched.add(table.key)
        old = Table.objects.get(pk=table.key)
        if instead is not None and not old.codes.exists():
            Table.objects.get(pk=instead).codes.update(table=old)

    def _make(self, table: SeatedTable) -> None:
        make_code(self._add(table), self.now)

    def _add(self, table: SeatedTable) -> Table:
        competition = self.round.stage.competition
        made = Table.objects.create(
            round=self.round,
            number=table.number,
            game=competition.game,
            options=competition.options,
            dealer=table.dealer,
            hands_limit=self.round.stage.hands_limit,
            created_at=self.now,
        )
        self._fill(made.pk, table.sittings)
        self.touched.add(made.pk)
        return made

    def _fill(self, table: int, sittings: Iterable[Sitting]) -> None:
        """Put these on the empty seats of a table."""
        for number, sitting in enumerate(sittings):
            seat = Seat(
                table_id=table,
                number=number,
                player_id=sitting.player,
                entry_id=sitting.entry,
                pair=sitting.pair,
                reason=_plain(sitting.reason),
            )
            seat.save()
            self._substitute(seat, sitting.substitutions)

    def _hand_on(self, phones: Phones, table: int) -> None:
        """Let who stays at a table keep the phone or account that speaks for them."""
        for player, (phone, signed_in_at) in phones.items():
            seats = Seat.objects.filter(table=table, player=player)
            seats.update(phone=phone, signed_in_at=signed_in_at)

    def _substitute(self, seat: Seat, substitutions: Iterable[tuple[int, int, int]]) -> None:
        Substitution.objects.bulk_create(
            Substitution(
                seat=seat,
                player_out_id=went,
                player_in_id=came,
                from_hand=hand,
                by=self.by,
                created_at=self.now,
            )
            for went, came, hand in substitutions
        )

    def write_check_ins(self, before: State, after: State) -> None:
        """Check in who got a seat, and out who left."""
        self.round.check_ins.filter(entry__in=before.here - after.here).delete()
        CheckIn.objects.bulk_create(
            CheckIn(round=self.round, entry_id=entry, by=self.by, created_at=self.now)
            for entry in sorted(after.here - before.here)
        )

    def write_sitting_out(self, before: State, after: State) -> None:
        """Say who has no seat and why."""
        changed = [entry for entry, why in before.idle.items() if after.idle.get(entry) != why]
        self.round.sitting_out.filter(entry__in=changed).delete()
        SittingOut.objects.bulk_create(
            SittingOut(round=self.round, entry_id=entry, reason=why, created_at=self.now)
            for entry, why in sorted(after.idle.items())
            if before.idle.get(entry) != why
        )

    def write_round(self, after: State) -> None:
        """Say how the round was drawn, and that it was seated once more."""
        seated_at = after.drawn["seated_at"]
        self.round.seed = after.drawn["seed"]
        self.round.draw = after.drawn["draw"]
        self.round.seated_at = parse_datetime(seated_at) if seated_at else None
        self.round.seating += 1
        self.round.save(update_fields=["seed", "draw", "seated_at", "seating"])


def dissolve_tables(tables: Iterable[int], now: datetime) -> None:
    """Dissolve tables; their codes then say so to whoever scans them."""
    Table.objects.standing().filter(pk__in=list(tables)).update(dissolved_at=now)


def _both(
    old: Sitting, new: Sitting
) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int, int], ...]]:
    return old.substitutions, new.substitutions


def _plain(reason: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if reason is None else dict(reason)


def _phones_at(table: int) -> Phones:
    """Return what speaks for those at a table who have a phone or an account there."""
    seats = Seat.objects.filter(table=table).exclude(phone="", signed_in_at=None)
    return {
        player: (phone, at)
        for player, phone, at in seats.values_list("player", "phone", "signed_in_at")
    }
