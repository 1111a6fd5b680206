"""What each method of a stage makes of those who are here."""

import pytest

from league.competitions.models import (
    AbsenceReason,
    Round,
    SeatingMethod,
    SeatingPriority,
    StageEntry,
)
from league.rounds.texts import summary_texts
from league.standings.models import Standing
from tests.factories import make_entry
from tests.league.refusals import refuses
from tests.league.rounds.playing import competition_of, drawn, kept, play, repeats, tables

pytestmark = pytest.mark.django_db


def test_variety_plans_all_rounds_and_nobody_meets_twice() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 16, planned_rounds=5)

    rounds = [play(competition, number, entries) for number in range(1, 6)]

    assert repeats([tables(round_) for round_ in rounds]) == 0
    plan = kept(competition, "plan")
    assert plan["seed"] == 7
    assert len(plan["rounds"]) == 5
    assert drawn(rounds[0])["is_optimal"]
    assert "Proven: no better seating exists." in summary_texts(rounds[4].draw)


def test_variety_keeps_to_its_plan_while_nobody_comes_or_goes() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 12, planned_rounds=3)
    play(competition, 1, entries)
    plan = kept(competition, "plan")

    second = play(competition, 2, entries)
    assert kept(competition, "plan") == plan
    planned = [set(table) for table in plan["rounds"][1]["tables"]]
    assert [set(table) for table in tables(second)] == planned

    play(competition, 3, entries[:-1])
    assert kept(competition, "plan") != plan
    assert len(kept(competition, "plan")["rounds"]) == 1


def test_variety_planned_with_another_seed_is_another_plan() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 12, planned_rounds=3)
    first = tables(play(competition, 1, entries))

    round_ = Round.objects.get()
    again = tables(play(competition, 1, entries, seed=8))

    assert (round_.seating, kept(competition, "plan")["seed"]) == (1, 8)
    assert again != first


def test_variety_says_that_two_tables_of_four_meet_again_by_arithmetic() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 8, planned_rounds=2)
    play(competition, 1, entries)

    second = play(competition, 2, entries)

    words = summary_texts(second.draw)
    assert (
        "With 2 tables and 8 players, repeat meetings for all are unavoidable from round 2."
        in words
    )
    assert "Proven: no better seating exists." in words


def test_variety_that_prefers_new_faces_may_take_other_sizes() -> None:
    fresh = {}
    for seating_priority in SeatingPriority.values:
        competition, entries = competition_of(
            SeatingMethod.VARIETY, 17, planned_rounds=3, seating_priority=seating_priority
        )
        rounds = [tables(play(competition, number, entries)) for number in (1, 2, 3)]
        fresh[seating_priority] = repeats(rounds)
        assert all(3 <= len(table) <= 7 for round_ in rounds for table in round_)

    assert fresh["fresh"] <= fresh["even"]


def test_draw_takes_turns_at_sitting_out_and_notes_why() -> None:
    competition, entries = competition_of(SeatingMethod.VARIETY, 9, table_min=4, table_max=4)
    for number in range(1, 4):
        round_ = play(competition, number, entries, sizes=[4, 4])
        assert [out.reason for out in round_.absences.all()] == [AbsenceReason.BYE]
        assert len(tables(round_)) == 2

    idle = [round_.absences.get().entry_id for round_ in Round.objects.order_by("number")]
    assert len(set(idle)) == 3


def test_swiss_puts_similar_scores_together() -> None:
    competition, entries = competition_of(SeatingMethod.SWISS, 8, score_weight=100)
    play(competition, 1, entries)
    for place, entry in enumerate(entries):
        Standing.objects.update_or_create(
            stage=competition.stages.get(),
            entry_id=entry,
            defaults={
                "competition": competition,
                "points": 80 - 10 * place,
                "wins": 0,
                "game_points": 0,
                "tables": 1,
            },
        )

    second = play(competition, 2, entries)

    assert [set(table) for table in tables(second)] == [set(entries[:4]), set(entries[4:])]


def test_swiss_says_how_far_it_is_from_the_best() -> None:
    competition, entries = competition_of(SeatingMethod.SWISS, 8, score_weight=100)
    assert "points apart" not in " ".join(summary_texts(play(competition, 1, entries).draw))
    stage = competition.stages.get()
    for place, entry in enumerate(entries, start=1):
        Standing.objects.update_or_create(
            stage=stage,
            entry_id=entry,
            defaults={"competition": competition, "points": 90 - 10 * place}
            | {"wins": 0, "game_points": 0, "tables": 1},
        )

    second = play(competition, 2, entries)

    # The nearest three are 10, 20 and 30 away at the two ends, and 10, 10 and 20 elsewhere.
    assert (drawn(second)["gap"], drawn(second)["least_gap"]) == (16.667, 15)
    assert summary_texts(second.draw)[-1] == (
        "Players at a table are 16.7 points apart on average. The minimum is 15.0."
    )
    assert drawn(second)["bound"] == drawn(second)["coincidences"] - drawn(second)["excess"]


def test_swiss_with_no_pull_lets_new_faces_meet() -> None:
    competition, entries = competition_of(SeatingMethod.SWISS, 16, score_weight=0)
    rounds = [tables(play(competition, number, entries)) for number in (1, 2)]

    assert repeats(rounds) == 0


def test_fixed_groups_are_drawn_once_and_stay() -> None:
    competition, entries = competition_of(SeatingMethod.FIXED, 9)
    first = play(competition, 1, entries)
    groups = kept(competition, "groups")

    second = play(competition, 2, entries, seed=99)

    assert [set(table) for table in tables(first)] == [set(group) for group in groups]
    assert [set(table) for table in tables(second)] == [set(group) for group in groups]


def test_fixed_groups_say_how_good_they_are_when_made_and_who_had_to_leave_one_later() -> None:
    competition, entries = competition_of(SeatingMethod.FIXED, 8)
    first = play(competition, 1, entries)
    assert "Proven: no better seating exists." in summary_texts(first.draw)
    group = kept(competition, "groups")[0]

    # Two of one group are missing, and two are too few for a table.
    away = play(competition, 2, [entry for entry in entries if entry not in group[:2]])
    everybody = play(competition, 3, entries)

    assert (drawn(away)["moved"], drawn(away)["least_moved"]) == (1, 1)
    assert summary_texts(away.draw)[-1] == (
        "1 player sits with another group because of who is present. This is the minimum."
    )
    assert summary_texts(everybody.draw)[-1] == "All players stay in their own group."


def test_fixed_groups_take_newcomers_and_miss_who_is_away() -> None:
    competition, entries = competition_of(SeatingMethod.FIXED, 8)
    play(competition, 1, entries)
    groups = kept(competition, "groups")
    late = make_entry(competition).pk

    second = play(competition, 2, [*entries[1:], late])

    stayed = [set(group) - {entries[0], late} for group in groups]
    seated = [set(table) - {late} for table in tables(second)]
    assert sorted(map(sorted, seated)) == sorted(map(sorted, stayed))
    now = kept(competition, "groups")
    assert sum(late in group for group in now) == 1
    assert sorted(entry for group in now for entry in group) == sorted([*entries, late])


def test_scripted_seats_as_the_list_says_in_its_order() -> None:
    competition, entries = competition_of(SeatingMethod.LIST, 8)
    script = [[entries[4:], entries[:4]], [entries[::2], entries[1::2]]]
    competition.stages.update(seating_list=script)

    rounds = [tables(play(competition, number, entries)) for number in (1, 2)]

    assert rounds[0] == [tuple(entries[4:]), tuple(entries[:4])]
    assert [set(table) for table in rounds[1]] == [set(entries[::2]), set(entries[1::2])]


def test_scripted_leaves_out_who_is_not_here_and_idles_who_is_not_named() -> None:
    competition, entries = competition_of(SeatingMethod.LIST, 9)
    competition.stages.update(seating_list=[[entries[:4], entries[4:8]]])

    round_ = play(competition, 1, [*entries[:3], *entries[4:]])

    assert tables(round_)[0] == tuple(entries[:3])
    assert round_.absences.get().entry_id == entries[8]


def test_scripted_table_that_is_too_small_now_is_refused_in_words() -> None:
    competition, entries = competition_of(SeatingMethod.LIST, 8)
    competition.stages.update(seating_list=[[entries[:4], entries[4:]]])

    with refuses("cannot_seat", match="would have 2 players. It needs 3 to 7"):
        play(competition, 1, entries[2:])


def test_scripted_round_that_is_not_on_the_list_is_refused_in_words() -> None:
    competition, entries = competition_of(SeatingMethod.LIST, 4)
    competition.stages.update(seating_list=[[entries]])
    play(competition, 1, entries)

    with refuses("cannot_seat", match="has no round 2"):
        play(competition, 2, entries)


def test_pairs_give_everybody_another_partner_every_round() -> None:
    competition, entries = competition_of(SeatingMethod.ROTATING, 8, planned_rounds=3)

    rounds = [play(competition, number, entries) for number in (1, 2, 3)]

    partners: list[tuple[int, ...]] = []
    for round_ in rounds:
        for table in round_.tables.standing():
            seats = list(table.seats.order_by("number"))
            for number in {seat.pair for seat in seats}:
                both = [seat for seat in seats if seat.pair == number]
                # Partners sit opposite.
                assert both[1].number - both[0].number == len(seats) // 2
                partners.append(tuple(sorted(seat.entry_id for seat in both)))
    assert len(partners) == len(set(partners)) == 12


def test_finals_seat_by_seed() -> None:
    competition, entries = competition_of(SeatingMethod.FINALS, 8)
    stage = competition.stages.get()
    for seed, entry in enumerate(reversed(entries), start=1):
        StageEntry.objects.create(stage=stage, entry_id=entry, seed=seed)

    round_ = play(competition, 1, entries)

    assert [set(table) for table in tables(round_)] == [set(entries[4:]), set(entries[:4])]
