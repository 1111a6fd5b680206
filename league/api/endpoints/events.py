"""Duplicate events: opened, joined, and each of their deals at all tables."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import events as shapes
from league.api.shapes.online import OnlineTableShown
from league.online.access import person_of
from league.online.models import OnlineTable, Talk
from league.online.services.events import Plan, add_table, fill_with_bots, open_event
from league.online.services.places import STAND_IN
from league.online.travellers import board_of_event

CHAPTER = "Online tables"
PLANNED = ("seats", "tables", "hands", "bots", "method", "takes_tables", "move_seconds")


class DuplicateEvents(Endpoint):
    """Duplicate events."""

    tag = CHAPTER

    @operation(
        takes=shapes.EventSent,
        gives=shapes.EventShown,
        scope=Scope.PLAY,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call) -> object:
        """Open an event of several tables that play the same deals, and sit down at the first."""
        finding.refuse_token_of_club(call)
        sent = call.sent
        planned: dict[str, Any] = {name: sent[name] for name in PLANNED if name in sent}
        if "hours" in sent:
            planned["window"] = timedelta(hours=sent["hours"])
        event = open_event(
            game=sent["game"],
            plan=Plan(talk=sent.get("talk", Talk.OFF), **planned),
            host=person_of(call.http, sent.get("name", "")),
            now=call.now,
        )
        return board_of_event(event)


class DuplicateEventByToken(Endpoint):
    """One duplicate event."""

    tag = CHAPTER

    @operation(gives=shapes.EventShown)
    def get(self, call: Call, token: str) -> object:
        """Show an event: its tables, its standings, its deals as far as they lie open."""
        return board_of_event(finding.event_seen(call, token))


class DuplicateEventTables(Endpoint):
    """A further table of an event."""

    tag = CHAPTER

    @operation(takes=shapes.FurtherTableSent, gives=OnlineTableShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> OnlineTable:
        """Open a further table and sit down; who has a table of this event is led there."""
        event = finding.event_seen(call, token)
        if event.seats is not None and call.sent["seat"] >= event.seats:
            raise Http404(_("There is no such seat at this table."))
        table = add_table(
            event_id=event.pk,
            person=person_of(call.http, call.sent.get("name", "")),
            seat=call.sent["seat"],
            bots=STAND_IN if call.sent.get("with_bots", True) else "",
            now=call.now,
        )
        return OnlineTable.objects.get(pk=table.pk)


class DuplicateEventBots(Endpoint):
    """Bots at all open seats of an event."""

    tag = CHAPTER

    @operation(gives=shapes.EventShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Let bots sit at all seats that are still open, as whoever opened the event."""
        event = finding.event_seen(call, token)
        if event.host_user_id != finding.person(call).pk:
            raise Http404(_("This is for whoever opened the event."))
        fill_with_bots(event_id=event.pk, bots=STAND_IN, now=call.now)
        return board_of_event(finding.event_seen(call, token))


class DuplicateDeal(Endpoint):
    """One deal at all tables."""

    tag = CHAPTER

    @operation(gives=shapes.DealShown)
    def get(self, call: Call, token: str, seats: int, number: int) -> object:
        """Show what all tables have made of a deal, once it lies open."""
        board = board_of_event(finding.event_seen(call, token))
        deal: Any = finding.shown_or_404(
            next(
                (each for each in board.boards if (each.seats, each.number) == (seats, number)),
                None,
            )
        )
        deal.results = board.travellers.get(deal.pk, ())
        return deal
