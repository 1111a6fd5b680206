"""Frank's Zoo in words: records, their faults and scores, why a match is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Match, Seat
from games.franks_zoo.match import FranksZooMatch
from games.franks_zoo.setup import FranksZooSetup
from league.core.games.entry import Fact, RuleTexts, Text
from league.core.rule_texts import who_is_there

PROBLEMS: Mapping[str, Text] = {
    "missing/finish": _("Tap the players in the order in which they ran out of cards."),
    "missing/teams": _("Choose who played with whom."),
    "missing/solo": _("Choose who played alone."),
    "not_a_permutation": _("Tap each player once, in the order in which they ran out of cards."),
    "not_teams": _(
        "Each player needs exactly one partner: two players in each of %(teams)d teams."
    ),
    "not_a_partition": _("A player is in two teams, or twice in one. Choose each player once."),
    "not_a_partition/solo": _("%(seat_name)s plays alone and cannot also be in a team."),
    "not_counts": _("Enter a whole number of lions for each player."),
    "not_a_count": _("Enter a whole number of lions."),
    "negative": _("The number of lions cannot be negative."),
    "too_many_lions": _("Too many lions: the deck has %(lions)d, in all piles and hands together."),
    "not_yes_or_no": _("Choose for each player whether they have a hedgehog."),
    "too_many_hedgehogs": _(
        "At most %(hedgehogs)d players can have a hedgehog: the deck has only %(hedgehogs)d. "
        "Switch it off for the others."
    ),
    "lions_missing": ngettext_lazy(
        "%(missing)d lion is missing. Every lion is in a player’s pile or in the last player’s "
        "hand.",
        "%(missing)d lions are missing. Every lion is in a player’s pile or in the last "
        "player’s hand.",
        "missing",
    ),
    "teams_differ": _("By the standings, the rule gives other teams."),
}

LINES: Mapping[str, Text] = {
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

PLACES: Mapping[str, Text] = {
    "FZ-15": _("%(name)s has more points than %(below)s."),
    "FZ-16": _(
        "%(name)s and %(below)s have the same points. %(name)s was placed lower before the "
        "hand, so %(name)s comes first."
    ),
    "FZ-R4": _(
        "%(name)s and %(below)s have the same points. %(name)s finished the hand later, so "
        "%(name)s comes first."
    ),
}

# In this game places are shared only before the first hand, of which there is nothing to say.
RULE_TEXTS = RuleTexts(problems=PROBLEMS, lines=LINES, places=PLACES)


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    facts = [Fact(gettext("Went out"), ", ".join(names[seat] for seat in record["finish"]))]
    if teams := record.get("teams"):
        pairs = [f"{names[senior]} + {names[junior]}" for senior, junior in teams]
        if record.get("solo") is not None:
            pairs.append(gettext("%(name)s alone") % {"name": names[record["solo"]]})
        facts.append(Fact(gettext("Together"), ", ".join(pairs)))
    if (lions := record.get("lions_taken")) is not None:
        facts.append(Fact(gettext("Lions"), _lions(lions, record, names)))
    if (hedgehog := record.get("hedgehog")) is not None:
        without = [name for name, has in zip(names, hedgehog, strict=True) if not has]
        facts.append(Fact(gettext("No hedgehog"), ", ".join(without) or gettext("nobody")))
    return facts


def _lions(lions: Sequence[int], record: Mapping[str, Any], names: Sequence[str]) -> str:
    parts = [f"{name} {count}" for name, count in zip(names, lions, strict=True) if count]
    if held := record.get("lions_in_hand"):
        last = names[record["finish"][-1]]
        parts.append(gettext("%(count)d in %(name)s’s hand") % {"count": held, "name": last})
    return ", ".join(parts) or gettext("none")


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who deals and who leads (FZ-07, FZ-17)."""
    return [(gettext("deals"), setup.dealer), (gettext("leads"), setup.leader)]


def preparation(setup: HandSetup, names: Sequence[str]) -> list[str]:
    """Say what is to be exchanged before the hand is played (FZ-22)."""
    setup = own_setup(setup)
    steps = [
        gettext("%(junior)s gives %(senior)s two cards face down, then gets any two back.")
        % {"junior": names[junior], "senior": names[senior]}
        for senior, junior in setup.teams
    ]
    if setup.solo is not None:
        steps.append(
            gettext("%(name)s lays two cards face down; they count as taken.")
            % {"name": names[setup.solo]}
        )
    return steps


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (FZ-19, FZ-35)."""
    if not isinstance(match, FranksZooMatch):
        raise TypeError(f"This is not a match of Frank’s Zoo: {match!r}")
    return who_is_there(match.totals, match.options.target, names)


def own_setup(setup: HandSetup) -> FranksZooSetup:
    """Return the set-up of a hand as this game has it."""
    if not isinstance(setup, FranksZooSetup):
        raise TypeError(f"This is not a hand of Frank's Zoo: {setup!r}")
    return setup
