"""Clubs in which anything has happened, and how to take one from one place to another."""

from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext

from games.score_sheet.ready import ready_sheet
from league.clubs.models import Club, Player
from league.competitions.models import (
    Competition,
    Entry,
    EntryAbsence,
    Recurrence,
    Reply,
    Round,
    Separation,
    Stage,
    StageEntry,
    Substitution,
    Table,
)
from league.exports.services import export_club, import_club
from league.notifications.models import PostText
from league.notifications.services.queueing import post
from league.online.models import DuplicateSettings, OnlineSettings
from league.results.adjustments import adjust, cancel_adjustment
from league.results.authors import Author, Via
from league.results.final_results import record_final_result
from league.results.models import Hand, HandResponse, SealedHand, SealReset, TableCall
from league.results.services import correct_hand, record_hand, void_hand
from league.rounds.models import SeatingChange
from league.rounds.seating_context import read_state
from league.sheets.services import create_sheet
from league.standings.services import recompute_competition
from tests.factories import NOW, make_club, make_competition, make_player, make_round, make_table

WEIRD = ("Ada \u202ereversed", "=SUM(1)", "🦁", "Žofie\tTab", 'Q"uote\\', "<b>bold</b>", "١٢٣")


def take(club: Club, **notification_settings: bool) -> bytes:
    """Return a club's file."""
    with export_club(club_id=club.pk, **notification_settings) as file:
        return file.read()


def bring(written: bytes | str) -> Club:
    """Bring a file's club in, as into a site where its address is free."""
    Club.objects.filter(slug__in=["demo", "zoo"]).update(slug=f"old-{Club.objects.count()}")
    return import_club(written=written, now=timezone.now())


class Happening:
    """Make a club of two competitions in which many things happen at random."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.club = make_club(slug="zoo", time_zone="Europe/Rome")
        for name in WEIRD:
            make_player(self.club, name, mail={"seat": True}, contact_email="someone@example.org")
        for number in (1, 2):
            competition = make_competition(
                self.club, name=f"Cup {number}", options={"mode": "simple"}, bye_points=2
            )
            self.play(competition)
        gone = make_player(self.club, "Gone", left_at=NOW)
        hearts = ready_sheet("hearts").as_json()
        create_sheet(club=self.club, source=hearts, by=gone, now=NOW)

    def play(self, competition: Competition) -> None:
        """Play two rounds, one of them closed, and let a second stage begin."""
        for number in (1, 2):
            evening = make_round(competition, number, closes_at=NOW + timedelta(hours=number))
            for table in range(1, self.chance.randint(2, 4)):
                self.sit(make_table(evening, self.chance.randint(4, 5), 10 * number + table))
            self.note_seating(evening)
        first = competition.stages.get()
        entries = list(competition.entries.order_by("pk"))
        self.chance.shuffle(entries)
        first.groups = [[entry.pk for entry in entries[:4]]]
        first.save()
        second = Stage.objects.create(
            competition=competition, number=2, name="Finals", method="finals", started_at=NOW
        )
        for seed, entry in enumerate(entries[:3], start=1):
            StageEntry.objects.create(stage=second, entry=entry, seed=seed, carried_points=seed)
        Recurrence.objects.create(
            stage=second,
            rule="FREQ=WEEKLY;INTERVAL=2",
            time_zone="Europe/Rome",
            starts_at=NOW,
            skipped=["2026-12-25"],
        )
        OnlineSettings.objects.create(competition=competition, is_on=True)
        DuplicateSettings.objects.create(competition=competition, is_on=True, hands=5)
        self.judge(competition, entries)
        recompute_competition(competition_id=competition.pk)

    def note_seating(self, evening: Round) -> None:
        """Keep a change of the seating, and post about the round."""
        state = read_state(evening).as_json()
        SeatingChange.objects.create(
            round=evening,
            number=1,
            kind="moved",
            request={"entry": 1},
            data={"name": "Ada", "number": 1},
            before=state,
            after=state,
            created_at=NOW,
        )
        Reply.objects.create(
            round=evening,
            player=self.club.players.order_by("pk")[0],
            is_coming=self.chance.random() < 0.5,
            replied_at=NOW,
        )
        post(
            club=self.club,
            key=f"round:{evening.pk}:closing:1",
            write=lambda: PostText(gettext("Standings"), head=[gettext("Place")]),
            path=f"/competitions/{evening.stage.competition_id}/standings/",
            rows=[["1"]],
            now=NOW,
        )

    def sit(self, table: Table) -> None:
        """Play at a table: hands, changes of them, substitutes, calls; or only its outcome."""
        seats = list(table.seats.order_by("number"))
        seats[0].reason = {"code": "new", "data": {"new": [seats[1].entry_id], "again": []}}
        seats[0].save()
        common: dict[str, Any] = {"author": Author(seats[0].player, Via.SEAT, NOW)}
        if self.chance.random() < 0.2:
            places = list(range(1, len(seats) + 1))
            outcome = {"places": places, "totals": places[::-1]}
            record_final_result(
                table_id=table.pk, key=self.key(), seating=1, outcome=outcome, **common
            )
            return
        hands = []
        for number in range(1, self.chance.randint(2, 4)):
            record = {"finish": self.chance.sample(range(len(seats)), len(seats))}
            sent = record_hand(
                table_id=table.pk,
                number=number,
                key=self.key(),
                seating=table.seating,
                record=record,
                **common,
            )
            hands.append(sent.hand)
        for hand in hands:
            self.change(hand, seats[1].player)
        substitute = make_player(self.club)
        Substitution.objects.create(
            seat=seats[2],
            player_out=seats[2].player,
            player_in=substitute,
            from_hand=2,
            created_at=NOW,
        )
        seats[2].player = substitute
        seats[2].save()
        TableCall.objects.create(table=table, message="Help", via="code", created_at=NOW)
        sealed = SealedHand.objects.create(
            table=table, recorded=0, seating=1, created_at=NOW, ended_at=NOW
        )
        SealReset.objects.create(hand=sealed, number=1, reason="slip", created_at=NOW)

    def change(self, hand: Hand, by: Player) -> None:
        """Correct a hand, void it, or agree with it."""
        size = hand.table.seats.count()
        act = self.chance.choice(["correct", "void", "agree", "nothing"])
        common: dict[str, Any] = {"reason": "slip", "author": Author(by, Via.CLUB, NOW)}
        if act == "correct":
            record = {"finish": list(range(size))[::-1]}
            correct_hand(hand_id=hand.pk, expected_revision=1, record=record, **common)
        elif act == "void":
            void_hand(hand_id=hand.pk, expected_revision=1, **common)
        elif act == "agree":
            HandResponse.objects.create(
                revision=hand.revisions.get(),
                seat=1,
                kind="confirmed",
                by=by,
                via="seat",
                created_at=NOW,
            )

    def judge(self, competition: Competition, entries: list[Entry]) -> None:
        """Give points, take some back, keep two apart, and let one sit out."""
        evening = Round.objects.filter(stage__competition=competition).order_by("number")[0]
        common: dict[str, Any] = {"competition_id": competition.pk, "by": None, "now": NOW}
        penalty = adjust(entry_id=entries[0].pk, kind="penalty", points=-2, reason="late", **common)
        cancel_adjustment(adjustment_id=penalty.pk, reason="was not", by=None, now=NOW)
        adjust(
            entry_id=entries[1].pk,
            kind="bye",
            points=2,
            reason="bye",
            round_id=evening.pk,
            key=f"round:{evening.pk}:bye:{entries[1].pk}",
            **common,
        )
        one, other = sorted((entries[0].player_id, entries[1].player_id))
        Separation.objects.create(
            club=self.club, competition=competition, one_id=one, other_id=other, created_at=NOW
        )
        EntryAbsence.objects.create(round=evening, entry=entries[1], reason="bye", created_at=NOW)

    def key(self) -> UUID:
        """Return a new key, as a phone makes it."""
        return UUID(int=self.chance.getrandbits(128), version=4)
