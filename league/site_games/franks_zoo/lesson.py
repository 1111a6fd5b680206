"""The guided first hand of Frank's Zoo: the end of a hand of three, which good play wins."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _

from games.base import Json
from league.core.games.online import Lesson, Names, Seen
from league.site_games.franks_zoo.cards import named


def coach(seen: Seen, advice: Json, _names: Names, made: int) -> Mapping[str, str]:
    """Say what to do in a position, and why."""
    if advice is None:
        return {"": _closing(seen)}
    sentences = [_advise(seen, cast("Mapping[str, Any]", advice))]
    if not made:
        goal = _("Be the first without cards. You take over near the end of a hand.")
        sentences.insert(0, goal)
    return {"": " ".join(sentences)}


def _advise(seen: Seen, advice: Mapping[str, Any]) -> str:
    standing = seen["standing"]
    cards = named(advice.get("cards") or ())
    if standing is None and len(advice["cards"]) > 1:
        text = _(
            "You lead. Equal animals together are harder to beat: choose %(cards)s, then play."
        )
    elif standing is None:
        text = _("You lead, so any set is allowed. Choose %(cards)s, then play.")
    elif cards:
        text = _(
            "On the table: %(set)s. The row below it shows what beats it: choose %(cards)s, then "
            "play."
        )
    elif len(seen["actions"]) > 1:
        text = _("You could beat %(set)s, but strong cards are worth keeping. Pass.")
    else:
        text = _("Nothing you hold beats %(set)s. Pass: you may come in again in the same trick.")
    lying = "" if standing is None else named([standing["animal"]] * standing["size"])
    return text % {"cards": cards, "set": lying}


def _closing(seen: Seen) -> str:
    if seen["finish"][0] == 0:
        won = _("You are the first without cards. Below you see what the hand was worth.")
    else:
        won = _("The hand is over. Below you see what it was worth.")
    partners = _(
        "With four or more players there are partners from hand 2 on; the table explains it."
    )
    return f"{won} {partners}"


LESSON = Lesson(seats=3, seed=9, opening=30, coach=coach)
