from datetime import timedelta
from typing import Any

import pytest

from league.clubs.models import Player
from league.competitions.models import Entry, Round, RoundStatus, Stage
from league.notifications.models import Notification, Post
from league.rounds.services.closing import close_due_round, close_round
from league.rounds.services.lifecycle import reopen_round
from league.standings.models import Standing
from tests.factories import (
    NOW,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def make_standing(entry: Entry, points: int) -> Standing:
    return Standing.objects.create(
        competition=entry.competition,
        stage=entry.competition.stages.get(),
        entry=entry,
        points=points,
        wins=0,
        game_points=0,
        tables=1,
    )


def make_reader(round_: Round, name: str, **fields: Any) -> Player:
    club = round_.stage.competition.club
    return make_player(club, name, user=make_user(f"{name.lower()}@example.org"), **fields)


def test_close_round_tells_competition_and_tables() -> None:
    table = make_table()

    close_round(round_id=table.round_id, now=NOW)

    table.refresh_from_db()
    closed = Round.objects.get(pk=table.round_id)
    assert (closed.status, closed.closed_at, closed.closings) == (RoundStatus.CLOSED, NOW, 1)
    assert table.version == 2


def test_close_round_names_a_final_instead_of_counting_it() -> None:
    competition = make_competition(name="Zoo Cup")
    make_standing(make_entry(competition, name="Ada"), 17)
    final = Stage.objects.create(competition=competition, number=2, name="Final", planned_rounds=1)

    round_ = Round.objects.create(stage=final, number=3, status=RoundStatus.OPEN, opened_at=NOW)
    close_round(round_id=round_.pk, now=NOW)

    assert Post.objects.get().title == "Zoo Cup, Final: standings"


def test_close_round_posts_the_standings_to_the_feed() -> None:
    competition = make_competition(name="Autumn League")
    round_ = make_round(competition, number=3)
    make_standing(make_entry(competition, name="Ada"), 17)
    make_standing(make_entry(competition, name="Björn"), 9)

    close_round(round_id=round_.pk, now=NOW)

    post = Post.objects.get()
    assert post.title == "Autumn League: standings after Round 3"
    assert post.path == f"/competitions/{competition.pk}/standings/"
    assert post.table == {
        "head": ["Place", "Player", "Points", "Tables"],
        "rows": [["1", "Ada", "17", "1"], ["2", "Björn", "9", "1"]],
    }


def test_close_round_mails_the_standings_to_who_takes_part_and_wants_mail() -> None:
    round_ = make_round()
    competition = round_.stage.competition
    ada = make_reader(round_, "Ada")
    make_standing(make_entry(competition, ada), 17)
    make_entry(competition, make_reader(round_, "Björn", mail={"standings": False}))
    make_reader(round_, "Chiara")
    withdrawn = make_entry(competition, make_reader(round_, "Dörte"))
    Entry.objects.filter(pk=withdrawn.pk).update(withdrawn_at=NOW)

    close_round(round_id=round_.pk, now=NOW)

    notice = Notification.objects.get()
    assert notice.player == ada
    assert notice.text == "1. Ada: 17 points"
    assert notice.path == f"/competitions/{competition.pk}/standings/"


def test_close_round_before_any_hand_says_so() -> None:
    round_ = make_round()
    make_entry(round_.stage.competition, make_reader(round_, "Ada"))

    close_round(round_id=round_.pk, now=NOW)

    assert (Post.objects.get().table, Post.objects.get().body) == (
        {},
        "No hands recorded yet.",
    )
    assert "No hands recorded yet." in Notification.objects.get().text


def test_close_round_twice_posts_once() -> None:
    round_ = make_round()
    make_entry(round_.stage.competition, make_reader(round_, "Ada"))

    for now in (NOW, NOW + HOUR):
        close_round(round_id=round_.pk, now=now)

    assert Post.objects.count() == 1
    assert Notification.objects.count() == 1
    assert Round.objects.get().closed_at == NOW


def test_close_round_again_after_reopening_posts_the_corrected_standings() -> None:
    competition = make_competition(name="Autumn League")
    round_ = make_round(competition)

    close_round(round_id=round_.pk, now=NOW)
    reopen_round(round_id=round_.pk, now=NOW)
    close_round(round_id=round_.pk, now=NOW + HOUR)

    assert list(Post.objects.order_by("pk").values_list("title", flat=True)) == [
        "Autumn League: standings after Round 1",
        "Autumn League: standings after Round 1, corrected",
    ]


def test_close_round_that_is_not_open_yet_is_refused() -> None:
    with refuses("wrong_status"):
        close_round(round_id=make_round(status=RoundStatus.SCHEDULED).pk, now=NOW)


@pytest.mark.parametrize(
    ("closes_at", "status"),
    [(None, RoundStatus.OPEN), (NOW + HOUR, RoundStatus.OPEN), (NOW, RoundStatus.CLOSED)],
)
def test_close_due_round_closes_what_is_due(closes_at: object, status: str) -> None:
    round_ = make_round(closes_at=closes_at)

    close_due_round(round_id=round_.pk, now=NOW)

    round_.refresh_from_db()
    assert round_.status == status
