"""Whatever people do, and in whatever order, what is kept is what the hands make of it."""

from collections.abc import Callable
from random import Random

import pytest

from league.competitions.models import Table
from league.results.models import Hand, HandRevision, RevisionKind, Submission, Via
from league.results.refusals import ResultError
from league.results.services import (
    correct_hand,
    restore_hand,
    settle_hand,
    take_back_hand,
    void_hand,
)
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import NOW, make_table
from tests.league.results.hands import compute_table, kept_scores, record_for, right_scores, send

pytestmark = pytest.mark.django_db
STEPS = 30


class Evening:
    """Do something at random at a table; refusals are part of it."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.size = table.seats.count()

    def shuffled(self) -> list[int]:
        return self.chance.sample(range(self.size), self.size)

    def act(self) -> str:
        hands = list(Hand.objects.filter(table=self.table).select_related("current"))
        acts: list[Callable[[list[Hand]], None]] = [self.enter, self.enter, self.enter]
        if hands:
            acts += [self.send_again, self.correct, self.void, self.restore, self.take_back]
        if any(hand.is_disputed for hand in hands):
            acts += [self.settle] * 3
        act = self.chance.choice(acts)
        try:
            act(hands)
        except ResultError as error:
            return f"{act.__name__}: {error.code}"
        return act.__name__

    def enter(self, hands: list[Hand]) -> None:
        if compute_table(self.table).match.is_over:
            send(self.table, number=99, record={"finish": self.shuffled()})
        send(self.table, *self.shuffled())

    def send_again(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        record = hand.revisions.exclude(record=None).latest("number").record
        assert record is not None
        changed = record | {"finish": self.shuffled()}
        send(self.table, number=hand.number, record=self.chance.choice([record, changed]))

    def correct(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        record = hand.revisions.exclude(record=None).latest("number").record
        assert record is not None
        correct_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            record=record | {"finish": self.shuffled()},
            reason="mixed up",
            by=None,
            now=NOW,
        )

    def void(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        void_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            reason="misdeal",
            by=None,
            now=NOW,
        )

    def restore(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        restore_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            reason="no misdeal",
            by=None,
            now=NOW,
        )

    def take_back(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        take_back_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            by=None,
            via=Via.CODE,
            now=NOW,
        )

    def settle(self, hands: list[Hand]) -> None:
        hand = self.chance.choice([hand for hand in hands if hand.is_disputed])
        picked = self.chance.choice(list(Submission.objects.filter(hand=hand)))
        settle_hand(
            submission_id=picked.pk,
            expected_revision=self.revision(hand),
            by=None,
            via=Via.CODE,
            now=NOW,
        )

    def revision(self, hand: Hand) -> int:
        assert hand.current is not None
        return hand.current.number


@pytest.mark.parametrize("seed", range(6))
def test_kept_scores_are_right_after_every_step_of_any_evening(seed: int) -> None:
    chance = Random(seed)
    table = make_table(seats=chance.randint(3, 7))
    evening = Evening(table, chance)
    done = []
    for _ in range(STEPS):
        done.append(evening.act())
        assert kept_scores(table) == right_scores(table), done
    competition = table.round.stage.competition
    assert TableResult.objects.count() == Standing.objects.count()
    assert recompute_competition(competition_id=competition.pk) == []


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_was_written_is_ever_changed_or_lost(seed: int) -> None:
    chance = Random(seed)
    table = make_table(seats=5)
    evening = Evening(table, chance)
    seen: dict[int, tuple[object, ...]] = {}
    for _ in range(STEPS):
        evening.act()
        now = {revision.pk: revision_as_kept(revision) for revision in HandRevision.objects.all()}
        assert {pk: now[pk] for pk in seen} == seen
        seen = now
    for hand in Hand.objects.select_related("current"):
        latest = hand.revisions.latest("number")
        assert hand.current == latest
        assert hand.is_void == (latest.kind == RevisionKind.VOIDED)


def revision_as_kept(revision: HandRevision) -> tuple[object, ...]:
    return (revision.hand_id, revision.number, revision.kind, revision.record, revision.reason)


def test_record_for_is_a_record_without_warnings() -> None:
    table = make_table(seats=7)
    send(table)
    assert compute_table(table).match.check(record_for(table)) == []
