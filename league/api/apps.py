"""Configure the api app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The site for programs, which ends what they do for those who leave a club."""

    name = "league.api"
    label = "api"

    def ready(self) -> None:
        """Register it; models can be imported only now."""
        from league.api.services import end_programs
        from league.clubs import leaving

        leaving.register(end_programs)
