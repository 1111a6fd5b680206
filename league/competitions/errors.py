"""What is refused about competitions and their stages."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.core.errors import RefusedError, Text


class CompetitionError(RefusedError):
    """Something cannot be done to a competition."""

    TEXTS: Mapping[str, Text] = {
        "name_taken": _("There is a competition of this name already."),
    }
    MEANINGS: Mapping[str, str] = {"stage": "What is asked of a stage cannot be done."}
