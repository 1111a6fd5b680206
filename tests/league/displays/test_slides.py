from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Competition, Round, RoundStatus, Stage
from league.displays.slides import DEFAULT_SECONDS, Projector, Rotation, SlidePage, build_projector
from league.notifications.queries import posts_of
from league.standings.models import CompetitionAwards, RatingList
from tests.factories import make_check_in, make_competition, make_round, make_table
from tests.league.displays.evenings import make_evening, rank, start_clock

pytestmark = pytest.mark.django_db


def screen_of(round_: Round, words: str = "", **seconds: int) -> Projector:
    rotation = Rotation(seconds or DEFAULT_SECONDS, words)
    return read_screen(round_.stage.competition, rotation, timezone.now())


def read_screen(
    competition: Competition, rotation: Rotation, now: datetime, *, round_id: int | None = None
) -> Projector:
    listed = posts_of(competition.club)
    return build_projector(competition, rotation, now, listed=listed, round_id=round_id)


def looks_of(screen: Projector) -> list[str]:
    return [slide.look for slide in screen.slides]


def test_scenes_are_those_that_have_something_to_show() -> None:
    round_ = make_evening()
    assert looks_of(screen_of(round_)) == ["tables", "standings", "hands", "news"]
    start_clock(round_, minutes_ago=5)
    assert looks_of(screen_of(round_)) == ["tables", "clock", "standings", "hands", "news"]
    assert looks_of(screen_of(round_, standings=9)) == ["clock", "standings"]


def test_clock_that_was_not_chosen_has_no_turn_but_can_be_called() -> None:
    round_ = make_evening()
    start_clock(round_, minutes_ago=5)
    screen = screen_of(round_, tables=9)
    assert [(slide.name, slide.seconds) for slide in screen.slides] == [("tables", 9), ("clock", 0)]
    assert [str(slide_page) for slide_page in screen.slide_pages] == ["tables-1"]
    assert screen.is_urgent is False
    start_clock(round_, minutes_ago=31)
    called = screen_of(round_, tables=9)
    assert called.is_urgent is True
    assert called.page_called("tables-1") == SlidePage("clock", 0)
    assert called.seconds_of(SlidePage("clock", 0)) == 15


def test_before_there_are_tables_the_room_sees_who_is_here() -> None:
    round_ = make_round()
    make_check_in(round_)
    (slide,) = screen_of(round_).slides
    assert (slide.name, slide.look, len(slide.items)) == ("tables", "check_in", 1)


def test_round_that_closed_shows_its_tables_and_no_clock() -> None:
    round_ = make_evening()
    start_clock(round_, minutes_ago=5)
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.CLOSED, closed_at=timezone.now())
    assert looks_of(screen_of(round_)) == ["tables", "standings", "hands", "news"]


def test_standings_are_called_final_once_all_rounds_are_closed() -> None:
    round_ = make_round()
    rank(make_table(round_))
    Stage.objects.filter(pk=round_.stage_id).update(planned_rounds=1)
    assert [slide.title for slide in screen_of(round_, standings=9).slides] == ["Standings"]
    round_.status, round_.closed_at = RoundStatus.CLOSED, timezone.now()
    round_.save()
    assert [slide.title for slide in screen_of(round_, standings=9).slides] == ["Final standings"]


def test_competition_that_has_ended_shows_its_podium_and_awards(client: Client) -> None:
    round_ = make_evening()
    Round.objects.exclude(pk=round_.pk).delete()
    Stage.objects.filter(pk=round_.stage_id).update(planned_rounds=1)
    winner = round_.stage.competition.standings.order_by("-points", "pk")[0].entry.player
    competition = round_.stage.competition
    rating_list = RatingList.objects.create(club=competition.club, game=competition.game)
    CompetitionAwards.objects.create(
        rating_list=rating_list,
        competition=competition,
        content=[["lion", [[winner.pk]], 3]],
    )
    assert "awards" not in looks_of(screen_of(round_))

    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.CLOSED, closed_at=timezone.now())
    screen = screen_of(Round.objects.get(pk=round_.pk))
    slide = next(slide for slide in screen.slides if slide.name == "awards")

    assert looks_of(screen)[:3] == ["tables", "awards", "standings"]
    assert [given.holders for given in slide.items] == [((winner,),)]
    assert [row.place for row in screen.podium] == [1, 2, 3]
    page = client.get(reverse("displays:projector", args=[competition.pk])).content.decode()
    assert (page.count('<li data-place="'), "<small>Lion</small>" in page) == (3, True)
    assert "awards" not in looks_of(screen_of(Round.objects.get(pk=round_.pk), standings=9))


def test_competition_without_anything_says_so() -> None:
    screen = read_screen(make_competition(), Rotation(DEFAULT_SECONDS), timezone.now())
    assert looks_of(screen) == ["waiting"]
    assert screen.page_after(screen.slide_pages[0]) == screen.slide_pages[0]


def test_news_are_words_coming_rounds_and_new_posts() -> None:
    round_ = make_evening()
    screen = screen_of(round_, words="Pizza", news=9)
    assert screen.words == "Pizza"
    assert [each.number for each in screen.coming] == [2]
    assert [post.title for post in screen.posts] == ["A new post"]


def test_long_lists_take_several_slides_that_follow_one_another() -> None:
    round_ = make_round()
    for number in range(1, 8):
        rank(make_table(round_, number=number))
    screen = screen_of(round_, tables=20, standings=9)
    assert [str(slide_page) for slide_page in screen.slide_pages] == [
        "tables-1",
        "tables-2",
        "standings-1",
        "standings-2",
    ]
    second = screen.page_called("tables-2")
    assert [shown for _, shown in screen.slides[0].shown(second)] == [False] * 6 + [True]
    assert screen.page_after(second) == SlidePage("standings", 0)
    assert screen.page_after(SlidePage("standings", 1)) == SlidePage("tables", 0)
    assert screen.page_called("hands-7") == SlidePage("tables", 0)


def test_screen_of_a_round_stays_with_it() -> None:
    round_ = make_evening()
    competition = round_.stage.competition
    waiting = competition.stages.get().rounds.get(number=2)
    rotation = Rotation(DEFAULT_SECONDS)
    now = timezone.now()
    assert read_screen(competition, rotation, now).round == round_
    fixed = read_screen(competition, rotation, now, round_id=waiting.pk)
    assert fixed.round == waiting
    assert fixed.coming == []
