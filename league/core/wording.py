"""Say what the engine says, in the reader's language and with the players' names.

The engine gives codes and numbers; here are the sentences. A code without one keeps the engine's
own English text. `names` are the players' names by seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.base import PlaceReason, Problem, ScoreLine

Words: TypeAlias = str | Promise

# By code, or by code and field where the field makes a better sentence.
PROBLEMS: Mapping[str, Words] = {
    "missing": _("This is missing."),
    "missing/finish": _("Tap the players in the order in which they ran out of cards."),
    "missing/teams": _("Say who played with whom."),
    "missing/solo": _("Say who played alone."),
    "not_counted": _("This hand does not count that."),
    "unknown_field": _("This field is not known here."),
    "not_an_object": _("This is not the record of a hand."),
    "not_a_permutation": _("Tap everybody once, in the order in which they ran out of cards."),
    "not_teams": _("Everybody needs exactly one partner: two players to each of %(teams)d teams."),
    "not_a_partition": _("Somebody is in two teams, or twice in one."),
    "not_a_partition/solo": _("%(seat_name)s plays alone and cannot be in a team as well."),
    "not_a_seat": _("Nobody of this table sits there."),
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
    "match_over": _("The match is over: no further hand counts."),
    "not_a_table_size": _("This game is not for so many players."),
    "not_a_choice": _("Choose one of those offered."),
    "not_a_number": _("This must be a whole number."),
    "out_of_range": _("This must be from 1 to %(highest)d."),
    "unknown_game": _("There is no such game."),
    "not_a_list": _("This must be a list."),
    "not_json": _("This is not JSON in UTF-8."),
    "duplicate_field": _("This is given twice."),
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


def problem_words(problem: Problem | Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """Say what is wrong with a field; takes the engine's problem, or one that a score has kept."""
    if isinstance(problem, Problem):
        code, field, data, text = problem.code, problem.field, problem.data, problem.text
    else:
        code, field, data, text = (problem[key] for key in ("code", "field", "data", "text"))
    words = PROBLEMS.get(f"{code}/{field}", PROBLEMS.get(code))
    return _filled(words, data, names) or text


def line_words(line: ScoreLine | Mapping[str, Any], names: Sequence[str]) -> str:
    """Say what a line of a score is for; takes the engine's line, or one that a score has kept."""
    if isinstance(line, ScoreLine):
        code, data, text = line.code, line.data, line.text
    else:
        code, data, text = line["code"], line["data"], line["text"]
    return _filled(LINES.get(code), data, names) or text


def place_words(reason: PlaceReason, seat: int, names: Sequence[str]) -> str:
    """Say what put a seat ahead of the next; nothing for the last, and before any hand."""
    words = PLACES.get(reason.rule)
    if words is None or reason.ahead_of is None or reason.shared_with:
        return ""
    return str(words) % {"name": names[seat], "below": names[reason.ahead_of]}


def rule_words(rules: Mapping[str, str], rule: str) -> str:
    """Explain a rule, given all rules of its game."""
    return gettext(rules[rule]) if rule in rules else ""


def _filled(words: Words | None, data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Fill a sentence, "" without one; a seat `x` in the data can be named as `x_name`."""
    if words is None:
        return ""
    known = {
        f"{key}_name": names[value]
        for key, value in data.items()
        if key in {"seat", "partner"} and value < len(names)
    }
    try:
        return str(words % {**data, **known})
    except KeyError:
        return ""
