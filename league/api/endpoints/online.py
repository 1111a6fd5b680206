"""Online tables: open one, sit down, see and move. Each sees what its seat may know."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from games.base import Seat
from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import online as shapes
from league.api.shapes.tables_online import ProofShown
from league.online.access import (
    may_begin,
    own_seat,
    person_of,
    seat_number,
    seat_to_stand_in,
    seats_open_to,
)
from league.online.errors import OnlineError
from league.online.models import OnlineTable, Talk
from league.online.queries import hand_of, tables_of_person
from league.online.replays import log_of, proof_of
from league.online.seen import view_of
from league.online.services.absence import come_back, go_away
from league.online.services.breaks import wish_for_break, wish_to_go_on
from league.online.services.play import Sent, get_ready, play_move
from league.online.services.rounds import open_table_of_round
from league.online.services.seats import Terms, begin_match, leave, open_pick_up_table, sit_down
from league.online.snapshots import Snapshot, snapshot_of

CHAPTER = "Online tables"

WISHES: Mapping[str, Callable[..., object]] = {
    "ready": get_ready,
    "away": go_away,
    "back": come_back,
    "leave": leave,
    "break": partial(wish_for_break, wants=True),
    "no_break": partial(wish_for_break, wants=False),
    "go_on": wish_to_go_on,
}


class OnlineTables(Endpoint):
    """One's own online tables."""

    tag = CHAPTER

    @operation(gives=shapes.OnlineTablesShown, is_personal=True)
    def get(self, call: Call) -> object:
        """List the tables where you sit that are not over, the newest first."""
        found = tables_of_person(finding.person(call), "", call.now)
        if call.token is not None and call.token.club_id is not None:
            found = [table for table in found if _club_of(table) == call.token.club_id]
        return {"tables": found}

    @operation(
        takes=shapes.OnlineTableSent,
        gives=shapes.OnlineTableShown,
        scope=Scope.PLAY,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call) -> OnlineTable:
        """Open a table of no club to play now, and sit down at its first seat."""
        finding.refuse_token_of_club(call)
        sent = dict(call.sent)
        terms: dict[str, Any] = {"options": sent.get("options", {}), "talk": Talk.OFF}
        terms |= {
            name: sent[key]
            for key, name in (
                ("hands", "hands_limit"),
                ("move_seconds", "move_seconds"),
                ("talk", "talk"),
            )
            if key in sent
        }
        return open_pick_up_table(
            game=sent["game"],
            seats=sent["seats"],
            terms=Terms(**terms),
            host=person_of(call.http, sent.get("name", "")),
            bots=sent.get("bots", ""),
            now=call.now,
        )


class OnlineTableOfTable(Endpoint):
    """The online table of a table of a round."""

    tag = CHAPTER

    @operation(gives=shapes.OnlineTableShown, scope=Scope.PLAY)
    def post(self, call: Call, pk: int) -> OnlineTable:
        """Open the screens' side of a table of a round; one that is open is given back."""
        table = finding.table_recordable(call, pk)
        return open_table_of_round(table_id=table.pk, now=call.now)


class OnlineTableByToken(Endpoint):
    """One online table."""

    tag = CHAPTER

    @operation(gives=shapes.ViewShown, asks=shapes.ViewAsked)
    def get(self, call: Call, token: str) -> object:
        """Show a table as your seat sees it, or as those see it who watch."""
        finding.online_table_seen(call, token)
        return view_for(call, token, call.asked.get("after"))


class OnlineSeat(Endpoint):
    """A seat of an online table."""

    tag = CHAPTER

    @operation(takes=shapes.SeatSent, gives=shapes.ViewShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str, seat: int) -> object:
        """Sit down at a seat that is free for you; who has one keeps it.

        A seat that was opened in a match takes the `key` that its keeper has sent. Who comes while
        a match goes on `waits`: they play from the next hand on.
        """
        table = finding.online_table_seen(call, token)
        snapshot = snapshot_of(token)
        opened = seat_to_stand_in(call.sent["key"], snapshot) if "key" in call.sent else None
        free = [*seats_open_to(call.http, snapshot), *([opened] if opened else [])]
        is_free = any(each.number == seat for each in free)
        if own_seat(call.http, snapshot) is None:
            if not is_free:
                raise OnlineError("seat_taken")
            person = person_of(call.http, call.sent.get("name", ""))
            sit_down(table_id=table.pk, seat=seat, person=person, now=call.now)
        return view_for(call, token)


class OnlineBeginning(Endpoint):
    """The match begins."""

    tag = CHAPTER

    @operation(gives=shapes.ViewShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Begin without those who have not come; at a table of a round bots play for them."""
        table = finding.online_table_seen(call, token)
        if not may_begin(call.http, snapshot_of(token)):
            finding.shown_or_404(None)
        begin_match(table_id=table.pk, now=call.now)
        return view_for(call, token)


class OnlineMoves(Endpoint):
    """Moves at an online table."""

    tag = CHAPTER

    @operation(takes=shapes.MoveSent, gives=shapes.ViewShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Make a move from your seat.

        A table that has gone on is answered 409, a move that the rules forbid 422 with their ids.
        """
        table, seat = own_place(call, token)
        sent = Sent(**call.sent)
        play_move(table_id=table.pk, seat=seat, sent=sent, now=call.now)
        return view_for(call, token, sent.moves)


class OnlineWishes(Endpoint):
    """The other things that a seat does."""

    tag = CHAPTER

    @operation(takes=shapes.WishSent, gives=shapes.ViewShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> object:
        """Be ready for the next hand, go away, come back, ask for a break, get up for good."""
        table, seat = own_place(call, token)
        WISHES[call.sent["wish"]](table_id=table.pk, seat=seat, now=call.now)
        return view_for(call, token)


class OnlineHand(Endpoint):
    """A hand that is over."""

    tag = CHAPTER

    @operation(gives=shapes.LogShown)
    def get(self, call: Call, token: str, number: int) -> object:
        """Give the log of a hand that is over; before, nobody sees more than the table shows."""
        table = finding.online_table_seen(call, token)
        hand = hand_of(table, number)
        if hand is None or not hand.is_open:
            return finding.shown_or_404(None)
        return {"lines": log_of(table, hand)}


class OnlineProof(Endpoint):
    """What a deal was committed to."""

    tag = CHAPTER

    @operation(gives=ProofShown)
    def get(self, call: Call, token: str, number: int) -> object:
        """Show what a hand was committed to before it began; once it is open, how to check it."""
        table = finding.online_table_seen(call, token)
        hand = hand_of(table, number)
        if hand is None:
            return finding.shown_or_404(None)
        proof = proof_of(table, hand)
        told = (
            dict.fromkeys(("salt", "text", "digest", "command", "shuffle"))
            if proof is None
            else {**proof._asdict(), "shuffle": proof.opened}
        )
        return {**told, "commitment": hand.commitment}


def _club_of(table: OnlineTable) -> int | None:
    return table.table.round.stage.competition.club_id if table.table else None


def own_place(call: Call, token: str) -> tuple[OnlineTable, Seat]:
    """Return a table and one's own seat there; a table at which one does not sit is not found."""
    table = finding.online_table_seen(call, token)
    seat = finding.shown_or_404(own_seat(call.http, snapshot_of(token)))
    return table, int(seat.number)


def view_for(call: Call, token: str, after: int | None = None) -> Mapping[str, Any]:
    """Return a table as one's own seat sees it, or as those see it who watch."""
    snapshot = snapshot_of(token)
    return view_of(snapshot, _seat(call, snapshot), after=after, now=call.now)


def _seat(call: Call, snapshot: Snapshot) -> Seat | None:
    """Return one's own seat; a visitor who says not who they are only watches."""
    return seat_number(own_seat(call.http, snapshot)) if call.user.is_authenticated else None
