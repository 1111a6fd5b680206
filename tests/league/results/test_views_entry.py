from http import HTTPStatus
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from league.clubs.models import Role
from league.competitions.models import RoundStatus, Table
from league.results.authors import Via
from league.results.models import Hand, Submission, SubmissionOutcome
from league.results.scoring import record_of
from tests.factories import NOW, make_club, make_player, make_round, make_table
from tests.league.results.hands import in_force, live_hand, record_for, send
from tests.league.results.visits import at_the_table, club_member, form_of, signed_in, text_of

pytestmark = pytest.mark.django_db


def entry_of(table: Table) -> str:
    return reverse("results:enter", args=[table.pk])


def second_hand(**fields: str) -> dict[str, str]:
    """Return what a form of the second hand of four sends, lions and hedgehogs in order."""
    return {
        "number": "2",
        "seating": "1",
        "key": "00000000-0000-4000-8000-000000000002",
        "finish": "3,1,0",
        "lions_in_hand": "0",
        **{f"lions-{seat}": str(lions) for seat, lions in enumerate((0, 2, 0, 3))},
        **{f"hedgehog-{seat}": "1" for seat in (0, 1, 3)},
        "role-0": "0-senior",
        "role-1": "1-senior",
        "role-2": "0-junior",
        "role-3": "1-junior",
        "send": "1",
        **fields,
    }


def test_a_whole_hand_is_entered_without_scripts_tap_by_tap() -> None:
    table = make_table(seats=5)
    send(table)
    client = at_the_table(table, seat=2)
    page = client.get(entry_of(table))
    for seat in (3, 0, 4):
        page = client.post(entry_of(table), form_of(page) | {"tap": str(seat)})
    page = client.post(entry_of(table), form_of(page) | {"tap": "0"})
    for seat in (1, 0):
        form = form_of(page) | {"tap": str(seat), "lions-1": "2", "lions-3": "3"}
        form.pop("hedgehog-2", None)
        page = client.post(entry_of(table), form)
    assert form_of(page)["finish"] == "3,4,1,0"
    assert 'name="tap" value="2" aria-pressed="true"' in page.content.decode()

    page = client.post(entry_of(table), form_of(page) | {"preview": "1"})
    assert "2 lions taken" in text_of(page)
    assert Hand.objects.count() == 1

    answer = client.post(entry_of(table), form_of(page) | {"send": "1"})
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == reverse("results:table", args=[table.pk])
    submission = Submission.objects.latest("pk")
    assert submission.record == {
        "teams": [[0, 3], [1, 4]],
        "solo": 2,
        "finish": [3, 4, 1, 0, 2],
        "lions_taken": [0, 2, 0, 3, 0],
        "lions_in_hand": 0,
        "hedgehog": [True, True, False, True, True],
    }
    assert (submission.by, submission.via) == (table.seats.get(number=2).player, Via.CODE)
    assert "Hand 2 recorded." in text_of(client.get(answer["Location"]))


def test_the_same_form_sent_twice_is_one_hand() -> None:
    table = make_table()
    client = at_the_table(table)
    form = form_of(client.get(entry_of(table))) | {"finish": "0,1,2", "send": "1"}
    assert [client.post(entry_of(table), form).status_code for _ in range(2)] == [302, 302]
    assert Submission.objects.count() == 1


def test_a_key_that_no_uuid_is_does_no_harm() -> None:
    table = make_table()
    client = at_the_table(table)
    form = form_of(client.get(entry_of(table))) | {"finish": "0,1,2", "send": "1", "key": "x"}
    assert client.post(entry_of(table), form).status_code == 302
    assert isinstance(Submission.objects.get().key, UUID)


def test_the_same_key_with_another_content_is_a_conflict_that_keeps_what_was_entered() -> None:
    table = make_table()
    client = at_the_table(table)
    form = form_of(client.get(entry_of(table))) | {"finish": "0,1,2", "send": "1"}
    client.post(entry_of(table), form)
    answer = client.post(entry_of(table), form | {"finish": "3,2,1"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "This phone has already sent this hand with other data" in text_of(answer)
    assert form_of(answer)["finish"] == "3,2,1"
    assert form_of(answer)["key"] == form["key"]
    assert Submission.objects.count() == 1


def test_a_second_phone_is_told_that_it_agrees_or_differs() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    form = {"number": "1", "seating": "1", "finish": "0,1,2", "send": "1"}
    answer = client.post(entry_of(table), form, follow=True)
    assert "Hand 1 was already recorded, the same as yours." in text_of(answer)
    answer = client.post(entry_of(table), form | {"finish": "1,0,2"}, follow=True)
    assert "Hand 1 was already recorded, but differs from yours." in text_of(answer)
    assert "Hand 1: different versions" in text_of(answer)
    verdicts = Submission.objects.order_by("pk").values_list("outcome", flat=True)
    assert list(verdicts) == [
        SubmissionOutcome.COUNTED,
        SubmissionOutcome.AGREED,
        SubmissionOutcome.DIFFERED,
    ]


BAD_INPUT = [
    (
        {"finish": "0,0,1,2"},
        "finish_error",
        "Tap each player once, in the order in which they ran out of cards.",
    ),
    ({"finish": "0,1"}, "finish_error", "Tap each player once, in the order"),
    ({"lions-0": "9"}, "cards_error", "Too many lions: the deck has 5"),
    ({"lions-0": "-1"}, "cards_error", "The number of lions cannot be negative."),
    ({"lions-0": "two"}, "cards_error", "Enter a whole number of lions for each player"),
    ({"lions_in_hand": "9" * 400}, "", "Enter a whole number of lions."),
    ({"role-0": "0-junior"}, "teams_error", "Each player needs exactly one partner"),
]


@pytest.mark.parametrize(("fields", "error_id", "words"), BAD_INPUT)
def test_bad_input_gets_words_at_its_field_keeps_the_rest_and_changes_nothing(
    fields: dict[str, str], error_id: str, words: str
) -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    version = Table.objects.get().version
    client = at_the_table(table)
    answer = client.post(entry_of(table), second_hand(**fields))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    at = page.index(f'id="{error_id}"') if error_id else page.index("errorlist")
    assert words in page[at : at + 600]
    kept = form_of(answer)
    assert kept["key"] == "00000000-0000-4000-8000-000000000002"
    assert kept["lions-3"] == "3"
    assert "hedgehog-2" not in kept
    assert Hand.objects.count() == 1
    assert Table.objects.get().version == version


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"number": "3"}, "Hand 3 cannot be entered yet. Enter hand 2 first."),
        ({"number": "x"}, "Hand 0 cannot be entered yet. Enter hand 2 first."),
        ({"seating": "7"}, "The seating of this table has changed."),
    ],
)
def test_a_form_that_is_out_of_date_says_so(change: dict[str, str], words: str) -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    answer = at_the_table(table).post(entry_of(table), second_hand(**change))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in text_of(answer)
    assert form_of(answer)["finish"] == "3,1,0"
    assert Hand.objects.count() == 1


def test_a_hand_for_a_closed_round_is_refused_in_words_and_kept() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    answer = client.post(entry_of(table), second_hand())
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Round 1 is closed. Its tables accept no more entries or changes." in text_of(answer)
    assert "tell an organiser, who can still correct it" in text_of(answer)
    assert form_of(answer)["lions-3"] == "3"


def test_an_organiser_is_told_how_to_enter_what_a_closed_round_misses() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    organiser = club_member(table, Role.ORGANISER)
    for answer in (organiser.get(entry_of(table)), organiser.post(entry_of(table), second_hand())):
        assert "Round 1 is closed. You can correct recorded hands and results;" in text_of(answer)
        assert "reopen the round first" in text_of(answer)


def test_a_round_that_has_not_begun_says_that_it_is_not_open_yet() -> None:
    table = make_table(make_round(status=RoundStatus.SCHEDULED))
    answer = at_the_table(table).get(entry_of(table))
    assert "Round 1 is not open yet." in text_of(answer)


def test_a_hand_for_a_table_that_was_seated_again_is_refused_in_words() -> None:
    table = make_table()
    client = at_the_table(table)
    table.dissolved_at = NOW
    table.save()
    form = {"number": "1", "seating": "1", "finish": "0,1,2", "send": "1"}
    answer = client.post(entry_of(table), form)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The seating of this table has changed. Scan the code on your new table." in text_of(
        answer
    )


def test_a_missing_lion_is_asked_about_once() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    answer = client.post(entry_of(table), second_hand(**{"lions-3": "2"}))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "1 lion is missing" in text_of(answer)
    assert "Send anyway" in text_of(answer)
    answer = client.post(entry_of(table), form_of(answer) | {"send": "1"})
    assert answer.status_code == HTTPStatus.FOUND
    assert record_of(live_hand(table, 2))["lions_taken"] == [0, 2, 0, 2]


def test_other_teams_than_the_rules_are_asked_about_and_kept_as_played() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    swapped = second_hand(**{"role-2": "1-junior", "role-3": "0-junior"})
    answer = client.post(entry_of(table), swapped)
    assert "By the standings, the rule gives other teams." in text_of(answer)
    client.post(entry_of(table), form_of(answer) | {"send": "1"})
    assert record_of(live_hand(table, 2))["teams"] == [[0, 3], [1, 2]]


def test_a_match_that_is_over_offers_no_form() -> None:
    table = make_table(options={"mode": "simple", "target": 3})
    send(table, 0, 1, 2, 3)
    answer = at_the_table(table).get(entry_of(table))
    assert "The match is over" in text_of(answer)
    assert "hand-form" not in answer.content.decode()


def test_too_many_hands_in_a_minute_are_refused_and_kept(settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"record": 0}
    table = make_table()
    send(table, 0, 1, 2, 3)
    answer = at_the_table(table).post(entry_of(table), second_hand())
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert form_of(answer)["finish"] == "3,1,0"


def test_who_may_enter_hands() -> None:
    table = make_table()
    seated = table.seats.get(number=0).player
    stranger = make_player(make_club("Elsewhere"), role=Role.OWNER)
    statuses = {
        "anonymous": Client(),
        "code": at_the_table(table),
        "seated": signed_in(seated),
        "member": club_member(table),
        "scorer": club_member(table, Role.SCORER),
        "organiser": club_member(table, Role.ORGANISER),
        "owner": club_member(table, Role.OWNER),
        "stranger": signed_in(stranger),
    }
    for path in (entry_of(table), reverse("results:preview", args=[table.pk])):
        form = {"number": "1", "finish": "0,1,2"}
        answers = {who: client.post(path, form).status_code for who, client in statuses.items()}
        assert answers == {
            "anonymous": 404,
            "code": 200,
            "seated": 200,
            "member": 404,
            "scorer": 200,
            "organiser": 200,
            "owner": 200,
            "stranger": 404,
        }


@pytest.mark.parametrize(
    ("role", "via"), [(Role.SCORER, Via.CLUB), (Role.ORGANISER, Via.CLUB), (None, Via.SEAT)]
)
def test_a_hand_says_who_sent_it_and_by_which_right(role: str | None, via: str) -> None:
    table = make_table()
    seated = table.seats.get(number=0).player
    client = club_member(table, role) if role else signed_in(seated)
    client.post(entry_of(table), {"number": "1", "seating": "1", "finish": "0,1,2", "send": "1"})
    revision = in_force(live_hand(table, 1))
    assert (revision.via, str(revision.by)) == (via, "Mona" if role else "Ada")


def test_the_preview_gives_everybodys_points_with_their_reasons() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    words = text_of(client.post(reverse("results:preview", args=[table.pk]), second_hand()))
    assert "Place 3 gives 2, Chiara’s place 4 gives 0" in words
    assert "3 lions taken" in words
    assert "total 12" in words
    assert Hand.objects.count() == 1


def test_the_preview_says_what_is_wrong_and_waits_for_the_order() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    client = at_the_table(table)
    path = reverse("results:preview", args=[table.pk])
    assert "Too many lions" in text_of(client.post(path, second_hand(**{"lions-0": "5"})))
    assert "appear here as you enter the hand" in text_of(
        client.post(path, second_hand(finish="3"))
    )


def test_a_phone_that_is_entering_a_hand_hears_that_another_has_sent_it() -> None:
    table = make_table()
    client = at_the_table(table)
    piece = {"HX-Request": "true", "HX-Target": "entry-news"}
    path = f"{entry_of(table)}?number=1"
    assert "another phone" not in client.get(path, headers=piece).content.decode()
    send(table)
    answer = client.get(path, headers=piece)
    assert "Hand 1 has just been entered on another phone." in text_of(answer)
    assert answer.content.decode().count("<div id=") == 1
    assert "<html" not in answer.content.decode()


def queries_of_a_post(client: Client, table: Table) -> int:
    number = Hand.objects.filter(table=table).count() + 1
    record = record_for(table)
    form = second_hand(number=str(number), key="")
    form |= {"finish": "3,2,1" if number % 2 else "0,1,2"}
    form |= {
        f"role-{seat}": f"{at}-{role}"
        for at, team in enumerate(record["teams"])
        for seat, role in zip(team, ("senior", "junior"), strict=True)
    }
    with CaptureQueriesContext(connection) as captured:
        assert client.post(entry_of(table), form).status_code == 302
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


@pytest.mark.databases
def test_posting_a_hand_asks_the_database_equally_often_however_long_the_match() -> None:
    table = make_table(options={"target": 1000})
    client = at_the_table(table)
    send(table)
    send(table)
    assert len({queries_of_a_post(client, table) for _ in range(8)}) == 1
