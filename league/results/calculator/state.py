"""A match that a link carries whole: there is no row of it anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.base import HandScore, InvalidRecordError, Match, Problem
from games.match_file import FIELDS, InvalidMatchFileError, score_match
from league.core.games import site_game, site_games
from league.core.games.entry import Record
from league.core.names import clean_name
from league.core.rule_texts import located_words, problem_words
from league.results.calculator.link import LONGEST_LINK, BrokenLinkError, pack, unpack

NAMES, FIRST = "names", "first"
MOST_HANDS = 200


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand of the match: `before` and `after` are the match before and after it."""

    number: int
    record: Record
    score: HandScore
    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class CalculatedMatch:
    """A match with all its hands, each of which the game accepts.

    `typed_names` are "" for those without a name. `first` is the number of the first hand: 2 where
    the hand without teams is over already, or was played elsewhere. `faults` say what of a link
    was left out, and why.
    """

    game: str
    options: Mapping[str, Any]
    dealer: int
    typed_names: tuple[str, ...]
    first: int
    start: Match
    hands: tuple[CountedHand, ...] = ()
    faults: tuple[str, ...] = ()

    @classmethod
    def begin(
        cls, game: str, options: object, dealer: int, names: Sequence[str], first: int = 1
    ) -> "CalculatedMatch":
        """Return a match before its first hand; raises InvalidInputError."""
        rules = site_game(game).engine
        chosen = rules.options(options)
        start = rules.new_match(chosen, len(names), dealer)
        while start.number < first:
            start = start.skip()
        return cls(game, chosen.as_json(), dealer, tuple(names), first, start)

    @property
    def match(self) -> Match:
        """The match after its last hand."""
        return self.hands[-1].after if self.hands else self.start

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat; who has no name has a number."""
        return tuple(
            name or _("Player %(number)d") % {"number": seat + 1}
            for seat, name in enumerate(self.typed_names)
        )

    @property
    def picks_teams(self) -> bool:
        """Say whether the teams of the next hand follow from no hand before."""
        return self.first != 1 and not self.hands

    def with_hand(self, record: object) -> "CalculatedMatch":
        """Return the match with a further hand; raises InvalidRecordError."""
        before = self.match
        hand = CountedHand(
            number=before.number,
            record=before.read(record).as_json(),
            score=before.score(record),
            before=before,
            after=before.add(record),
        )
        return replace(self, hands=(*self.hands, hand))

    def without_last(self) -> "CalculatedMatch":
        """Return the match with its last hand taken back."""
        return replace(self, hands=self.hands[:-1])

    def without_hands(self) -> "CalculatedMatch":
        """Return the match before its first hand, for the same players."""
        return replace(self, hands=())

    def as_json(self) -> dict[str, Any]:
        """Return the match as formats.md shows it; a link adds what is not of the game.

        Options that are what they usually are stay out of it, and so do names nobody has typed.
        """
        usual = site_game(self.game).engine.options({}).as_json()
        options = {name: value for name, value in self.options.items() if usual[name] != value}
        value = {
            "game": self.game,
            "options": options,
            "seats": len(self.typed_names),
            "dealer": self.dealer,
            "hands": [hand.record for hand in self.hands],
        }
        if any(self.typed_names):
            value[NAMES] = list(self.typed_names)
        if self.first != 1:
            value[FIRST] = self.first
        return value

    @property
    def code(self) -> str:
        """The match as text for a link."""
        return pack(self.as_json())

    @property
    def is_full(self) -> bool:
        """Say whether it is more than a link can carry."""
        return len(self.hands) > MOST_HANDS or len(self.code) > LONGEST_LINK


def read_match(code: str) -> CalculatedMatch:
    """Return the match that a link carries: up to its first bad hand, with words about that.

    Raises BrokenLinkError where there is no match in it at all.
    """
    data = unpack(code)
    if not isinstance(data, dict):
        raise BrokenLinkError(_("There is no match in this link."))
    own = {name: data.pop(name) for name in (NAMES, FIRST) if name in data}
    records = data.get("hands", [])
    try:
        score_match(
            data if not isinstance(records, list) else data | {"hands": []},
            [game.engine for game in site_games()],
        )
    except InvalidMatchFileError as error:
        raise BrokenLinkError(*(_fault_of_match(each) for each in error.problems)) from error
    first = own.get(FIRST, 1)
    match = CalculatedMatch.begin(
        data["game"],
        data.get("options", {}),
        data["dealer"],
        _names(own.get(NAMES), data["seats"]),
        2 if first == 2 else 1,
    )
    return _with_hands(match, records)


def _with_hands(match: CalculatedMatch, records: Sequence[object]) -> CalculatedMatch:
    for at, record in enumerate(records):
        number = match.match.number
        left_out = _("%(count)d of %(all)d hands in the link are shown.") % {
            "count": at,
            "all": len(records),
        }
        if at == MOST_HANDS:
            return replace(match, faults=(left_out,))
        try:
            match = match.with_hand(record)
        except InvalidRecordError as error:
            faults = [
                _("Hand %(number)d: %(words)s")
                % {"number": number, "words": located_words(problem, match.names)}
                for problem in error.problems
            ]
            return replace(match, faults=(*faults, left_out))
    return match


def _names(names: object, seats: int) -> tuple[str, ...]:
    """Return a name for every seat, as far as they are fit for a page."""
    given = names if isinstance(names, list) else []
    return tuple(_name(given[seat]) if seat < len(given) else "" for seat in range(seats))


def _name(name: object) -> str:
    if not isinstance(name, str):
        return ""
    try:
        return clean_name(name)
    except ValidationError:
        return ""


def _fault_of_match(problem: Problem) -> str:
    field = problem.field if problem.field.split(".")[0] in FIELDS else ""
    words = problem_words(problem)
    return _("%(field)s: %(words)s") % {"field": field, "words": words} if field else words
