"""The ledger of an entry in a stage: its tables and adjustments, and its rank."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from games.tournament.meetings import Meeting
from games.tournament.points import RoundResult, dropped_rounds
from games.tournament.ratings import START, Rating
from games.tournament.tiebreaks import POINTS, Evidence, Gap, Ranking, Row, rank
from league.competitions.models import Competition, Entry, TieBreak
from league.results.models import AdjustmentKind
from league.standings.models import PlayerRating, TableResult

LAST: Final = 1_000_000
"""A round's number after all others."""
OF_A_ROUND = frozenset({AdjustmentKind.BYE, AdjustmentKind.ABSENCE, AdjustmentKind.NO_SHOW})
"""What stands in for a table: it counts or is dropped with its round."""


class LedgerTable(NamedTuple):
    """The result of a table; `round` is the round's number."""

    round: int
    table: int
    seat: int
    pair: int | None
    place: int
    points: int
    game_points: int
    bonuses: dict[str, int]

    @classmethod
    def of(cls, result: TableResult, round_number: int) -> "LedgerTable":
        """Return the ledger's row of a result."""
        others = (getattr(result, name) for name in cls._fields[2:])
        return cls(round_number, result.table_id, *others)


class LedgerAdjustment(NamedTuple):
    """An adjustment that counts; `round` is 0 without a round."""

    round: int
    adjustment: int
    kind: str
    points: int


class Totals(NamedTuple):
    """The sums of an entry."""

    points: int
    wins: int
    game_points: int
    tables: int
    rounds: int
    places: list[int]
    byes: int


class Rules(NamedTuple):
    """How a ledger is added up: see Competition."""

    best_of: int | None
    attendance_bonus: int

    @classmethod
    def of(cls, competition: Competition) -> "Rules":
        """Return the rules of a competition."""
        return cls(competition.best_of, competition.attendance_bonus)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What counts for an entry in a stage by round; `unread` counts tables in dropped rounds."""

    played: tuple[LedgerTable, ...] = ()
    adjustments: tuple[LedgerAdjustment, ...] = ()
    carried: int = 0
    unread: int = 0

    @classmethod
    def read(cls, stored: Mapping[str, Any], carried: int) -> "Ledger":
        """Return the ledger stored in a standing."""
        return cls(
            tuple(LedgerTable(*values) for values in stored.get("played", ())),
            tuple(LedgerAdjustment(*values) for values in stored.get("credits", ())),
            carried,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the ledger as it is stored, without the carried points."""
        return {
            "played": [list(played) for played in self.played],
            "credits": [list(credit) for credit in self.adjustments],
        }

    @property
    def is_empty(self) -> bool:
        """Whether there are neither tables nor adjustments."""
        return not self.played and not self.adjustments

    def with_tables(self, tables: Collection[int], played: Iterable[LedgerTable]) -> "Ledger":
        """Return the ledger with these tables replaced."""
        others = [each for each in self.played if each.table not in tables]
        return replace(self, played=tuple(sorted([*others, *played], key=lambda each: each[:2])))

    def with_adjustments(self, given: Iterable[LedgerAdjustment]) -> "Ledger":
        """Return the ledger with these adjustments."""
        return replace(self, adjustments=tuple(sorted(given)))

    def until(self, last: int, excluded: frozenset[int] = frozenset()) -> "Ledger":
        """Return the ledger after round `last`, without some tables."""
        played = [p for p in self.played if p.round <= last and p.table not in excluded]
        return replace(
            self,
            played=tuple(played),
            adjustments=tuple(credit for credit in self.adjustments if credit.round <= last),
        )

    def by_round(self) -> dict[int, RoundResult]:
        """Return the result of each round, of tables and adjustments of a round."""
        # Long seasons go through here for everybody, so each round is made once where it can be.
        found: dict[int, RoundResult] = {}
        for each in self.played:
            number = each.round
            result = RoundResult(each.points, int(each.place == 1), each.game_points, number)
            if known := found.get(number):
                points, wins = known.points + result.points, known.wins + result.wins
                game_points = known.game_points + result.game_points
                result = RoundResult(points, wins, game_points, number)
            found[number] = result
        for credit in self.adjustments:
            if credit.kind in OF_A_ROUND and credit.round:
                known = found.get(credit.round, RoundResult(0, 0, 0, credit.round))
                found[credit.round] = known._replace(points=known.points + credit.points)
        return dict(sorted(found.items()))

    def dropped(self, rules: Rules) -> frozenset[int]:
        """Return the numbers of the dropped rounds."""
        return dropped_rounds(self.by_round().values(), rules.best_of)

    def attended(self) -> set[int]:
        """Return the numbers of the rounds played; a bye counts as one."""
        byes = {credit.round for credit in self.adjustments if credit.kind == AdjustmentKind.BYE}
        return {each.round for each in self.played} | byes

    def other_points(self, rules: Rules) -> int:
        """Return the ranking points that do not belong to a round."""
        given = sum(
            credit.points
            for credit in self.adjustments
            if credit.kind not in OF_A_ROUND or not credit.round
        )
        return self.carried + given + rules.attendance_bonus * self._rounds()

    def add_up(self, rules: Rules) -> Totals:
        """Return the sums; a dropped round counts in `tables` and `rounds` alone."""
        results = self.by_round()
        dropped = dropped_rounds(results.values(), rules.best_of)
        counted = [each for each in self.played if each.round not in dropped]
        rounds = [result for result in results.values() if result.round not in dropped]
        places = Counter(each.place for each in counted)
        return Totals(
            points=sum(result.points for result in rounds) + self.other_points(rules),
            wins=places[1],
            game_points=sum(each.game_points for each in counted),
            tables=len(self.played) + self.unread,
            rounds=self._rounds(),
            places=[places[place] for place in range(1, max(places, default=0) + 1)],
            byes=sum(credit.kind == AdjustmentKind.BYE for credit in self.adjustments),
        )

    def _rounds(self) -> int:
        return len(self.attended()) + self.unread


NO_LEDGER: Final = Ledger()


MeetingsOf = Callable[[frozenset[int]], Sequence[Meeting]]


class Ranked(NamedTuple):
    """The rank of an entry: without a place, `missing` rounds, or 0 of a guest; and the gaps."""

    totals: Totals
    place: int | None = None
    missing: int = 0
    decided_by: str = ""
    ahead: list[Any] | None = None
    behind: list[Any] | None = None


class Field(NamedTuple):
    """All entries of a stage: their sums, guests, meetings and ratings."""

    totals: Mapping[int, Totals]
    guests: Collection[int]
    meetings: MeetingsOf
    ratings: Mapping[int, int]


def rank_field(stage: Field, competition: Competition) -> dict[int, Ranked]:
    """Return the ranks of all entries."""
    missing = _missing(stage, competition)
    ranked = {pk: Ranked(stage.totals[pk], missing=rounds) for pk, rounds in missing.items()}
    for ranking in _rank(stage, competition, stage.totals.keys() - missing.keys()):
        ranked[ranking.row.entry] = Ranked(
            totals=stage.totals[ranking.row.entry],
            place=ranking.place,
            decided_by=ranking.decided_by or "",
            ahead=_gap(ranking.ahead, is_better=True),
            behind=_gap(ranking.behind, is_better=False),
        )
    return ranked


def first_in(stage: Field, competition: Competition) -> list[int]:
    """Return the entries in first place."""
    placed = stage.totals.keys() - _missing(stage, competition).keys()
    most = max((stage.totals[entry].points for entry in placed), default=0)
    best = {entry for entry in placed if stage.totals[entry].points == most}
    return [each.row.entry for each in _rank(stage, competition, best) if each.place == 1]


def _missing(stage: Field, competition: Competition) -> dict[int, int]:
    """Return the missing rounds of entries without a place, 0 for guests."""
    most = max((sums.rounds for sums in stage.totals.values()), default=0)
    needed = min(competition.attendance_min, most)
    guests = set() if competition.are_guests_ranked else set(stage.guests)
    return {
        entry: 0 if entry in guests else needed - sums.rounds
        for entry, sums in stage.totals.items()
        if entry in guests or sums.rounds < needed
    }


def _rank(stage: Field, competition: Competition, entries: Collection[int]) -> list[Ranking]:
    rows = [
        Row(
            entry=entry,
            points=sums.points,
            wins=sums.wins,
            game_points=sums.game_points,
            places=tuple(sums.places),
            byes=sums.byes,
            rating=stage.ratings.get(entry),
        )
        for entry, sums in stage.totals.items()
        if entry in entries
    ]
    strengths = {entry: sums.points for entry, sums in stage.totals.items()}
    evidence = Evidence(stage.meetings, strengths, competition.lot_seed)
    return rank(rows, competition.tie_breaks, evidence)


def _gap(gap: Gap | None, *, is_better: bool) -> list[Any] | None:
    """Return a gap as it is stored; sums are not stored again, and points not at all."""
    if gap is None or gap.criterion == POINTS:
        return None
    if gap.criterion in Totals._fields:
        return [gap.criterion]
    both = (gap.better, gap.worse) if is_better else (gap.worse, gap.better)
    return [gap.criterion, *(each if isinstance(each, int) else list(each) for each in both)]


def store_starting_ratings(competition: Competition, entries: Collection[int]) -> None:
    """Store the ratings of entries with their first result; they never change afterwards."""
    unknown = dict(Entry.objects.filter(pk__in=entries, rating=None).values_list("pk", "player_id"))
    if not unknown:
        return
    ratings = PlayerRating.objects.filter(
        rating_list__club=competition.club_id,
        rating_list__game=competition.game,
        player__in=unknown.values(),
    )
    shown = {
        player: Rating(mu, sigma).shown
        for player, mu, sigma in ratings.values_list("player_id", "mu", "sigma")
    }
    Entry.objects.bulk_update(
        [Entry(pk=pk, rating=shown.get(player, START.shown)) for pk, player in unknown.items()],
        ["rating"],
    )


def starting_ratings(competition: Competition) -> dict[int, int]:
    """Return the stored ratings by entry, if the competition compares ratings."""
    if TieBreak.RATING not in competition.tie_breaks:
        return {}
    known = Entry.objects.filter(competition=competition.pk, rating__isnull=False)
    return {pk: rating for pk, rating in known.values_list("pk", "rating") if rating is not None}
