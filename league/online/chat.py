"""Chat of online tables: its phrases and emotes, the latest messages, reported ones."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.base import Json
from league.clubs.models import User
from league.clubs.queries import clubs_organised_by
from league.online.models import ChatMessage, ChatMode, OnlineTable, Report

MOST_SHOWN = 30
MOST_REPORTED = 100

PHRASES = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "nice": _("Nice!"),
    "oh_no": _("Oh no!"),
    "moment": _("One moment, please."),
    "sorry": _("Sorry!"),
    "thanks": _("Thank you!"),
    "good_game": _("Good game!"),
    "bye": _("Bye!"),
}
EMOTE_PICTURES = "img/cards/animals.svg"
# Each is an animal of these pictures, where it has this name.
EMOTES = {
    "lion": _("Roar!"),
    "mouse": _("Eek!"),
    "hedgehog": _("Ouch, prickly!"),
    "elephant": _("Tooot!"),
    "seal": _("Applause!"),
    "fish": _("Blub."),
    "mosquito": _("Bzzz …"),
    "polar_bear": _("Brrr!"),
    "fox": _("Clever!"),
    "crocodile": _("Snap!"),
}
READY: Mapping[str, object] = {**PHRASES, **EMOTES}


def message_text(message: ChatMessage) -> str:
    """Return the text of a message, a phrase in the reader's language."""
    return message.text or str(READY.get(message.code, ""))


def offered_at(table: OnlineTable) -> dict[str, Json]:
    """Return the chat mode with the phrases and emotes for the script of a table."""
    return {
        "mode": table.chat_mode,
        "phrases": [{"code": code, "label": str(text)} for code, text in PHRASES.items()],
        "emotes": [{"code": code, "label": str(text)} for code, text in EMOTES.items()],
    }


def chat_before_match(
    table: OnlineTable, chat_messages: Sequence[ChatMessage]
) -> dict[str, object] | None:
    """Return the chat for the page of a waiting table; None where chat is off."""
    if table.chat_mode == ChatMode.OFF:
        return None
    return {
        "messages": [
            {"message": message, "text": message_text(message)} for message in chat_messages
        ],
        "phrases": [{"code": code, "label": text} for code, text in PHRASES.items()],
        "is_free": table.chat_mode == ChatMode.FREE,
        "key": uuid4(),
    }


def chat_messages_at(table: OnlineTable) -> tuple[ChatMessage, ...]:
    """Return the latest messages of a table that are not hidden, the oldest first."""
    if table.chat_mode == ChatMode.OFF:
        return ()
    shown = ChatMessage.objects.filter(table=table, hidden_at=None).order_by("-pk")
    return tuple(reversed(shown[:MOST_SHOWN]))


def delayed_messages(
    table: OnlineTable, chat_messages: Sequence[ChatMessage], now: datetime
) -> tuple[Sequence[ChatMessage], datetime | None]:
    """Return the messages that spectators see by now, as late as cards, and when more follow."""
    if table.spectator_delay is None:
        return (), None
    delay = timedelta(seconds=table.spectator_delay)
    shown = [message for message in chat_messages if message.created_at + delay <= now]
    later = (each.created_at + delay for each in chat_messages if each.created_at + delay > now)
    return shown, min(later, default=None)


def reports_decided_by(user: User) -> QuerySet[ChatMessage]:
    """Return reported messages, newest first: for a club's organisers, else for site owners."""
    reported = ChatMessage.objects.filter(Exists(Report.objects.filter(message=OuterRef("pk"))))
    may = Q(table__table__round__stage__competition__club__in=clubs_organised_by(user))
    if user.is_superuser:
        may |= Q(table__table=None)
    reports = Prefetch("reports", Report.objects.order_by("pk"))
    found = reported.filter(may).select_related("table__table__round__stage__competition__club")
    return found.prefetch_related(reports).order_by("-pk")
