"""What is refused at online tables and in duplicate events."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.base import Violation
from league.core.errors import RefusedError, Text


class OnlineError(RefusedError):
    """Something cannot be done at an online table."""

    TEXTS: Mapping[str, Text] = {
        "stale": _("The table has gone on. Look again, then play."),
        "not_playing": _("No hand is being played at the moment."),
        "seat_taken": _("Somebody else has just taken this seat."),
        "name_missing": _("Say by what name the others know you."),
        "nobody_there": _("Somebody has to sit down first."),
        "already_begun": _("The match has begun. A seat opens when its player leaves."),
        "open_seats": ngettext_lazy(
            "One seat is open: invite somebody, or let a bot sit there.",
            "%(count)d seats are open: invite people, or let bots sit there.",
            "count",
        ),
        "not_online": _("This table is not played online."),
        "nobody_stands_in": _("At this table no bot plays for you while your time runs."),
        "forfeited": _(
            "Your time ran out, so a bot plays this match to its end. Ask the organiser."
        ),
        "next_hand": _("You play from the next hand on. A bot finishes this one for your seat."),
        "seats_moved": _(
            "The round has changed more than a substitute here. It waits for the next hand."
        ),
        "share_late": _("This hand is not being shuffled now."),
        "share_closed": _("It is too late to take part in this shuffle."),
        "share_known": _("Your seat has already taken part in this shuffle."),
        "share_barred": _(
            "Your seat did not open its share of this hand. It takes part again in the next one."
        ),
        "share_early": _("Shares are opened once all seats have committed to theirs."),
        "share_unfit": _("This is not the share that your seat has committed to."),
        "talk_off": _("Nobody talks at this table."),
        "phrases_only": _("At this table people talk by ready phrases."),
        "no_such_phrase": _("There is no such phrase."),
        "nothing_said": _("Write something first."),
        "text_too_long": _("This is too long: 200 characters at most."),
        "unreadable_text": _("Please use letters that others can read."),
        "too_much": _("That was a lot at once. Wait a few seconds."),
        "remark_gone": _("This message is not there any more."),
        "no_further_tables": _(
            "No further table can begin now. Once all deals lie open you can play them, too."
        ),
        "event_full": _("This event has as many tables as there may be."),
        "plays_elsewhere": _("You have played these deals at another table of this event."),
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
    ("too_many_tables", "visitor"): _(
        "You may have %(most)d tables open and have %(count)d. Finish or leave one of your "
        "tables, then open another."
    ),
    ("too_many_tables", "network"): _(
        "From your network %(most)d tables may be open without an account, and %(count)d are. "
        "Sign in, or try again when one of them is over."
    ),
    ("too_many_tables", "site"): _(
        "This site may have %(most)d such tables open, and %(count)d are. Try again later; "
        "if you have an account, sign in."
    ),
    ("too_many_strong_bots", "visitor"): _(
        "Strong bots may play at %(most)d of your tables and play at %(count)d. Choose good "
        "bots, or finish or leave one of these tables."
    ),
    ("too_many_strong_bots", "network"): _(
        "From your network strong bots may play at %(most)d tables without an account, and "
        "play at %(count)d. Choose good bots, or sign in."
    ),
    ("too_many_strong_bots", "site"): _(
        "On this site strong bots may play at %(most)d tables, and play at %(count)d. Choose "
        "good bots, or try again later."
    ),
    ("too_many_guests", "network"): _(
        "From your network %(most)d people without an account have taken seats in the last "
        "days, and more cannot. Sign in to play."
    ),
    ("too_many_guests", "site"): _(
        "On this site %(most)d people without an account have taken seats in the last days, "
        "and more cannot. Sign in to play."
    ),
}


def beyond_limit(code: str, whose: str, most: int, count: int = 0) -> OnlineError:
    """Return what a visitor reads with as much open as the visitor, network or site may have."""
    return OnlineError(code, LIMITS[code, whose], most=most, count=count)
