"""A league in its fourth round, with a phone at every table and the hands that it is to send."""

import random
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from games.franks_zoo.setup import FranksZooSetup
from league.competitions.models import Round, Seat, Table, TableCode
from league.core.live import current_versions, sign_topic, topic_name
from league.results.access import CODES, PHONE, phone_in
from league.results.scoring import begin_match
from league.results.services import record_hand
from tests.factories import BY_CODE, NOW, make_competition, make_round, make_table, make_user

SEATS = 4
EARLIER_ROUNDS = 3
OPTIONS = {"mode": "partners", "target": 10_000}


class Season:
    """Rows in the database, and what phones need to know of them.

    `tables` are those of the fourth round, one for each phone, then those of the fifth with the
    same people at them, and so on, so that a match need not be longer than one is.
    """

    def __init__(self, *, phones: int, rounds: int, hands: int) -> None:
        self._chance = random.Random(1)
        competition = make_competition(options=OPTIONS)
        self.competition_id = competition.pk
        self._topic = topic_name("competition", competition.pk)
        self.token = sign_topic(self._topic)
        for number in range(1, EARLIER_ROUNDS + 1):
            round_ = make_round(competition, number=number)
            _post_first(make_table(round_, SEATS, number))
        first = EARLIER_ROUNDS + 1
        round_ = make_round(competition, number=first)
        self.tables = [make_table(round_, SEATS, first + at) for at in range(phones)]
        for number in range(first + 1, first + rounds):
            round_ = make_round(competition, number=number)
            self.tables += [_seat_again(table, round_) for table in self.tables[:phones]]
        own = [self.tables[at::phones] for at in range(phones)]
        # Every other phone holds its tables' codes; the others have players who have signed in.
        self.sessions = [
            sign_in(tables[0]) if at % 2 else redeem(tables) for at, tables in enumerate(own)
        ]
        self.forms = [self._make_forms(table, hands) for table in self.tables]

    @property
    def version(self) -> int:
        """The competition's version now."""
        [version] = current_versions([self._topic]).values()
        return version

    def _make_forms(self, table: Table, hands: int) -> list[dict[str, str]]:
        """Return the forms of a table's hands, each as its page would send it."""
        match = begin_match(table, SEATS)
        forms = []
        for number in range(1, hands + 1):
            setup = match.next_hand()
            assert isinstance(setup, FranksZooSetup)
            record = self._play(setup)
            forms.append(form_of(number, record))
            match = match.add(record)
        return forms

    def _play(self, setup: FranksZooSetup) -> dict[str, Any]:
        record: dict[str, Any] = {"finish": self._chance.sample(range(SEATS), SEATS)}
        if setup.counts_teams:
            record["teams"] = [list(team) for team in setup.teams]
        if setup.counts_cards:
            record["lions_taken"] = [setup.lions, *[0] * (SEATS - 1)]
            record["lions_in_hand"] = 0
            record["hedgehog"] = [True] * 3 + [False]
        return record


def _post_first(table: Table) -> None:
    record_hand(
        table_id=table.pk,
        number=1,
        key=uuid4(),
        seating=table.seating,
        record={"finish": list(range(SEATS))},
        author=BY_CODE,
    )


def form_of(number: int, record: Mapping[str, Any]) -> dict[str, str]:
    """Return a hand's record as its page would send it."""
    form = {
        "number": str(number),
        "seating": "1",
        "key": str(uuid4()),
        "finish": ",".join(str(seat) for seat in record["finish"][:-1]),
    }
    if "lions_taken" in record:
        form["lions_in_hand"] = str(record["lions_in_hand"])
        form |= {f"lions-{seat}": str(taken) for seat, taken in enumerate(record["lions_taken"])}
        form |= {f"hedgehog-{seat}": "1" for seat, has in enumerate(record["hedgehog"]) if has}
    for at, team in enumerate(record.get("teams", ())):
        for seat, role in zip(team, ("senior", "junior"), strict=True):
            form[f"role-{seat}"] = f"{at}-{role}"
    if "solo" in record:
        form[f"role-{record['solo']}"] = "solo"
    return form


def _seat_again(table: Table, round_: Round) -> Table:
    """Return a table of a later round with the same people at it."""
    again = Table.objects.create(
        round=round_, number=table.number, game=table.game, options=table.options, created_at=NOW
    )
    for seat in table.seats.all():
        Seat.objects.create(table=again, number=seat.number, player=seat.player, entry=seat.entry)
    TableCode.objects.create(table=again, created_at=NOW)
    return again


def redeem(tables: Sequence[Table]) -> str:
    """Return the session of a phone that holds the tables' codes, and a seat at each."""
    codes = [table.codes.get().pk for table in tables]
    phone = uuid4().hex
    for table in tables:
        table.seats.filter(number=0).update(phone=phone_in(phone, table.round_id))
    return _keep({CODES: codes, PHONE: phone})


def sign_in(table: Table) -> str:
    """Return the session of a player of the table who has signed in."""
    player = table.seats.get(number=0).player
    player.user = user = make_user()
    player.save()
    return _keep(
        {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: user.get_session_auth_hash(),
        }
    )


def _keep(values: Mapping[str, Any]) -> str:
    session = SessionStore()
    session.update(dict(values))
    session.create()
    session.save()
    return str(session.session_key)
