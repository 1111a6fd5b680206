"""What an online table refuses, in words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base import Problem, Violation


class OnlineError(Exception):
    """Something cannot be done at an online table; `code` is stable."""

    code = "refused"

    def __str__(self) -> str:
        return self.words()

    def words(self) -> str:
        """Say why not."""
        return _("This cannot be done now.")


class StaleMoveError(OnlineError):
    """The table has gone on since the page of whoever moved was drawn."""

    code = "stale"

    def words(self) -> str:
        """Say why not."""
        return _("The table has gone on. Look again, then play.")


class NotPlayingError(OnlineError):
    """No hand is being played."""

    code = "not_playing"

    def words(self) -> str:
        """Say why not."""
        return _("No hand is being played at the moment.")


class IllegalMoveError(OnlineError):
    """The rules forbid a move; `rule` is the id of the rule, None for a bad shape."""

    code = "illegal"

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.text)
        self.violation = violation

    def words(self) -> str:
        """Say why not, in the words of the engine."""
        return _(self.violation.text)


class UnreadableMoveError(OnlineError):
    """A move has not the shape of one."""

    code = "unreadable"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems[0].text)
        self.problems = tuple(problems)

    def words(self) -> str:
        """Say why not, in the words of the engine."""
        return " ".join(_(problem.text) for problem in self.problems)


class SeatTakenError(OnlineError):
    """Somebody else has the seat."""

    code = "seat_taken"

    def words(self) -> str:
        """Say why not."""
        return _("Somebody else has just taken this seat.")


class NameMissingError(OnlineError):
    """Whoever sits down has to say a name."""

    code = "name_missing"

    def words(self) -> str:
        """Say why not."""
        return _("Say by what name the others know you.")


class NobodyThereError(OnlineError):
    """A table of bots alone would play for nobody."""

    code = "nobody_there"

    def words(self) -> str:
        """Say why not."""
        return _("Somebody has to sit down first.")


class AlreadyBegunError(OnlineError):
    """Seats are given out before the first hand."""

    code = "already_begun"

    def words(self) -> str:
        """Say why not."""
        return _("The match has begun. A seat opens when its player leaves.")


class OpenSeatsError(OnlineError):
    """Nobody has taken some seats yet."""

    code = "open_seats"

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count

    def words(self) -> str:
        """Say why not."""
        text = ngettext(
            "One seat is open: invite somebody, or let a bot sit there.",
            "%(count)d seats are open: invite people, or let bots sit there.",
            self.count,
        )
        return text % {"count": self.count}


class NotPlayedOnlineError(OnlineError):
    """A table of a round is played in the room alone, or not any more."""

    code = "not_online"

    def words(self) -> str:
        """Say why not."""
        return _("This table is not played online.")


class NobodyStandsInError(OnlineError):
    """The terms of the table let no bot play for who goes away for a while."""

    code = "nobody_stands_in"

    def words(self) -> str:
        """Say why not."""
        return _("At this table no bot plays for you while your time runs.")


class ForfeitedError(OnlineError):
    """Whoever let the time run out has given this match up."""

    code = "forfeited"

    def words(self) -> str:
        """Say why not."""
        return _("Your time ran out, so a bot plays this match to its end. Ask the organiser.")


class NextHandError(OnlineError):
    """Whoever came in the middle of a hand begins with the next one."""

    code = "next_hand"

    def words(self) -> str:
        """Say why not."""
        return _("You play from the next hand on. A bot finishes this one for your seat.")


class SeatsMovedError(OnlineError):
    """The round has moved more than a substitute: that waits for the end of the hand."""

    code = "seats_moved"

    def words(self) -> str:
        """Say why not."""
        return _("The round has changed more than a substitute here. It waits for the next hand.")


class ShareRefusedError(OnlineError):
    """What a browser wanted to add to a shuffle is not taken."""

    WORDS: Mapping[str, object] = {
        "share_late": gettext_lazy("This hand is not being shuffled now."),
        "share_closed": gettext_lazy("It is too late to take part in this shuffle."),
        "share_known": gettext_lazy("Your seat has already taken part in this shuffle."),
        "share_barred": gettext_lazy(
            "Your seat did not open its share of this hand. It takes part again in the next one."
        ),
        "share_early": gettext_lazy("Shares are opened once all seats have committed to theirs."),
        "share_unfit": gettext_lazy("This is not the share that your seat has committed to."),
    }

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    def words(self) -> str:
        """Say why not."""
        return str(self.WORDS[self.code])


class TalkRefusedError(OnlineError):
    """Something is not said at a table, or cannot be reported."""

    WORDS: Mapping[str, object] = {
        "talk_off": gettext_lazy("Nobody talks at this table."),
        "phrases_only": gettext_lazy("At this table people talk by ready phrases."),
        "no_such_phrase": gettext_lazy("There is no such phrase."),
        "nothing_said": gettext_lazy("Write something first."),
        "text_too_long": gettext_lazy("This is too long: 200 characters at most."),
        "unreadable_text": gettext_lazy("Please use letters that others can read."),
        "too_much": gettext_lazy("That was a lot at once. Wait a few seconds."),
        "remark_gone": gettext_lazy("This message is not there any more."),
    }

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    def words(self) -> str:
        """Say why not."""
        return str(self.WORDS[self.code])
