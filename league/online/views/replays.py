"""Hands that are over: their pages, their logs, and what proves that their deals were fixed."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.base import Seat
from league.core.games.entry import Who
from league.online.access import table_seen_by
from league.online.models import OnlineHand, OnlineTable
from league.online.queries import attempts_at, hand_of, seats_of
from league.online.replays import log_of, moment_of, points_after, proof_of
from league.results.match_board import facts_of

LONGEST_NUMBER = 9


@require_safe
def replay(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Show a hand that is over after one of its moves, all cards open or as one seat saw it."""
    table = table_seen_by(request, token)
    hand = _finished_hand(table, number)
    if not hand.is_open:
        return _not_open(request, table)
    names = tuple(seat.name for seat in seats_of(table))
    seat = _seat(request, len(names))
    moment = moment_of(table, hand, names, _number(request, "move") or 0, seat)
    if moment is None:
        raise Http404(_("This hand had no such move."))
    is_end = moment.next is None
    context = {
        "table": table,
        "hand": hand,
        "seat": seat,
        "places": [Who(number, name) for number, name in enumerate(names)],
        "moment": moment,
        "facts": facts_of(table.game, hand.record or {}, names) if is_end else (),
        "points": points_after(table, hand, names) if is_end else (),
    }
    return render(request, "online/replay.html", context)


@require_safe
def log(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Hand out the log of a hand that is over, one JSON value a line."""
    table = table_seen_by(request, token)
    hand = _finished_hand(table, number)
    if not hand.is_open:
        return _not_open(request, table)
    lines = log_of(table, hand)
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    answer = HttpResponse(text, content_type="application/jsonl")
    name = f"{table.game}-{number}.jsonl"
    answer["Content-Disposition"] = str(content_disposition_header(True, name))
    return answer


@require_safe
def proof(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Show what a hand was committed to; once it is over, the deal, and how to check it."""
    table = table_seen_by(request, token)
    hand = hand_of(table, number)
    proof = None if hand is None else proof_of(table, hand)
    attempts = attempts_at(table, number) if proof is None else []
    if hand is None and not attempts:
        raise Http404(_("No such hand was dealt here."))
    context = {
        "table": table,
        "number": number,
        "hand": hand,
        "shuffle": attempts[-1] if attempts else None,
        "proof": proof,
        "has_shares": proof is not None and any(len(each.parts) > 1 for each in proof.shuffles),
        "opened": None if proof is None else proof.opened,
    }
    return render(request, "online/proof.html", context)


def _finished_hand(table: OnlineTable, number: int) -> OnlineHand:
    """Return a hand that is over: before, nobody may see more than what its table shows."""
    hand = hand_of(table, number)
    if hand is None or hand.record is None:
        raise Http404(_("No such hand has been played to its end here."))
    return hand


def _not_open(request: HttpRequest, table: OnlineTable) -> HttpResponse:
    """Say that other tables of a duplicate event have still to play this deal."""
    context = {"table": table, "event": table.event}
    return render(request, "online/deal_closed.html", context, status=403)


def _seat(request: HttpRequest, seats: int) -> Seat | None:
    seat = _number(request, "seat")
    if seat is not None and seat >= seats:
        raise Http404(_("There is no such seat at this table."))
    return seat


def _number(request: HttpRequest, name: str) -> int | None:
    """Return a number from the address; None where it is left out."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise Http404(_("This address holds no such number."))
    return int(text)
