"""Put together the scenes of a screen, and say which one follows another.

With scripts all scenes are on the page, and the page turns them by itself (static/js/screen.js).
Without, the page shows one slide, a page of a scene, and asks for the next one after its seconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Round, RoundStatus, SittingOut
from league.competitions.queries import rounds_of
from league.notices.models import Post
from league.rounds.clock import Clock, clock_of
from league.rounds.queries import checked_in, sitting_out
from league.showing.programme import CLOCK, HANDS, NEWS, STANDINGS, TABLES, Programme
from league.showing.queries import latest_hands, rounds_to_come, running_round, tables_on_screen
from league.standings.queries import standings_of

HANDS_SHOWN, POSTS_SHOWN, ROUNDS_SHOWN = 12, 2, 3
NEW = timedelta(days=2)
WAITING = "waiting"
# For how many seconds a scene stays that has none of its own.
A_WHILE = 15
# Without scripts nobody measures how much fits: these do, on a screen of the usual shape.
A_PAGE = {"check_in": 36, TABLES: 6, STANDINGS: 14, HANDS: 6}


@dataclass(frozen=True, slots=True)
class Slide:
    """Say which page (0-based) of which scene is shown where no script turns the pages."""

    scene: str
    page: int

    def __str__(self) -> str:
        return f"{self.scene}-{self.page + 1}"


@dataclass(frozen=True, slots=True)
class Scene:
    """Hold one scene: `items` are what is paged, `look` names its template.

    With 0 seconds it has no turn, and is there to be called.
    """

    name: str
    look: str
    title: str
    seconds: int
    items: Sequence[Any] = ()

    @property
    def template(self) -> str:
        """Return what draws it."""
        return f"showing/scenes/{self.look}.html"

    @property
    def pages(self) -> int:
        """Return how many pages the scene has without scripts, at least 1."""
        return ceil(len(self.items) / A_PAGE[self.look]) if self.items else 1

    def shown(self, slide: Slide) -> Iterator[tuple[Any, bool]]:
        """Pair each item with whether it is on the page of a slide."""
        size = A_PAGE[self.look]
        page = slide.page if slide.scene == self.name else 0
        for at, item in enumerate(self.items):
            yield item, page * size <= at < (page + 1) * size


@dataclass(frozen=True, slots=True)
class Screen:
    """Hold all that a screen shows; `scenes` is never empty."""

    competition: Competition
    round: Round | None
    scenes: Sequence[Scene]
    clock: Clock | None
    sitting_out: Sequence[SittingOut]
    coming: Sequence[Round]
    posts: Sequence[Post]
    words: str

    @property
    def is_provisional(self) -> bool:
        """Say whether the standings may still change."""
        rows = next((scene.items for scene in self.scenes if scene.name == STANDINGS), ())
        return any(row.is_provisional for row in rows)

    @property
    def is_urgent(self) -> bool:
        """Say whether the clock calls: the last hand is on, or time is up."""
        return self.clock is not None and self.clock.phase in {"last", "over"}

    @property
    def slides(self) -> list[Slide]:
        """Return the slides in their order."""
        turns = [scene for scene in self.scenes if scene.seconds] or self.scenes
        return [Slide(scene.name, page) for scene in turns for page in range(scene.pages)]

    def slide_called(self, asked: str) -> Slide:
        """Return the slide of this name; the clock when it calls, else the first for any other."""
        if self.is_urgent:
            return Slide(CLOCK, 0)
        return next((each for each in self.slides if str(each) == asked), self.slides[0])

    def slide_after(self, slide: Slide) -> Slide:
        """Return the slide that follows."""
        slides = self.slides
        return slides[(slides.index(slide) + 1) % len(slides)] if slide in slides else slides[0]

    def seconds_of(self, slide: Slide) -> int:
        """Return for how long a slide stays."""
        seconds = (scene.seconds for scene in self.scenes if scene.name == slide.scene)
        return next(seconds, 0) or A_WHILE


def make_screen(
    competition: Competition,
    programme: Programme,
    now: datetime,
    *,
    listed: QuerySet[Post],
    round_id: int | None = None,
) -> Screen:
    """Read what a screen shows: of this round, or of the one that is on.

    `listed` are the club's posts that whoever looks may read.
    """
    rounds = list(rounds_of(competition))
    fixed = next((each for each in rounds if each.pk == round_id), None)
    round = fixed or running_round(rounds, now)
    clock = clock_of(round, now) if round and round.is_open else None
    coming = [each for each in rounds_to_come(rounds) if each != round][:ROUNDS_SHOWN]
    posts = list(listed.filter(created_at__gte=now - NEW)[:POSTS_SHOWN])
    scenes = [
        *_scenes_of_round(round, programme),
        *_clock_scene(clock, programme),
        *_standings_scene(competition, programme),
        *_hands_scene(round, programme),
        *_news_scene(programme, has_news=bool(coming or posts or programme.words)),
    ]
    if not any(scene.seconds for scene in scenes):
        scenes.append(Scene(WAITING, WAITING, "", A_WHILE))
    return Screen(
        competition=competition,
        round=round,
        scenes=scenes,
        clock=clock,
        sitting_out=sitting_out(round) if round else [],
        coming=coming,
        posts=posts,
        words=programme.words,
    )


def _scenes_of_round(round: Round | None, programme: Programme) -> Iterator[Scene]:
    """Yield who sits where, or before there are tables who is here."""
    if round is None or TABLES not in programme.seconds:
        return
    seconds = programme.seconds[TABLES]
    if tables := tables_on_screen(round):
        yield Scene(TABLES, TABLES, "", seconds, tables)
    elif round.status != RoundStatus.CLOSED:
        yield Scene(TABLES, "check_in", _("Check-in"), seconds, checked_in(round))


def _clock_scene(clock: Clock | None, programme: Programme) -> Iterator[Scene]:
    """Yield the scene of the clock, which is there to be called even where it has no turn."""
    if clock:
        yield Scene(CLOCK, CLOCK, "", programme.seconds.get(CLOCK, 0))


def _standings_scene(competition: Competition, programme: Programme) -> Iterator[Scene]:
    if STANDINGS in programme.seconds and (rows := standings_of(competition)):
        yield Scene(STANDINGS, STANDINGS, _("Standings"), programme.seconds[STANDINGS], rows)


def _hands_scene(round: Round | None, programme: Programme) -> Iterator[Scene]:
    if round is None or HANDS not in programme.seconds:
        return
    if hands := latest_hands(round, HANDS_SHOWN):
        yield Scene(HANDS, HANDS, _("Latest hands"), programme.seconds[HANDS], hands)


def _news_scene(programme: Programme, *, has_news: bool) -> Iterator[Scene]:
    if has_news and NEWS in programme.seconds:
        yield Scene(NEWS, NEWS, _("What comes next"), programme.seconds[NEWS])
