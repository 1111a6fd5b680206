from datetime import datetime

import pytest
from django.utils import timezone

from league.competitions.models import Competition, Round, RoundStatus
from league.notices.queries import posts_of
from league.showing.programme import DEFAULT_SECONDS, Programme
from league.showing.scenes import Screen, Slide, make_screen
from tests.factories import make_check_in, make_competition, make_round, make_table
from tests.league.showing.evenings import make_evening, rank, start_clock

pytestmark = pytest.mark.django_db


def screen_of(round_: Round, words: str = "", **seconds: int) -> Screen:
    programme = Programme(seconds or DEFAULT_SECONDS, words)
    return read_screen(round_.stage.competition, programme, timezone.now())


def read_screen(
    competition: Competition,
    programme: Programme,
    now: datetime,
    *,
    round_id: int | None = None,
) -> Screen:
    listed = posts_of(competition.club)
    return make_screen(competition, programme, now, listed=listed, round_id=round_id)


def looks_of(screen: Screen) -> list[str]:
    return [scene.look for scene in screen.scenes]


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
    assert [(scene.name, scene.seconds) for scene in screen.scenes] == [("tables", 9), ("clock", 0)]
    assert [str(slide) for slide in screen.slides] == ["tables-1"]
    assert screen.is_urgent is False
    start_clock(round_, minutes_ago=31)
    called = screen_of(round_, tables=9)
    assert called.is_urgent is True
    assert called.slide_called("tables-1") == Slide("clock", 0)
    assert called.seconds_of(Slide("clock", 0)) == 15


def test_before_there_are_tables_the_room_sees_who_is_here() -> None:
    round_ = make_round()
    make_check_in(round_)
    (scene,) = screen_of(round_).scenes
    assert (scene.name, scene.look, len(scene.items)) == ("tables", "check_in", 1)


def test_round_that_closed_shows_its_tables_and_no_clock() -> None:
    round_ = make_evening()
    start_clock(round_, minutes_ago=5)
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.CLOSED, closed_at=timezone.now())
    assert looks_of(screen_of(round_)) == ["tables", "standings", "hands", "news"]


def test_competition_without_anything_says_so() -> None:
    screen = read_screen(make_competition(), Programme(DEFAULT_SECONDS), timezone.now())
    assert looks_of(screen) == ["waiting"]
    assert screen.slide_after(screen.slides[0]) == screen.slides[0]


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
    assert [str(slide) for slide in screen.slides] == [
        "tables-1",
        "tables-2",
        "standings-1",
        "standings-2",
    ]
    second = screen.slide_called("tables-2")
    assert [shown for _, shown in screen.scenes[0].shown(second)] == [False] * 6 + [True]
    assert screen.slide_after(second) == Slide("standings", 0)
    assert screen.slide_after(Slide("standings", 1)) == Slide("tables", 0)
    assert screen.slide_called("hands-7") == Slide("tables", 0)


def test_screen_of_a_round_stays_with_it() -> None:
    round_ = make_evening()
    competition = round_.stage.competition
    waiting = competition.stages.get().rounds.get(number=2)
    programme = Programme(DEFAULT_SECONDS)
    now = timezone.now()
    assert read_screen(competition, programme, now).round == round_
    fixed = read_screen(competition, programme, now, round_id=waiting.pk)
    assert fixed.round == waiting
    assert fixed.coming == []
