"""Tables for the tests of hands entered without network, and what the site has of them."""

import json
from typing import Any, NamedTuple

from tests.site import Site

MAKE = """
import json
from tests.factories import make_club, make_competition, make_round, make_table
game, options, count, seats = json.loads({arguments!r})
competition = make_competition(make_club("Zoo Club"), name="League", game=game, options=options)
round = make_round(competition)
tables = [make_table(round, seats=seats, number=number) for number in range(1, count + 1)]
print(json.dumps([[table.pk, table.codes.get().token] for table in tables]))
"""
READ = """
import json
from league.results.models import Hand, Submission
hands = Hand.objects.filter(is_void=False).order_by("table", "number").select_related("current")
fields = ("hand__table", "hand__number", "key", "verdict")
sent = Submission.objects.order_by("pk").values_list(*fields)
print(json.dumps({
    "hands": [[hand.table_id, hand.number, hand.current.record] for hand in hands],
    "sent": [[table, number, str(key), verdict] for table, number, key, verdict in sent],
}))
"""
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
    options = PARTNERS if options is None else options
    arguments = json.dumps([game, options, count, seats])
    made = site.manage("shell", "-v", "0", "-c", MAKE.format(arguments=arguments))
    return [Seated(*table) for table in json.loads(made.splitlines()[-1])]


def read_recorded(site: Site) -> Recorded:
    """Return what has arrived at the site."""
    read = json.loads(site.manage("shell", "-v", "0", "-c", READ).splitlines()[-1])
    return Recorded(
        [(table, number, record) for table, number, record in read["hands"]],
        [(table, number, key, verdict) for table, number, key, verdict in read["sent"]],
    )
