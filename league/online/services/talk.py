"""Say something at a table, report what was said, and hide it."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from games.base import Seat
from league.audit.verbs import Verb
from league.clubs.models import User
from league.online.errors import OnlineError
from league.online.models import OnlineTable, Remark, Report, Talk
from league.online.models.talk import LONGEST_TEXT
from league.online.noting import note_run
from league.online.opened import close_table, open_table
from league.online.talk import is_ready_phrase, remarks_judged_by
from league.online.turn_notices import tell_report

MOST_AT_ONCE = 5
AT_ONCE = timedelta(seconds=10)
# Control characters, and halves of characters, which no database keeps.
UNREADABLE = ("Cc", "Cs")


@dataclass(frozen=True, slots=True)
class Saying:
    """What a page has sent: the code of a ready phrase, or a text, and the key it made for it."""

    key: UUID
    code: str = ""
    text: str = ""


@transaction.atomic
def say(*, table_id: int, seat: Seat, saying: Saying, now: datetime) -> Remark:
    """Let a seat say something; what was sent before is said once. Raises OnlineError."""
    opened = open_table(table_id=table_id)
    said = Remark.objects.filter(table=opened.table, key=saying.key).first()
    if said is not None:
        return said
    text = " ".join(saying.text.split())
    _check(opened.table, saying.code, text)
    lately = Remark.objects.filter(table=opened.table, seat=seat, created_at__gt=now - AT_ONCE)
    if lately.count() >= MOST_AT_ONCE:
        raise OnlineError("too_much")
    remark = Remark.objects.create(
        table=opened.table,
        seat=seat,
        name=opened.seats[seat].name,
        code=saying.code,
        text=text,
        key=saying.key,
        created_at=now,
    )
    close_table(opened, now=now)
    return remark


@transaction.atomic
def report(*, table_id: int, seat: Seat, remark_id: int, now: datetime) -> Report:
    """Note that a seat reports what was said; twice counts once. Raises OnlineError."""
    opened = open_table(table_id=table_id)
    shown = Remark.objects.filter(table=opened.table, hidden_at=None)
    remark = shown.filter(pk=remark_id).first()
    if remark is None:
        raise OnlineError("remark_gone")
    given = {"name": opened.seats[seat].name, "created_at": now}
    made, is_new = Report.objects.get_or_create(remark=remark, seat=seat, defaults=given)
    if is_new:
        tell_report(made)
    return made


@transaction.atomic
def hide(*, remark_id: int, user: User, now: datetime) -> Remark:
    """Take a reported remark off all screens; raises Remark.DoesNotExist for who may not."""
    found = remarks_judged_by(user).get(pk=remark_id)
    opened = open_table(table_id=found.table_id)
    remark = Remark.objects.get(pk=found.pk)
    if remark.hidden_at is None:
        remark.hidden_at = now
        remark.save(update_fields=["hidden_at"])
        note_run(opened.table, Verb.REMARK_HIDDEN)
        close_table(opened, now=now)
    return remark


def _check(table: OnlineTable, code: str, text: str) -> None:
    """Refuse what this table does not allow, or what nobody could read."""
    if table.talk == Talk.OFF:
        raise OnlineError("talk_off")
    if code:
        if text or not is_ready_phrase(code):
            raise OnlineError("no_such_phrase")
        return
    if table.talk != Talk.FREE:
        raise OnlineError("phrases_only")
    if not text:
        raise OnlineError("nothing_said")
    if len(text) > LONGEST_TEXT:
        raise OnlineError("text_too_long")
    if any(unicodedata.category(each) in UNREADABLE for each in text):
        raise OnlineError("unreadable_text")
