"""Errors of online tables and duplicate events."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.base import Violation
from league.core.errors import RefusedError, Text


class OnlineError(RefusedError):
    """Something cannot be done at an online table."""

    TEXTS: Mapping[str, Text] = {
        "stale": _("The table has changed since you last saw it. Check it, then play."),
        "not_playing": _("No hand is in progress."),
        "seat_taken": _("Another player has just taken this seat. Choose another one."),
        "name_missing": _("Enter the name that other players will see."),
        "nobody_there": _("A player has to take a seat first."),
        "already_begun": _("The match has started. A seat becomes free when its player leaves."),
        "open_seats": ngettext_lazy(
            "1 seat is free: invite a player or add a bot.",
            "%(count)d seats are free: invite players or add bots.",
            "count",
        ),
        "not_online": _("This table is not played online."),
        "no_bot_substitute": _("At this table, no bot plays for you while your time is running."),
        "forfeited": _(
            "Your time ran out, so a bot plays this match to the end. Ask the organiser for help."
        ),
        "next_hand": _("You play from the next hand. A bot finishes this one in your seat."),
        "your_turn": _("It is your turn: play now."),
        "no_premove": _("This move cannot be decided beforehand."),
        "no_undo": _("This move cannot be undone any more."),
        "still_here": _("This player is here. Wait for their move."),
        "seats_moved": _(
            "The seating of this table has changed by more than a substitute. The change takes "
            "effect with the next hand."
        ),
        "share_late": _("This hand is not being shuffled at the moment."),
        "share_closed": _("It is too late to join this shuffle."),
        "share_known": _("Your seat has already joined this shuffle."),
        "share_barred": _(
            "Your seat did not reveal its contribution to this hand. It can join the shuffle "
            "again for the next hand."
        ),
        "share_early": _("Contributions are revealed once all seats have committed to theirs."),
        "share_unfit": _("This is not the contribution that your seat committed to."),
        "chat_off": _("Chat is off at this table."),
        "phrases_only": _("Only quick chat is available at this table."),
        "no_such_phrase": _("This quick chat phrase does not exist. Choose one from the list."),
        "text_missing": _("Enter a message first."),
        "text_too_long": _("The message is too long. Use 200 characters at most."),
        "unreadable_text": _(
            "The message contains characters that others cannot read. Use other letters."
        ),
        "too_much": _("Too many messages. Wait a few seconds."),
        "message_gone": _("This message no longer exists."),
        "no_further_tables": _(
            "No more tables can start now. Once all deals are open, you can play them too."
        ),
        "event_full": _("This event has reached its maximum number of tables."),
        "plays_elsewhere": _("You have already played these deals at another table of this event."),
    }
    MEANINGS: Mapping[str, str] = {
        "open_seats": "Nobody has taken some seats yet.",
        "illegal": "The rules forbid a move.",
        "unreadable": "A move has not the shape of one.",
        "too_many_tables": "As many tables are open as may be.",
        "too_many_strong_bots": "Strong bots think at as many tables as they may.",
        "too_many_guests": "As many people without an account play as may.",
    }


class IllegalMoveError(OnlineError):
    """The rules forbid a move: `violation` has the code and the id of the rule."""

    def __init__(self, violation: Violation) -> None:
        super().__init__("illegal", _(violation.text))
        self.violation = violation


LIMITS: Mapping[tuple[str, str], Text] = {
    ("too_many_tables", "visitor"): ngettext_lazy(
        "You have %(count)d open table; the limit is %(most)d. Finish or leave it, then open "
        "another.",
        "You have %(count)d open tables; the limit is %(most)d. Finish or leave one of them, "
        "then open another.",
        "count",
    ),
    ("too_many_tables", "network"): ngettext_lazy(
        "%(count)d table without an account is open from your network; the limit is %(most)d. "
        "Sign in, or try again when it is over.",
        "%(count)d tables without an account are open from your network; the limit is "
        "%(most)d. Sign in, or try again when one of them is over.",
        "count",
    ),
    ("too_many_tables", "site"): ngettext_lazy(
        "%(count)d such table is open on this site; the limit is %(most)d. Sign in if you "
        "have an account, or try again later.",
        "%(count)d such tables are open on this site; the limit is %(most)d. Sign in if you "
        "have an account, or try again later.",
        "count",
    ),
    ("too_many_strong_bots", "visitor"): ngettext_lazy(
        "Strong bots play at %(count)d of your tables; the limit is %(most)d. Choose good "
        "bots, or finish or leave this table.",
        "Strong bots play at %(count)d of your tables; the limit is %(most)d. Choose good "
        "bots, or finish or leave one of these tables.",
        "count",
    ),
    ("too_many_strong_bots", "network"): ngettext_lazy(
        "Strong bots play at %(count)d table without an account from your network; the limit "
        "is %(most)d. Choose good bots, or sign in.",
        "Strong bots play at %(count)d tables without an account from your network; the limit "
        "is %(most)d. Choose good bots, or sign in.",
        "count",
    ),
    ("too_many_strong_bots", "site"): ngettext_lazy(
        "Strong bots play at %(count)d table on this site; the limit is %(most)d. Choose good "
        "bots, or try again later.",
        "Strong bots play at %(count)d tables on this site; the limit is %(most)d. Choose good "
        "bots, or try again later.",
        "count",
    ),
    ("too_many_guests", "network"): ngettext_lazy(
        "%(most)d person without an account has played from your network in the last few "
        "days, which is the limit. Sign in to play.",
        "%(most)d people without an account have played from your network in the last few "
        "days, which is the limit. Sign in to play.",
        "most",
    ),
    ("too_many_guests", "site"): ngettext_lazy(
        "%(most)d person without an account has played on this site in the last few days, "
        "which is the limit. Sign in to play.",
        "%(most)d people without an account have played on this site in the last few days, "
        "which is the limit. Sign in to play.",
        "most",
    ),
}


def beyond_limit(code: str, whose: str, most: int, count: int = 0) -> OnlineError:
    """Return the error of a limit that the visitor, network or site has reached."""
    return OnlineError(code, LIMITS[code, whose], most=most, count=count)
