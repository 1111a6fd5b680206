"""Words for what may be wrong with the shape of an input, whatever its game."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.core.games.rule_texts import Words

PROBLEMS: Mapping[str, Words] = {
    "missing": _("This is missing."),
    "not_counted": _("This hand does not count that."),
    "unknown_field": _("This field is not known here."),
    "not_an_object": _("This is not the record of a hand."),
    "not_a_seat": _("Nobody of this table sits there."),
    "not_one_a_seat": _("This must be given once for each player of the table."),
    "match_over": _("The match is over: no further hand counts."),
    "not_a_table_size": _("This game is not for so many players."),
    "not_a_choice": _("Choose one of those offered."),
    "not_a_number": _("This must be a whole number."),
    "out_of_range": _("This must be from 1 to %(highest)d."),
    "not_yes_or_no": _("Say yes or no for each player."),
    "unknown_game": _("There is no such game."),
    "not_a_list": _("This must be a list."),
    "not_json": _("This is not JSON in UTF-8."),
    "duplicate_field": _("This is given twice."),
    "not_between": _("This must be from %(lowest)d to %(highest)d."),
    "no_outcome": _("Enter the places or the totals."),
    "not_places": _("Places count on after those who share one: 1, 1, 3."),
    "tie_undecided": _("With equal totals somebody is ahead all the same: enter the places too."),
    "against_totals": _("The totals say otherwise: whoever has more is ahead."),
}
