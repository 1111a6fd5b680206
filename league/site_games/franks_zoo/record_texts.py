"""Frank's Zoo in words: a record, what happens before a hand, why a match is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.base import HandSetup, Match, Seat
from games.franks_zoo.match import FranksZooMatch
from games.franks_zoo.setup import FranksZooSetup
from league.core.games.entry import Fact
from league.site_games.targets import who_is_there


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    facts = [Fact(_("Went out"), ", ".join(names[seat] for seat in record["finish"]))]
    if teams := record.get("teams"):
        pairs = [f"{names[senior]} + {names[junior]}" for senior, junior in teams]
        if record.get("solo") is not None:
            pairs.append(_("%(name)s alone") % {"name": names[record["solo"]]})
        facts.append(Fact(_("Together"), ", ".join(pairs)))
    if (lions := record.get("lions_taken")) is not None:
        facts.append(Fact(_("Lions"), _lions(lions, record, names)))
    if (hedgehog := record.get("hedgehog")) is not None:
        without = [name for name, has in zip(names, hedgehog, strict=True) if not has]
        facts.append(Fact(_("No hedgehog"), ", ".join(without) or _("nobody")))
    return facts


def _lions(lions: Sequence[int], record: Mapping[str, Any], names: Sequence[str]) -> str:
    parts = [f"{name} {count}" for name, count in zip(names, lions, strict=True) if count]
    if held := record.get("lions_in_hand"):
        last = names[record["finish"][-1]]
        parts.append(_("%(count)d in %(name)s’s hand") % {"count": held, "name": last})
    return ", ".join(parts) or _("none")


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who deals and who leads (FZ-07, FZ-17)."""
    return [(_("deals"), setup.dealer), (_("leads"), setup.leader)]


def preparation(setup: HandSetup, names: Sequence[str]) -> list[str]:
    """Say what is to be exchanged before the hand is played (FZ-22)."""
    if not isinstance(setup, FranksZooSetup):
        raise TypeError(f"This is not a hand of Frank’s Zoo: {setup!r}")
    steps = [
        _("%(junior)s gives %(senior)s two cards face down, then gets any two back.")
        % {"junior": names[junior], "senior": names[senior]}
        for senior, junior in setup.teams
    ]
    if setup.solo is not None:
        steps.append(
            _("%(name)s lays two cards face down; they count as taken.")
            % {"name": names[setup.solo]}
        )
    return steps


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (FZ-19, FZ-35)."""
    if not isinstance(match, FranksZooMatch):
        raise TypeError(f"This is not a match of Frank’s Zoo: {match!r}")
    return who_is_there(match.totals, match.options.target, names)
