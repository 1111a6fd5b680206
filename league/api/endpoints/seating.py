"""Seats of a running round: a draw before it counts, late arrivals, moves, substitutes, undoing."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import seating as shapes
from league.competitions.models import Round
from league.rounds import places, services
from league.rounds.effects import Effects, find_effects
from league.rounds.models import SeatingChange
from league.rounds.operations import change
from league.rounds.plans import plan_seating
from league.rounds.previews import preview_draw, seed_to_offer
from league.rounds.scenes import Asked, read_scene

CHAPTER = "Seating"


class RoundDraw(Endpoint):
    """A draw to look at."""

    tag = CHAPTER

    @operation(takes=shapes.DrawAsked, gives=shapes.DrawShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Show the tables that a seed draws, before anybody is seated; nothing is done.

        The same seed, sizes and balance, sent to the round's seating, draw the same.
        """
        round = finding.round_organised(call, pk)
        plan = plan_seating(round)
        asked = call.sent
        seed = asked["seed"] if "seed" in asked else seed_to_offer(round, plan)
        preview = preview_draw(round, plan, seed, asked.get("sizes"), asked.get("balance", ""))
        return {
            "seed": seed,
            "known": preview.digest,
            "seating": round.seating,
            "tables": [
                {
                    "number": number,
                    "seats": [
                        {
                            "number": seat.number,
                            "entry": entry,
                            "name": seat.name,
                            "partner": seat.partner,
                            "reason": seat.reason,
                        }
                        for seat, entry in zip(seats, entries, strict=True)
                    ],
                }
                for (number, seats), entries in zip(
                    preview.tables, preview.draw.tables, strict=True
                )
            ],
            "again": preview.again,
            "broken": preview.broken,
            "idle": preview.idle,
            "words": preview.words,
        }


class RoundChanges(Endpoint):
    """What was done to the seats of a round."""

    tag = CHAPTER

    @operation(gives=shapes.SeatingChangeShown, order=("-number", "pk"), is_personal=True)
    def get(self, call: Call, pk: int) -> QuerySet[SeatingChange]:
        """List what was done to the seats of a round, the last first."""
        return places.changes_of(finding.round_organised(call, pk))

    @operation(takes=shapes.ChangeSent, gives=shapes.SeatedShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Change the seats of an open round: a late arrival, a move, a substitute, a new table.

        A `seating` that is not the round's is refused with 409: somebody else was faster.
        """
        round = finding.round_organised(call, pk)
        done = services.change_seating(
            round_id=pk,
            seating=call.sent["seating"],
            asked=_asked(call.sent),
            by=finding.acting_in(call, round.stage.competition.club),
            now=call.now,
        )
        return _seated(call, pk, done)


class RoundChangePreview(Endpoint):
    """What a change of the seats would mean."""

    tag = CHAPTER

    @operation(takes=shapes.ChangeSent, gives=shapes.EffectsShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Effects:
        """Show who would sit where after a change of the seats; nothing is done."""
        round = finding.round_organised(call, pk)
        services.refuse_unless_open(round)
        scene = read_scene(round)
        after, _data = change(scene, _asked(call.sent))
        return find_effects(scene, after)


class SeatingChangeUndoing(Endpoint):
    """A change of the seats is undone."""

    tag = CHAPTER

    @operation(gives=shapes.SeatedShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Undo one change of the seats, if nothing that happened since contradicts it."""
        done = _organised_change(call, pk)
        undone = services.undo_change(
            change_id=pk,
            by=finding.acting_in(call, done.round.stage.competition.club),
            now=call.now,
        )
        return _seated(call, done.round_id, undone)


class SeatingChangeUndoingPreview(Endpoint):
    """What undoing a change would mean."""

    tag = CHAPTER

    @operation(gives=shapes.EffectsShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Effects:
        """Show who would sit where without one change of the seats; nothing is done."""
        done = _organised_change(call, pk)
        services.refuse_unless_open(done.round)
        scene = read_scene(done.round)
        return find_effects(scene, services.seating_without(scene, done))


def _organised_change(call: Call, pk: int) -> SeatingChange:
    """Return a change of a round that one organises."""
    found = get_object_or_404(SeatingChange, pk=pk)
    found.round = finding.round_organised(call, found.round_id)
    return found


def _asked(sent: Mapping[str, Any]) -> Asked:
    return Asked(
        kind=sent["kind"],
        entry=sent.get("entry", 0),
        other=sent.get("other", 0),
        table=sent.get("table", 0),
        player=sent.get("player", 0),
        entries=tuple(dict.fromkeys(sent.get("entries", ()))),
    )


def _seated(call: Call, round_id: int, done: SeatingChange | None) -> dict[str, Any]:
    round: Round = finding.round_seen(call, round_id)
    return {"seating": round.seating, "change": done}
