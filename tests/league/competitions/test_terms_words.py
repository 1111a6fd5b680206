import pytest

from league.competitions.models import Competition, Stage
from league.competitions.terms_words import stage_in_words, terms_in_words


def test_competition_without_a_choice_has_nothing_to_tell() -> None:
    assert terms_in_words(Competition()) == []


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

    assert [tuple(fact) for fact in terms_in_words(competition)] == [
        ("Other points for some sizes of table", "4: 10, 7; 5: 12, 8"),
        ("Only the best 2 rounds of each player count", ""),
        ("Rounds to play before a place is given", "3"),
        ("Points for not turning up after checking in", "−3"),
        ("Guests have a place in the standings", "no"),
        ("When a substitute plays, the table counts", "for themselves"),
        ("Besides whoever enters it, a hand is confirmed by", "one other player of the table"),
        ("Minutes after which silence confirms a hand", "60"),
        ("What one phone may do at a table", "One phone may confirm for the whole table"),
    ]


@pytest.mark.parametrize("minutes", [None, 45])
def test_last_call_is_told_only_where_there_is_a_clock(minutes: int | None) -> None:
    facts = stage_in_words(Stage(minutes=minutes, last_call_minutes=5))

    assert [fact.label for fact in facts] == (
        ["Minutes on the clock of a round", "Call the last hand 5 minutes before the end"]
        if minutes
        else []
    )


def test_stage_tells_when_its_matches_end_and_what_happens_at_a_deadline() -> None:
    stage = Stage(hands_limit=3, reminder_hours=24, deadline="wait", method="swiss", pull=80)

    assert [tuple(fact) for fact in stage_in_words(stage)] == [
        ("A match ends after 3 hands", ""),
        ("Remind players 24 hours before a round closes", ""),
        (
            "When a round has to close and a table is still playing",
            "the round waits for the table",
        ),
    ]


def test_one_hand_is_not_told_as_several() -> None:
    assert [tuple(fact) for fact in stage_in_words(Stage(hands_limit=1))] == [
        ("A match ends after … hands", "1")
    ]
