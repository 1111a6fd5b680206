"""The slides of a projector view and the order of their pages.

With scripts all slides are on the page, which turns them itself (static/js/screen.js). Without,
it shows one page of a slide and asks for the next one after its seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.competitions.models import Competition, EntryAbsence, Round, RoundStatus
from league.competitions.queries import rounds_of
from league.displays.queries import latest_hands, rounds_to_come, running_round, tables_on_projector
from league.notifications.models import Post
from league.rounds.queries import checked_in, sitting_out
from league.rounds.services.clock import Clock, clock_of
from league.standings.queries import StandingRow, standings_of
from league.standings.statistics.queries import awards_of, has_ended
from league.standings.top import podium_of

TABLES, CLOCK, AWARDS, STANDINGS = "tables", "clock", "awards", "standings"
HANDS, NEWS = "hands", "news"

# In the order in which they are shown. A number of tables is looked for longer than a clock.
DEFAULT_SECONDS = {TABLES: 20, CLOCK: 8, AWARDS: 20, STANDINGS: 15, HANDS: 15, NEWS: 12}
SHORTEST, LONGEST = 4, 3600
WORDS_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Rotation:
    """The slides that take turns, with their seconds, and the organiser's own message."""

    seconds: Mapping[str, int]
    words: str = ""


def sign_message(competition_id: int, words: str) -> str:
    """Return an organiser's message as an address carries it, signed against forged ones."""
    return _signer(competition_id).sign(words) if words else ""


def read_message(competition_id: int, signed: str) -> str:
    """Return the words of an address; raise BadSignature for those of nobody."""
    words = _signer(competition_id).unsign(signed)
    if len(words) > WORDS_LENGTH:
        raise BadSignature
    return words


def _signer(competition_id: int) -> Signer:
    return Signer(salt=f"league.showing.words:{competition_id}")


HANDS_SHOWN, POSTS_SHOWN, ROUNDS_SHOWN = 12, 2, 3
POSTS_READ = 12
NEW = timedelta(days=2)
WAITING = "waiting"
ANNOUNCEMENT = "announcement"
# For how many seconds a scene stays that has none of its own.
A_WHILE = 15
# Without scripts nobody measures how much fits: these do, on a screen of the usual shape.
A_PAGE = {ANNOUNCEMENT: 1, "check_in": 36, TABLES: 6, AWARDS: 6, STANDINGS: 14, HANDS: 6}


@dataclass(frozen=True, slots=True)
class SlidePage:
    """A page (0-based) of a slide, shown where no script turns the pages."""

    slide: str
    page: int

    def __str__(self) -> str:
        return f"{self.slide}-{self.page + 1}"


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide: `items` are paged, `look` names its template; with 0 seconds it has no turn."""

    name: str
    look: str
    title: str
    seconds: int
    items: Sequence[Any] = ()

    @property
    def template(self) -> str:
        """Return the path of its template."""
        return f"displays/slides/{self.look}.html"

    @property
    def pages(self) -> int:
        """Return how many pages the scene has without scripts, at least 1."""
        return ceil(len(self.items) / A_PAGE[self.look]) if self.items else 1

    def shown(self, slide_page: SlidePage) -> Iterator[tuple[Any, bool]]:
        """Pair each item with whether it is on the page of a slide."""
        size = A_PAGE[self.look]
        page = slide_page.page if slide_page.slide == self.name else 0
        for at, item in enumerate(self.items):
            yield item, page * size <= at < (page + 1) * size


@dataclass(frozen=True, slots=True)
class Projector:
    """The content of a projector view; `slide_pages` is never empty.

    `podium` is that of a competition that has ended.
    """

    competition: Competition
    round: Round | None
    slides: Sequence[Slide]
    clock: Clock | None
    sitting_out: Sequence[EntryAbsence]
    coming: Sequence[Round]
    posts: Sequence[Post]
    words: str
    podium: Sequence[StandingRow]

    @property
    def is_provisional(self) -> bool:
        """Say whether the standings may still change."""
        rows = next((slide.items for slide in self.slides if slide.name == STANDINGS), ())
        return any(row.is_provisional for row in rows)

    @property
    def is_urgent(self) -> bool:
        """Say whether the clock calls: the last hand is on, or time is up."""
        return self.clock is not None and self.clock.phase in {"last", "over"}

    @property
    def slide_pages(self) -> list[SlidePage]:
        """Return the slides in their order."""
        turns = [slide for slide in self.slides if slide.seconds] or self.slides
        return [SlidePage(slide.name, page) for slide in turns for page in range(slide.pages)]

    def page_called(self, asked: str) -> SlidePage:
        """Return the slide of this name; the clock when it calls, else the first for any other."""
        if self.is_urgent:
            return SlidePage(CLOCK, 0)
        return next((each for each in self.slide_pages if str(each) == asked), self.slide_pages[0])

    def page_after(self, slide_page: SlidePage) -> SlidePage:
        """Return the slide that follows."""
        pages = self.slide_pages
        at = pages.index(slide_page) + 1 if slide_page in pages else 0
        return pages[at % len(pages)]

    def seconds_of(self, slide_page: SlidePage) -> int:
        """Return for how long a slide stays."""
        seconds = (slide.seconds for slide in self.slides if slide.name == slide_page.slide)
        return next(seconds, 0) or A_WHILE


def build_projector(
    competition: Competition,
    rotation: Rotation,
    now: datetime,
    *,
    listed: QuerySet[Post],
    round_id: int | None = None,
) -> Projector:
    """Return the projector view of a round or the current one; `listed` are the visible posts."""
    rounds = list(rounds_of(competition))
    fixed = next((each for each in rounds if each.pk == round_id), None)
    round = fixed or running_round(rounds, now)
    clock = clock_of(round, now) if round and round.is_open else None
    coming = [each for each in rounds_to_come(rounds) if each != round][:ROUNDS_SHOWN]
    is_news = Q(shown_until=None, created_at__gte=now - NEW)
    recent = list(listed.filter(Q(shown_until__gt=now) | is_news)[:POSTS_READ])
    announcements = [each for each in recent if each.shown_until]
    posts = [each for each in recent if not each.shown_until][:POSTS_SHOWN]
    has_news = bool(coming or posts or rotation.words)
    standings = _read_standings(competition, round, rotation.seconds)
    slides = [*_slides(competition, round, clock, rotation.seconds, standings, has_news=has_news)]
    if announcements:
        title = _("Announcement")
        slides.insert(0, Slide(ANNOUNCEMENT, ANNOUNCEMENT, title, A_WHILE, announcements))
    if not any(slide.seconds for slide in slides):
        slides.append(Slide(WAITING, WAITING, "", A_WHILE))
    return Projector(
        competition=competition,
        round=round,
        slides=slides,
        clock=clock,
        sitting_out=sitting_out(round) if round else [],
        coming=coming,
        posts=posts,
        words=rotation.words,
        podium=standings.podium,
    )


class _Standings(NamedTuple):
    """The rows of the standings, and whether and with whom on the podium they are final."""

    rows: Sequence[StandingRow]
    is_final: bool
    podium: Sequence[StandingRow]


def _read_standings(
    competition: Competition, round: Round | None, seconds: Mapping[str, int]
) -> _Standings:
    rows = standings_of(competition) if {STANDINGS, AWARDS} & seconds.keys() else []
    is_over = round is None or round.status == RoundStatus.CLOSED
    is_final = bool(rows) and is_over and has_ended(competition)
    return _Standings(rows, is_final, podium_of(rows) if is_final else [])


def _slides(
    competition: Competition,
    round: Round | None,
    clock: Clock | None,
    seconds: Mapping[str, int],
    standings: _Standings,
    *,
    has_news: bool,
) -> Iterator[Slide]:
    """Yield the slides that have something to show, in their order."""
    if round is not None and TABLES in seconds:
        if tables := tables_on_projector(round):
            yield Slide(TABLES, TABLES, "", seconds[TABLES], tables)
        elif round.status != RoundStatus.CLOSED:
            yield Slide(TABLES, "check_in", _("Check-in"), seconds[TABLES], checked_in(round))
    if clock:
        # Without a turn of its own it is still shown when it calls.
        yield Slide(CLOCK, CLOCK, "", seconds.get(CLOCK, 0))
    if AWARDS in seconds and standings.is_final:
        given = awards_of(competition)
        if given or standings.podium:
            yield Slide(AWARDS, AWARDS, _("Podium and awards"), seconds[AWARDS], given)
    if STANDINGS in seconds and standings.rows:
        title = _("Final standings") if standings.is_final else _("Standings")
        yield Slide(STANDINGS, STANDINGS, title, seconds[STANDINGS], standings.rows)
    if round is not None and HANDS in seconds and (hands := latest_hands(round, HANDS_SHOWN)):
        yield Slide(HANDS, HANDS, _("Latest hands"), seconds[HANDS], hands)
    if has_news and NEWS in seconds:
        yield Slide(NEWS, NEWS, _("Up next"), seconds[NEWS])
