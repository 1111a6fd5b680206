"""Seasons in which anything happens, for tests of standings."""

from random import Random
from typing import Any
from uuid import uuid4

from league.competitions.models import (
    Entry,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageEntry,
    Table,
    TieBreak,
)
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment, AdjustmentKind, TableScore
from league.standings.services import recompute_competition, update_round, update_table
from tests.factories import NOW, make_competition, make_entry, make_player

SCORINGS = ("places", "places", "beaten", "raw", "normalised")


def random_settings(chance: Random) -> dict[str, Any]:
    """Return any settings that standings depend on."""
    tie_breaks = [str(each) for each in TieBreak]
    return {
        "options": {"mode": "partners", "target": 3},
        "scoring": chance.choice(SCORINGS),
        "place_points": chance.choice([[10, 7, 5, 3], [3, 1], [2, 0, 0, -1]]),
        "size_points": chance.choice([{}, {"4": [6, 3, 1, 0]}]),
        "win_bonus": chance.choice([0, 0, 3]),
        "target_bonus": chance.choice([0, 0, 2]),
        "attendance_bonus": chance.choice([0, 0, 1]),
        "tie_breaks": chance.sample(tie_breaks, chance.randint(0, len(tie_breaks))),
        "best_of": chance.choice([None, None, 1, 2]),
        "attendance_min": chance.choice([0, 0, 2]),
        "are_guests_ranked": chance.choice([True, False]),
        "substitutes": chance.choice(["entry", "player", "nobody"]),
        "unfinished": chance.choice(["standing", "nothing"]),
        "lot_seed": chance.randint(0, 99),
    }


class Season:
    """Two stages of ten entries, in which something happens at random."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.competition = make_competition(**random_settings(chance))
        self.entries = [make_entry(self.competition) for _ in range(10)]
        Entry.objects.filter(pk__in=[self.entries[0].pk, self.entries[7].pk]).update(is_guest=True)
        self.first = self.competition.stages.get()
        for number in (1, 2, 3):
            self.seat(self.first, number)

    def seat(self, stage: Stage, number: int) -> None:
        """Open a round with two tables, of five and four or so, pairs at some."""
        evening = Round.objects.create(
            stage=stage, number=number, status=RoundStatus.OPEN, opened_at=NOW
        )
        order = self.chance.sample(self.entries, len(self.entries))
        sizes = self.chance.choice([(5, 5), (5, 4), (4, 4)])
        for at, size in enumerate(sizes):
            table = Table.objects.create(
                round=evening,
                number=at + 1,
                game=self.competition.game,
                options=self.competition.options,
                created_at=NOW,
                hands_limit=self.chance.choice([None, 2]),
            )
            alone: list[int | None] = [None] * 5
            pairs = self.chance.choice([alone, [1, 2, 1, 2, None]])
            for seat, entry in enumerate(order[5 * at : 5 * at + size]):
                Seat.objects.create(
                    table=table, number=seat, player=entry.player, entry=entry, pair=pairs[seat]
                )

    @property
    def tables(self) -> list[Table]:
        """Return all tables in order."""
        tables = Table.objects.filter(round__stage__competition=self.competition)
        return list(tables.order_by("pk"))

    def happen(self) -> str:
        """Do something, and say what."""
        acts = [self.score] * 8 + [self.give] * 3
        acts += [self.cancel, self.dissolve, self.swap, self.substitute, self.turn, self.adjourn]
        act = self.chance.choice(acts)
        act()
        return act.__name__

    def score(self) -> None:
        """Give a table any totals, seldom none at all."""
        table = self.chance.choice(self.tables)
        totals = [self.chance.randint(-2, 4) for _ in range(table.seats.count())]
        TableScore.objects.update_or_create(
            table=table,
            defaults={
                "hands": self.chance.choice([0, 1, 1, 2, 3]),
                "totals": totals,
                "places": [1 + sum(other > total for other in totals) for total in totals],
                "is_over": self.chance.choice([True, False]),
            },
        )
        self.count(table)

    def give(self) -> None:
        """Give an entry an adjustment of any kind."""
        kind = self.chance.choice([str(each) for each in AdjustmentKind])
        points = self.chance.randint(1, 4) * (-1 if kind == "penalty" else 1)
        rounds = list(Round.objects.filter(stage__competition=self.competition))
        adjust(
            competition_id=self.competition.pk,
            entry_id=self.chance.choice(self.entries).pk,
            kind=kind,
            points=points if kind in {"penalty", "bonus"} else self.chance.randint(-1, 2),
            reason="why not",
            round_id=self.chance.choice(rounds).pk,
            key=str(uuid4()),
            by=None,
            now=NOW,
        )

    def cancel(self) -> None:
        """Cancel any adjustment."""
        given = list(Adjustment.objects.filter(competition=self.competition))
        if given:
            picked = self.chance.choice(given)
            cancel_adjustment(adjustment_id=picked.pk, reason="a mistake", by=None, now=NOW)

    def dissolve(self) -> None:
        """Dissolve a table or let it stand again."""
        table = self.chance.choice(self.tables)
        table.dissolved_at = None if table.dissolved_at else NOW
        table.save()
        self.count(table)

    def swap(self) -> None:
        """Let the first and the last at a table change places."""
        table = self.chance.choice(self.tables)
        first, *_, last = table.seats.order_by("number")
        Seat.objects.filter(pk=first.pk).update(number=99)
        Seat.objects.filter(pk=last.pk).update(number=first.number)
        Seat.objects.filter(pk=first.pk).update(number=last.number)
        self.count(table)

    def substitute(self) -> None:
        """Let somebody sit there for another: a stranger, or somebody who takes part."""
        table = self.chance.choice(self.tables)
        there = set(table.seats.values_list("player", flat=True))
        others = [entry.player for entry in self.entries if entry.player_id not in there]
        player = self.chance.choice([*others, make_player(self.competition.club)])
        seat = self.chance.choice(list(table.seats.all()))
        Seat.objects.filter(pk=seat.pk).update(player=player)
        self.count(table)

    def turn(self) -> None:
        """Close a round or open it again."""
        rounds = Round.objects.filter(stage__competition=self.competition)
        evening = self.chance.choice(list(rounds.order_by("pk")))
        is_open = evening.status == RoundStatus.OPEN
        evening.status = RoundStatus.CLOSED if is_open else RoundStatus.OPEN
        evening.save()
        update_round(round_id=evening.pk)

    def adjourn(self) -> None:
        """Let a table go on after its round."""
        table = self.chance.choice(self.tables)
        table.adjourned_at = None if table.adjourned_at else NOW
        table.save()
        update_round(round_id=table.round_id)

    def count(self, table: Table) -> None:
        """Count a table as the services do."""
        update_table(table_id=table.pk)

    def begin_second_stage(self) -> Stage:
        """Let some into a second stage with some points, and open a round of it with anybody."""
        stage = Stage.objects.create(competition=self.competition, number=2, started_at=NOW)
        let_in = self.chance.sample(self.entries, self.chance.randint(1, 8))
        StageEntry.objects.bulk_create(
            StageEntry(
                stage=stage, entry=entry, seed=seed, carried_points=self.chance.randint(-3, 30)
            )
            for seed, entry in enumerate(let_in, start=1)
        )
        self.seat(stage, 1)
        recompute_competition(competition_id=self.competition.pk)
        return stage
