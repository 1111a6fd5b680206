"""Write the file of a person: JSON, a row at a time, however much there is."""

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q, QuerySet

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Player, User
from league.privacy.personal_file.part import Part
from league.privacy.personal_file.parts import PARTS

FORMAT = "menagerie-person"
VERSION = 1
ROWS_AT_ONCE = 500


class Person(NamedTuple):
    """Whom a file is about: an account with its players, or players without one."""

    users: Collection[int]
    players: Collection[int]


def write_own_file(*, user: User, now: datetime) -> IO[bytes]:
    """Write all that the site holds about a user into a file that vanishes when it is closed."""
    players = Player.objects.filter(user=user).values_list("pk", flat=True)
    return _write(Person([user.pk], list(players)), now)


@transaction.atomic
def write_file_of_player(*, player: Player, now: datetime) -> IO[bytes]:
    """Write likewise what a club holds about a player without account, and note it in its log."""
    note(club_id=player.club_id, verb=Verb.PLAYER_TOLD, about=player)
    return _write(Person([], [player.pk]), now)


def _write(person: Person, now: datetime) -> IO[bytes]:
    file = TemporaryFile()  # noqa: SIM115 - whoever asked for it closes it
    for piece in _pieces(person, now):
        file.write(piece.encode())
    file.seek(0)
    return file


def _pieces(person: Person, now: datetime) -> Iterator[str]:
    """Yield the text of the file: what it is, and then each part with a row on each line."""
    head = {"format": FORMAT, "version": VERSION, "made_at": now}
    yield f"{_json(head)[:-1]},\n"
    yield '"parts": {'
    for number, part in enumerate(PARTS):
        yield f'{"," if number else ""}\n{_json(part.name)}: {{"what": {_json(str(part.what))},'
        yield ' "rows": ['
        for place, row in enumerate(rows_of(part, person).iterator(ROWS_AT_ONCE)):
            yield f"{',' if place else ''}\n{_json(_told(row))}"
        yield "]}"
    yield "\n}}\n"


def rows_of(part: Part, person: Person) -> QuerySet[Any, dict[str, Any]]:
    """Return the rows of a part that are about a person, in the order in which they were made."""
    model = apps.get_model(part.model)
    about = Q(pk__in=())
    for ways, ids in ((part.of_user, person.users), (part.of_player, person.players)):
        for way in ways:
            # Way and condition in one filter, so that both mean the same seat.
            found = model._base_manager.filter(part.only, **{f"{way}__in": ids})
            about |= Q(pk__in=found.values("pk"))
    rows: QuerySet[Any, dict[str, Any]] = (
        model._base_manager.filter(about).order_by("pk").values(*part.tells)
    )
    return rows


def _told(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the names of its columns as people write them."""
    return {name.replace("__", "."): value for name, value in row.items()}


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
