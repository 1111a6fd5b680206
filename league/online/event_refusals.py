"""What a duplicate event refuses, in words."""

from django.utils.translation import gettext as _

from league.online.refusals import OnlineError


class NoFurtherTablesError(OnlineError):
    """The tables of an event are fixed, and not all of them have played."""

    code = "no_further_tables"

    def words(self) -> str:
        """Say why not."""
        return _("No further table can begin now. Once all deals lie open you can play them, too.")


class EventFullError(OnlineError):
    """An event has as many tables as one may have."""

    code = "event_full"

    def words(self) -> str:
        """Say why not."""
        return _("This event has as many tables as there may be.")


class PlaysElsewhereError(OnlineError):
    """Somebody has seen deals of an event at another table."""

    code = "plays_elsewhere"

    def words(self) -> str:
        """Say why not."""
        return _("You have played these deals at another table of this event.")
