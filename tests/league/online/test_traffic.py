"""The search for secrets finds what is planted, in every kind of traffic, however it is written."""

import json
import logging
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.http import HttpResponse, JsonResponse

from games.base import Seat
from games.shuffle import digest_of
from league.celery import app
from league.online.access import key_of
from league.online.models import OnlineTable, Phase
from league.online.snapshots import Snapshot, snapshot_of
from tests.league.online.browsers import shuffling
from tests.league.online.hidden import LEAST_CARDS, secrets_of
from tests.league.online.tables import make_table
from tests.league.online.traffic import LeakError, Traffic, all_heard

pytestmark = pytest.mark.django_db(transaction=True)

# What seat 1 holds is hidden from seat 0.
READER: Seat = 0


def hand_of_another(snapshot: Snapshot) -> list[str]:
    """Return the cards of seat 1 in Frank's Zoo."""
    assert snapshot.state is not None
    held = snapshot.state.observation(1).as_json()["hand"]
    assert isinstance(held, list)
    return held


def tell_by_answer(traffic: Traffic, snapshot: Snapshot) -> None:
    told = JsonResponse({"cards": hand_of_another(snapshot)})
    traffic.hear_answer("answer", told, READER)


def tell_by_page(traffic: Traffic, snapshot: Snapshot) -> None:
    key = key_of(snapshot.seats[1])
    traffic.hear_answer("page", HttpResponse(f"<p data-key='{key}'>"), READER)


def tell_by_header(traffic: Traffic, snapshot: Snapshot) -> None:
    answer = HttpResponse(headers={"X-Hand": ",".join(hand_of_another(snapshot))})
    traffic.hear_answer("answer", answer, READER)


def tell_by_cookie(traffic: Traffic, snapshot: Snapshot) -> None:
    answer = HttpResponse()
    assert snapshot.hand is not None
    answer.set_cookie("deal", snapshot.hand.deal["salt"])
    traffic.hear_answer("answer", answer, READER)


def tell_by_error(traffic: Traffic, snapshot: Snapshot) -> None:
    words = f"{hand_of_another(snapshot)} is not legal".replace("'", "&#x27;")
    traffic.hear_answer("error", HttpResponse(words, status=422), READER)


def tell_by_log(traffic: Traffic, snapshot: Snapshot) -> None:
    assert snapshot.hand is not None
    logging.getLogger("league.online").info("Dealt %s", snapshot.hand.deal)


def tell_by_traceback(traffic: Traffic, snapshot: Snapshot) -> None:
    try:
        raise LookupError(json.dumps(hand_of_another(snapshot)))
    except LookupError:
        logging.getLogger("league.online").exception("It failed")


def tell_by_cached_value(traffic: Traffic, snapshot: Snapshot) -> None:
    cache.set("table", {"hand": tuple(hand_of_another(snapshot))})
    traffic.hear_cache()


def tell_by_cached_key(traffic: Traffic, snapshot: Snapshot) -> None:
    cache.set("-".join(hand_of_another(snapshot)), 1)
    traffic.hear_cache()


def tell_by_message(traffic: Traffic, snapshot: Snapshot) -> None:
    assert snapshot.hand is not None
    app.send_task("league.online.tasks.sweep", kwargs={"salt": snapshot.hand.deal["salt"]})
    traffic.hear_wake_ups()


def decide(snapshot: Snapshot) -> str:
    """Let seat 1 decide on a play, and return it as its page knows it."""
    seat = snapshot.seats[1]
    seat.premove = {"type": "play", "cards": hand_of_another(snapshot)[:LEAST_CARDS]}
    seat.save()
    return json.dumps(seat.premove)


def tell_premove_by_answer(traffic: Traffic, snapshot: Snapshot) -> None:
    traffic.hear_answer("answer", HttpResponse(decide(snapshot)), READER)


def tell_premove_by_stream(traffic: Traffic, snapshot: Snapshot) -> None:
    traffic.hear("stream", f"data: {decide(snapshot)}")


def tell_hand_by_replay(traffic: Traffic, snapshot: Snapshot) -> None:
    assert snapshot.hand is not None
    traffic.hear_answer("replay", JsonResponse({"deal": snapshot.hand.deal}), None)


WAYS = [
    tell_by_answer,
    tell_by_page,
    tell_by_header,
    tell_by_cookie,
    tell_by_error,
    tell_by_log,
    tell_by_traceback,
    tell_by_cached_value,
    tell_by_cached_key,
    tell_by_message,
    tell_premove_by_answer,
    tell_premove_by_stream,
    tell_hand_by_replay,
]


@pytest.mark.parametrize("tell", WAYS)
def test_what_is_planted_is_found(tell: Callable[[Traffic, Snapshot], None]) -> None:
    traffic = Traffic()
    table = make_table("franks-zoo", 4, bots="greedy")
    with all_heard(traffic, table.pk, 4):
        snapshot = snapshot_of(table.token)
        traffic.search(lambda reader: secrets_of(snapshot, reader))
        tell(traffic, snapshot)
        with pytest.raises(LeakError):
            traffic.search(lambda reader: secrets_of(snapshot, reader))


def tell_secret_of_the_site(traffic: Traffic, table: OnlineTable) -> None:
    traffic.hear_answer("answer", JsonResponse({"it": table.shuffles.get().secret}), READER)


def tell_share_of_a_seat(traffic: Traffic, table: OnlineTable) -> None:
    share = table.shuffles.get().shares.exclude(share="").latest("opened_at").share
    traffic.hear_answer("page", HttpResponse(f"<code>{share}</code>"), READER)


def tell_what_the_deal_follows_from(traffic: Traffic, table: OnlineTable) -> None:
    cache.set("seed", digest_of(table.shuffles.get().opened().seed_text))
    traffic.hear_cache()


def tell_share_by_log(_traffic: Traffic, table: OnlineTable) -> None:
    shares = [each.share for each in table.shuffles.get().shares.all()]
    logging.getLogger("league.online").info("Opened %s", shares)


@pytest.mark.parametrize("is_dealt", [False, True])
@pytest.mark.parametrize(
    "tell",
    [
        tell_secret_of_the_site,
        tell_share_of_a_seat,
        tell_what_the_deal_follows_from,
        tell_share_by_log,
    ],
)
def test_part_of_a_shuffle_that_is_told_before_the_hand_is_over_is_found(
    tell: Callable[[Traffic, OnlineTable], None], is_dealt: bool
) -> None:
    traffic = Traffic()
    table, browsers = shuffling()
    for each in browsers:
        each.commit()
    for each in browsers if is_dealt else browsers[:1]:
        each.open()
    with all_heard(traffic, table.pk, 3):
        snapshot = snapshot_of(table.token)
        assert snapshot.table.phase == (Phase.PLAYING if is_dealt else Phase.BETWEEN)
        traffic.search(lambda reader: secrets_of(snapshot, reader))
        tell(traffic, table)
        with pytest.raises(LeakError):
            traffic.search(lambda reader: secrets_of(snapshot, reader))


def test_what_a_seat_holds_itself_is_no_secret_to_it() -> None:
    traffic = Traffic()
    snapshot = snapshot_of(make_table("franks-zoo", 4, bots="greedy").token)
    traffic.hear("answer", json.dumps(hand_of_another(snapshot)), 1)
    traffic.search(lambda reader: secrets_of(snapshot, reader))
    assert traffic.counts == {"answer": 1}
