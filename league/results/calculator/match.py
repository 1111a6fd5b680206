"""A match that a link carries whole: there is no row of it anywhere."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.base import HandScore, InvalidRecordError, Match, Problem
from games.match_file import FIELDS, InvalidMatchFileError, score_match
from games.validation import NotJsonError, parse
from league.core.games import SiteGame, offered_games, site_game
from league.core.games.entry import Record
from league.core.names import clean_name
from league.core.rule_texts import located_text, problem_text
from league.results.scoring import TEAMS_DIFFER, lines_as_json
from league.results.table_view import (
    MatchView,
    ShownHand,
    facts_of,
    fields_of_match_view,
    judged,
    points_of,
)

LONGEST_LINK = 6000
"""Characters of the packed text; servers and proxies of today take 8,000 in an address."""
LARGEST_MATCH = 100_000
"""Bytes of the JSON: a small text must not unpack to a large one."""


class BrokenLinkError(ValueError):
    """Raised when a link carries no match; `sentences` say what is wrong with it."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def pack(value: Mapping[str, Any]) -> str:
    """Return a JSON value as text that is safe in an address."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def unpack(text: str) -> object:
    """Return the JSON value of a packed text, whatever value it is; raises BrokenLinkError."""
    if len(text) > LONGEST_LINK:
        raise BrokenLinkError(_("The link is too long. Check that you copied the right one."))
    try:
        encoded = text.encode("ascii") + b"=" * (-len(text) % 4)
        value = parse(_decompress(base64.b64decode(encoded, altchars=b"-_", validate=True)))
        # Half a character can stand in JSON, but on no page.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, NotJsonError) as error:
        sentence = _("The link is incomplete or damaged. Copy the whole link.")
        raise BrokenLinkError(sentence) from error
    return value


def _decompress(packed: bytes) -> bytes:
    """Return what was compressed, all of it and nothing after it; raises ValueError."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(packed, LARGEST_MATCH)
    except zlib.error as error:
        raise ValueError from error
    if not stream.eof or stream.unused_data:
        raise ValueError(len(text))
    return text


NAMES, FIRST = "names", "first"
MOST_HANDS = 200


class CountedHand(NamedTuple):
    """A hand of the match: `before` and `after` are the match before and after it."""

    number: int
    record: Record
    score: HandScore
    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class CalculatedMatch:
    """A match with all its valid hands, the first of number `first`; faults of its link as text."""

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
        version = options if isinstance(options, Mapping) else None
        rules = site_game(game, version).engine
        chosen = rules.options(options)
        start = rules.new_match(chosen, len(names), dealer)
        while start.number < first:
            start = start.skip()
        return cls(game, chosen.as_json(), dealer, tuple(names), first, start)

    @property
    def site_game(self) -> SiteGame:
        """The game by the version of its rules that the match is played by."""
        return site_game(self.game, self.options)

    @property
    def match(self) -> Match:
        """The match after its last hand."""
        return self.hands[-1].after if self.hands else self.start

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat; who has no name has a number."""
        number = _("Player %(number)d")
        return tuple(
            name or number % {"number": seat} for seat, name in enumerate(self.typed_names, start=1)
        )

    @property
    def picks_teams(self) -> bool:
        """Say whether the teams of the next hand follow from no hand before."""
        return self.first != 1 and not self.hands

    def with_hand(self, record: object) -> "CalculatedMatch":
        """Return the match with a further hand; raises InvalidRecordError."""
        before = self.match
        read = before.read(record).as_json()
        hand = CountedHand(before.number, read, before.score(record), before, before.add(record))
        return replace(self, hands=(*self.hands, hand))

    def as_json(self) -> dict[str, Any]:
        """Return the match as formats.md shows it, without defaults, with names and first hand."""
        usual = self.site_game.engine.options({}).as_json()
        value = {
            "game": self.game,
            "options": {n: value for n, value in self.options.items() if usual[n] != value},
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
    """Return the match of a link up to its first bad hand; raises BrokenLinkError."""
    data = unpack(code)
    if not isinstance(data, dict):
        raise BrokenLinkError(_("This link contains no match."))
    names, first = data.pop(NAMES, None), data.pop(FIRST, 1)
    records = data.get("hands", [])
    try:
        score_match(
            data if not isinstance(records, list) else data | {"hands": []},
            [game.engine for game in offered_games()],
        )
    except InvalidMatchFileError as error:
        raise BrokenLinkError(*(_fault_of_match(each) for each in error.problems)) from error
    match = CalculatedMatch.begin(
        data["game"],
        data.get("options", {}),
        data["dealer"],
        _names(names, data["seats"]),
        2 if first == 2 else 1,
    )
    return _with_hands(match, records)


def _with_hands(match: CalculatedMatch, records: Sequence[object]) -> CalculatedMatch:
    for at, record in enumerate(records):
        number = match.match.number
        left_out = _("Showing %(count)d of %(all)d hands in the link.") % {
            "count": at,
            "all": len(records),
        }
        if at == MOST_HANDS:
            return replace(match, faults=(left_out,))
        try:
            match = match.with_hand(record)
        except InvalidRecordError as error:
            fault = _("Hand %(number)d: %(words)s")
            texts = [located_text(problem, match.names) for problem in error.problems]
            faults = [fault % {"number": number, "words": text} for text in texts]
            return replace(match, faults=(*faults, left_out))
    return match


def _names(names: object, seats: int) -> list[str]:
    """Return a name for every seat, as far as they are fit for a page."""
    given = names if isinstance(names, list) else []
    found: list[str] = []
    for name in [*given, *[""] * seats][:seats]:
        try:
            found.append(clean_name(name) if isinstance(name, str) else "")
        except ValidationError:
            found.append("")
    return found


def _fault_of_match(problem: Problem) -> str:
    field = problem.field if problem.field.split(".")[0] in FIELDS else ""
    sentence = problem_text(problem)
    return _("%(field)s: %(words)s") % {"field": field, "words": sentence} if field else sentence


def match_view_of(match: CalculatedMatch) -> MatchView:
    """Return the data of the page of a match."""
    return MatchView(
        **fields_of_match_view(match.site_game, match.match, match.names),
        hands=tuple(_shown(match, hand) for hand in match.hands),
    )


def _shown(match: CalculatedMatch, hand: CountedHand) -> ShownHand:
    names, warnings = match.names, hand.score.warnings
    if hand.number == match.first:
        warnings = tuple(each for each in warnings if each.code != TEAMS_DIFFER)
    return ShownHand(
        number=hand.number,
        points=points_of(lines_as_json(hand.score), hand.after.totals, hand.after.places, names),
        facts=facts_of(match.site_game, hand.record, names),
        warnings=tuple(problem_text(warning, names) for warning in warnings),
        judge=partial(judged, match.site_game, hand.before, hand.record, names),
    )
