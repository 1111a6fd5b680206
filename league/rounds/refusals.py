"""Why something cannot be done to a round now; the words are for the person who asked."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Game


class RoundError(Exception):
    """Something cannot be done to a round now; the message says why, and what can be done."""


class CannotSeatError(RoundError):
    """Who is there cannot be seated; `alternatives` are the sizes of tables that would do."""

    def __init__(self, text: str, alternatives: Sequence[Sequence[int]] = ()) -> None:
        super().__init__(text)
        self.alternatives = tuple(alternatives)


class BrokenPairsError(CannotSeatError):
    """Players who are kept apart would sit together, and nobody has said that this is fine."""


class SeatingChangedError(RoundError):
    """Somebody else has changed the seating since the page was shown."""


class DrawOutdatedError(SeatingChangedError):
    """Somebody came, went or was moved since the draw was shown, so it would be another one."""


class SeatedTwiceError(RoundError):
    """A player would sit on two seats."""


class SpectatorSeatedError(RoundError):
    """Somebody who only looks on in the club would sit on a seat."""

    def __init__(self, name: str) -> None:
        super().__init__(_("%(name)s is a spectator of the club.") % {"name": name})


class HandsRecordedError(RoundError):
    """A hand that counts is recorded at the table, so its seats stay."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _(
                "Hands are recorded at table %(number)d, so its players stay together. "
                "Void its hands first, or use another table."
            )
            % {"number": number}
        )


class TableFullError(RoundError):
    """The game has no room for so many at the table."""

    def __init__(self, number: int, game: Game) -> None:
        super().__init__(
            _(
                "Table %(number)d has no room: %(most)d players are the most for %(game)s. "
                "Choose another table, or open an extra one."
            )
            % {"number": number, "most": game.seats[-1], "game": game.title}
        )


class TooFewPlayersError(RoundError):
    """The table would have too few players for the game."""

    def __init__(self, number: int, left: int, game: Game) -> None:
        words = ngettext(
            "Table %(number)d would have %(count)d player left, and %(game)s needs %(least)d.",
            "Table %(number)d would have %(count)d players left, and %(game)s needs %(least)d.",
            left,
        ) % {"number": number, "count": left, "game": game.title, "least": game.seats[0]}
        way_out = _(
            "Move somebody to it first, swap two players, "
            "or dissolve the table and seat its players elsewhere."
        )
        super().__init__(f"{words} {way_out}")


class TableSizeError(RoundError):
    """The game cannot be played by so few, or so many."""

    def __init__(self, game: Game, count: int) -> None:
        super().__init__(
            _("A table of %(game)s has %(least)d to %(most)d players; these are %(count)d.")
            % {
                "game": game.title,
                "least": game.seats[0],
                "most": game.seats[-1],
                "count": count,
            }
        )


class HandsSinceError(RoundError):
    """A change cannot be undone: hands were recorded at a table that it concerns."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _(
                "This cannot be undone any more: since then a hand was recorded at table "
                "%(number)d. Void the hand first, or change the seats by hand."
            )
            % {"number": number}
        )
