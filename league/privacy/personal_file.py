"""Export of all personal data as JSON; a test finds references that are missing here."""

import json
import re
from collections.abc import Collection, Iterator
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple, cast

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Player, User

Rows = QuerySet[Any, dict[str, Any]]
FORMAT = "menagerie-person"
VERSION = 1


class Section(NamedTuple):
    """Rows of a model about a person: any of the paths to users or players leads to the person."""

    name: str
    what: str | Promise
    model: str
    columns: tuple[str, ...]
    of_user: tuple[str, ...]
    of_player: tuple[str, ...]
    only: Q


_WHAT: Final = {
    "account": _("Your account: name, primary address, language, creation date and last sign-in."),
    "addresses": _("Your email addresses."),
    "ways_in": _(
        "Passkeys, authenticator app and recovery codes: type, name and dates, not the secret."
    ),
    "sessions": _("Your active sessions."),
    "account_events": _("Your security log."),
    "devices": _("Your push devices: name and dates, not the keys."),
    "tokens": _("Your API tokens: name, permissions and dates, not the secret."),
    "apps": _("Apps you registered."),
    "app_codes": _("Codes by which you connected or refused apps: dates only."),
    "claims": _("Your player claims and the decisions."),
    "claims_answered": _("Player claims that you decided, with your reasons."),
    "admin_pages": _("Your actions on the admin pages of the site."),
    "players": _("Your players in each club."),
    "merges": _("Players merged into yours, and players you merged."),
    "log": _("Audit log entries of your actions."),
    "log_about_you": _("Audit log entries about you."),
    "keeping_apart": _(
        "Players kept apart from you: that there are any and the reason, not the names."
    ),
    "invitations": _("Invitations you created."),
    "screen_links": _("Share links you created."),
    "own_games": _("Versions of your club’s own games that you saved."),
    "sign_in_links": _("Sign-in codes that you used or showed: dates only."),
    "webhooks": _("Webhooks you created, without their secrets."),
    "notices": _("Notifications to you."),
    "deliveries": _("Channels and times of your notifications."),
    "choices": _("Your notification settings."),
    "chats": _("Your chat apps, without their secret addresses."),
    "subscriptions": _("Your calendar and feed subscriptions, without their secret links."),
    "calendar": _("Your calendar entries."),
    "entries": _("Competitions you take part in."),
    "stages": _("Stages you reached."),
    "check_ins": _("Your check-ins, and check-ins you made for others."),
    "replies": _("Your replies whether you come to a round."),
    "absences": _("Rounds you did not play, and the reasons."),
    "seats": _("Your seats, and the players you sat for."),
    "substitutions": _("Substitutions that you played, needed or recorded."),
    "seating_changes": _("Seating changes you made."),
    "hands": _("Hands at your tables: the recorded hand and the points of each seat."),
    "submissions": _("Hands you sent from a phone."),
    "revisions": _("Hands you entered, corrected or voided, with your reasons."),
    "answers": _("Hands you confirmed or disputed, with your comments."),
    "final_results": _("Final results that you entered or changed."),
    "sealed": _("Your sealed choices that are not open yet."),
    "sealed_again": _("Sealed choices of others that you reset."),
    "calls": _("Calls to the organiser that you made or answered."),
    "adjustments": _("Adjustments that you received, added or cancelled."),
    "table_results": _("Your result at each table."),
    "standings": _("Your standing in each stage."),
    "ratings": _("Your ratings."),
    "rating_changes": _("Rating changes after each hand."),
    "online_seats": _("Your online tables."),
    "online_moves": _("Your moves at online tables."),
    "online_results": _("Your finished online matches."),
    "pick_up_ratings": _("Your ratings of online play outside clubs."),
    "quick_match": _("The quick match you are waiting for."),
    "remarks": _("Your chat messages at online tables."),
    "reports": _("Messages you reported."),
    "table_log": _("When you joined or left online tables, or ran out of time."),
    "watching": _("Online tables you watch."),
    "duplicate_events": _("Duplicate events you played in."),
    "duplicate_events_opened": _("Duplicate events you created."),
}

_TABLE: Final = """
account clubs.User user=pk
    name email language created_at last_login is_active is_superuser
addresses account.EmailAddress user=user
    email verified primary
ways_in mfa.Authenticator user=user
    type data__name created_at last_used_at
sessions accounts.UserSession user=user
    browser created_at last_seen_at
account_events accounts.SecurityEvent user=user
    created_at kind detail browser network
devices notifications.Device user=user
    label created_at disabled_at disabled_reason
tokens api.Token user=user
    name app__name scopes club__name created_at expires_at last_used_at revoked_at
apps api.App user=owner
    name redirect_uris created_at
app_codes api.Grant user=user
    app__name is_allowed expires_at
claims accounts.PlayerClaim user=user
    player__club__name player__name answer reason created_at answered_at
claims_answered accounts.PlayerClaim user=answered_by
    player__club__name player__name answer reason answered_at
admin_pages admin.LogEntry user=user
    action_time action_flag content_type__app_label content_type__model
players clubs.Player user=user player=pk
    club__name name real_name contact_email role created_at left_at
merges accounts.Merge user=by,undone_by player=target
    club__name target_name source_name created_at undone_at
log audit.AuditEntry user=user player=player
    club__name created_at role origin action about_kind label changes
log_about_you audit.AuditEntry player=about_id
    club__name created_at role origin action changes
keeping_apart competitions.Separation player=one,other
    club__name competition__name reason created_at
invitations clubs.Invitation player=created_by
    club__name role created_at expires_at revoked_at
screen_links clubs.ShareLink player=created_by
    club__name label created_at revoked_at
own_games sheets.SheetVersion player=created_by
    sheet__club__name sheet__slug number created_at
sign_in_links clubs.SignInLink player=player,created_by
    created_at expires_at used_at
webhooks api.Webhook player=created_by
    club__name url events created_at disabled_at disabled_reason
notices notifications.Notification player=player
    club__name created_at kind subject text path
deliveries notifications.Delivery player=notification__player
    notification__subject channel due_at sent_at given_up_at not_sent error
choices notifications.NotificationSettings player=player
    player__club__name chosen frequency hour weekday quiet_from quiet_until time_zone mail_failures
    mail_off_at
chats notifications.ChatIntegration player=player
    club__name service label created_at disabled_at disabled_reason
subscriptions notifications.Subscription player=player
    player__club__name source about created_at
calendar notifications.CalendarEntry player=subscription__player
    uid facts is_cancelled ends_at changed_at
entries competitions.Entry player=player
    @competition team is_guest rating withdrawn_at created_at
stages competitions.StageEntry player=entry__player
    entry__@competition stage__number seed carried_points
check_ins competitions.CheckIn player=entry__player,by
    @round entry__player__name created_at
replies competitions.Reply player=player
    @round is_coming replied_at
absences competitions.EntryAbsence player=entry__player
    @round reason created_at
seats competitions.Seat player=player,entry__player
    @table number entry__player__name reason left_from
substitutions competitions.Substitution player=player_out,player_in,by
    seat__@table player_out__name player_in__name from_hand created_at
seating_changes rounds.SeatingChange player=by,undone_by
    @round kind created_at undone_at
hands results.Hand player=table__seats__player,table__seats__substitutions__player_out
    @table number is_void created_at current__record score__score
submissions results.Submission player=by
    @hand record outcome via created_at
revisions results.HandRevision player=by
    @hand number kind record reason via created_at
answers results.HandResponse player=by
    revision__@hand seat kind reason via created_at
final_results results.FinalRevision player=by
    result__@table number kind outcome reason via created_at
sealed results.SealedSeat player=by
    hand__@table number content created_at
sealed_again results.SealReset player=by
    hand__@table number reason created_at
calls results.TableCall player=by,acknowledged_by,closed_by
    @table message via created_at acknowledged_at closed_at
adjustments results.Adjustment player=entry__player,by,cancelled_by
    @competition entry__player__name kind points reason rule created_at cancelled_at
    cancel_reason
table_results standings.TableResult player=entry__player
    @table seat place game_points points bonuses
standings standings.Standing player=entry__player
    entry__@competition stage__number points wins game_points tables rounds places byes carried
    ledger
ratings standings.PlayerRating player=player
    rating_list__club__name rating_list__game mu sigma hands
rating_changes standings.RatingChange player=player
    @hand place mu_before sigma_before mu sigma points hands
online_seats online.OnlineSeat user=user player=player
    @online table__created_at table__ended_at number name forfeited_at auto_pass
online_moves online.Move user=hand__table__seats__user player=hand__table__seats__player
    hand__table__token hand__number number seat type action created_at
online_results online.MatchResult user=user
    @online seat name place points mu_before sigma_before mu sigma created_at
pick_up_ratings online.PickUpRating user=user
    game mu sigma matches
quick_match online.QuickMatch user=user
    name game club__name seats move_seconds bots_after created_at
remarks online.ChatMessage user=table__seats__user player=table__seats__player
    @online seat name code text created_at hidden_at
reports online.Report user=message__table__seats__user player=message__table__seats__player
    message__table__token seat name created_at
table_log online.TableEvent user=table__seats__user player=table__seats__player
    @online type name by hand moves created_at
watching online.Spectator user=user
    @online is_named seen_at
duplicate_events online.DuplicatePlayer user=user
    event__token event__game table__token
duplicate_events_opened online.DuplicateEvent user=host_user
    token game hands created_at ended_at
"""
"""Sections: name, model, paths to users and players; below, the columns."""

_AT_ROUND = ("stage__competition__club__name", "stage__competition__name", "number")
_AT_TABLE = (*(f"round__{each}" for each in _AT_ROUND), "number")
_AT_HAND = (*(f"table__{each}" for each in _AT_TABLE), "number")
_PLACES: Final = {
    "@round": tuple(f"round__{each}" for each in _AT_ROUND),
    "@table": tuple(f"table__{each}" for each in _AT_TABLE),
    "@hand": tuple(f"hand__{each}" for each in _AT_HAND),
    "@competition": ("competition__club__name", "competition__name"),
    "@online": ("table__token", "table__game"),
}

_OWN_SEAT: Final = Q(seat=F("table__seats__number"))
_ONLY: Final = {
    "log_about_you": Q(about_kind="clubs.player"),
    "online_moves": Q(seat=F("hand__table__seats__number")),
    "remarks": _OWN_SEAT,
    "reports": Q(seat=F("message__table__seats__number")),
    "table_log": _OWN_SEAT,
}


def _sections() -> Iterator[Section]:
    for head, columns in re.findall(r"^(\w.*)\n((?: .*\n)+)", _TABLE, re.MULTILINE):
        name, model, *paths = head.split()
        found = {who: tuple(path.split(",")) for who, path in (each.split("=") for each in paths)}
        yield Section(
            name=name,
            what=_WHAT[name],
            model=model,
            columns=tuple(name for column in columns.split() for name in _expanded(column)),
            of_user=found.get("user", ()),
            of_player=found.get("player", ()),
            only=_ONLY.get(name, Q()),
        )


def _expanded(column: str) -> tuple[str, ...]:
    before, sign, place = column.partition("@")
    return tuple(before + each for each in _PLACES[sign + place]) if sign else (column,)


SECTIONS: Final = tuple(_sections())


class Person(NamedTuple):
    """The subject of a file: an account with its players, or players without account."""

    users: Collection[int]
    players: Collection[int]


def write_own_file(*, user: User, now: datetime) -> IO[bytes]:
    """Return a temporary file of all data about a user."""
    players = Player.objects.filter(user=user).values_list("pk", flat=True)
    return _write(Person([user.pk], list(players)), now)


@transaction.atomic
def write_file_of_player(*, player: Player, now: datetime) -> IO[bytes]:
    """Return a temporary file of all data about a player, and log it."""
    log_action(club_id=player.club_id, action=Action.PLAYER_DATA_EXPORTED, about=player)
    return _write(Person([], [player.pk]), now)


def _write(person: Person, now: datetime) -> IO[bytes]:
    file = TemporaryFile()  # noqa: SIM115 - whoever asked for it closes it
    file.writelines(chunk.encode() for chunk in _chunks(person, now))
    file.seek(0)
    return file


def _chunks(person: Person, now: datetime) -> Iterator[str]:
    head = {"format": FORMAT, "version": VERSION, "made_at": now}
    yield f"{_json(head)[:-1]},\n"
    yield '"parts": {'
    for number, section in enumerate(SECTIONS):
        what = _json(str(section.what))
        yield f'{"," if number else ""}\n{_json(section.name)}: {{"what": {what}, "rows": ['
        for place, row in enumerate(rows_of(section, person).iterator(500)):
            named = {name.replace("__", "."): value for name, value in row.items()}
            yield f"{',' if place else ''}\n{_json(named)}"
        yield "]}"
    yield "\n}}\n"


def rows_of(section: Section, person: Person) -> Rows:
    """Return the rows of a section about a person, oldest first."""
    manager = apps.get_model(section.model)._base_manager
    about = Q(pk__in=())
    for paths, ids in ((section.of_user, person.users), (section.of_player, person.players)):
        for path in paths:
            # Path and condition in one filter, so that both mean the same seat.
            found = manager.filter(section.only, **{f"{path}__in": ids})
            about |= Q(pk__in=found.values("pk"))
    return cast("Rows", manager.filter(about).order_by("pk").values(*section.columns))


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
