import pytest

from league.competitions.models import Competition, Stage
from league.competitions.templatetags.competitions import summarise_settings, summarise_stage


def test_competition_without_a_choice_has_nothing_to_tell() -> None:
    assert summarise_settings(Competition()) == []


def test_competition_tells_what_was_chosen_as_its_form_names_it() -> None:
    competition = Competition(
        best_of=2,
        attendance_min=3,
        no_show_points=-3,
        are_guests_ranked=False,
        substitutes="player",
        size_points={"5": [12, 8], "4": [10, 7]},
        confirmation="other",
        confirm_minutes=60,
        phone_use="table",
    )

    assert [tuple(fact) for fact in summarise_settings(competition)] == [
        ("Other points by table size", "4: 10, 7; 5: 12, 8"),
        ("Best rounds that count per player", "2"),
        ("Minimum rounds for a place", "3"),
        ("Points for a no-show", "−3"),
        ("Rank guests in the standings", "no"),
        ("Results of a substitute count", "for the substitute"),
        ("Hands are confirmed by", "one other player at the table"),
        ("Automatic confirmation after (minutes)", "60"),
        ("Use of a phone at a table", "One phone may confirm for the whole table"),
    ]


@pytest.mark.parametrize("minutes", [None, 45])
def test_last_call_is_told_only_where_there_is_a_clock(minutes: int | None) -> None:
    facts = summarise_stage(Stage(minutes=minutes, last_call_minutes=5))

    assert [fact.label for fact in facts] == (
        ["Round length (minutes)", "Last hand before the end (minutes)"] if minutes else []
    )


def test_stage_tells_when_its_matches_end_and_what_happens_at_a_deadline() -> None:
    stage = Stage(
        hands_limit=3, reminder_hours=24, deadline="wait", method="swiss", score_weight=80
    )

    assert [tuple(fact) for fact in summarise_stage(stage)] == [
        ("Hands per match", "3"),
        ("Reminder before a round closes (hours)", "24"),
        ("Unfinished tables when time is up", "the round waits for the table"),
    ]


def test_one_hand_is_not_told_as_several() -> None:
    assert [tuple(fact) for fact in summarise_stage(Stage(hands_limit=1))] == [
        ("Hands per match", "1")
    ]
