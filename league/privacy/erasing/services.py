"""Services that erase a person and keep the results under a placeholder."""

import json
import re
from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial, reduce
from operator import or_
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import transaction
from django.db.models import CharField, JSONField, Max, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import translation
from django.utils.translation import gettext as _

from league.accounts.merging.services import lock_what_they_played
from league.accounts.models import Merge, PlayerClaim, UserSession
from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.errors import ClubError
from league.clubs.membership import revoke_created
from league.clubs.models import Club, Player, SignInLink, User
from league.clubs.queries import site_owners
from league.clubs.rights import role_left
from league.clubs.services import check_owner_remains, lock_club, lock_players
from league.competitions.models import Reply, Separation, Table
from league.competitions.queries import competitions_played_by
from league.competitions.writing import bump
from league.core import live
from league.notifications.models import (
    ChatIntegration,
    Notification,
    NotificationSettings,
    Subscription,
)
from league.online.models import ChatMessage, OnlineSeat, Phase, Report, TableEvent
from league.online.services.seats import leave
from league.privacy.erasing.columns import WITH_NAMES
from league.privacy.models import Erasure, ErasureKind
from league.privacy.retention import gone_mark
from league.results.models import HandResponse, TableCall


def any_of(conditions: Iterable[Q]) -> Q:
    """Return the disjunction of conditions, of none of them one that never holds."""
    return reduce(or_, conditions, Q(pk__in=()))


class Scrubber:
    """Replaces names and addresses, as whole words, by a placeholder."""

    def __init__(self, names: Iterable[str], placeholder: str) -> None:
        spelt = {form for name in names if name for form in (name, json.dumps(name)[1:-1])}
        self._forms = sorted(spelt, key=len, reverse=True)
        one_of = "|".join(map(_pattern, self._forms))
        self._pattern = re.compile(rf"(?<!\w)(?:{one_of})(?!\w)")
        self.placeholder = placeholder

    def condition(self, column: str) -> Q:
        """Return the condition for rows whose column may hold a name."""
        return any_of(Q(**{f"{column}__icontains": form}) for form in self._forms)

    def clean(self, value: Any) -> Any:
        """Return a text or JSON without the names."""
        match value:
            case str():
                return self._pattern.sub(lambda _found: self.placeholder, value)
            case list():
                return [self.clean(each) for each in value]
            case dict():
                return {key: self.clean(each) for key, each in value.items()}
            case _:
                return value


def _pattern(form: str) -> str:
    return f"(?i:{re.escape(form)})" if "@" in form else re.escape(form)


def scrub_clubs(scrubber: Scrubber, clubs: Collection[int]) -> None:
    """Remove names from all text columns of clubs."""
    for label, text in WITH_NAMES.items():
        model = apps.get_model(label)
        own = model._base_manager.filter(**{f"{text.club}__in": clubs})
        rows = model._base_manager.filter(pk__in=own.values("pk"))
        scrub_rows(scrubber, rows, text.columns)


def scrub_rows(scrubber: Scrubber, rows: QuerySet[Any], columns: Collection[str]) -> None:
    """Remove names from these columns of rows."""
    as_text = {f"{each}_text": Cast(each, TextField()) for each in columns}
    found = rows.annotate(**as_text).filter(any_of(map(scrubber.condition, as_text)))
    for row in found.only("pk", *columns).iterator(200):
        before = {each: getattr(row, each) for each in columns}
        after = {each: _fitting(row, each, scrubber.clean(value)) for each, value in before.items()}
        if after != before:
            type(row)._base_manager.filter(pk=row.pk).update(**after)


def _fitting(row: Model, column: str, value: Any) -> Any:
    """Return a value cut to the length of its column."""
    field = row._meta.get_field(column)
    if isinstance(field, CharField) and not isinstance(field, JSONField) and field.max_length:
        return value[: field.max_length]
    return value


def seats_of_person(user: User | None, players: Collection[int]) -> list[OnlineSeat]:
    """Return a person's seats at online tables."""
    mine = Q(player__in=players) | (Q(user=user) if user else Q(pk__in=()))
    return list(OnlineSeat.objects.filter(mine).select_related("table").order_by("table", "number"))


def vacate_seats(seats: Iterable[OnlineSeat], now: datetime) -> None:
    """Leave all tables that are not over."""
    for seat in seats:
        if seat.table.phase != Phase.OVER:
            leave(table_id=seat.table_id, seat=seat.number, now=now)


def rename_seats(seats: Iterable[OnlineSeat], placeholder: str) -> None:
    """Give the person's seats a placeholder that nobody can come back to."""
    for seat in OnlineSeat.objects.filter(pk__in=[each.pk for each in seats]):
        is_empty = seat.user_id is None and not seat.guest
        if seat.player_id is None and (seat.bot or is_empty):
            continue
        seat.guest = gone_mark() if seat.player_id is None else ""
        seat.name, seat.user = placeholder, None
        seat.occupant += 1
        seat.save(update_fields=["guest", "name", "user", "occupant"])


def remove_from_chat(seats: Collection[OnlineSeat], names: Collection[str], name: str) -> None:
    """Delete a person's chat messages and rename the person in logs of tables."""
    for model, table, column in (
        (ChatMessage, "table", "name"),
        (Report, "message__table", "name"),
        (TableEvent, "table", "name"),
        (TableEvent, "table", "by"),
    ):
        is_own = any_of(
            Q(**{table: seat.table_id}, **({} if column == "by" else {"seat": seat.number}))
            for seat in seats
        )
        others = OnlineSeat.objects.filter(name__in=names).values("table")
        of_no_club = Q(**{f"{table}__table": None}) & ~Q(**{f"{table}__in": others})
        own = model._default_manager.filter(is_own | of_no_club, **{f"{column}__in": names})
        found = model._default_manager.filter(pk__in=list(own.values_list("pk", flat=True)))
        if model is ChatMessage:
            found.delete()
        else:
            found.update(**{column: name})


@transaction.atomic
def erase_user(*, user_id: int, now: datetime, number: int | None = None) -> Erasure | None:
    """Erase an account with its players; return None if gone; raise ClubError."""
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None:
        return None
    if number is None:
        check_site_owner_remains(user)
    addresses = [*EmailAddress.objects.filter(user=user).values_list("email", flat=True)]
    players = Player.objects.filter(user=user).order_by("club", "pk")
    clubs = {*players.values_list("club", flat=True)}
    claimed = {*PlayerClaim.objects.filter(user=user).values_list("player__club", flat=True)}
    seats = seats_of_person(user, [])
    vacate_seats(seats, now)
    for pk in players.values_list("pk", flat=True):
        erase_player(player_id=pk, now=now)
    erasure = _record_erasure(ErasureKind.USER, user_id, user.created_at, None, now, number)
    placeholder = placeholder_of(erasure.number)
    names = {user.name, user.email or "", *addresses, *(seat.name for seat in seats)} - {""}
    scrubber = Scrubber(names, placeholder)
    _take_off_screens(seats, names, scrubber)
    scrub_clubs(scrubber, clubs | claimed)
    PlayerClaim.objects.filter(answered_by=user).update(reason="")
    keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(keys)).delete()
    _scrub_admin_log(scrubber, User._meta.label_lower, [user_id])
    user.delete()
    return erasure


@transaction.atomic
def erase_player(*, player_id: int, now: datetime, number: int | None = None) -> Erasure | None:
    """Erase a club's player, once; return None if gone; raise last_owner."""
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
    seats = seats_of_person(None, [player_id])
    vacate_seats(seats, now)
    lock_what_they_played(club, [player_id])
    names = _names_of(player, seats)
    erasure = _record_erasure(ErasureKind.PLAYER, player_id, player.created_at, club, now, number)
    placeholder = placeholder_of(erasure.number)
    # Logged before the role ends: owners may erase themselves.
    log_action(club_id=club.pk, action=Action.PLAYER_ERASED, about=player)
    revoke_created(player, now)
    _delete_what_is_about(player)
    Player.objects.filter(pk=player.pk).update(
        name=placeholder,
        real_name="",
        contact_email="",
        user=None,
        role=role_left(player.role),
        left_at=player.left_at or now,
    )
    scrubber = Scrubber(names, placeholder)
    _take_off_screens(seats, names, scrubber)
    scrub_clubs(scrubber, [club.pk])
    _scrub_admin_log(scrubber, Player._meta.label_lower, [player_id])
    _update_pages(player_id)
    return erasure


def check_site_owner_remains(user: User) -> None:
    """Raise last_site_owner when nobody else owns the site."""
    if user.is_superuser and not site_owners().exclude(pk=user.pk).exists():
        raise ClubError("last_site_owner")


def placeholder_of(number: int) -> str:
    """Return the placeholder in the site's language."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former player %(number)d") % {"number": number}


def _record_erasure(
    kind: str, of: int, made_at: datetime, club: Club | None, now: datetime, number: int | None
) -> Erasure:
    before = Erasure.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    return Erasure.objects.create(
        kind=kind, of=of, made_at=made_at, club=club, number=number or before + 1, erased_at=now
    )


def _names_of(player: Player, seats: Iterable[OnlineSeat]) -> set[str]:
    names = {player.name, player.real_name, player.contact_email, *(each.name for each in seats)}
    if player.user is not None:
        names |= {player.user.name, player.user.email or ""}
    for merge in _merges_of(player):
        names |= {merge.target_name, merge.source_name}
    return names - {""}


def _merges_of(player: Player) -> QuerySet[Merge]:
    return Merge.objects.filter(Q(target=player) | Q(source=player.pk))


def _delete_what_is_about(player: Player) -> None:
    """Delete the rows about a player alone, and the player's own texts."""
    _merges_of(player).delete()
    Separation.objects.filter(Q(one=player) | Q(other=player)).delete()
    for model in (
        Notification,
        ChatIntegration,
        Subscription,
        NotificationSettings,
        SignInLink,
        PlayerClaim,
        Reply,
    ):
        model._default_manager.filter(player=player).delete()
    HandResponse.objects.filter(by=player).update(reason="")
    TableCall.objects.filter(by=player).update(message="")


def _take_off_screens(
    seats: Collection[OnlineSeat], names: Collection[str], scrubber: Scrubber
) -> None:
    rename_seats(seats, scrubber.placeholder)
    remove_from_chat(seats, names, scrubber.placeholder)
    tables = sorted({seat.table_id for seat in seats})
    scrub_rows(scrubber, ChatMessage.objects.filter(table__in=tables), ("text",))
    live.bump_versions(online=tables)


def _scrub_admin_log(scrubber: Scrubber, label: str, ids: Collection[int]) -> None:
    app, _dot, model = label.partition(".")
    entries = LogEntry.objects.filter(
        content_type__app_label=app, content_type__model=model, object_id__in=map(str, ids)
    )
    scrub_rows(scrubber, entries, ("object_repr", "change_message"))


def _update_pages(player_id: int) -> None:
    """Update all pages with the player, and clear the cache of pictures."""
    for pk in competitions_played_by([player_id]):
        at = Q(seats__player=player_id) | Q(seats__entry__player=player_id)
        tables = Table.objects.filter(at, round__stage__competition=pk)
        bump(competition_id=pk, table_ids=tables.values_list("pk", flat=True))
    transaction.on_commit(partial(caches["pictures"].clear))


@transaction.atomic
def erase_again(*, kind: str, of: int, made_at: datetime, number: int, now: datetime) -> bool:
    """Erase somebody again after a restore; return False if already done or another row."""
    model: type[Model] = User if kind == ErasureKind.USER else Player
    is_there = model._default_manager.filter(pk=of, created_at=made_at).exists()
    if not is_there or Erasure.objects.filter(kind=kind, of=of).exists():
        return False
    if kind == ErasureKind.USER:
        erase_user(user_id=of, now=now, number=number)
    else:
        erase_player(player_id=of, now=now, number=number)
    return True
