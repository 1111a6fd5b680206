"""Keep the books of an entry in a stage: what each table and each adjustment gave it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from games.tournament.best_of import RoundResult, dropped_rounds
from league.results.models import AdjustmentKind
from league.standings.models import TableResult

LAST: Final = 1_000_000
"""A round's number after all others."""
OF_A_ROUND = frozenset({AdjustmentKind.BYE, AdjustmentKind.ABSENCE, AdjustmentKind.NO_SHOW})
"""What stands in for a table: it counts or is dropped with its round."""


class Played(NamedTuple):
    """Hold what an entry has from a table: see TableResult. `round` is the round's number."""

    round: int
    table: int
    seat: int
    pair: int | None
    place: int
    points: int
    game_points: int
    bonuses: dict[str, int]

    @classmethod
    def of(cls, result: TableResult, round_number: int) -> "Played":
        """Return what a ledger keeps of a result."""
        return cls(
            round_number,
            result.table_id,
            result.seat,
            result.pair,
            result.place,
            result.points,
            result.game_points,
            result.bonuses,
        )


class Credit(NamedTuple):
    """Hold an adjustment that counts; `round` is 0 for one that belongs to no round."""

    round: int
    adjustment: int
    kind: str
    points: int


class Sums(NamedTuple):
    """Hold what is shown and compared of an entry."""

    points: int
    wins: int
    game_points: int
    tables: int
    rounds: int
    places: list[int]
    byes: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Say how a ledger is added up: see Competition."""

    best_of: int | None
    attendance_bonus: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """Hold all that counts for an entry in a stage, each list in the order of rounds.

    `unread` counts further tables, each alone in a round that is dropped: see
    shares.with_best_rounds.
    """

    played: tuple[Played, ...] = ()
    credits: tuple[Credit, ...] = ()
    carried: int = 0
    unread: int = 0

    @classmethod
    def read(cls, kept: Mapping[str, Any], carried: int) -> "Ledger":
        """Return what a standing keeps."""
        return cls(
            tuple(Played(*values) for values in kept.get("played", ())),
            tuple(Credit(*values) for values in kept.get("credits", ())),
            carried,
        )

    def as_json(self) -> dict[str, Any]:
        """Return what a standing keeps of it besides the carried points."""
        return {
            "played": [list(played) for played in self.played],
            "credits": [list(credit) for credit in self.credits],
        }

    @property
    def is_empty(self) -> bool:
        """Say whether nothing has happened yet."""
        return not self.played and not self.credits

    def with_tables(self, tables: Collection[int], played: Iterable[Played]) -> "Ledger":
        """Return the ledger with these results of the tables instead of those it has."""
        others = [each for each in self.played if each.table not in tables]
        return replace(self, played=tuple(sorted([*others, *played], key=_at)))

    def with_credits(self, given: Iterable[Credit]) -> "Ledger":
        """Return the ledger with these adjustments instead of those it has."""
        return replace(self, credits=tuple(sorted(given)))

    def until(self, last: int, besides: frozenset[int] = frozenset()) -> "Ledger":
        """Return the ledger after round `last`, without these tables."""
        played = [p for p in self.played if p.round <= last and p.table not in besides]
        return replace(
            self,
            played=tuple(played),
            credits=tuple(credit for credit in self.credits if credit.round <= last),
        )

    def by_round(self) -> dict[int, RoundResult]:
        """Return what each round gave, from tables and from what stands in for one."""
        # Long seasons go through here for everybody, so each round is made once where it can be.
        found: dict[int, RoundResult] = {}
        for each in self.played:
            number = each.round
            result = RoundResult(each.points, int(each.place == 1), each.game_points, number)
            found[number] = _together(found[number], result) if number in found else result
        for credit in self.credits:
            if credit.kind in OF_A_ROUND and credit.round:
                known = found.get(credit.round, RoundResult(0, 0, 0, credit.round))
                found[credit.round] = known._replace(points=known.points + credit.points)
        return dict(sorted(found.items()))

    def dropped(self, rules: Rules) -> frozenset[int]:
        """Return the numbers of the rounds that do not count."""
        return dropped_rounds(self.by_round().values(), rules.best_of)

    def attended(self) -> set[int]:
        """Return the numbers of the rounds played: a bye counts as one, for who was there."""
        byes = {credit.round for credit in self.credits if credit.kind == AdjustmentKind.BYE}
        return {each.round for each in self.played} | byes

    def besides_rounds(self, rules: Rules) -> int:
        """Return the league points that no dropped round takes away."""
        given = sum(
            credit.points
            for credit in self.credits
            if credit.kind not in OF_A_ROUND or not credit.round
        )
        return self.carried + given + rules.attendance_bonus * self._rounds()

    def add_up(self, rules: Rules) -> Sums:
        """Return the sums; a dropped round counts in none but `tables` and `rounds`."""
        results = self.by_round()
        dropped = dropped_rounds(results.values(), rules.best_of)
        counted = [each for each in self.played if each.round not in dropped]
        rounds = [result for result in results.values() if result.round not in dropped]
        places = Counter(each.place for each in counted)
        return Sums(
            points=sum(result.points for result in rounds) + self.besides_rounds(rules),
            wins=places[1],
            game_points=sum(each.game_points for each in counted),
            tables=len(self.played) + self.unread,
            rounds=self._rounds(),
            places=[places[place] for place in range(1, max(places, default=0) + 1)],
            byes=sum(credit.kind == AdjustmentKind.BYE for credit in self.credits),
        )

    def _rounds(self) -> int:
        return len(self.attended()) + self.unread


NO_LEDGER: Final = Ledger()


def _together(one: RoundResult, other: RoundResult) -> RoundResult:
    """Add up two tables of a round."""
    return RoundResult(
        one.points + other.points,
        one.wins + other.wins,
        one.game_points + other.game_points,
        one.round,
    )


def _at(played: Played) -> tuple[int, int]:
    return played.round, played.table
