"""The app of the life of a round."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Name the app, and say what of it stands in calendars."""

    name = "league.rounds"
    label = "rounds"

    def ready(self) -> None:
        """Register the rounds; models can be imported only now."""
        from league.accounts.merging import hooks
        from league.notices import calendars
        from league.rounds.calendar import rounds_in_calendar
        from league.rounds.merging import rewrite_seatings

        calendars.register(rounds_in_calendar)
        hooks.register(rewrites=rewrite_seatings)
