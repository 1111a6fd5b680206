"""Words of Frank's Zoo: what is wrong with a record, what points are for, what gives a place."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from league.core.games.rule_texts import RuleTexts, Words

PROBLEMS: Mapping[str, Words] = {
    "missing/finish": _("Tap the players in the order in which they ran out of cards."),
    "missing/teams": _("Say who played with whom."),
    "missing/solo": _("Say who played alone."),
    "not_a_permutation": _("Tap everybody once, in the order in which they ran out of cards."),
    "not_teams": _("Everybody needs exactly one partner: two players to each of %(teams)d teams."),
    "not_a_partition": _("Somebody is in two teams, or twice in one."),
    "not_a_partition/solo": _("%(seat_name)s plays alone and cannot be in a team as well."),
    "not_counts": _("Say for each player how many lions: a whole number."),
    "not_a_count": _("This must be a whole number of lions."),
    "negative": _("Fewer than no lions cannot be."),
    "too_many_lions": _(
        "These are too many: the deck has %(lions)d lions, in all piles and hands."
    ),
    "not_yes_or_no": _("Say for each player whether there was a hedgehog: yes or no."),
    "too_many_hedgehogs": _(
        "The deck has only %(hedgehogs)d hedgehogs: mark who has none, so that no more than "
        "%(hedgehogs)d players have one."
    ),
    "lions_missing": ngettext_lazy(
        "%(missing)d lion is missing: each is in somebody’s pile or in the last player’s hand.",
        "%(missing)d lions are missing: each is in somebody’s pile or in the last player’s hand.",
        "missing",
    ),
    "teams_differ": _("By the standing, the rule would have made other teams."),
}

LINES: Mapping[str, Words] = {
    "place": _("Place %(place)d"),
    "solo": _("Place %(place)d gives %(place_points)d, playing alone %(bonus)d"),
    "team": _(
        "Place %(place)d gives %(place_points)d, %(partner_name)s’s place %(partner_place)d gives "
        "%(partner_points)d"
    ),
    "lions_taken": ngettext_lazy("%(lions)d lion taken", "%(lions)d lions taken", "lions"),
    "lions_in_hand": ngettext_lazy(
        "%(lions)d lion left in hand", "%(lions)d lions left in hand", "lions"
    ),
    "no_hedgehog": _("No hedgehog"),
}

PLACES: Mapping[str, Words] = {
    "FZ-15": _("%(name)s has more points than %(below)s."),
    "FZ-16": _(
        "%(name)s and %(below)s have equally many points. %(name)s was placed lower before the "
        "hand, so %(name)s goes first."
    ),
    "FZ-R4": _(
        "%(name)s and %(below)s have equally many points. %(name)s finished the hand later, so "
        "%(name)s goes first."
    ),
}

# In this game places are shared only before the first hand, of which there is nothing to say.
RULE_TEXTS = RuleTexts(
    problems=PROBLEMS,
    lines=LINES,
    places=PLACES,
)
