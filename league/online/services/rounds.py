"""The screens' side of a table of a round: opened by its people, in step with its seats."""

from datetime import datetime

from django.db import transaction

from league.audit.verbs import Verb
from league.competitions.models import Competition
from league.competitions.noting import note_competition
from league.competitions.queries import tables
from league.competitions.services import lock_competition, lock_table
from league.core.games import is_played_online
from league.online.errors import OnlineError
from league.online.models import OnlineTable, OnlineTerms, Phase
from league.online.opened import close_table, open_table
from league.online.services.alignment import align, is_behind, take_seats
from league.online.services.events import event_of_round


@transaction.atomic
def set_terms(*, competition: Competition, terms: OnlineTerms) -> OnlineTerms:
    """Say how the tables of a competition are played on screens; open tables keep their terms."""
    lock_competition(competition_id=competition.pk)
    known = OnlineTerms.objects.filter(competition=competition).first()
    terms.pk = known.pk if known else None
    terms.competition = competition
    terms.save()
    note_competition(Verb.SCREENS_CHANGED, competition)
    return terms


@transaction.atomic
def open_table_of_round(*, table_id: int, now: datetime) -> OnlineTable:
    """Open the screens' side of a table of a round; twice is once.

    Raises not_online where its competition is played in the room alone, or the table
    takes no hands any more.
    """
    lock_table(table_id=table_id)
    table = tables().select_related("round__stage__competition__online_terms").get(pk=table_id)
    known = OnlineTable.objects.filter(table=table).first()
    if known is not None:
        return known
    terms = getattr(table.round.stage.competition, "online_terms", None)
    is_possible = table.takes_hands and is_played_online(table.game)
    if terms is None or not terms.is_on or not is_possible:
        raise OnlineError("not_online")
    event = event_of_round(table=table, now=now)
    online = OnlineTable.objects.create(
        table=table,
        event=event,
        game=table.game,
        options=table.options,
        dealer=table.dealer,
        hands_limit=table.hands_limit if event is None else event.hands,
        move_seconds=terms.move_seconds,
        reserve_seconds=terms.reserve_seconds,
        absence=terms.absence,
        talk=terms.talk,
        watch_delay=terms.watch_delay if event is None else None,
        created_at=now,
    )
    opened = open_table(table_id=online.pk)
    take_seats(opened, table, now)
    close_table(opened, now=now)
    return online


@transaction.atomic
def follow_round(*, table_id: int, now: datetime) -> OnlineTable:
    """Bring a table's seats in step with its round's, between hands; end it with its round."""
    opened = open_table(table_id=table_id)
    if is_behind(opened.table) and opened.table.phase in {Phase.WAITING, Phase.BETWEEN}:
        align(opened, now)
        close_table(opened, now=now)
    return opened.table
