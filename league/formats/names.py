"""Days and months, collected here so that the catalogues have them as they stand in a sentence.

Django's own Italian begins them with capitals, which Italian writes nowhere.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

DAYS: Final = (
    *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday")),
    *(_("Saturday"), _("Sunday")),
)
SHORT_DAYS: Final = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
MONTHS: Final = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
    *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
)
