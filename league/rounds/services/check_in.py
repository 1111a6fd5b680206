"""Say who is there for a round."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.clubs.services import add_players
from league.competitions.models import Absence, CheckIn, Round, RoundStatus, Seat
from league.competitions.noting import note_round
from league.competitions.services import bump, enter_players
from league.rounds.errors import RoundError
from league.rounds.queries import can_check_in_self, may_play
from league.rounds.services.locking import lock_round


@transaction.atomic
def check_in_players(
    *, round_id: int, player_ids: Collection[int], by: Player | None, now: datetime
) -> Round:
    """Check players of the club in, entering those who did not take part yet.

    Ids of nobody, and of players who have left the club, are ignored. Whoever sat out by wish or
    had not turned up is there for a seat again. Raises ClubError.
    """
    round = lock_round(round_id)
    _refuse_closed(round)
    competition = round.stage.competition
    players = Player.objects.active().filter(club=competition.club_id, pk__in=player_ids)
    entries = enter_players(competition_id=competition.pk, players=players, now=now)
    there = set(round.check_ins.values_list("entry", flat=True))
    new = [entry for entry in entries if entry.pk not in there]
    CheckIn.objects.bulk_create(
        CheckIn(round=round, entry=entry, by=by, created_at=now) for entry in new
    )
    back = round.sitting_out.filter(entry__in=entries).exclude(reason=Absence.BYE).delete()[0]
    if new or back:
        bump(competition_id=competition.pk)
        came = [entry.player_id for entry in new]
        note_round(Verb.CHECKED_IN, round, {"players": ([], came)})
    return round


@transaction.atomic
def check_in_new_player(
    *, round_id: int, name: str, seen: int, by: Player | None, now: datetime
) -> Player:
    """Make somebody a player of the club and check them in at once.

    `seen` is the newest player the page knew: sent twice, the form still makes one player.
    """
    round = lock_round(round_id)
    _refuse_closed(round)
    club = round.stage.competition.club
    added = add_players(club=club, names=[name], seen=seen, now=now)
    again = Player.objects.filter(club=club, name=name, pk__gt=seen)
    player = added[0] if added else again.earliest("pk")
    check_in_players(round_id=round_id, player_ids=[player.pk], by=by, now=now)
    return player


def _refuse_closed(round: Round) -> None:
    if round.status == RoundStatus.CLOSED:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is closed, so nobody can check in."),
            number=round.number,
        )
    if round.status == RoundStatus.CALLED_OFF:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is called off, so nobody can check in."),
            number=round.number,
        )


@transaction.atomic
def check_in_self(*, round_id: int, player: Player, now: datetime) -> Round:
    """Let a player say "I'm here"."""
    round = lock_round(round_id)
    _refuse_closed(round)
    if round.is_missed:
        raise RoundError(
            "not_yet",
            _("Round %(number)d was missed. Check in once an organiser holds it or moves it."),
            number=round.number,
        )
    if not can_check_in_self(round, now):
        raise RoundError(
            "not_yet", _("Check-in begins 12 hours before the round opens. Please come back then.")
        )
    if not may_play(round, player):
        raise RoundError("not_gone_on")
    return check_in_players(round_id=round_id, player_ids=[player.pk], by=player, now=now)


@transaction.atomic
def check_out_player(*, round_id: int, player_id: int) -> Round:
    """Take a check-in back; one that is not there stays away."""
    round = lock_round(round_id)
    seat = (
        Seat.objects.filter(table__round=round, table__dissolved_at=None, entry__player=player_id)
        .select_related("player", "table")
        .first()
    )
    if seat is not None:
        raise RoundError("seated", name=seat.player, number=seat.table.number)
    _refuse_closed(round)
    if round.check_ins.filter(entry__player=player_id).delete()[0]:
        bump(competition_id=round.stage.competition_id)
        note_round(Verb.CHECKED_OUT, round, {"players": ([player_id], [])})
    return round
