"""Chat at online tables: send, report and hide messages; and spectators."""

import unicodedata
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from games.base import Seat
from league.audit.actions import Action
from league.clubs.models import User
from league.core import live
from league.online.chat import READY, reports_decided_by
from league.online.errors import OnlineError
from league.online.locked_table import load_locked, save_locked
from league.online.models import ChatMessage, ChatMode, OnlineTable, Report, Spectator
from league.online.models.chat import LONGEST_TEXT
from league.online.services.seat_assignment import Person
from league.online.table_log import RECORDED_EVERY, SEEN_FOR, log_table_run
from league.online.turns import notify_report

MOST_AT_ONCE = 5
AT_ONCE = timedelta(seconds=10)
# Control characters, and halves of characters, which no database keeps.
UNREADABLE = ("Cc", "Cs")


@transaction.atomic
def say(
    *, table_id: int, seat: Seat, key: UUID, code: str = "", text: str = "", now: datetime
) -> ChatMessage:
    """Let a seat say a ready phrase or a text, once under the page's `key`. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    known = ChatMessage.objects.filter(table=locked.table, key=key).first()
    if known is not None:
        return known
    text = " ".join(text.split())
    _check(locked.table, code, text)
    lately = ChatMessage.objects.filter(table=locked.table, seat=seat, created_at__gt=now - AT_ONCE)
    if lately.count() >= MOST_AT_ONCE:
        raise OnlineError("too_much")
    message = ChatMessage.objects.create(
        table=locked.table,
        seat=seat,
        name=locked.seats[seat].name,
        code=code,
        text=text,
        key=key,
        created_at=now,
    )
    save_locked(locked, now=now)
    return message


@transaction.atomic
def report(*, table_id: int, seat: Seat, message_id: int, now: datetime) -> Report:
    """Note that a seat reports what was said; twice counts once. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    shown = ChatMessage.objects.filter(table=locked.table, hidden_at=None)
    message = shown.filter(pk=message_id).first()
    if message is None:
        raise OnlineError("message_gone")
    given = {"name": locked.seats[seat].name, "created_at": now}
    made, is_new = Report.objects.get_or_create(message=message, seat=seat, defaults=given)
    if is_new:
        notify_report(made)
    return made


@transaction.atomic
def hide(*, message_id: int, user: User, now: datetime) -> ChatMessage:
    """Hide a reported message from all screens; raises ChatMessage.DoesNotExist without rights."""
    found = reports_decided_by(user).get(pk=message_id)
    locked = load_locked(table_id=found.table_id)
    message = ChatMessage.objects.get(pk=found.pk)
    if message.hidden_at is None:
        message.hidden_at = now
        message.save(update_fields=["hidden_at"])
        log_table_run(locked.table, Action.MESSAGE_HIDDEN)
        save_locked(locked, now=now)
    return message


def _check(table: OnlineTable, code: str, text: str) -> None:
    if table.chat_mode == ChatMode.OFF:
        raise OnlineError("chat_off")
    if code:
        if text or code not in READY:
            raise OnlineError("no_such_phrase")
        return
    if table.chat_mode != ChatMode.FREE:
        raise OnlineError("phrases_only")
    if not text:
        raise OnlineError("text_missing")
    if len(text) > LONGEST_TEXT:
        raise OnlineError("text_too_long")
    if any(unicodedata.category(each) in UNREADABLE for each in text):
        raise OnlineError("unreadable_text")


# More visitors without an account than watch a table are nobody's friends, and not counted.
MOST_GUESTS = 200


@transaction.atomic
def watch_as_guest(*, table: OnlineTable, guest: str, now: datetime) -> Spectator | None:
    """Note that a browser without an account looks at a table; None where too many do to count."""
    person = Person("", guest=guest)
    guests = Spectator.objects.filter(table=table, user=None)
    if guests.count() >= MOST_GUESTS and not guests.filter(mark=_mark(table, person)).exists():
        return None
    return watch(table=table, person=person, now=now)


@transaction.atomic
def watch(*, table: OnlineTable, person: Person, now: datetime) -> Spectator:
    """Note that somebody looks at a table without a seat there; the others see one more."""
    mark = _mark(table, person)
    given = {"user": person.user, "seen_at": now}
    spectator, is_new = Spectator.objects.get_or_create(table=table, mark=mark, defaults=given)
    was_away = spectator.seen_at <= now - SEEN_FOR
    still_there(spectator_id=spectator.pk, now=now)
    if is_new or was_away:
        live.bump_versions(online=[table.pk])
    return spectator


@transaction.atomic
def still_there(*, spectator_id: int, now: datetime) -> None:
    """Note that somebody still watches, now and then."""
    noted = Spectator.objects.filter(pk=spectator_id, seen_at__lte=now - RECORDED_EVERY)
    noted.update(seen_at=now)


@transaction.atomic
def show_name(*, table: OnlineTable, person: Person, is_named: bool, now: datetime) -> Spectator:
    """Let the others read the name of somebody with an account who watches, or not any more."""
    spectator = watch(table=table, person=person, now=now)
    wanted = is_named and person.user is not None
    if spectator.is_named != wanted:
        spectator.is_named = wanted
        spectator.save(update_fields=["is_named"])
        live.bump_versions(online=[table.pk])
    return spectator


def _mark(table: OnlineTable, person: Person) -> str:
    """Return the mark of a spectator, from which nobody can be found and no seat opened."""
    who = f"user:{person.user.pk}" if person.user is not None else f"guest:{person.guest}"
    return sha256(f"{table.pk}:{who}".encode()).hexdigest()[:40]
