"""Seats of a running round: a draw before it counts, late arrivals, moves, substitutes, undoing."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.api import lookups
from league.api.api_view import ApiView
from league.api.operations import Call, operation
from league.api.serializers import seating
from league.competitions.models import Round
from league.rounds import places, services
from league.rounds.effects import Effects, find_effects
from league.rounds.models import SeatingChange
from league.rounds.operations import change
from league.rounds.plans import plan_seating
from league.rounds.previews import preview_draw, seed_to_offer
from league.rounds.scenes import Asked, read_scene


class RoundDrawView(ApiView):
    @operation(seating.DrawSerializer, takes=seating.DrawCreateSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Show the tables that a seed draws, before anybody is seated; nothing is done.

        The same seed, sizes and balance, sent to the round's seating, draw the same.
        """
        round = lookups.round_organised(call, pk)
        plan = plan_seating(round)
        asked = call.sent
        seed = asked["seed"] if "seed" in asked else seed_to_offer(round, plan)
        preview = preview_draw(round, plan, seed, asked.get("sizes"), asked.get("balance", ""))
        tables = [
            {
                "number": number,
                "seats": [
                    {"seat": seat, "entry": entry}
                    for seat, entry in zip(seats, entries, strict=True)
                ],
            }
            for (number, seats), entries in zip(preview.tables, preview.draw.tables, strict=True)
        ]
        return {"seed": seed, "seating": round.seating, "tables": tables, "preview": preview}


class RoundChangesView(ApiView):
    @operation(seating.SeatingChangeSerializer, order=("-number", "pk"), is_personal=True)
    def get(self, call: Call, pk: int) -> QuerySet[SeatingChange]:
        """List what was done to the seats of a round, the last first."""
        return places.changes_of(lookups.round_organised(call, pk))

    @operation(seating.SeatedSerializer, takes=seating.SeatingChangeCreateSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Change the seats of an open round: a late arrival, a move, a substitute, a new table.

        A `seating` that is not the round's is refused with 409: somebody else was faster.
        """
        round = lookups.round_organised(call, pk)
        seating, asked = _asked(call.sent)
        by = lookups.acting_in(call, round.stage.competition.club)
        done = services.change_seating(
            round_id=pk, seating=seating, asked=asked, by=by, now=call.now
        )
        return _seated(call, pk, done)


class RoundChangePreviewView(ApiView):
    @operation(seating.EffectsSerializer, takes=seating.SeatingChangeCreateSerializer)
    def post(self, call: Call, pk: int) -> Effects:
        """Show who would sit where after a change of the seats; nothing is done."""
        round = lookups.round_organised(call, pk)
        services.refuse_unless_open(round)
        scene = read_scene(round)
        _seating, asked = _asked(call.sent)
        after, _data = change(scene, asked)
        return find_effects(scene, after)


class SeatingChangeUndoingView(ApiView):
    @operation(seating.SeatedSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Undo one change of the seats, if nothing that happened since contradicts it."""
        done = _organised_change(call, pk)
        by = lookups.acting_in(call, done.round.stage.competition.club)
        undone = services.undo_change(change_id=pk, by=by, now=call.now)
        return _seated(call, done.round_id, undone)


class SeatingChangeUndoingPreviewView(ApiView):
    @operation(seating.EffectsSerializer)
    def post(self, call: Call, pk: int) -> Effects:
        """Show who would sit where without one change of the seats; nothing is done."""
        done = _organised_change(call, pk)
        services.refuse_unless_open(done.round)
        scene = read_scene(done.round)
        return find_effects(scene, services.seating_without(scene, done))


def _organised_change(call: Call, pk: int) -> SeatingChange:
    """Return a change of a round that one organises."""
    found = get_object_or_404(SeatingChange, pk=pk)
    found.round = lookups.round_organised(call, found.round_id)
    return found


def _asked(sent: Mapping[str, Any]) -> tuple[int, Asked]:
    """Return the seating that somebody knows, and the change that they ask for."""
    entries = tuple(dict.fromkeys(sent.get("entries", ())))
    asked = {**sent, "entries": entries}
    return asked.pop("seating"), Asked(**asked)


def _seated(call: Call, round_id: int, done: SeatingChange | None) -> dict[str, Any]:
    round: Round = lookups.round_seen(call, round_id)
    return {"seating": round.seating, "change": done}
