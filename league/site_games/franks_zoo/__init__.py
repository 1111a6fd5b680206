"""Frank's Zoo on the site."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Seat
from games.final_result import TotalsRule
from games.franks_zoo import schema
from games.franks_zoo.game import FRANKS_ZOO
from games.franks_zoo.setup import FranksZooSetup
from league.competitions.settings_forms import OptionsForm
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.core.games.site_game import DemoPart
from league.site_games.franks_zoo import rule_texts
from league.site_games.franks_zoo.entry import (
    SCORE_SHEET,
    FranksZooEntry,
    preview_problems,
    printed_columns,
)
from league.site_games.franks_zoo.online import ONLINE
from league.site_games.franks_zoo.rule_texts import RULE_TEXTS


class FranksZooOptionsForm(OptionsForm):
    """The options of Frank's Zoo."""

    slug = "franks-zoo"

    mode = forms.ChoiceField(
        label=_("Partners"),
        widget=forms.RadioSelect,
        choices=[
            ("partners", _("Changing partners: teams by standings from hand 2 on")),
            ("simple", _("Everyone alone: only the order of going out counts")),
        ],
    )
    target = forms.IntegerField(
        label=_("Points to end the match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "The match ends when two players have this many points; with three players, when one "
            "has."
        ),
    )
    final_trick = forms.ChoiceField(
        label=_("Cards on the table at the end of a hand"),
        widget=forms.RadioSelect,
        choices=[
            ("owner", _("go to the player of the highest set")),
            ("nobody", _("go to nobody")),
        ],
    )


SHARE_LEFT_IN_HAND = 0.06
"""How much of a deck the last player typically still holds when a hand ends."""


def play_hand(setup: HandSetup, skills: Sequence[float], rng: Random) -> dict[str, Any]:
    """Return the record of a hand; `skills` per seat, 0 is average, 1 is clearly better.

    Going out is a race as in Plackett and Luce's model. Every lion and hedgehog of the deck ends
    in somebody's pile, more often in that of those who take more tricks, or in the last player's
    hand.
    """
    setup = rule_texts.own_setup(setup)
    times = [-log(1 - rng.random()) / exp(skill) for skill in skills]
    finish = sorted(range(setup.seats), key=times.__getitem__)
    record: dict[str, Any] = {"finish": finish}
    if setup.counts_teams:
        record["teams"] = [list(team) for team in setup.teams]
    if setup.solo is not None:
        record["solo"] = setup.solo
    if setup.counts_cards:
        record |= _cards(setup, skills, rng)
    return record


def misread(record: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Return the record with two neighbours in the order of going out swapped, as by a slip."""
    finish = list(record["finish"])
    finish[at], finish[at + 1] = finish[at + 1], finish[at]
    return {**record, "finish": finish}


def _cards(setup: FranksZooSetup, skills: Sequence[float], rng: Random) -> dict[str, Any]:
    """Spread the animals that count over the piles; seat None is the last player's hand."""
    piles: list[Seat | None] = [*range(setup.seats), None]
    weights = [exp(skill / 2) for skill in skills]
    weights.append(sum(weights) * SHARE_LEFT_IN_HAND)
    lions = Counter(rng.choices(piles, weights, k=setup.lions))
    hedgehogs = Counter(rng.choices(piles, weights, k=setup.hedgehogs))
    return {
        "lions_taken": [lions[seat] for seat in range(setup.seats)],
        "lions_in_hand": lions[None],
        "hedgehog": [hedgehogs[seat] > 0 for seat in range(setup.seats)],
    }


DEMO = DemoPart(
    play_hand=play_hand, misread=misread, long_match={"mode": "partners", "target": 10_000}
)


GAME = SiteGame(
    engine=FRANKS_ZOO,
    own_title=_("Frank’s Zoo"),
    totals_rule=TotalsRule("FZ-15", shares=False, ties="FZ-16"),
    options_form=FranksZooOptionsForm,
    entry=EntryPart(
        form=FranksZooEntry,
        describe_record=rule_texts.describe_record,
        why_over=rule_texts.why_over,
        duties=rule_texts.duties,
        team_roles=(_("senior"), _("junior")),
        preparation=rule_texts.preparation,
        preview_script="js/preview-franks-zoo.js",
        preview_problems=preview_problems,
        first_hand_differs=True,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    demo=DEMO,
    icon="paw-print",
    option_schema=schema.OPTIONS,
    record_schemas=schema.RECORDS,
)
