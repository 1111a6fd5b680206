"""Tables that call an organiser, and what waits for a club's organisers."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import results as shapes
from league.clubs.queries import clubs_organised_by
from league.results.access import recorder_at, tables_recordable_by
from league.results.calls import call_organiser, come_to_table, end_call
from league.results.desk import waiting_in
from league.results.errors import ResultError
from league.results.models import TableCall, Via

CHAPTER = "Tables"
OF_CALL = "table__round__stage__competition__club"


class ClubDesk(Endpoint):
    """What waits for a club's organisers."""

    tag = CHAPTER

    @operation(gives=shapes.DeskShown, is_personal=True)
    def get(self, call: Call, slug: str) -> object:
        """List the tables that call an organiser, disputed hands and missed rounds."""
        waiting = waiting_in(finding.club_organised(call, slug))
        return {
            "version": waiting.version,
            "calls": waiting.calls,
            "disputes": waiting.disputes,
            "missed": waiting.missed,
        }


class TableCalls(Endpoint):
    """A table calls."""

    tag = CHAPTER

    @operation(takes=shapes.CallSent, gives=shapes.CallShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> TableCall:
        """Call an organiser to a table; while a call is open, this is the same call."""
        table = finding.table_recordable(call, pk)
        recorder = recorder_at(call.http, table)
        if recorder is None:
            raise ResultError("table_dissolved")
        words = call.sent.get("words", "")
        return call_organiser(
            table_id=pk,
            words=words,
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=call.now,
        )


class CallTakingBack(Endpoint):
    """A call is taken back."""

    tag = CHAPTER

    @operation(gives=shapes.CallShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> TableCall:
        """Say that a table needs nobody any more."""
        own = tables_recordable_by(call.http).order_by().values("pk")
        found = _one(call, TableCall.objects.filter(table__in=own), pk)
        recorder = recorder_at(call.http, finding.table_recordable(call, found.table_id))
        if recorder is None:
            raise ResultError("table_dissolved")
        return end_call(
            call_id=pk, by=recorder.by, via=recorder.via, phone=recorder.phone, now=call.now
        )


class CallComing(Endpoint):
    """An organiser comes."""

    tag = CHAPTER

    @operation(gives=shapes.CallShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> TableCall:
        """Tell a table that you are on the way; the first to say so is whom it sees."""
        found = _organised(call, pk)
        club = found.table.round.stage.competition.club
        return come_to_table(call_id=pk, by=finding.acting_in(call, club), now=call.now)


class CallEnding(Endpoint):
    """A call is over."""

    tag = CHAPTER

    @operation(gives=shapes.CallShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> TableCall:
        """Note that an organiser has seen to a call."""
        found = _organised(call, pk)
        by = finding.acting_in(call, found.table.round.stage.competition.club)
        return end_call(call_id=pk, by=by, via=Via.CLUB, now=call.now)


def _organised(call: Call, pk: int) -> TableCall:
    clubs = clubs_organised_by(call.user).order_by().values("pk")
    return _one(call, TableCall.objects.filter(**{f"{OF_CALL}__in": clubs}), pk)


def _one(call: Call, calls: QuerySet[TableCall], pk: int) -> TableCall:
    own = finding.within(call, calls.select_related(OF_CALL), OF_CALL)
    return get_object_or_404(own, pk=pk)
