import re
from datetime import date, timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Competition, Round, RoundStatus, Table
from league.results.models import TableScore
from tests.factories import make_entry, make_organiser, make_round, make_table, make_user

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def make_evening(client: Client, minutes: int | None = 60) -> Round:
    """Make an open round with a table, and sign its organiser in."""
    round_ = make_round()
    round_.stage.competition.stages.update(minutes=minutes)
    make_table(round_)
    client.force_login(make_organiser(round_.stage.competition.club))
    return round_


def press(client: Client, round_: Round, **data: object) -> list[str]:
    """Press a button of the clock; return what was said."""
    address = reverse("rounds:clock", args=[round_.pk])
    answer = client.post(address, {name: str(value) for name, value in data.items()})
    assert answer.status_code == 302
    round_.refresh_from_db()
    return [str(message) for message in get_messages(answer.wsgi_request)]


def close_by_hand(client: Client, round_: Round) -> None:
    """Close a round as its page asks to, whatever its tables still play."""
    address = reverse("rounds:close", args=[round_.pk])
    closing = client.get(address).context["closing"]
    client.post(address, {"known": closing.state})


def started(round_: Round) -> int:
    assert round_.clock_started_at is not None
    return int(round_.clock_started_at.timestamp())


def page(client: Client, name: str, pk: int) -> str:
    return " ".join(client.get(reverse(name, args=[pk])).content.decode().split())


def test_clock_is_started_paused_and_lengthened_by_its_buttons(client: Client) -> None:
    round_ = make_evening(client)
    assert "Start clock" in page(client, "rounds:detail", round_.pk)

    assert press(client, round_, start=45) == []
    assert round_.clock_minutes == 45
    press(client, round_, do="pause")
    assert round_.clock_paused_at is not None
    press(client, round_, do="resume")
    assert round_.clock_paused_at is None
    for _ in range(2):
        press(client, round_, minutes=50, started=started(round_))
    assert round_.clock_minutes == 50
    press(client, round_, do="last")
    assert round_.last_hand_called_at is not None


def test_clock_is_on_every_screen_with_the_servers_time_and_its_end(client: Client) -> None:
    round_ = make_evening(client)
    press(client, round_, start=45)
    table = round_.tables.get()
    assert round_.clock_started_at is not None
    ends = f'data-ends="{(round_.clock_started_at + 45 * MINUTE).timestamp():.3f}"'

    for name, pk in (
        ("rounds:detail", round_.pk),
        ("displays:round_projector", round_.pk),
        ("results:table", table.pk),
    ):
        shown = page(client, name, pk)
        # The scripts of these pages bring the clock's along.
        has_script = re.search(r"js/(round|screen|at-table|live)[\w.]*\.js", shown) is not None
        assert (ends in shown, 'data-clock="running"' in shown, has_script) == (True, True, True)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        ("", "Enter 1 to 1440 minutes."),
        ("0", "Enter 1 to 1440 minutes."),
        ("-3", "Enter 1 to 1440 minutes."),
        ("ten", "Enter 1 to 1440 minutes."),
        ("٣", "Enter 1 to 1440 minutes."),
        ("9" * 30, "Enter 1 to 1440 minutes."),
    ],
)
def test_clock_of_no_sense_is_refused_in_words(client: Client, minutes: str, words: str) -> None:
    round_ = make_evening(client)

    refused = client.post(reverse("rounds:clock", args=[round_.pk]), {"start": minutes})

    page = " ".join(refused.content.decode().split())
    assert refused.status_code == 422
    assert f'value="{minutes}" aria-invalid="true" aria-describedby="start_error"' in page
    assert f'<ul class="errorlist" id="start_error"><li>{words}</li></ul>' in page
    round_.refresh_from_db()
    assert round_.clock_started_at is None


def test_refused_length_stands_at_the_clock_that_is_started_anew(client: Client) -> None:
    round_ = make_evening(client)
    press(client, round_, start=45)

    refused = client.post(
        reverse("rounds:clock", args=[round_.pk]), {"anew": "x", "started": str(started(round_))}
    )

    shown = " ".join(refused.content.decode().split())
    assert '<details class="more" id="clock-anew" open>' in shown
    assert 'id="anew_error"><li>Enter 1 to 1440 minutes.</li>' in shown


def test_less_time_than_has_passed_is_refused_beside_its_button(client: Client) -> None:
    round_ = make_evening(client)
    press(client, round_, start=4)

    refused = client.post(
        reverse("rounds:clock", args=[round_.pk]),
        {"minutes": "-1", "started": str(started(round_))},
    )

    assert refused.status_code == 422
    assert '<ul class="errorlist" role="alert"><li>Only ' in refused.content.decode()


def test_press_on_a_page_from_before_the_restart_is_told_so(client: Client) -> None:
    round_ = make_evening(client)
    press(client, round_, start=45)
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - 40 * MINUTE)

    said = press(client, round_, anew=30, started=1)

    assert said == ["The clock was restarted. The current time is shown."]
    assert round_.clock_minutes == 45
    press(client, round_, anew=30, started=started(round_))
    assert round_.clock_minutes == 30


def test_table_is_adjourned_listed_and_taken_up(client: Client) -> None:
    round_ = make_evening(client)
    table = round_.tables.get()
    TableScore.objects.create(table=table, hands=2, totals=[3, 2, 1, 0], places=[1, 2, 3, 4])
    address = reverse("rounds:adjourn", args=[round_.pk, table.pk])
    assert "Adjourn table 1" in page(client, "rounds:detail", round_.pk)

    client.post(address, {"adjourned": "1"})

    assert "Adjourned after hand 2" in page(client, "rounds:detail", round_.pk)
    client.post(address, {"adjourned": "0"})
    assert Table.objects.get().adjourned_at is None


def test_adjourned_table_takes_hands_when_its_round_is_closed(client: Client) -> None:
    round_ = make_evening(client)
    table = round_.tables.get()
    client.post(reverse("rounds:adjourn", args=[round_.pk, table.pk]), {"adjourned": "1"})
    close_by_hand(client, round_)

    assert "Enter hand 1" in page(client, "results:table", table.pk)


@pytest.mark.parametrize(("minutes", "is_first"), [(60, True), (None, False)])
def test_clock_that_is_planned_stands_above_the_tables(
    client: Client, minutes: int | None, is_first: bool
) -> None:
    round_ = make_evening(client, minutes=minutes)

    shown = page(client, "rounds:detail", round_.pk)

    assert (shown.index('id="clock"') < shown.index("<h2>Tables</h2>")) is is_first


def test_clock_without_a_plan_goes_above_the_tables_once_it_runs(client: Client) -> None:
    round_ = make_evening(client, minutes=None)
    press(client, round_, start=45)

    shown = page(client, "rounds:detail", round_.pk)

    assert shown.index("5 minutes more") < shown.index("<h2>Tables</h2>")


def test_next_round_is_begun_from_the_one_that_has_closed(client: Client) -> None:
    round_ = make_evening(client)
    close_by_hand(client, round_)
    assert "Open Round 2 now" in page(client, "rounds:detail", round_.pk)

    answers = [client.post(reverse("rounds:begin_next", args=[round_.pk])) for _ in range(2)]

    following = Round.objects.get(number=2)
    assert following.status == RoundStatus.OPEN
    assert {answer["Location"] for answer in answers} == {f"/rounds/{following.pk}/"}
    assert "Go to Round 2" in page(client, "rounds:detail", round_.pk)


@pytest.mark.parametrize("name", ["clock", "begin_next"])
def test_only_organisers_find_the_buttons(client: Client, name: str) -> None:
    round_ = make_round()
    client.force_login(make_user())

    assert client.post(reverse(f"rounds:{name}", args=[round_.pk])).status_code == 404
    assert "Start clock" not in page(client, "rounds:detail", round_.pk)


@pytest.mark.parametrize(
    ("deadline", "unfinished", "words"),
    [
        ("close", "standing", "Unfinished matches count with their current score"),
        ("close", "nothing", "Unfinished matches do not count"),
        ("wait", "standing", "the round waits for unfinished tables and then closes"),
        ("adjourn", "standing", "Unfinished tables are adjourned and resume later"),
    ],
)
def test_times_of_a_round_say_what_happens_at_its_deadline(
    client: Client, deadline: str, unfinished: str, words: str
) -> None:
    round_ = make_evening(client)
    round_.stage.competition.stages.update(deadline=deadline, reminder_hours=24)
    Competition.objects.update(unfinished=unfinished)

    shown = page(client, "rounds:times", round_.pk)

    assert (words in shown, "get a reminder 24 hours before" in shown) == (True, True)


def test_round_made_by_itself_says_what_removing_it_means(client: Client) -> None:
    round_ = make_evening(client)
    following = make_round(
        round_.stage.competition, 2, RoundStatus.SCHEDULED, recurs_on=date(2026, 11, 10)
    )

    assert "its date is not scheduled again" in page(client, "rounds:detail", following.pk)


def test_player_finds_the_own_adjourned_table_after_its_round_has_closed(client: Client) -> None:
    round_ = make_round(status=RoundStatus.CLOSED)
    table = make_table(round_, adjourned_at=timezone.now())
    user = make_user()
    seat = table.seats.get(number=2)
    seat.player.user = user
    seat.player.save()
    client.force_login(user)

    shown = " ".join(client.get(reverse("rounds:mine")).content.decode().split())
    assert f"/tables/{table.pk}/" in shown
    assert "I'm here" not in shown

    assert "This table is adjourned. It resumes later" in shown

    Table.objects.update(adjourned_at=None)
    assert f"/tables/{table.pk}/" not in client.get(reverse("rounds:mine")).content.decode()


def test_organiser_says_otherwise_why_somebody_missed_a_closed_round(client: Client) -> None:
    round_ = make_evening(client)
    entry = make_entry(round_.stage.competition, name="Missing")
    close_by_hand(client, round_)
    address = reverse("rounds:absence", args=[round_.pk, entry.pk])
    # Nobody has played at the table, either.
    assert "5 players did not play" in page(client, "rounds:detail", round_.pk)

    client.post(address, {"reason": "no_show"})
    assert entry.absences.get().reason == "no_show"
    client.post(address, {"reason": "holiday"})
    assert entry.absences.get().reason == "no_show"

    client.force_login(make_user())
    assert client.post(address, {"reason": "requested_bye"}).status_code == 404
    assert "did not play" not in page(client, "rounds:detail", round_.pk)
