"""Duplicate events: opened, joined, and each of their deals at all tables."""

from datetime import timedelta
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from league.api import lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.scopes import Scope
from league.api.serializers import events
from league.api.serializers.online import OnlineTableSerializer
from league.online.access import person_of
from league.online.models import OnlineTable, Talk
from league.online.services.events import Plan, add_table, fill_with_bots, open_event
from league.online.services.places import STAND_IN
from league.online.travellers import board_of_event


class DuplicateEventsView(ApiView):
    @operation(
        events.EventSerializer, takes=events.EventCreateSerializer, scope=Scope.PLAY, status=CREATED
    )
    def post(self, call: Call) -> object:
        """Open an event of several tables that play the same deals, and sit down at the first."""
        lookups.refuse_token_of_club(call)
        sent = {"talk": Talk.OFF, **call.sent}
        game, host = sent.pop("game"), person_of(call.http, sent.pop("name", ""))
        if "hours" in sent:
            sent["window"] = timedelta(hours=sent.pop("hours"))
        event = open_event(game=game, plan=Plan(**sent), host=host, now=call.now)
        return board_of_event(event)


class DuplicateEventByTokenView(ApiView):
    @operation(events.EventSerializer)
    def get(self, call: Call, token: str) -> object:
        """Show an event: its tables, its standings, its deals as far as they lie open."""
        return board_of_event(lookups.event_seen(call, token))


class DuplicateEventTablesView(ApiView):
    @operation(OnlineTableSerializer, takes=events.FurtherTableCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> OnlineTable:
        """Open a further table and sit down; who has a table of this event is led there."""
        event = lookups.event_seen(call, token)
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


class DuplicateEventBotsView(ApiView):
    @operation(events.EventSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Let bots sit at all seats that are still open, as whoever opened the event."""
        event = lookups.event_seen(call, token)
        if event.host_user_id != lookups.person(call).pk:
            raise Http404(_("This is for whoever opened the event."))
        fill_with_bots(event_id=event.pk, bots=STAND_IN, now=call.now)
        return board_of_event(lookups.event_seen(call, token))


class DuplicateDealView(ApiView):
    @operation(events.DealSerializer)
    def get(self, call: Call, token: str, seats: int, number: int) -> object:
        """Show what all tables have made of a deal, once it lies open."""
        board = board_of_event(lookups.event_seen(call, token))
        deal: Any = lookups.shown_or_404(
            next(
                (each for each in board.boards if (each.seats, each.number) == (seats, number)),
                None,
            )
        )
        deal.results = board.travellers.get(deal.pk, ())
        return deal
