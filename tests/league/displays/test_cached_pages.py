"""A visitor's page that is kept is the page as it would be made now, whatever has changed."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core.cache.backends.dummy import DummyCache
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from league.clubs.membership import leave_club, return_to_club
from league.clubs.models import Club, Player, Role, User, Visibility
from league.clubs.services import add_players, edit_club, set_preferences, set_role
from league.competitions.models import Competition, RoundStatus
from league.competitions.schedule import RoundTimes
from league.competitions.services import edit_competition
from league.core.errors import RefusedError
from league.notifications.models import Post
from league.notifications.services.announcing import announce, delete_announcement
from league.privacy.erasing.services import erase_player
from league.results.adjustments import adjust
from league.results.authors import Author, Via
from league.results.models import Hand
from league.results.services import correct_hand, restore_hand, void_hand
from league.rounds.services.check_in import check_in_players, check_out_player
from league.rounds.services.clock import start_clock
from league.rounds.services.closing import close_round
from league.rounds.services.lifecycle import (
    add_round,
    call_off_round,
    delete_round,
    open_round,
    reopen_round,
    set_round_times,
    undo_call_off,
)
from league.rounds.services.replies import reply_to_round
from tests.factories import NOW, make_competition, make_player, make_round, make_table, make_user
from tests.league.results.hands import record_for, send
from tests.portions import some_of

pytestmark = pytest.mark.django_db(transaction=True)

TOKENS = re.compile(
    r""" data-cached| hx-headers='[^']*'|<input type="hidden" name="csrfmiddlewaretoken"[^>]*>"""
)
COMPARED = 3


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travelled:
        yield travelled


class Evening:
    """A club with an open round of one table, a round to come, and somebody for each change."""

    def __init__(self, chance: random.Random, clock: time_machine.Traveller) -> None:
        self.chance = chance
        self.clock = clock
        self.club = Club.objects.create(name="Zoo", slug="zoo", created_at=NOW)
        self.owner: User = make_user(is_superuser=True, name="Olga")
        make_player(self.club, "Olga", Role.OWNER, self.owner)
        self.competition = make_competition(self.club, options={"mode": "simple"})
        self.round = make_round(self.competition)
        self.table = make_table(self.round)
        make_round(self.competition, 2, RoundStatus.SCHEDULED, opens_at=NOW + timedelta(days=7))

    @property
    def paths(self) -> list[str]:
        number, round_number = self.competition.pk, self.round.pk
        return [
            f"/c/{self.club.slug}/",
            f"/competitions/{number}/",
            f"/competitions/{number}/standings/",
            f"/competitions/{number}/projector/?news=12&standings=9",
            f"/rounds/{round_number}/",
            f"/rounds/{round_number}/projector/",
        ]

    def player(self) -> Player:
        players = Player.objects.filter(club=self.club).exclude(user=self.owner)
        return self.chance.choice(list(players.order_by("pk")))

    def hand(self) -> dict[str, Any]:
        hand = self.chance.choice(list(Hand.objects.order_by("pk")))
        return {
            "hand_id": hand.pk,
            "expected_revision": hand.current.number if hand.current else 1,
            "reason": "Looked again",
            "author": Author(None, Via.CLUB, timezone.now()),
        }

    def other_round(self) -> dict[str, Any]:
        rounds = self.competition.stages.get().rounds.order_by("pk")
        return {"round_id": self.chance.choice(list(rounds)).pk}

    # ---------------------------------------------------------------------------- what can change

    def record(self) -> None:
        finish = self.chance.sample(range(4), 4)
        send(self.table, *finish)

    def correct(self) -> None:
        record = record_for(self.table, *self.chance.sample(range(4), 4))
        correct_hand(record=record, **self.hand())

    def void(self) -> None:
        void_hand(**self.hand())

    def restore(self) -> None:
        restore_hand(**self.hand())

    def adjust_points(self) -> None:
        adjust(
            competition_id=self.competition.pk,
            entry_id=self.chance.choice(list(self.competition.entries.order_by("pk"))).pk,
            kind="bonus",
            points=3,
            reason="For the cake",
            by=None,
            now=timezone.now(),
        )

    def rename(self) -> None:
        set_preferences(player_id=self.player().pk, name=f"N{self.chance.random()}", real_name="")

    def leave(self) -> None:
        leave_club(player_id=self.player().pk, now=timezone.now())

    def come_back(self) -> None:
        return_to_club(player_id=self.player().pk)

    def give_role(self) -> None:
        role = self.chance.choice([Role.ORGANISER, Role.PLAYER])
        set_role(player_id=self.player().pk, role=role, by=self.owner)

    def add_player(self) -> None:
        add_players(club=self.club, names=[f"New {self.chance.random()}"], now=timezone.now())

    def erase(self) -> None:
        erase_player(player_id=self.player().pk, now=timezone.now())

    def change_club(self) -> None:
        edit_club(
            club_id=self.club.pk,
            name=self.chance.choice(["Zoo", "Zoo Two"]),
            time_zone=self.chance.choice(["UTC", "Europe/Berlin"]),
            visibility=self.chance.choice(Visibility.values),
        )

    def change_competition(self) -> None:
        competition = Competition.objects.get(pk=self.competition.pk)
        competition.name = f"Cup {self.chance.random()}"
        competition.visibility = self.chance.choice(["", *Visibility.values])
        competition.bye_points = self.chance.randrange(9)
        edit_competition(competition_id=self.competition.pk, settings=competition)

    def announce(self) -> None:
        key, now = str(uuid4()), timezone.now()
        hour = timedelta(hours=1)
        announce(club=self.club, key=key, title=f"News {key}", body="", shown_for=hour, now=now)

    def take_back_news(self) -> None:
        posts = Post.objects.filter(shown_until__isnull=False).order_by("pk")
        delete_announcement(post_id=self.chance.choice(list(posts)).pk)

    def add_round(self) -> None:
        number = self.competition.stages.get().rounds.count() + 1
        times = RoundTimes(opens_at=timezone.now() + timedelta(days=self.chance.randrange(1, 9)))
        add_round(
            competition_id=self.competition.pk, number=number, times=times, now=timezone.now()
        )

    def set_times(self) -> None:
        times = RoundTimes(opens_at=timezone.now() + timedelta(days=self.chance.randrange(1, 9)))
        set_round_times(times=times, now=timezone.now(), **self.other_round())

    def open(self) -> None:
        open_round(now=timezone.now(), **self.other_round())

    def close(self) -> None:
        close_round(now=timezone.now(), **self.other_round())

    def reopen(self) -> None:
        reopen_round(now=timezone.now(), **self.other_round())

    def call_off(self) -> None:
        call_off_round(now=timezone.now(), **self.other_round())

    def call_on(self) -> None:
        undo_call_off(**self.other_round())

    def delete(self) -> None:
        found = self.other_round()
        if found["round_id"] != self.round.pk:
            delete_round(**found)

    def check_in(self) -> None:
        there = [self.player().pk]
        check_in_players(player_ids=there, by=None, now=timezone.now(), **self.other_round())

    def check_out(self) -> None:
        check_out_player(player_id=self.player().pk, **self.other_round())

    def reply(self) -> None:
        is_coming = self.chance.choice([True, False])
        player = self.player()
        reply_to_round(player=player, is_coming=is_coming, now=timezone.now(), **self.other_round())

    def start_clock(self) -> None:
        start_clock(minutes=30, now=timezone.now(), **self.other_round())

    def wait(self) -> None:
        self.clock.shift(self.chance.choice([timedelta(minutes=1), timedelta(days=1)]))

    @property
    def changes(self) -> list[Callable[[], None]]:
        """Return all that can be done; seated hands and players come up more often."""
        often = [self.record] * 4 + [self.correct, self.void, self.rename] * 2
        return [
            *often,
            *(self.restore, self.adjust_points, self.leave, self.come_back, self.give_role),
            *(self.add_player, self.erase, self.change_club, self.change_competition),
            *(self.announce, self.take_back_news, self.add_round, self.set_times, self.open),
            *(self.close, self.reopen, self.call_off, self.call_on, self.delete, self.check_in),
            *(self.check_out, self.reply, self.start_clock, self.wait),
        ]


@contextmanager
def nothing_cached() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("league.core.fragments.cache", DummyCache("", {}))
        yield


def page(path: str, **headers: str) -> tuple[int, str]:
    """Return a page as a visitor gets it."""
    answer = Client(headers=headers).get(path)
    return answer.status_code, TOKENS.sub("", answer.content.decode())


def made_page(path: str, **headers: str) -> tuple[int, str]:
    """Return a page that is made for somebody of whom the site knows no more than a cookie."""
    with nothing_cached():
        return page(path, cookie="somebodys=1", **headers)


def test_every_cached_page_is_cached(clock: time_machine.Traveller) -> None:
    evening = Evening(random.Random(1), clock)
    evening.record()
    for path in evening.paths:
        assert Client().get(path).has_header("ETag"), path
    names = {resolve(urlsplit(path).path).view_name for path in evening.paths}
    assert names == set(settings.CACHED_PAGES)


def test_a_running_clock_is_not_kept(clock: time_machine.Traveller) -> None:
    evening = Evening(random.Random(1), clock)
    start_clock(round_id=evening.round.pk, minutes=30, now=NOW)
    assert not Client().get(f"/rounds/{evening.round.pk}/").has_header("ETag")


@pytest.mark.parametrize(
    ("seed", "changes"), some_of([(0, 3), *((seed, 12) for seed in range(1, 30))], 1, 2)
)
def test_what_is_cached_is_never_stale(
    seed: int, changes: int, clock: time_machine.Traveller
) -> None:
    chance = random.Random(seed)
    language = chance.choice(["en", "de", "it"])
    evening = Evening(chance, clock)
    done = []
    for change in chance.choices(evening.changes, k=changes):
        for path in evening.paths:
            page(path, accept_language=language)
        done.append(change.__name__)
        # What the site refuses changes nothing.
        with suppress(RefusedError, IndexError):
            change()
        for path in chance.sample(evening.paths, COMPARED):
            known = page(path, accept_language=language)
            assert known == made_page(path, accept_language=language), (path, done)
