"""Whatever people do, and in whatever order, what is kept is what the hands make of it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from league.competitions.models import Table
from league.results.errors import ResultError
from league.results.models import Hand, HandRevision, RevisionKind, Submission
from league.results.services import (
    correct_hand,
    resolve_dispute,
    restore_hand,
    undo_hand,
    void_hand,
)
from league.site_games.animal_poker.entry import seasons_left
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import BY_CLUB, BY_CODE, make_table
from tests.league.results.hands import (
    SUBMISSIONS,
    compute_table,
    make_poker_table,
    make_zop_table,
    record_for,
    right_scores,
    send,
    stored_scores,
)
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
STEPS = 30


class Evening:
    """Do something at random at a table; refusals are part of it."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.size = table.seats.count()

    def shuffled(self) -> list[int]:
        return self.chance.sample(range(self.size), self.size)

    def played(self) -> dict[str, Any]:
        """Return the record of a next hand."""
        return record_for(self.table, *self.shuffled())

    def changed(self, record: dict[str, Any]) -> dict[str, Any]:
        """Return what somebody else says of a hand."""
        return record | {"finish": self.shuffled()}

    def act(self) -> str:
        hands = list(Hand.objects.filter(table=self.table).select_related("current"))
        acts: list[Callable[[list[Hand]], None]] = [self.enter, self.enter, self.enter]
        if hands:
            acts += [self.send_again, self.correct, self.void, self.restore, self.take_back]
        if any(hand.is_disputed for hand in hands):
            acts += [self.resolve] * 3
        act = self.chance.choice(acts)
        try:
            act(hands)
        except ResultError as error:
            return f"{act.__name__}: {error.code}"
        return act.__name__

    def enter(self, hands: list[Hand]) -> None:
        if compute_table(self.table).match.is_over:
            send(self.table, number=99, record={})
        send(self.table, record=self.played())

    def send_again(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        record = hand.revisions.exclude(record=None).latest("number").record
        assert record is not None
        sent = self.chance.choice([record, self.changed(record)])
        send(self.table, number=hand.number, record=sent)

    def correct(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        record = hand.revisions.exclude(record=None).latest("number").record
        assert record is not None
        correct_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            record=self.changed(record),
            reason="mixed up",
            author=BY_CLUB,
        )

    def void(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        void_hand(
            hand_id=hand.pk, expected_revision=self.revision(hand), reason="misdeal", author=BY_CLUB
        )

    def restore(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        restore_hand(
            hand_id=hand.pk,
            expected_revision=self.revision(hand),
            reason="no misdeal",
            author=BY_CLUB,
        )

    def take_back(self, hands: list[Hand]) -> None:
        hand = self.chance.choice(hands)
        undo_hand(hand_id=hand.pk, expected_revision=self.revision(hand), author=BY_CODE)

    def resolve(self, hands: list[Hand]) -> None:
        hand = self.chance.choice([hand for hand in hands if hand.is_disputed])
        picked = self.chance.choice(list(Submission.objects.filter(hand=hand)))
        resolve_dispute(
            submission_id=picked.pk, expected_revision=self.revision(hand), author=BY_CODE
        )

    def revision(self, hand: Hand) -> int:
        assert hand.current is not None
        return hand.current.number


class ZopEvening(Evening):
    """Likewise of ZOP ZOO."""

    def played(self) -> dict[str, Any]:
        points = [self.chance.randrange(-30, 60) * 5 for _ in range(self.size)]
        return {"winner": self.chance.choice([None, 0]), "points": points}

    def changed(self, record: dict[str, Any]) -> dict[str, Any]:
        return self.played()


class PokerEvening(Evening):
    """Likewise of Animal Poker, where a hand rules out seasons of those after it."""

    def played(self) -> dict[str, Any]:
        setup = compute_table(self.table).match.next_hand()
        assert setup is not None
        if self.chance.random() < 0.2:
            return {"coins": [0] * self.size, "won": [], "pot": self.size}
        seasons = {name: self.chance.choice(left) for name, left in seasons_left(setup).items()}
        return {"seasons": seasons, "seats": self.submissions()}

    def changed(self, record: dict[str, Any]) -> dict[str, Any]:
        if "coins" in record:
            return record | {"coins": [1] * self.size}
        animal = self.chance.choice(list(record["seasons"]))
        season = self.chance.choice(["winter", "spring", "summer", "fall"])
        return {
            "seasons": record["seasons"] | {animal: season},
            "seats": self.chance.choice([record["seats"], self.submissions()]),
        }

    def submissions(self) -> list[Any]:
        return self.chance.choices(SUBMISSIONS, k=self.size)


@pytest.mark.parametrize("seed", some_of(range(6), 1))
def test_stored_scores_are_right_after_every_step_of_any_evening(seed: int) -> None:
    chance = Random(seed)
    table = make_table(seats=chance.randint(3, 7))
    evening = Evening(table, chance)
    done = []
    for _ in range(STEPS):
        done.append(evening.act())
        assert stored_scores(table) == right_scores(table), done
    competition = table.round.stage.competition
    assert TableResult.objects.count() == Standing.objects.count()
    assert recompute_competition(competition_id=competition.pk) == []


@pytest.mark.parametrize("seed", some_of(range(2), 1))
def test_nothing_that_was_written_is_ever_changed_or_lost(seed: int) -> None:
    chance = Random(seed)
    table = make_table(seats=5)
    evening = Evening(table, chance)
    seen: dict[int, tuple[object, ...]] = {}
    for _ in range(STEPS):
        evening.act()
        now = {revision.pk: stored_revision(revision) for revision in HandRevision.objects.all()}
        assert {pk: now[pk] for pk in seen} == seen
        seen = now
    for hand in Hand.objects.select_related("current"):
        latest = hand.revisions.latest("number")
        assert hand.current == latest
        assert hand.is_void == (latest.kind == RevisionKind.VOIDED)


@pytest.mark.parametrize("seed", some_of(range(3), 1))
@pytest.mark.parametrize(
    ("make", "play"), [(make_zop_table, ZopEvening), (make_poker_table, PokerEvening)]
)
def test_stored_scores_of_the_other_games_are_right_after_every_step(
    make: Callable[..., Table], play: type[Evening], seed: int
) -> None:
    table = make(4, options={"target": 2000 if play is ZopEvening else 25})
    evening = play(table, Random(seed))
    done = []
    for _ in range(STEPS):
        done.append(evening.act())
        assert stored_scores(table) == right_scores(table), done
    assert TableResult.objects.count() == Standing.objects.count()
    assert recompute_competition(competition_id=table.round.stage.competition.pk) == []


def test_evenings_of_animal_poker_meet_hands_that_later_ones_rule_out() -> None:
    table = make_poker_table(options={"target": 1000})
    evening = PokerEvening(table, Random(1))
    done = [evening.act() for _ in range(60)]
    assert [act for act in done if "later_hand" in act] != []


def stored_revision(revision: HandRevision) -> tuple[object, ...]:
    return (revision.hand_id, revision.number, revision.kind, revision.record, revision.reason)


def test_record_for_is_a_record_without_warnings() -> None:
    table = make_table(seats=7)
    send(table)
    assert compute_table(table).match.check(record_for(table)) == []
