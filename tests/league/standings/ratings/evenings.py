"""Evenings whose hands are rated."""

from league.competitions.models import Competition, Seat, Table
from league.standings.models import PlayerRating, RatingChange
from league.standings.ratings.services import competitions_to_rate, update_ratings
from league.standings.statistics.services import give_awards, rating_lists_to_award
from tests.factories import NOW, make_competition, make_entry, make_round, make_table
from tests.league.results.hands import send

CHANGE = (
    "hand",
    "player",
    "position",
    "side",
    "place",
    "mu_before",
    "sigma_before",
    "mu",
    "sigma",
    "hands",
)
Rows = list[tuple[object, ...]]


def update_all() -> None:
    """Do what the sweeps do."""
    for pk in competitions_to_rate():
        update_ratings(competition_id=pk)
    for pk in rating_lists_to_award():
        give_awards(rating_list_id=pk)


def make_evening(*, tables: int = 1, hands: int = 1, mode: str = "simple") -> Competition:
    """Make an open round with so many tables of four and so many hands at each, and rate them."""
    competition = make_competition(name="Winter Cup", options={"mode": mode, "target": 99})
    evening = make_round(competition)
    for number in range(1, tables + 1):
        table = make_table(evening, number=number)
        for _ in range(hands):
            send(table, 2, 0, 1, 3)
    update_all()
    return competition


def seat_again(table: Table, competition: Competition) -> Table:
    """Make a table of another competition with the same people."""
    evening = make_round(competition)
    again = Table.objects.create(
        round=evening, number=1, game=competition.game, options=competition.options, created_at=NOW
    )
    for seat in table.seats.order_by("number"):
        entry = make_entry(competition, seat.player)
        Seat.objects.create(table=again, number=seat.number, player=seat.player, entry=entry)
    return again


def stored_changes() -> Rows:
    """Return everything that is kept of changes."""
    return sorted(RatingChange.objects.values_list(*CHANGE), key=str)


def stored_ratings() -> Rows:
    """Return everything that is kept of ratings."""
    fields = ("player", "mu", "sigma", "hands")
    return sorted(PlayerRating.objects.values_list(*fields), key=str)
