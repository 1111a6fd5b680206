"""Say in words how a table is played: its clocks, what becomes of who is late, talk, watchers."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.online.models import Absence, OnlineTable, Talk

MINUTE, HOUR, DAY = 60, 3600, 86_400


def terms_in_words(table: OnlineTable) -> list[str]:
    """Return the terms of a table, a sentence each."""
    return [*_clock(table), _talk(table), _watchers(table)]


def late_in_words(table: OnlineTable) -> str:
    """Say to whose reserve runs how long it still does, and what comes then."""
    return {
        Absence.BOT: _("Are you there? A bot plays for you in: %(time)s"),
        Absence.ONCE: _("Are you there? A bot makes this move in: %(time)s"),
        Absence.WAIT: _("The others wait for you. Left of your reserve: %(time)s"),
        Absence.ZERO: _("Are you there? The table is worth nothing to you in: %(time)s"),
    }[Absence(table.absence)]


def watching_in_words(table: OnlineTable) -> str:
    """Say to who watches that they do, and how much later they see what happens."""
    if table.watch_delay is None:
        return _("Nobody may watch this table.")
    if not table.watch_delay:
        return _("You are watching.")
    return _("You are watching, %(time)s late.") % {"time": span(table.watch_delay)}


def absence_in_words(absence: str) -> str:
    """Say what becomes of who lets the time run out."""
    return {
        Absence.BOT: _("When somebody’s time is up, a bot plays for them until they are back."),
        Absence.ONCE: _(
            "When somebody’s time is up, a bot makes that one move. Their reserve is gone then, "
            "and they go on with the time for each move."
        ),
        Absence.WAIT: _(
            "When somebody’s time is up, nothing happens by itself: the table waits, and everybody "
            "sees who is late. Whoever looks after the table may give the seat to somebody else."
        ),
        Absence.ZERO: _(
            "When somebody’s time is up, a bot plays the match to its end for the others, and the "
            "table is worth no league points to whoever was late. An organiser can take that back."
        ),
    }[Absence(absence)]


def span(seconds: int) -> str:
    """Say how long something takes, in the largest unit that goes into it."""
    if seconds >= DAY and seconds % DAY == 0:
        count = seconds // DAY
        return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    if seconds >= HOUR and seconds % HOUR == 0:
        count = seconds // HOUR
        return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}
    if seconds >= MINUTE and seconds % MINUTE == 0:
        count = seconds // MINUTE
        return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}


def _clock(table: OnlineTable) -> list[str]:
    if table.move_seconds is None:
        return [_("Everybody takes as long as they like for a move.")]
    times = {"time": span(table.move_seconds), "reserve": span(table.reserve_seconds)}
    told = [_("A move may take %(time)s.") % times]
    if table.reserve_seconds:
        told = [_("A move may take %(time)s; beyond it, %(reserve)s in all.") % times]
    if table.is_by_correspondence:
        told.append(_("Nobody has to stay: players hear when it is their turn."))
    return [*told, absence_in_words(table.absence)]


def _talk(table: OnlineTable) -> str:
    return {
        Talk.OFF: _("Nobody talks at this table."),
        Talk.PHRASES: _("People talk by ready phrases."),
        Talk.FREE: _("People talk freely."),
    }[Talk(table.talk)]


def _watchers(table: OnlineTable) -> str:
    if table.watch_delay is None:
        return _("Nobody watches.")
    if not table.watch_delay:
        return _("Whoever has the address may watch, without the hidden cards.")
    late = {"time": span(table.watch_delay)}
    return _("Whoever has the address may watch, %(time)s late, without the hidden cards.") % late
