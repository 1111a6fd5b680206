import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, Recurrence, Round, RoundStatus, Stage
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_round,
    make_user,
)
from tests.league.results.visits import text_of

pytestmark = pytest.mark.django_db

SEATS = {
    "method": "finals",
    "planned_rounds": "1",
    "seating_priority": "even",
    "score_weight": "50",
    "hands_limit": "",
    "minutes": "60",
    "last_call_minutes": "10",
    "reminder_hours": "",
    "deadline": "close",
    "next_round": "hand",
}
FINAL = SEATS | {
    "number": "2",
    "name": "Final",
    "cut": "places",
    "cut_at": "8",
    "cut_ties": "all",
    "carry_over": "half",
}
EVERY_SECOND_TUESDAY = {
    "first_at": "2099-03-24T19:30",
    "every": "2",
    "unit": "weeks",
    "rule": "",
    "hours": "4",
    "ahead": "3",
}


@pytest.fixture
def competition() -> Competition:
    return make_competition(make_club(time_zone="Europe/Rome"))


@pytest.fixture
def organiser(competition: Competition, client: Client) -> Client:
    client.force_login(make_organiser(competition.club))
    return client


@pytest.fixture
def final(competition: Competition) -> Stage:
    return Stage.objects.create(
        competition=competition, number=2, name="Final", cut="places", cut_at=8
    )


def test_add_stage_page_adds_one_however_often_it_is_sent(
    organiser: Client, competition: Competition
) -> None:
    for _ in range(2):
        organiser.post(reverse("rounds:add_stage", args=[competition.pk]), FINAL)

    stage = competition.stages.get(number=2)
    assert (stage.label, stage.method, stage.minutes) == ("Final", "finals", 60)
    assert (stage.cut, stage.cut_at, stage.cut_ties, stage.carry_over) == (
        "places",
        8,
        "all",
        "half",
    )
    assert competition.stages.count() == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cut_at": ""}, "Enter how many entries advance"),
        ({"cut_at": "0"}, "greater than or equal to 1"),
        ({"cut_at": "many"}, "Enter a whole number"),
        ({"last_call_minutes": "60"}, "The round lasts only 60 minutes"),
        ({"minutes": "1", "last_call_minutes": "1"}, "The round lasts only 1 minute."),
        ({"minutes": "0"}, "greater than or equal to 1"),
        ({"method": "magic"}, "Select a valid choice"),
    ],
)
def test_add_stage_page_says_what_is_wrong_and_keeps_the_rest(
    organiser: Client, competition: Competition, changes: dict[str, str], words: str
) -> None:
    answer = organiser.post(reverse("rounds:add_stage", args=[competition.pk]), FINAL | changes)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert 'value="Final"' in page
    assert competition.stages.count() == 1


def test_edit_stage_page_of_a_stage_to_come_asks_who_goes_on(
    organiser: Client, final: Stage
) -> None:
    address = reverse("rounds:edit_stage", args=[final.pk])

    shown = organiser.get(address).content.decode()
    organiser.post(address, FINAL | {"cut": "points", "cut_at": "40"})

    final.refresh_from_db()
    assert 'name="cut_at"' in shown
    assert (final.cut, final.cut_at) == ("points", 40)


def test_edit_stage_page_of_a_stage_that_has_begun_does_not(
    organiser: Client, final: Stage
) -> None:
    Stage.objects.filter(pk=final.pk).update(started_at=NOW)
    address = reverse("rounds:edit_stage", args=[final.pk])

    shown = organiser.get(address).content.decode()
    answer = organiser.post(address, SEATS | {"name": "Top tables", "minutes": "75"})

    final.refresh_from_db()
    assert 'name="cut_at"' not in shown
    assert answer.status_code == 302
    assert (final.name, final.minutes, final.cut_at) == ("Top tables", 75, 8)


@pytest.mark.parametrize(
    ("method", "words"),
    [("list", "Edit seating list"), ("fixed", "Edit fixed groups")],
)
def test_edit_stage_page_leads_to_a_list_of_ones_own(
    organiser: Client, final: Stage, method: str, words: str
) -> None:
    Stage.objects.filter(pk=final.pk).update(method=method)

    page = organiser.get(reverse("rounds:edit_stage", args=[final.pk])).content.decode()

    assert words in page
    assert reverse("rounds:seating_list", args=[final.pk]) in page


def test_remove_stage_page_removes_or_says_why_not(
    organiser: Client, competition: Competition, final: Stage
) -> None:
    first = competition.stages.get(number=1)

    refused = organiser.post(reverse("rounds:remove_stage", args=[first.pk]), follow=True)
    removed = organiser.post(reverse("rounds:remove_stage", args=[final.pk]), follow=True)

    assert "This stage has started and cannot be deleted." in refused.content.decode()
    assert "The stage was deleted." in removed.content.decode()
    assert list(competition.stages.all()) == [first]


def test_recurrence_page_makes_rounds_by_the_clubs_clock_summer_and_winter(
    organiser: Client, competition: Competition
) -> None:
    stage = competition.stages.get()
    address = reverse("rounds:recurrence", args=[stage.pk])

    organiser.post(address, EVERY_SECOND_TUESDAY)

    opens = list(stage.rounds.order_by("number").values_list("opens_at", flat=True))
    assert [f"{moment:%d.%m. %H:%M}" for moment in opens if moment] == [
        "24.03. 18:30",
        "07.04. 17:30",
        "21.04. 17:30",
    ]
    assert "Every second Tuesday at 19:30" in organiser.get(address).content.decode()


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({}, "FREQ=WEEKLY;INTERVAL=2"),
        ({"unit": "days", "every": "10"}, "FREQ=DAILY;INTERVAL=10"),
        ({"unit": "weekday", "every": "1"}, "FREQ=MONTHLY;INTERVAL=1;BYDAY=4TU"),
        (
            {"unit": "weekday", "every": "1", "first_at": "2099-03-31T19:30"},
            "FREQ=MONTHLY;INTERVAL=1;BYDAY=-1TU",
        ),
        ({"unit": "date", "every": "1"}, "FREQ=MONTHLY;INTERVAL=1"),
        (
            {"unit": "rule", "every": "", "rule": "freq=weekly;byday=tu,th"},
            "FREQ=WEEKLY;BYDAY=TU,TH",
        ),
    ],
)
def test_recurrence_page_shows_again_what_was_chosen(
    organiser: Client, competition: Competition, changes: dict[str, str], rule: str
) -> None:
    address = reverse("rounds:recurrence", args=[competition.stages.get().pk])
    sent = EVERY_SECOND_TUESDAY | changes

    organiser.post(address, sent)
    page = organiser.get(address).content.decode()

    assert Recurrence.objects.get().rule == rule
    assert f'<option value="{sent["unit"]}" selected>' in page


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"every": ""}, "Enter a number, such as 2."),
        ({"every": "0"}, "greater than or equal to 1"),
        ({"unit": "rule"}, "Enter a rule, or choose weeks"),
        ({"unit": "rule", "rule": "FREQ=HOURLY"}, "This rule is not valid."),
        ({"unit": "rule", "rule": "FREQ=WEEKLY;BYDAY=FR"}, "on a day of the rule"),
        ({"first_at": ""}, "Choose when the first round opens."),
        ({"ahead": "99"}, "less than or equal to 12"),
        ({"hours": "-1"}, "greater than or equal to 1"),
    ],
)
def test_recurrence_page_says_what_is_wrong(
    organiser: Client, competition: Competition, changes: dict[str, str], words: str
) -> None:
    address = reverse("rounds:recurrence", args=[competition.stages.get().pk])

    answer = organiser.post(address, EVERY_SECOND_TUESDAY | changes)

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Recurrence.objects.exists()


def test_recurrence_is_paused_resumed_and_removed(
    organiser: Client, competition: Competition
) -> None:
    stage = competition.stages.get()
    organiser.post(reverse("rounds:recurrence", args=[stage.pk]), EVERY_SECOND_TUESDAY)
    address = reverse("rounds:change_recurrence", args=[stage.pk])

    counts = []
    for wanted in ("pause", "resume", "remove"):
        organiser.post(address, {"do": wanted})
        counts.append(stage.rounds.count())

    assert counts == [0, 3, 0]
    assert not Recurrence.objects.exists()


@pytest.mark.parametrize("name", ["edit_stage", "remove_stage", "recurrence", "change_recurrence"])
def test_stage_pages_are_for_organisers(client: Client, final: Stage, name: str) -> None:
    client.force_login(make_user())

    assert client.post(reverse(f"rounds:{name}", args=[final.pk])).status_code == 404


def test_competition_page_lists_its_stages(client: Client, final: Stage) -> None:
    page = client.get(reverse("competitions:detail", args=[final.competition_id])).content.decode()

    assert "Final" in page
    assert "Upcoming" in page
    assert "top 8 advance · carry-over: all points" in page


def test_competition_page_says_with_how_many_points_one_goes_on(
    client: Client, final: Stage
) -> None:
    Stage.objects.filter(pk=final.pk).update(cut="points", cut_at=20, carry_over="half")

    page = client.get(reverse("competitions:detail", args=[final.competition_id])).content.decode()

    assert "from 20 points · carry-over: half the points, rounded up" in page


def test_competition_page_says_when_rounds_make_themselves_and_what_a_deadline_does(
    organiser: Client, competition: Competition
) -> None:
    stage = competition.stages.get()
    competition.stages.update(deadline="wait")
    organiser.post(reverse("rounds:recurrence", args=[stage.pk]), EVERY_SECOND_TUESDAY)

    page = organiser.get(reverse("competitions:detail", args=[competition.pk])).content.decode()
    settings = reverse("competitions:settings", args=[competition.pk])

    assert "Every second Tuesday at 19:30" in page
    assert "the round waits for the table" in page
    assert organiser.get(settings).content.decode().count("Every second Tuesday at 19:30") == 2

    organiser.post(reverse("rounds:change_recurrence", args=[stage.pk]), {"do": "pause"})
    page = organiser.get(settings).content.decode()
    assert (page.count("Every second Tuesday"), "<small>Paused</small>" in page) == (0, True)


def test_settings_page_leads_to_a_list_of_ones_own(
    organiser: Client, competition: Competition
) -> None:
    address = reverse("competitions:settings", args=[competition.pk])
    script = reverse("rounds:seating_list", args=[competition.stages.get().pk])

    before = organiser.get(address).content.decode()
    competition.stages.update(method="list")
    after = organiser.get(address).content.decode()

    assert (script in before, script in after) == (False, True)


def test_number_of_a_cut_that_is_not_asked_for_is_forgotten(
    organiser: Client, competition: Competition
) -> None:
    sent = FINAL | {"cut": "everybody", "cut_at": "many"}

    answer = organiser.post(reverse("rounds:add_stage", args=[competition.pk]), sent)

    assert answer.status_code == 302
    assert competition.stages.get(number=2).cut_at is None


def test_number_of_weeks_that_is_not_asked_for_is_forgotten(
    organiser: Client, competition: Competition
) -> None:
    address = reverse("rounds:recurrence", args=[competition.stages.get().pk])
    rule = {"unit": "rule", "rule": "FREQ=WEEKLY;BYDAY=TU", "every": "many"}

    answer = organiser.post(address, EVERY_SECOND_TUESDAY | rule)

    assert answer.status_code == 302
    assert Recurrence.objects.get().rule == "FREQ=WEEKLY;BYDAY=TU"


def test_recurrence_page_names_the_clock_and_the_days_without_a_round(
    organiser: Client, competition: Competition
) -> None:
    stage = competition.stages.get()
    address = reverse("rounds:recurrence", args=[stage.pk])
    organiser.post(address, EVERY_SECOND_TUESDAY)
    organiser.post(reverse("rounds:delete", args=[stage.rounds.get(number=2).pk]))

    page = " ".join(organiser.get(address).content.decode().split())

    assert "Time zone: Europe/Rome." in page
    assert "<strong>Tue 7 April 2099</strong>" in page


def test_beginning_is_taken_back_only_while_the_stage_has_no_round(
    organiser: Client, final: Stage
) -> None:
    Stage.objects.filter(pk=final.pk).update(started_at=NOW)
    address = reverse("rounds:edit_stage", args=[final.pk])
    take_back = reverse("rounds:undo_stage_start", args=[final.pk])

    before = organiser.get(address).content.decode()
    final.rounds.create(number=1)
    after = organiser.get(address).content.decode()

    assert (take_back in before, take_back in after) == (True, False)


def test_settings_say_plainly_what_counts_in_a_stage_and_when_it_can_start(
    organiser: Client, competition: Competition, final: Stage
) -> None:
    address = reverse("competitions:settings", args=[competition.pk])
    start = reverse("rounds:begin_stage", args=[final.pk])
    Stage.objects.filter(pk=final.pk).update(carry_over="none")

    answer = organiser.get(address)
    assert "top 8 advance · everyone starts at 0 points" in text_of(answer)
    assert "Cannot start yet: No round has been played yet." in text_of(answer)
    assert start not in answer.content.decode()

    round = make_round(competition)
    page = organiser.get(address).content.decode()
    assert ("Round 1 is still in progress. Close it first." in page, start in page) == (True, False)

    Round.objects.filter(pk=round.pk).update(status=RoundStatus.CLOSED)
    page = organiser.get(address).content.decode()
    assert ("Cannot start yet" in page, start in page) == (False, True)

    Stage.objects.filter(pk=final.pk).update(carry_over="half")
    assert "carry-over: half the points, rounded up" in organiser.get(address).content.decode()
