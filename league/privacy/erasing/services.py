"""Erase a person: the account with all its players, or one player of a club."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import transaction
from django.db.models import Max, Model, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from league.accounts.merging.hooks import lock as lock_what_they_played
from league.accounts.models import Claim, Merge, OpenSession
from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.errors import ClubError
from league.clubs.leaving import end_what_was_made
from league.clubs.models import Club, Player, SignInLink, User
from league.clubs.queries import site_owners
from league.clubs.rights import role_left
from league.clubs.services import check_owner_remains, lock_club, lock_players
from league.competitions.merging import competitions_of
from league.competitions.models import Apart, Table
from league.competitions.services import bump
from league.notices.models import Chat, Notice, Subscription, Wishes
from league.online.models import OnlineSeat
from league.privacy.erasing import online
from league.privacy.erasing.scrubbing import Scrubber, scrub_clubs, scrub_rows
from league.privacy.models import Erasure, ErasureKind
from league.results.models import HandAnswer, TableCall


@transaction.atomic
def erase_user(*, user_id: int, now: datetime, number: int | None = None) -> Erasure | None:
    """Erase an account, and its player in every club; None for one that is no more.

    What others played keeps its results. `number` is that of an erasure that is done once more, and
    is not asked then whether owners remain.
    Raises last_site_owner and last_owner, and then nothing is changed.
    """
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None:
        return None
    if number is None:
        check_site_owner_remains(user)
    addresses = {
        user.email,
        *EmailAddress.objects.filter(user=user).values_list("email", flat=True),
    }
    players = Player.objects.filter(user=user).order_by("club", "pk")
    clubs = {*players.values_list("club", flat=True)}
    claimed = {*Claim.objects.filter(user=user).values_list("player__club", flat=True)}
    seats = online.seats_of_person(user, [])
    online.get_up(seats, now)
    for pk in players.values_list("pk", flat=True):
        erase_player(player_id=pk, now=now)
    erasure = _note_erasure(ErasureKind.USER, user_id, user.created_at, None, now, number)
    placeholder = placeholder_of(erasure.number)
    names = {user.name, *addresses, *(seat.name for seat in seats)} - {""}
    scrubber = Scrubber(names, placeholder)
    _take_off_screens(seats, names, scrubber)
    scrub_clubs(scrubber, clubs | claimed)
    Claim.objects.filter(answered_by=user).update(words="")
    keys = OpenSession.objects.filter(user=user).values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(keys)).delete()
    _scrub_admin_log(scrubber, User._meta.label_lower, [user_id])
    user.delete()
    return erasure


@transaction.atomic
def erase_player(*, player_id: int, now: datetime, number: int | None = None) -> Erasure | None:
    """Erase a player of a club, who stays in all results under a neutral name; twice is once.

    An account that the player signs in with stays, and is nobody's in this club any more. Raises
    last_owner.
    """
    player = Player.objects.select_related("user").filter(pk=player_id).first()
    if player is None:
        return None
    club = lock_club(player.club_id, no_key=True)
    if done := Erasure.objects.filter(kind=ErasureKind.PLAYER, of=player_id).first():
        return done
    lock_players([player])
    player.refresh_from_db(fields=["role", "left_at", "name", "real_name", "contact_email"])
    if player.left_at is None and number is None:
        check_owner_remains(player)
    seats = online.seats_of_person(None, [player_id])
    online.get_up(seats, now)
    lock_what_they_played(club, [player_id])
    names = _names_of(player, seats)
    erasure = _note_erasure(ErasureKind.PLAYER, player_id, player.created_at, club, now, number)
    placeholder = placeholder_of(erasure.number)
    # Before the role ends, as owners erase themselves, too.
    note(club_id=club.pk, verb=Verb.PLAYER_ERASED, about=player)
    end_what_was_made(player, now)
    _delete_what_is_about(player)
    _name_anew(player, placeholder, now)
    scrubber = Scrubber(names, placeholder)
    _take_off_screens(seats, names, scrubber)
    scrub_clubs(scrubber, [club.pk])
    _scrub_admin_log(scrubber, Player._meta.label_lower, [player_id])
    _tell_screens(player_id)
    return erasure


def check_site_owner_remains(user: User) -> None:
    """Raise last_site_owner when nobody else owns the site."""
    if user.is_superuser and not site_owners().exclude(pk=user.pk).exists():
        raise ClubError("last_site_owner")


def placeholder_of(number: int) -> str:
    """Return the name of somebody who was erased, in the language of the site."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former player %(number)d") % {"number": number}


def _note_erasure(
    kind: str, of: int, made_at: datetime, club: Club | None, now: datetime, number: int | None
) -> Erasure:
    before = Erasure.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    return Erasure.objects.create(
        kind=kind, of=of, made_at=made_at, club=club, number=number or before + 1, erased_at=now
    )


def _names_of(player: Player, seats: Iterable[OnlineSeat]) -> set[str]:
    """Return all by which a player may have been named in words."""
    names = {player.name, player.real_name, player.contact_email, *(each.name for each in seats)}
    if player.user is not None:
        names |= {player.user.name, player.user.email or ""}
    for merge in _merges_of(player):
        names |= {merge.kept_name, merge.gone_name}
    return names - {""}


def _merges_of(player: Player) -> QuerySet[Merge]:
    """Return the merges of which a player was either side."""
    return Merge.objects.filter(Q(kept=player) | Q(gone=player.pk))


def _delete_what_is_about(player: Player) -> None:
    """Delete the rows that are about a player alone, and what the player wrote to others."""
    _merges_of(player).delete()
    Apart.objects.filter(Q(one=player) | Q(other=player)).delete()
    for model in (Notice, Chat, Subscription, Wishes, SignInLink, Claim):
        model._default_manager.filter(player=player).delete()
    HandAnswer.objects.filter(by=player).update(words="")
    TableCall.objects.filter(by=player).update(words="")


def _name_anew(player: Player, placeholder: str, now: datetime) -> None:
    Player.objects.filter(pk=player.pk).update(
        name=placeholder,
        real_name="",
        contact_email="",
        user=None,
        role=role_left(player.role),
        left_at=player.left_at or now,
    )


def _take_off_screens(
    seats: Collection[OnlineSeat], names: Collection[str], scrubber: Scrubber
) -> None:
    online.rename_seats(seats, scrubber.placeholder)
    online.take_out_of_talk(seats, names, scrubber.placeholder)
    online.scrub_tables(scrubber, seats)
    online.tell_screens(seats)


def _scrub_admin_log(scrubber: Scrubber, label: str, ids: Collection[int]) -> None:
    """Take the names out of what owners of the site did on the admin pages."""
    app, _dot, model = label.partition(".")
    entries = LogEntry.objects.filter(
        content_type__app_label=app, content_type__model=model, object_id__in=map(str, ids)
    )
    scrub_rows(scrubber, entries, ("object_repr", "change_message"))


def _tell_screens(player_id: int) -> None:
    """Let all pages on which the player stands be drawn anew, and drop pictures with the name."""
    for pk in competitions_of([player_id]):
        at = Q(seats__player=player_id) | Q(seats__entry__player=player_id)
        tables = Table.objects.filter(at, round__stage__competition=pk)
        bump(competition_id=pk, table_ids=tables.values_list("pk", flat=True))
    transaction.on_commit(partial(caches["pictures"].clear))


@transaction.atomic
def erase_again(*, kind: str, of: int, made_at: datetime, number: int, now: datetime) -> bool:
    """Erase who was erased before a restore, under the number of then; say whether it was needed.

    Of an id that has come again since, and is somebody else, nothing is touched. Nobody is kept for
    being the last owner: whoever hosts the site makes another.
    """
    model: type[Model] = User if kind == ErasureKind.USER else Player
    if not model._default_manager.filter(pk=of, created_at=made_at).exists():
        return False
    if Erasure.objects.filter(kind=kind, of=of).exists():
        return False
    if kind == ErasureKind.USER:
        erase_user(user_id=of, now=now, number=number)
    else:
        erase_player(player_id=of, now=now, number=number)
    return True
