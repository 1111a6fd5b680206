"""What is wrong with a score sheet, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Problem
from league.core.games.entry import Text

FAULTS: Mapping[str, Text] = {
    "not_an_object": gettext_lazy("Expected a group of values in { }."),
    "not_a_list": gettext_lazy("Add at least one."),
    "not_a_number": gettext_lazy("Enter a whole number."),
    "not_yes_or_no": gettext_lazy("Enter yes or no."),
    "not_a_text": gettext_lazy("Enter a text of one line, at most 120 characters."),
    "unknown_field": gettext_lazy("This does not belong here."),
    "missing": gettext_lazy("This value is missing."),
    "too_many": gettext_lazy("There may be at most %(most)d of these."),
    "too_large": gettext_lazy("This can become too large. Set a lower limit."),
    "out_of_range": gettext_lazy("Enter a number from %(lowest)d to %(highest)d."),
    "out_of_order": gettext_lazy("The highest value is below the lowest. Change one of them."),
    "not_a_step": gettext_lazy("Enter a multiple of the step."),
    "not_a_choice": gettext_lazy("This does not fit here. Choose something else."),
    "not_counted": gettext_lazy("This does not count here. Leave it empty."),
    "not_an_id": gettext_lazy("Use small letters, digits and underscores, a letter first."),
    "not_a_rule_id": gettext_lazy("A rule id looks like AB-01."),
    "taken": gettext_lazy("Something else has this name already. Choose another name."),
    "not_a_language": gettext_lazy("Write languages as de or en."),
    "not_a_table": gettext_lazy("Write rows as: name: small = 10, large = 50"),
    "not_teams": gettext_lazy("These teams do not fit the number of players."),
    "unexpected": gettext_lazy("Character %(at)d: this cannot stand here."),
    "unknown_sign": gettext_lazy("Character %(at)d: unknown sign."),
    "too_long": gettext_lazy("The formula is too long. Split it into values."),
    "too_deep": gettext_lazy("The formula is nested too deeply. Split it into values."),
    "number_too_long": gettext_lazy("Character %(at)d: this number is too long."),
    "unknown_name": gettext_lazy("This name is not known here. Use the name of a column or value."),
    "unknown_table": gettext_lazy("There is no table of this name."),
    "unknown_choice": gettext_lazy("This is not one of the choices."),
    "wrong_number": gettext_lazy("This function takes another number of values."),
    "wrong_kind": gettext_lazy("These do not go together, such as a number and a yes or no."),
    "asks_a_seat": gettext_lazy("Each player has another value here. Use a sum, for example."),
    "divides_by_zero": gettext_lazy("This could divide by 0. Use max(1, …)."),
    "no_row": gettext_lazy("The table has no row for every case."),
    "too_costly": gettext_lazy("The formulas take too many steps. Make them shorter."),
}


def fault_text(problem: Problem) -> str:
    """Return what is wrong, with the place in a formula and the engine's own words for experts."""
    text = FAULTS.get(problem.code)
    try:
        said = str(text) % problem.data if text else problem.text
    except (KeyError, TypeError):
        return problem.text
    if "at" in problem.data and "%(at)d" not in str(text):
        said = _("Character %(at)d: %(words)s") % {"at": problem.data["at"], "words": said}
    return said
