"""Seat a round: from who is there to tables with seats and codes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.models import Absence, Round, Stage
from league.competitions.queries import rounds
from league.rounds.drawn import Draw
from league.rounds.draws import draw_round
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind
from league.rounds.plans import plan_seating
from league.rounds.questions import DrawQuestion, ask
from league.rounds.services.locking import lock_round
from league.rounds.services.writing import keep_change
from league.rounds.states import SeatedTable, Sitting, State, read_state


def seat_round(  # noqa: PLR0913 - what an organiser can say of a draw, each by its name
    *,
    round_id: int,
    seating: int,
    seed: int,
    now: datetime,
    sizes: Sequence[int] | None = None,
    balance: str = "",
    known: str = "",
    accepts_broken: bool = False,
    by: Player | None = None,
) -> Round:
    """Seat everybody who is checked in, but those at tables where a hand was recorded.

    The stage says by which method. `seating` is the round's counter as the page knew it: of two
    phones that press, the second is told. Tables of an earlier seating are dissolved. `sizes`
    None: the best that the competition's table sizes allow; `balance` "": as the stage prefers
    when equal tables and new faces conflict. `known` is the digest of the question
    that the page showed an answer to: if that has changed, nothing is done. `accepts_broken`: the
    organiser has seen which players who are kept apart sit together.

    The draw is made before the competition is locked, and counts only if nothing that decides it
    has changed since. Raises cannot_seat, broken_pairs and seating_changed.
    """
    round = rounds().get(pk=round_id)
    _check_is_as_shown(round, seating)
    question = ask(round, plan_seating(round), sizes, balance)
    if known and known != question.digest:
        raise RoundError(
            "draw_outdated",
            _("Something has changed since these tables were shown. Look at them again."),
        )
    draw = draw_round(question, seed)
    return seat_as_drawn(
        round_id=round_id,
        seating=seating,
        drawn=Drawn(question, draw),
        sizes=sizes,
        accepts_broken=accepts_broken,
        by=by,
        now=now,
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """Hold a draw with the question that it answers."""

    question: DrawQuestion
    draw: Draw


def draw_ahead(round: Round, seed: int) -> Drawn:
    """Draw a round as it would be seated by itself; raises cannot_seat.

    This takes long, so it is done while nothing is locked.
    """
    question = ask(round, plan_seating(round), None)
    return Drawn(question, draw_round(question, seed))


@transaction.atomic
def seat_as_drawn(
    *,
    round_id: int,
    seating: int,
    drawn: Drawn,
    now: datetime,
    sizes: Sequence[int] | None = None,
    accepts_broken: bool = False,
    by: Player | None = None,
) -> Round:
    """Write a draw, if its question is still the same under the lock.

    Raises broken_pairs, seating_changed and draw_outdated.
    """
    question, draw = drawn.question, drawn.draw
    if draw.broken and not accepts_broken:
        raise RoundError("broken_pairs")
    round = lock_round(round_id)
    _check_is_as_shown(round, seating)
    plan = plan_seating(round)
    if ask(round, plan, sizes, question.balance).digest != question.digest:
        raise RoundError(
            "draw_outdated", _("Somebody came or went in this moment. Look at the tables again.")
        )
    if draw.keep:
        Stage.objects.filter(pk=round.stage_id).update(**draw.keep)
    before = read_state(round)
    keep_change(
        round,
        kind=ChangeKind.SEATED,
        before=before,
        after=seated(before, draw, {entry.pk: entry.player_id for entry in plan.entries}, now),
        asked={"seed": draw.seed, "sizes": list(sizes or ())},
        data={"count": len(question.entries) - len(draw.idle), "seed": draw.seed},
        by=by,
        now=now,
    )
    return round


def seated(before: State, draw: Draw, players: Mapping[int, int], now: datetime) -> State:
    """Return the seating after a draw: tables with hands stay, the others make way.

    `players` are the entries' own.
    """
    kept = [table for table in before.tables if table.hands]
    numbers = _free_numbers(len(draw.tables), [table.number for table in kept])
    made = [
        SeatedTable(
            key=-at,
            number=number,
            sittings=tuple(
                Sitting(
                    entry=entry,
                    player=players[entry],
                    pair=draw.partners.get(entry),
                    reason=draw.reasons.get(entry),
                )
                for entry in entries
            ),
        )
        for at, (number, entries) in enumerate(zip(numbers, draw.tables, strict=True))
    ]
    drawn = {entry for entries in draw.tables for entry in entries} | set(draw.idle)
    idle = {entry: why for entry, why in before.idle.items() if entry not in drawn}
    return replace(
        before,
        tables=tuple(sorted([*kept, *made], key=lambda table: table.number)),
        idle=idle | dict.fromkeys(draw.idle, str(Absence.BYE)),
        drawn={"seed": draw.seed, "seated_at": now.isoformat(), "draw": draw.summary},
    )


def note_refusal(round: Round, error: RoundError) -> None:
    """Remember why a round could not be seated by itself, for the organiser to read on its page."""
    round.draw = {"refused": str(error)}
    round.save(update_fields=["draw"])


def _check_is_as_shown(round: Round, seating: int) -> None:
    if not round.is_open:
        raise RoundError(
            "cannot_seat", _("Players are seated while the round is open. Open it first.")
        )
    if round.seating != seating:
        raise RoundError(
            "seating_changed",
            _("Somebody else has just seated this round. These are the tables.")
            if round.seated_at
            else _("Somebody else has just undone the seating."),
        )


def _free_numbers(count: int, taken: Sequence[int]) -> list[int]:
    candidates = range(1, count + len(taken) + 1)
    return [number for number in candidates if number not in taken][:count]
