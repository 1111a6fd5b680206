"""Who is here, away or gone at a table, and a bot for who is not there."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.core import live
from league.notifications.models import Channel
from league.online import presence
from league.online.access import key_of
from league.online.errors import OnlineError
from league.online.models import OnlineSeat, OnlineTable, Phase, TableEvent, TimeoutPolicy
from league.online.presence import AWAY, GONE, HERE, is_missed, presence_of, record_presence
from league.online.services.absence import come_back, let_bot_play, replace, vote_for_break
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import snapshot_of
from league.online.turns import notify_who_has_gone
from tests.factories import make_club, make_player, make_user
from tests.league.online.tables import NOW, make_table

pytestmark = pytest.mark.django_db
BEN = Person("Ben", guest="b" * 32)
EVE = Person("Eve", guest="e" * 32)
DOORS = ("action", "here")
SECOND = timedelta(seconds=1)


def two_people(**fields: Any) -> OnlineTable:
    table = make_table("zop-zoo", 2, bots="")
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    OnlineTable.objects.filter(pk=table.pk).update(**fields)
    table.refresh_from_db()
    return table


def seat_of(table: OnlineTable, number: int) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def state(seat: OnlineSeat, later: timedelta = timedelta()) -> str | None:
    known = presence_of(seat, NOW + later)
    return known and known.state


def test_page_that_is_not_heard_of_is_away_and_then_gone() -> None:
    seat = seat_of(two_people(), 1)
    assert state(seat) is None
    record_presence(seat, HERE, NOW)
    times = [timedelta(), presence.SILENT_AFTER + SECOND, presence.GONE_AFTER + SECOND]
    assert [state(seat, later) for later in times] == [HERE, AWAY, GONE]
    record_presence(seat, AWAY, NOW)
    assert [state(seat, later) for later in times] == [AWAY, AWAY, GONE]
    record_presence(seat, GONE, NOW)
    assert state(seat) == GONE


def test_presence_is_of_who_sits_there_now() -> None:
    seat = seat_of(two_people(), 1)
    record_presence(seat, HERE, NOW)
    seat.occupant += 1
    assert presence_of(seat, NOW) is None


def test_time_away_counts_from_its_beginning() -> None:
    seat = seat_of(two_people(), 1)
    for seconds in (0, 15, 30):
        record_presence(seat, AWAY, NOW + timedelta(seconds=seconds))
    known = presence_of(seat, NOW + timedelta(seconds=30))
    assert known is not None
    assert known.since == NOW
    assert is_missed(seat, NOW + timedelta(seconds=30))
    record_presence(seat, HERE, NOW + timedelta(seconds=31))
    assert not is_missed(seat, NOW + timedelta(seconds=60))


def post(table: OnlineTable, what: str, seat: int, **body: Any) -> Any:
    key = key_of(snapshot_of(table.token).seats[seat])
    said = json.dumps({"seat": key, "moves": 0, **body})
    # As a page that is being closed sends it.
    return Client().post(f"/play/{table.token}/{what}/", said, content_type="text/plain")


def test_page_says_that_it_is_here_without_reading_a_row(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = two_people()
    post(table, "here", 1, state="away")
    with django_assert_num_queries(0 if connection.vendor == "sqlite" else 1):
        key = key_of(seat_with_cached_table(table))
        answer = Client().post(
            f"/play/{table.token}/here/",
            json.dumps({"seat": key, "state": "here"}),
            content_type="text/plain",
        )
    assert answer.status_code == 204
    known = presence_of(seat_of(table, 1), NOW)
    assert known is not None
    assert known.state == HERE


def seat_with_cached_table(table: OnlineTable) -> OnlineSeat:
    return snapshot_of(table.token, 1).seats[1]


def test_what_is_no_presence_is_refused() -> None:
    table = two_people()
    assert post(table, "here", 1, state="asleep").status_code == 400
    forged = Client().post(
        f"/play/{table.token}/here/",
        json.dumps({"seat": "forged", "state": "here"}),
        content_type="application/json",
    )
    assert (forged.status_code, forged.json()["code"]) == (403, "seat_gone")


def test_page_that_lost_its_seat_is_told_who_plays_there_now() -> None:
    table = two_people()
    key = key_of(seat_of(table, 1))
    seat: dict[str, Any] = {"table_id": table.pk, "seat": 1, "by": "Ada", "now": NOW}

    def told() -> set[str]:
        body = json.dumps({"seat": key, "moves": 0, "action": "ready", "state": "here"})
        url, kind = f"/play/{table.token}", "application/json"
        answers = [
            Client().get(f"{url}/view/", headers={"X-Seat-Key": key}),
            *(Client().post(f"{url}/{each}/", body, content_type=kind) for each in DOORS),
        ]
        assert {answer.status_code for answer in answers} == {403}
        return {answer.json()["text"] for answer in answers}

    replace(**seat, is_now=True, replacement=OnlineSeat.OPEN)
    (text,) = told()
    assert text.startswith("Your seat is open now. A bot may play there until someone takes it.")
    sit_down(table_id=table.pk, seat=1, person=EVE, now=NOW)
    assert told() == {"Another player has your seat now. Reload the page to watch."}
    replace(**seat, is_now=True, replacement="greedy")
    assert told() == {"A bot plays in your seat now. Reload the page to watch."}


def test_streams_learn_presence_from_the_cache_alone(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    seats = [seat_of(table, 1) for table in (two_people(), two_people())]
    record_presence(seats[0], AWAY, NOW)
    with django_assert_num_queries(0):
        versions = live.current_versions([live.topic_name(presence.TOPIC, s.pk) for s in seats])
    assert versions == {f"here:{seats[0].pk}": int(NOW.timestamp() * 1000) * 10 + 1}


def test_bot_plays_for_who_is_missed_until_they_return() -> None:
    table = two_people()
    record_presence(seat_of(table, 1), GONE, NOW)
    asked = {"table_id": table.pk, "seat": 0, "other": 1}
    with pytest.raises(OnlineError) as refused:
        let_bot_play(**asked, now=NOW)
    assert refused.value.code == "still_here"
    late = NOW + presence.MISSED_AFTER + SECOND
    let_bot_play(**asked, now=late)
    let_bot_play(**asked, now=late)
    assert seat_of(table, 1).is_away
    assert [(e.type, e.name, e.by) for e in TableEvent.objects.all()] == [("bot_for", "Ben", "Ada")]
    come_back(table_id=table.pk, seat=1, now=late)
    assert not seat_of(table, 1).is_away


def test_table_is_adjourned_without_those_who_are_not_there() -> None:
    table = two_people()
    vote_for_break(table_id=table.pk, seat=0, wants=True, now=NOW)
    table.refresh_from_db()
    assert table.phase != Phase.ADJOURNED
    vote_for_break(table_id=table.pk, seat=0, wants=False, now=NOW)
    record_presence(seat_of(table, 1), GONE, NOW)
    late = NOW + presence.MISSED_AFTER + SECOND
    vote_for_break(table_id=table.pk, seat=0, wants=True, now=late)
    table.refresh_from_db()
    assert table.phase == Phase.ADJOURNED


@pytest.mark.parametrize(
    ("fields", "other", "code"),
    [
        ({"timeout_policy": TimeoutPolicy.WAIT}, 1, "no_bot_substitute"),
        ({"move_seconds": 86_400}, 1, "no_bot_substitute"),
        ({}, 7, "no_bot_substitute"),
        ({}, 0, "still_here"),
    ],
)
def test_nobody_is_put_aside_otherwise(fields: dict[str, Any], other: int, code: str) -> None:
    table = two_people(**fields)
    for number in (0, 1):
        record_presence(seat_of(table, number), GONE, NOW)
    late = NOW + timedelta(minutes=5)
    with pytest.raises(OnlineError) as refused:
        let_bot_play(table_id=table.pk, seat=0, other=other, now=late)
    assert refused.value.code == code


def test_pages_ask_for_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    table = two_people()
    monkeypatch.setattr("league.online.services.absence.is_missed", lambda _seat, _now: True)
    assert post(table, "bot-for", 0).status_code == 400
    answer = post(table, "bot-for", 0, other=1)
    assert (answer.status_code, answer.json()["view"]["seats"][1]["is_away"]) == (200, True)


def test_push_calls_back_who_has_closed_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr("league.online.turns.notify_players", lambda **said: told.append(said))
    table = make_table("zop-zoo", 2, bots="")
    account = make_user()
    player = make_player(make_club(), user=account)
    sit_down(table_id=table.pk, seat=1, person=Person("Ben", account), now=NOW)
    table.refresh_from_db()
    ben = seat_of(table, 1)
    for state in (HERE, AWAY, GONE):
        record_presence(ben, state, NOW)
        ben.acts_since = NOW
        notify_who_has_gone(table, [ben], NOW)
        notify_who_has_gone(table, [ben], NOW + SECOND)
    assert [(each["players"], each["channels"]) for each in told] == [([player], {Channel.PUSH})]
