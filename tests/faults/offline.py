"""Tables for the tests of hands entered without network, and what the site has of them."""

from typing import Any, NamedTuple

from league.results.models import Hand, Submission
from tests.factories import make_club, make_competition, make_round, make_table
from tests.on_site import on_site
from tests.site import Site

PARTNERS = {"mode": "partners", "target": 19, "final_trick": "owner"}


class Seated(NamedTuple):
    """A table and what its QR code carries."""

    pk: int
    token: str


class Recorded(NamedTuple):
    """What the site has: hands as table, number, record; submissions as table, number, key."""

    hands: list[tuple[int, int, dict[str, Any]]]
    sent: list[tuple[int, int, str, str]]

    @property
    def keys(self) -> list[str]:
        """The keys of all submissions."""
        return [key for _table, _number, key, _verdict in self.sent]


def make_tables(
    site: Site,
    count: int = 1,
    *,
    seats: int = 4,
    game: str = "franks-zoo",
    options: dict[str, Any] | None = None,
) -> list[Seated]:
    """Seat an open round of `count` tables."""
    asked = PARTNERS if options is None else options

    def make() -> list[Seated]:
        competition = make_competition(make_club(), name="League", game=game, options=asked)
        round = make_round(competition)
        tables = [make_table(round, seats, number) for number in range(1, count + 1)]
        return [Seated(table.pk, table.codes.get().token) for table in tables]

    return on_site(site, make)


def read_recorded(site: Site, *tables: Seated) -> Recorded:
    """Return what has arrived at the site, at all tables unless some are told."""
    return on_site(site, lambda: _read([table.pk for table in tables]))


def _record_of(hand: Hand) -> dict[str, Any]:
    record = hand.current and hand.current.record
    assert record
    return dict(record)


def _read(tables: list[int]) -> Recorded:
    hands = Hand.objects.filter(is_void=False).order_by("table", "number").select_related("current")
    sent = Submission.objects.order_by("pk")
    if tables:
        hands, sent = hands.filter(table__in=tables), sent.filter(hand__table__in=tables)
    told = sent.values_list("hand__table", "hand__number", "key", "outcome")
    return Recorded(
        [(hand.table_id, hand.number, _record_of(hand)) for hand in hands],
        [(table, number, str(key), verdict) for table, number, key, verdict in told],
    )
