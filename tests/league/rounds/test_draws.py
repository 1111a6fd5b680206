"""What is true of draws by every method: pairs kept apart, refusals, reasons, seeds."""

import pytest
from django.test import Client

from league.competitions.models import (
    Competition,
    Round,
    RoundStatus,
    SeatingMethod,
    Separation,
    SeparationReason,
)
from league.rounds.draw_input import plan_seating
from league.rounds.models import ChangeKind
from league.rounds.services.lifecycle import open_due_round
from league.rounds.texts import summary_texts
from tests.factories import NOW, make_organiser, make_round
from tests.league.refusals import refuses
from tests.league.rounds.changing import do
from tests.league.rounds.playing import competition_of, drawn, play, reasons_at, tables
from tests.portions import some_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", [SeatingMethod.VARIETY, SeatingMethod.SWISS])
def test_kept_apart_sit_apart(method: str) -> None:
    competition, entries = competition_of(method, 12)
    players = list(competition.entries.order_by("pk").values_list("player", flat=True))
    for one, other in [(0, 1), (2, 3), (4, 5)]:
        Separation.objects.create(
            club=competition.club,
            one_id=players[one],
            other_id=players[other],
            reason=SeparationReason.FAMILY,
            created_at=NOW,
        )
    competition.entries.filter(pk__in=entries[6:9]).update(team="Lions")

    for number in (1, 2, 3):
        for table in tables(play(competition, number, entries)):
            assert not any(
                {one, other} <= set(table)
                for one, other in [
                    (entries[0], entries[1]),
                    (entries[2], entries[3]),
                    (entries[4], entries[5]),
                    (entries[6], entries[7]),
                    (entries[6], entries[8]),
                    (entries[7], entries[8]),
                ]
            )


def test_everybody_apart_from_everybody_needs_a_confirmation() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 8)
    competition.entries.update(team="Lions")

    with refuses("broken_pairs", match="Confirm this"):
        play(competition, 1, entries)
    assert not Round.objects.get().tables.exists()

    round_ = play(competition, 1, entries, accepts_broken=True)
    assert drawn(round_)["broken"] == 12
    assert "12 pairs that should be kept apart share a table." in summary_texts(round_.draw)


@pytest.mark.parametrize("method", SeatingMethod.values)
def test_two_players_are_refused_by_every_method(method: str) -> None:
    competition, entries = competition_of(method, 2)

    with refuses("cannot_seat"):
        play(competition, 1, entries)

    assert not Round.objects.get().tables.exists()


@pytest.mark.parametrize(
    "method", some_of([m for m in SeatingMethod.values if m != SeatingMethod.LIST], 2)
)
def test_eleven_at_tables_of_four_are_refused_and_seated_by_what_is_offered(method: str) -> None:
    competition, entries = competition_of(method, 11, table_min=4, table_max=4)

    with refuses("cannot_seat", match="11 players cannot be split into tables"):
        play(competition, 1, entries)

    for sizes in plan_seating(Round.objects.get()).alternatives:
        round_ = play(competition, 1, entries, sizes=list(sizes), seed=sum(sizes))
        assert [len(table) for table in tables(round_)] == list(sizes)
        assert round_.absences.count() == 11 - sum(sizes)
        do(round_, ChangeKind.UNSEATED)
        assert not round_.absences.exists()


@pytest.mark.parametrize("method", [m for m in SeatingMethod.values if m != SeatingMethod.LIST])
def test_the_same_seed_gives_the_same_tables(method: str) -> None:
    competition, entries = competition_of(method, 10, planned_rounds=2)
    first = play(competition, 1, entries, seed=3)
    seated = tables(first)
    do(first, ChangeKind.UNSEATED)

    assert tables(play(competition, 1, entries, seed=3)) == seated


def test_draw_that_was_shown_counts_only_while_nothing_has_changed() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 8)
    round_ = make_round(competition)

    with refuses("draw_outdated", match="Review them and try again"):
        play(competition, round_.number, entries, known="of another question")


def test_a_round_that_opens_by_itself_stays_unseated_where_nobody_can_be_kept_apart(
    client: Client,
) -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 8)
    Competition.objects.update(is_seated_on_opening=True)
    competition.entries.update(team="Lions")
    round_ = make_round(competition, status=RoundStatus.SCHEDULED, opens_at=NOW)
    for entry in entries:
        round_.check_ins.create(entry_id=entry, created_at=NOW)

    open_due_round(round_id=round_.pk, seed=7, now=NOW)

    round_.refresh_from_db()
    assert (round_.status, round_.tables.count()) == (RoundStatus.OPEN, 0)
    client.force_login(make_organiser(competition.club))
    page = client.get(f"/rounds/{round_.pk}/").content.decode()
    assert "Automatic seating failed" in page
    assert "Players who are kept apart would share a table." in page


def test_everybody_is_told_why_and_deals_first_in_turns() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 16, planned_rounds=4)

    rounds = [play(competition, number, entries) for number in range(1, 5)]

    first = [table[0] for round_ in rounds for table in tables(round_)]
    assert sorted(first) == sorted(entries)
    for round_ in rounds:
        for table in round_.tables.standing():
            reasons = reasons_at(table)
            for entry, reason in reasons.items():
                assert reason["code"] == "new"
                assert set(reason["data"]["new"]) == set(reasons) - {entry}


def test_nobody_reads_from_whom_they_are_kept_apart() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 8)
    competition.entries.filter(pk__in=entries[:2]).update(team="Lions")
    for number in (1, 2):
        round_ = play(competition, number, entries)

    for table in round_.tables.standing():
        for reason in reasons_at(table).values():
            assert "apart" not in reason["data"]
