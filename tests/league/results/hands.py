"""Records of hands, and phones that send them."""

from typing import Any
from uuid import UUID, uuid4

from games.franks_zoo.setup import FranksZooSetup
from league.clubs.models import Player
from league.competitions.models import RoundStatus, Table
from league.results.authors import Author, Via
from league.results.models import Hand, HandRevision, HandScore, Submission, TableScore
from league.results.scoring import ComputedTable, compute_hands
from league.results.services import record_hand
from tests.factories import NOW, make_competition, make_round, make_table


def compute_table(table: Table) -> ComputedTable:
    """Work out a table from what is stored: its seats, and the revisions in force."""
    hands = Hand.objects.filter(table=table).select_related("current")
    return compute_hands(table, table.seats.count(), hands)


def record_for(table: Table, *finish: int, **fields: Any) -> dict[str, Any]:
    """Return a record of the table's next hand: teams by the rule, all lions with seat 0."""
    setup = compute_table(table).match.next_hand()
    assert isinstance(setup, FranksZooSetup)
    record: dict[str, Any] = {"finish": list(finish or range(setup.seats))}
    if setup.counts_teams:
        record["teams"] = [list(team) for team in setup.teams]
        if setup.solo is not None:
            record["solo"] = setup.solo
    if setup.counts_cards:
        record["lions_taken"] = [setup.lions, *[0] * (setup.seats - 1)]
        record["lions_in_hand"] = 0
        record["hedgehog"] = [True] * min(setup.seats, 3) + [False] * max(setup.seats - 3, 0)
    return record | fields


def send(
    table: Table,
    *finish: int,
    number: int | None = None,
    key: UUID | None = None,
    record: dict[str, Any] | None = None,
    by: Player | None = None,
    **fields: Any,
) -> Submission:
    """Send a hand from a phone that holds the table's code: the next one unless told."""
    if number is None:
        number = compute_table(table).match.number
    return record_hand(
        table_id=table.pk,
        number=number,
        key=key or uuid4(),
        seating=table.seating,
        record=record_for(table, *finish, **fields) if record is None else record,
        author=Author(by, Via.CODE, NOW),
    )


def in_force(hand: Hand) -> HandRevision:
    """Return the revision of a hand that is in force, freshly read."""
    current = Hand.objects.select_related("current__by").get(pk=hand.pk).current
    assert current is not None
    return current


def live_hand(table: Table, number: int) -> Hand:
    """Return the hand that counts under a number, freshly read."""
    return Hand.objects.select_related("current").get(table=table, number=number, is_void=False)


def stored_scores(table: Table) -> tuple[dict[int, Any], dict[str, Any] | None]:
    """Return what is kept of a table's scores: by hand id, and of the table."""
    hands = {
        score.hand_id: (score.score, score.is_surplus)
        for score in HandScore.objects.filter(hand__table=table)
    }
    kept = TableScore.objects.filter(table=table).values("hands", "totals", "places", "is_over")
    return hands, next((dict(row) for row in kept), None)


def totals_of(table: Table) -> list[int]:
    """Return the totals that are kept of a table, by seat; none before its first hand."""
    score = stored_scores(table)[1]
    return score["totals"] if score else []


def right_scores(table: Table) -> tuple[dict[int, Any], dict[str, Any] | None]:
    """Return what should be kept of a table's scores, worked out from its hands alone."""
    computed = compute_table(table)
    hands = {each.hand.pk: (each.score, each.is_surplus) for each in computed.hands}
    return hands, computed.as_fields() if computed.hands else None


SEASONS = {
    "mouse": "winter",
    "rabbit": "summer",
    "snake": "spring",
    "cat": "summer",
    "dog": "fall",
    "goat": "spring",
    "horse": "summer",
}
"""The seasons of the rulebook's example of Animal Poker, for four players."""

SUBMISSIONS = (
    {"animals": ["snake", "horse"], "guess": {"kind": "herd", "size": 4, "animal": "elephant"}},
    {"animals": ["rabbit", "cat"], "guess": {"kind": "chain", "size": 6, "animal": "elephant"}},
    {"animals": ["rabbit", "goat"], "guess": {"kind": "herd", "size": 3, "animal": "rabbit"}},
    {"animals": ["cat", "elephant"], "guess": {"kind": "chain", "size": 6, "animal": "elephant"}},
)
"""What Ted, Max, Jen and Sue submit there: Sue takes the pot of 4, Ted's horse brings 2."""


def poker_record(**seasons: str) -> dict[str, Any]:
    """Return the record of the rulebook's example, with other seasons where told."""
    return {"seasons": SEASONS | seasons, "seats": list(SUBMISSIONS)}


def turned_seasons(turns: int) -> dict[str, str]:
    """Return the seasons of the example, all moved on by some hands of the cycle."""
    order = ("winter", "spring", "summer", "fall")
    return {animal: order[(order.index(season) + turns) % 4] for animal, season in SEASONS.items()}


def make_poker_table(seats: int = 4, **fields: Any) -> Table:
    """Make a table of Animal Poker."""
    competition = make_competition(game="animal-poker", options={"target": 15})
    return make_table(make_round(competition), seats=seats, **fields)


def make_zop_table(seats: int = 3, **fields: Any) -> Table:
    """Make a table of ZOP ZOO."""
    competition = make_competition(game="zop-zoo", options={"target": 800})
    return make_table(make_round(competition), seats=seats, **fields)


def close(table: Table) -> None:
    """Close the round of a table."""
    table.round.status = RoundStatus.CLOSED
    table.round.save()
