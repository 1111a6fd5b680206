"""A hand of an online table that is corrected is worth the same on its screens."""

import random

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.online.models import OnlineHand, OnlineTable, Phase
from league.online.services.play import get_ready
from league.online.snapshots import snapshot_of
from league.results.models import Hand, TableScore
from league.results.services import void_hand
from tests.factories import BY_CLUB, NOW
from tests.league.online.rounds import all_sit, evening, play_hand

pytestmark = pytest.mark.django_db


def test_screens_hear_of_a_hand_that_was_made_void_and_show_the_new_totals(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    night = evening()
    all_sit(night)
    play_hand(night, random.Random(1))
    token, version = night.online.token, night.online.version
    before = snapshot_of(token, version).matches.now.totals
    assert before == tuple(TableScore.objects.get(table=night.table).totals)
    hand = Hand.objects.get(table=night.table)
    with django_capture_on_commit_callbacks(execute=True):
        void_hand(hand_id=hand.pk, expected_revision=1, reason="Misdeal", author=BY_CLUB)
    now = OnlineTable.objects.get(pk=night.online.pk).version
    assert now == version + 1
    assert snapshot_of(token, now).matches.now.totals == (0, 0, 0)


def test_a_hand_that_the_table_records_itself_raises_its_version_once(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    night = evening()
    all_sit(night)
    with django_capture_on_commit_callbacks(execute=True):
        play_hand(night, random.Random(1))
    told = OnlineTable.objects.get(pk=night.online.pk)
    assert told.version == night.online.version


def test_a_hand_takes_the_place_of_the_one_that_was_made_void_while_it_was_played() -> None:
    night = evening(target=40)
    all_sit(night)
    play_hand(night, random.Random(1))
    for seat in range(3):
        get_ready(table_id=night.online.pk, seat=seat, now=NOW)
    first = Hand.objects.get(table=night.table)
    void_hand(hand_id=first.pk, expected_revision=1, reason="Misdeal", author=BY_CLUB)
    play_hand(night, random.Random(2))
    assert night.online.phase == Phase.BETWEEN
    second = OnlineHand.objects.get(table=night.online, number=2)
    counting = Hand.objects.exclude(pk=first.pk).select_related("current").get(table=night.table)
    assert (counting.number, second.hand) == (1, counting)
    assert TableScore.objects.get(table=night.table).hands == 1
