"""Write who takes part, and who is kept apart."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, Player
from league.clubs.services import refuse_spectators
from league.competitions.models import Apart, ApartReason, Competition, Entry
from league.competitions.noting import note_competition
from league.competitions.services.locking import bump, lock_competition
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import Message, tell


class EntryDescription(NamedTuple):
    """Say in which team an entry is (blank: none), and whether it is a guest's."""

    team: str
    is_guest: bool


@transaction.atomic
def enter_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> list[Entry]:
    """Let players take part, again if they had withdrawn; return their entries by id.

    Raises ClubError for a spectator, and ValueError for a player of another club.
    """
    competition = lock_competition(competition_id=competition_id)
    wanted = list(players)
    if any(player.club_id != competition.club_id for player in wanted):
        raise ValueError("Only players of the competition's own club can be entered.")
    refuse_spectators(wanted)
    entries = Entry.objects.filter(competition=competition, player__in=wanted)
    known = {entry.player_id: entry.withdrawn_at for entry in entries}
    Entry.objects.bulk_create(
        Entry(competition=competition, player=player, created_at=now)
        for player in wanted
        if player.pk not in known
    )
    returned = entries.exclude(withdrawn_at=None).update(withdrawn_at=None)
    _tell_entered(competition, [player for player in wanted if player.pk not in known], now)
    if returned or len(known) < len({player.pk for player in wanted}):
        bump(competition_id=competition_id)
        came = [player.pk for player in wanted if known.get(player.pk, now) is not None]
        note_competition(Verb.ENTERED, competition, {"players": ([], came)})
    return list(entries.select_related("player").order_by("pk"))


def _tell_entered(competition: Competition, players: list[Player], now: datetime) -> None:
    if not players:
        return

    def write() -> Message:
        return Message(
            _("You take part in %(competition)s") % {"competition": competition.name},
            _("At %(club)s. Your rounds and tables are on the page of the competition.")
            % {"club": competition.club.name},
            reverse("competitions:detail", args=[competition.pk]),
            sight.name_of("competition", competition.pk),
        )

    key = f"competition:{competition.pk}:entered"
    tell(players=players, kind=Kind.INVITATION, key=key, write=write, now=now)


@transaction.atomic
def withdraw_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> None:
    """Let players take part no longer; what they have played stays and counts."""
    competition = lock_competition(competition_id=competition_id)
    entries = Entry.objects.filter(
        competition=competition_id, player__in=list(players), withdrawn_at=None
    )
    gone = list(entries.order_by("player").values_list("player", flat=True))
    if entries.update(withdrawn_at=now):
        bump(competition_id=competition_id)
        note_competition(Verb.WITHDRAWN, competition, {"players": (gone, [])})


@transaction.atomic
def describe_entries(*, competition_id: int, descriptions: Mapping[int, EntryDescription]) -> None:
    """Say of entries, by their ids, in which team they are and whether they are guests."""
    competition = lock_competition(competition_id=competition_id)
    changed = []
    for entry in Entry.objects.filter(competition=competition_id, pk__in=list(descriptions)):
        wanted = descriptions[entry.pk]
        if (entry.team, entry.is_guest) != wanted:
            entry.team, entry.is_guest = wanted
            changed.append(entry)
    if changed:
        Entry.objects.bulk_update(changed, ["team", "is_guest"])
        bump(competition_id=competition_id)
        described = [entry.player_id for entry in changed]
        note_competition(Verb.DESCRIBED, competition, {"players": ([], described)})


@transaction.atomic
def keep_apart(
    *,
    club: Club,
    competition: Competition | None,
    players: Collection[Player],
    reason: str,
    now: datetime,
) -> Apart:
    """Keep two players from sitting together, in one competition or in all of the club's.

    Saying it again changes the reason. Raises ValueError
    for one person, and for players who are not both of the club.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    pair = sorted({player.pk for player in players})
    if len(pair) != 2 or any(player.club_id != club.pk for player in players):
        raise ValueError(f"Players {pair} of club {club.pk} cannot be kept apart.")
    apart, is_new = Apart.objects.update_or_create(
        club=club,
        competition=competition,
        one_id=pair[0],
        other_id=pair[1],
        defaults={"reason": ApartReason(reason)},
        create_defaults={"reason": ApartReason(reason), "created_at": now},
    )
    if is_new:
        about = competition or club
        note(club_id=club.pk, verb=Verb.APART, about=about, changes={"players": ([], pair)})
    return apart


@transaction.atomic
def let_together(*, club: Club, apart_id: int) -> None:
    """Keep two players apart no longer."""
    apart = Apart.objects.filter(club=club, pk=apart_id).select_related("competition").first()
    if apart is not None:
        pair = [apart.one_id, apart.other_id]
        apart.delete()
        about = apart.competition or club
        note(club_id=club.pk, verb=Verb.TOGETHER, about=about, changes={"players": (pair, [])})
