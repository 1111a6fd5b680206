"""The book that somebody keeps beside a night: what was played, added up without the site.

Hands are written down as they were played, by names; the points come from the naive reading of the
rules in `tests.oracles`, which imports nothing of the project.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Page

from tests.oracles import franks_zoo_scores as franks_zoo
from tests.oracles import zop_zoo_scores as zop_zoo

PLACE_POINTS = (10, 7, 5, 3, 2, 1, 0)
"""What a place at a table is worth in the standings, as competitions begin with it."""


class Hand(NamedTuple):
    """A hand of Frank's Zoo: who sat there, who went out in which order, with which cards."""

    names: Sequence[str]
    order: Sequence[str]
    teams: Sequence[tuple[str, str]] = ()
    solo: str = ""
    lions: Mapping[str, int] = {}
    no_hedgehog: Sequence[str] = ()

    def score(self, number: int) -> dict[str, int]:
        """Return the points of each player in the hand of that number."""
        at, size = self.names.index, len(self.names)
        record = {
            "finish": [at(name) for name in self.order],
            "teams": [[at(one), at(other)] for one, other in self.teams],
            "solo": at(self.solo) if self.solo else None,
            "lions_taken": [self.lions.get(name, 0) for name in self.names],
            "lions_in_hand": 0,
            "hedgehog": [name not in self.no_hedgehog for name in self.names],
        }
        lines = franks_zoo.lines_of(size, "partners", number, record)
        points = [sum(each for _rule, each in of_seat) for of_seat in lines]
        return dict(zip(self.names, points, strict=True))


class BookPage(ABC):
    """A page of the book: one table."""

    @abstractmethod
    def totals(self) -> dict[str, int]:
        """Return the points of each player."""

    @abstractmethod
    def places(self) -> dict[str, int]:
        """Return the place of each player at the table."""

    def ranking_points(self) -> dict[str, int]:
        """Return what the table gives each player in the standings."""
        return {name: PLACE_POINTS[place - 1] for name, place in self.places().items()}


@dataclass
class FranksZooPage(BookPage):
    """A table of Frank's Zoo; who has left stays on its page, as the last."""

    names: list[str]
    hands: list[Hand] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    def write(
        self, order: Sequence[str], lions: Mapping[str, int], no_hedgehog: Sequence[str]
    ) -> None:
        """Write the next hand down; teams are those of the rules."""
        playing, places = self.playing, self.places()
        by_place = sorted(playing, key=lambda name: places[name])
        pairs, alone = ([], None) if not self.hands else franks_zoo.PAIRS[len(playing)]
        teams = [(by_place[one - 1], by_place[other - 1]) for one, other in pairs]
        solo = by_place[alone - 1] if alone else ""
        self.hands.append(Hand(playing, order, teams, solo, lions, no_hedgehog))

    @property
    def playing(self) -> list[str]:
        """Return who plays the next hand, in the order of their seats."""
        return [name for name in self.names if name not in self.gone]

    def leave(self, name: str) -> None:
        """Let somebody leave, and the others go on."""
        self.gone.append(name)

    def totals(self) -> dict[str, int]:
        """Return the points of each player."""
        totals = Counter(dict.fromkeys(self.names, 0))
        for number, hand in enumerate(self.hands, start=1):
            totals.update(hand.score(number))
        return dict(totals)

    def places(self) -> dict[str, int]:
        """Return the place of each player at the table."""
        totals, places = dict.fromkeys(self.names, 0), dict.fromkeys(self.names, 1)
        for number, hand in enumerate(self.hands, start=1):
            for name, points in hand.score(number).items():
                totals[name] += points
            ranked = franks_zoo.places_after(
                [totals[name] for name in hand.names],
                _ranks([places[name] for name in hand.names]),
                [hand.names.index(name) for name in hand.order],
            )
            places.update(zip(hand.names, ranked, strict=True))
        ranked = _ranks([places[name] for name in self.playing])
        last = len(self.playing) + 1
        return dict(zip(self.playing, ranked, strict=True)) | dict.fromkeys(self.gone, last)


def _ranks(places: Sequence[int]) -> list[int]:
    """Return the places without those that others have left free."""
    return [1 + sum(other < place for other in places) for place in places]


@dataclass
class ZopZooPage(BookPage):
    """A table of ZOP ZOO, of whose hands only the points are written down."""

    names: list[str]
    hands: list[dict[str, int]] = field(default_factory=list)

    def write(self, winner: str, cards: int, minus: Mapping[str, int]) -> None:
        """Write a hand down: the cards of who won it, and everybody's minus cards."""
        seats = [{"cards": cards, "minus": -minus.get(name, 0), "bonus": []} for name in self.names]
        record = {"winner": self.names.index(winner), "seats": seats}
        self.hands.append(dict(zip(self.names, zop_zoo.score(record), strict=True)))

    def totals(self) -> dict[str, int]:
        """Return the points of each player."""
        return add_up(self.hands)

    def places(self) -> dict[str, int]:
        """Return the place of each player at the table."""
        totals = self.totals()
        in_order = zop_zoo.places([totals[name] for name in self.names])
        return dict(zip(self.names, in_order, strict=True))


def add_up(sums: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of each name."""
    total: Counter[str] = Counter()
    for each in sums:
        total.update(each)
    return dict(total)


def standings_shown(page: Page) -> dict[str, tuple[int, int]]:
    """Return ranking points and game points of each player, in the order of the standings."""
    shown = {}
    for row in page.locator("table.standings tbody tr").all():
        name = row.locator("th > a").first.inner_text()
        points, game_points = (
            int(re.sub(r"\D*$", "", cell.inner_text()).replace("−", "-"))
            for cell in (row.locator("td.total"), row.locator("td.only-places").nth(1))
        )
        shown[name] = points, game_points
    return shown
