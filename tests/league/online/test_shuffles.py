"""Browsers and the site shuffle together: in time, late, silent, twice, wrong, and with nobody."""

import json
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.log import commitment
from games.match_log import verify
from games.registry import games
from league.online.access import key_of
from league.online.errors import OnlineError
from league.online.models import OnlineHand, OnlineTable, Phase, Shuffle, TableEvent, TableEventType
from league.online.models.hands import WINDOW
from league.online.queries import attempts_at, hand_of
from league.online.replays import log_of
from league.online.seat_view import seat_view
from league.online.services.absence import vote_for_break, vote_to_resume
from league.online.services.bots import do_what_is_due, play_bots
from league.online.services.play import get_ready, play_move, take_part
from league.online.services.seats import let_bot_sit
from league.online.snapshots import snapshot_of
from league.online.tasks import sweep
from league.results.access import PHONE
from tests.league.online.browsers import Browser, person, shuffle_all, shuffling
from tests.league.online.events import make_event, tables_of
from tests.league.online.tables import NOW, legal_move, make_table, sent
from tests.league.online.together import AT_ONCE, together

pytestmark = pytest.mark.django_db

LONG_AFTER = timedelta(minutes=10)


def refusal(do: Callable[..., object], *given: Any) -> str:
    """Return the code with which something is refused, in words."""
    with pytest.raises(OnlineError) as refused:
        do(*given)
    assert refused.value.text
    return refused.value.code


def parties(table: OnlineTable, number: int = 1) -> list[tuple[list[int], list[int]]]:
    """Return the seats that committed and those that were silent, by attempt."""
    opened = [each.opened() for each in attempts_at(table, number)]
    return [([each.seat for each in one.shares], list(one.silent)) for one in opened]


def stands(table: OnlineTable) -> tuple[str, int]:
    """Return what a table waits for and in which hand."""
    table.refresh_from_db()
    return table.phase, table.hand_number


def play_hand(table: OnlineTable, people: int, *, now: datetime = NOW) -> OnlineHand:
    """Play the hand to its end, people by any legal move."""
    number = stands(table)[1]
    while stands(table) == (Phase.PLAYING, number):
        state = snapshot_of(table.token).state
        assert state is not None
        acting = [seat for seat in state.acting_seats() if seat < people]
        if acting:
            move = sent(table, legal_move(table, acting[0], random.Random(1)))
            play_move(table_id=table.pk, seat=acting[0], sent=move, now=now)
        else:
            play_bots(table_id=table.pk, now=now)
    return OnlineHand.objects.get(table=table, number=number)


def test_hand_waits_for_the_browser_that_is_there_and_follows_from_its_share() -> None:
    table, [ada] = shuffling(1)
    assert (stands(table), table.due_at) == ((Phase.BETWEEN, 0), NOW + WINDOW)
    assert not OnlineHand.objects.exists()
    ada.commit()
    assert stands(table) == (Phase.BETWEEN, 0)
    ada.open()
    assert stands(table) == (Phase.PLAYING, 1)
    assert parties(table) == [([0], [])]
    hand = play_hand(table, 1)
    [header, *rest] = json.loads(json.dumps(log_of(table, hand)))
    assert header["shuffle"]["attempts"][0]["shares"][0]["share"] == ada.shares[1, 1]
    assert verify({game.slug: game for game in games()}, [header, *rest]).hands == 1


def test_shares_are_opened_only_when_all_browsers_have_committed() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    assert refusal(ada.open) == "share_early"
    ben.commit()
    ben.open()
    assert stands(table) == (Phase.BETWEEN, 0)
    ada.open()
    assert stands(table) == (Phase.PLAYING, 1)
    assert parties(table) == [([0, 1], [])]


def test_silent_browser_is_waited_for_once_and_again_when_it_says_that_it_is_there() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    do_what_is_due(table_id=table.pk, now=NOW + WINDOW / 2)
    assert refusal(ada.open) == "share_early"
    do_what_is_due(table_id=table.pk, now=NOW + WINDOW)
    assert refusal(ben.commit) == "share_closed"
    ada.open(now=NOW + WINDOW)
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0], [1])])
    play_hand(table, 2)
    for seat in (0, 1):
        get_ready(table_id=table.pk, seat=seat, now=NOW)
    # Ben's browser is not waited for, until it is there again.
    ada.commit()
    assert Shuffle.objects.get(number=2).closed_at is not None
    assert not table.seats.get(number=1).adds_share
    take_part(table_id=table.pk, seat=1, now=NOW)
    assert table.seats.get(number=1).adds_share


def test_with_nobody_there_the_hand_begins_at_once_and_the_site_alone_shuffles() -> None:
    table = make_table()
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([], [0])])


def test_share_that_is_not_opened_in_time_voids_the_shuffle_before_a_card_is_seen() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    ben.commit()
    ada.open()
    first = ada.shuffle
    do_what_is_due(table_id=table.pk, now=NOW + WINDOW)
    assert not OnlineHand.objects.exists()
    first.refresh_from_db()
    assert (first.voided_at, first.hand) == (NOW + WINDOW, None)
    story = TableEvent.objects.get(table=table)
    assert (story.type, story.name) == (TableEventType.SHARE_MISSING, "Player 1")
    words = snapshot_view(table, None)["log"][0]["text"]
    assert words == (
        "Player 1’s browser did not reveal its number in time: "
        "the cards are shuffled again without it."
    )
    # The other share was seen by the site, and counts no more; the site has another secret, too.
    assert ada.shuffle.secret != first.secret
    assert refusal(ben.commit) == "share_barred"
    ada.commit(now=NOW + WINDOW)
    ada.open(now=NOW + WINDOW)
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0, 1], []), ([0], [1])])
    # Who did not open a share plays like anybody else.
    state = snapshot_of(table.token).state
    assert state is not None
    assert 1 in state.acting_seats()
    hand = play_hand(table, 2)
    assert verify({game.slug: game for game in games()}, log_of(table, hand)).hands == 1


def snapshot_view(table: OnlineTable, seat: int | None, now: datetime = NOW) -> Any:
    return seat_view(snapshot_of(table.token), seat, after=None, now=now)


def test_the_same_twice_is_once_and_something_else_is_refused() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    ada.commit()
    assert refusal(ada.commit, "0" * 64) == "share_known"
    ben.commit()
    assert refusal(ada.open, "0" * 64) == "share_unfit"
    ada.open()
    ada.open()
    ben.open()
    # The answers were lost: what was done stays done.
    ben.open()
    ben.commit()
    assert refusal(ben.open, "0" * 64) == "share_late"
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0, 1], [])])


def test_commitment_of_another_seat_is_of_no_use_to_who_copies_it() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    ben.commit(ada.commitment())
    ada.open()
    assert refusal(ben.open, ada.share()) == "share_unfit"
    assert stands(table) == (Phase.BETWEEN, 0)


def test_seat_without_a_commitment_and_a_table_without_a_shuffle_take_no_share() -> None:
    _, [ada, ben] = shuffling()
    assert refusal(ada.open) == "share_unfit"
    other = make_table(host=person(3), bots="")
    assert refusal(Browser(other, 0).commit) == "share_late"
    ada.shares[1, 1] = "1" * 64
    shuffle_all([ada, ben])
    assert refusal(ada.commit, "2" * 64) == "share_late"
    # The deal of the second hand is committed to after the first one alone.
    assert Shuffle.objects.filter(table=ada.table).count() == 1


def test_what_is_overdue_is_picked_up_after_all_processes_were_killed() -> None:
    begun = timezone.now() - WINDOW
    table, [ada, ben] = shuffling(now=begun)
    ada.commit(now=begun)
    sweep()
    assert ada.shuffle.closed_at is not None
    ada.open(now=timezone.now())
    assert stands(table) == (Phase.PLAYING, 1)
    assert parties(table) == [([0], [1])]
    assert ben.shares == {}


def test_browsers_have_their_time_again_after_the_site_was_away() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    ben.commit()
    later = NOW + LONG_AFTER
    do_what_is_due(table_id=table.pk, now=later)
    assert ada.shuffle.voided_at is None
    ada.open(now=later)
    ben.open(now=later)
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0, 1], [])])


def test_whoever_looks_closes_what_is_overdue() -> None:
    begun = timezone.now() - WINDOW
    table, [ada, _] = shuffling(now=begun)
    ada.commit(now=begun)
    shown = Client().get(f"/play/{table.token}/view/").json()
    assert shown["shuffle"]["is_closed"]
    assert shown["shuffle"]["shares"] == [
        {"seat": 0, "commitment": ada.commitment(), "is_open": False}
    ]
    # A page looks again when the time is over.
    assert shown["more_at"] is None
    seat = snapshot_of(table.token).seats[0]
    own = Client().get(f"/play/{table.token}/view/", {"key": key_of(seat)}).json()
    assert datetime.fromisoformat(own["more_at"]) >= timezone.now()


def test_table_that_is_adjourned_meanwhile_shuffles_when_it_goes_on() -> None:
    table, [ada, ben] = shuffling()
    ada.commit()
    for seat in (0, 1):
        vote_for_break(table_id=table.pk, seat=seat, wants=True, now=NOW)
    assert stands(table) == (Phase.ADJOURNED, 0)
    assert refusal(ben.commit) == "share_late"
    later = NOW + LONG_AFTER
    for seat in (0, 1):
        vote_to_resume(table_id=table.pk, seat=seat, now=later)
    do_what_is_due(table_id=table.pk, now=later)
    ben.commit(now=later)
    ada.open(now=later)
    ben.open(now=later)
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0, 1], [])])


def test_at_slow_tables_those_who_are_there_take_part() -> None:
    table, [ada, _] = shuffling(move_seconds=86_400)
    ada.commit()
    do_what_is_due(table_id=table.pk, now=NOW + WINDOW)
    ada.open(now=NOW + WINDOW)
    assert (stands(table), parties(table)) == ((Phase.PLAYING, 1), [([0], [1])])


def test_deals_of_duplicate_events_are_made_before_and_have_no_shuffle() -> None:
    event = make_event("zop-zoo", host=person(0))
    for table in tables_of(event):
        begin = stands(table)
        assert begin[0] in {Phase.PLAYING, Phase.WAITING}
    assert not Shuffle.objects.exists()


def test_hand_that_an_older_version_has_dealt_before_is_played() -> None:
    table = make_table(bots="", host=person(0))
    shuffle = table.shuffles.get()
    other = make_table()
    dealt = hand_of(other, 1)
    assert dealt is not None
    shuffle.delete()
    lying = OnlineHand.objects.create(
        table=table,
        number=1,
        setup=dealt.setup,
        deal=dealt.deal,
        commitment=commitment(dealt.deal),
        rules_version=dealt.rules_version,
        created_at=NOW,
    )
    for seat in (1, 2):
        let_bot_sit(table_id=table.pk, seat=seat, bot="greedy", now=NOW)
    assert stands(table) == (Phase.PLAYING, 1)
    assert OnlineHand.objects.get(table=table).pk == lying.pk
    assert parties(table) == []


def post(table: OnlineTable, seat: int, **said: object) -> Any:
    key = key_of(snapshot_of(table.token).seats[seat])
    body = json.dumps({"seat": key, **said})
    return Client().post(f"/play/{table.token}/share/", body, content_type="application/json")


def test_page_commits_and_opens_by_two_requests_and_the_second_shows_the_cards() -> None:
    table, [ada] = shuffling(1, now=timezone.now())
    committed = post(table, 0, hand=1, attempt=1, commitment=ada.commitment())
    assert committed.status_code == 200
    shuffle = committed.json()["view"]["shuffle"]
    assert (shuffle["is_closed"], shuffle["commitment"]) == (True, ada.shuffle.commitment)
    opened = post(table, 0, hand=1, attempt=1, share=ada.share())
    view = opened.json()["view"]
    assert (opened.status_code, view["phase"], view["shuffle"]) == (200, "playing", None)
    assert view["observation"] is not None


def test_reload_in_the_middle_finds_what_is_asked_and_can_still_open() -> None:
    table, [ada, ben] = shuffling(now=timezone.now())
    ada.commit(now=timezone.now())
    client = Client()
    session = client.session
    session[PHONE] = person(0).guest
    session.save()
    screen = client.get(f"/play/{table.token}/").context["screen"]["view"]
    assert screen["shuffle"]["shares"] == [
        {"seat": 0, "commitment": ada.commitment(), "is_open": False}
    ]
    shuffle_all([ada, ben], now=timezone.now())
    assert stands(table) == (Phase.PLAYING, 1)


@pytest.mark.parametrize(
    "said",
    [
        {"hand": 1, "attempt": 1, "commitment": "E" * 64},
        {"hand": 1, "attempt": 1, "share": 7},
        {"hand": 1, "attempt": 1, "share": "1" * 64, "commitment": "1" * 64},
        {"hand": "x", "attempt": 1, "share": "1" * 64},
        {"hand": 1, "commitment": "1" * 64},
    ],
)
def test_what_is_no_share_is_refused_in_words(said: dict[str, object]) -> None:
    table, _ = shuffling(1, now=timezone.now())
    answer = post(table, 0, **said)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_share_of_another_hand_is_refused_in_words_and_a_foreign_key_opens_nothing() -> None:
    table, [ada] = shuffling(1, now=timezone.now())
    late = post(table, 0, hand=2, attempt=1, commitment="1" * 64)
    assert (late.status_code, late.json()["code"]) == (422, "share_late")
    assert late.json()["text"] == "This hand is not being shuffled at the moment."
    forged = Client().post(
        f"/play/{table.token}/share/",
        json.dumps({"seat": "forged", "hand": 1, "attempt": 1, "commitment": ada.commitment()}),
        content_type="application/json",
    )
    assert forged.status_code == 403


def test_page_that_has_just_opened_says_that_its_browser_is_there() -> None:
    table = make_table()
    assert not table.seats.get(number=0).adds_share
    assert post(table, 0).status_code == 200
    assert table.seats.get(number=0).adds_share
    assert snapshot_view(table, 0)["seats"][0]["adds_share"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_browsers_that_open_at_the_same_moment_get_one_deal() -> None:
    table, browsers = shuffling(4)
    for each in browsers:
        each.commit()
    for each in browsers:
        each.share()
    told = together(lambda number: browsers[number % 4].open())
    assert told == ["done"] * AT_ONCE
    assert stands(table) == (Phase.PLAYING, 1)
    assert OnlineHand.objects.filter(table=table).count() == 1
    assert parties(table) == [([0, 1, 2, 3], [])]
