"""Play again: a table like one that is over."""

from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.db import transaction

from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.opened import open_table
from league.online.queries import seats_of
from league.online.services.places import Person
from league.online.services.seats import (
    Terms,
    let_bot_sit,
    open_pick_up_table,
    sit_down,
)

TOKEN_BYTES = 12


@transaction.atomic
def play_again(*, table_id: int, person: Person, now: datetime) -> OnlineTable:
    """Return a table like one that is over, with a seat there for this person while one is free.

    Whoever asks first opens it, with the same terms and as many bots of the same strength; who asks
    later sits down there under the name that they had. It begins once all have come. A table that
    goes on, or belongs to a round, is returned itself.
    """
    table = open_table(table_id=table_id).table
    if not table.is_pick_up or table.phase != Phase.OVER:
        return table
    seats = seats_of(table)
    own = next((seat for seat in seats if person.sits_at(seat)), None)
    person = replace(person, name=own.name if own else person.name)
    following = OnlineTable.objects.filter(token__in=_following(table)).first()
    if following is None:
        return _open_like(table, seats, person, now)
    free = [seat for seat in seats_of(following) if seat.is_open]
    if free:
        sit_down(table_id=following.pk, seat=free[0].number, person=person, now=now)
    return following


def _open_like(
    table: OnlineTable, seats: list[OnlineSeat], host: Person, now: datetime
) -> OnlineTable:
    """Open a table with the terms of another one, and let bots sit where bots sat."""
    opened = open_pick_up_table(
        game=table.game,
        seats=len(seats),
        terms=Terms(
            options=table.options,
            hands_limit=table.hands_limit,
            move_seconds=table.move_seconds,
            reserve_seconds=table.reserve_seconds,
            talk=table.talk,
            watch_delay=table.watch_delay,
        ),
        host=host,
        bots="",
        now=now,
    )
    OnlineTable.objects.filter(pk=opened.pk).update(token=_following(table)[0])
    bots = [seat.bot for seat in seats if seat.bot]
    for number, bot in enumerate(bots, start=len(seats) - len(bots)):
        let_bot_sit(table_id=opened.pk, seat=number, bot=bot, now=now)
    return OnlineTable.objects.get(pk=opened.pk)


def _following(table: OnlineTable) -> list[str]:
    """Return the token of the table that follows: all find it, and nobody else can guess it.

    After it come those that earlier keys of the site have led to.
    """
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    secrets = [f"{key}:again:{table.token}" for key in keys]
    return [sha256(secret.encode()).hexdigest()[: 2 * TOKEN_BYTES] for secret in secrets]
