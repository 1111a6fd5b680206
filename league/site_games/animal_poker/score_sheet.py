"""Animal Poker on a score sheet, printed and typed.

The inputs have the names of the form of a hand, but for `pick-<seat>-<n>`, an animal played.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.animal_poker.cards import animals_to_play
from league.core.games.entry import Who
from league.core.games.score_sheet import (
    CHECK,
    SELECT,
    Columns,
    Data,
    FileColumn,
    Input,
    Line,
    ScoreSheetPart,
    SheetHand,
    field_of_table,
    ticked_fields,
)
from league.site_games.animal_poker.entry import SubmissionEntry, season_fields


def printed_columns(_options: Mapping[str, Any], _seats: int) -> Columns:
    """Name what is written down of a hand: of each player, and of the whole table."""
    return {"of_seat": [_("Coins")], "of_table": [_("Coins left in the pot")]}


def lines(hand: SheetHand) -> Iterator[Line]:
    """Ask for seasons, animals and guesses, or for coins."""
    typed = {
        name.removeprefix("season-"): value
        for name, value in hand.data.items()
        if name.startswith("season-")
    }
    yield Line(
        None,
        tuple(
            hand.input(
                f"season-{season.value}",
                season.text,
                None,
                SELECT,
                choices=(("", "–"), *((each.value, each.text) for each in season.choices)),
                at=[f"seasons.{season.value}"],
                way="by-cards",
            )
            for season in season_fields(typed, hand.context)
        ),
    )
    for who in hand.people:
        yield Line(who, tuple(_submission(hand, who)))
    for who in hand.people:
        at = who.seat
        yield Line(
            who,
            (
                hand.input(f"coins-{at}", _("Coins"), who, at=[f"coins[{at}]"], way="by-other"),
                hand.input(f"won-{at}", _("Won a pot"), who, CHECK, way="by-other"),
            ),
        )
    pot = hand.input("pot", _("Coins left in the pot"), None, at=["pot"], way="by-other")
    yield Line(None, (pot,))


def _submission(hand: SheetHand, who: Who) -> Iterator[Input]:
    """Ask what one player has submitted."""
    size, at = len(hand.people), who.seat
    fields = SubmissionEntry().fields(who, size, hand.context, f"seats[{at}].")
    nothing = (("", "–"),)

    def choose(name: str, label: str, choices: Sequence[Any], field: str) -> Input:
        options = (*nothing, *((each.value, each.text) for each in choices))
        at_field = [f"seats[{at}].{field}"] if field else []
        return hand.input(name, label, who, SELECT, choices=options, at=at_field, way="by-cards")

    for number in range(animals_to_play(size)):
        label = _("Animal %(number)d") % {"number": number + 1}
        field = "" if number else "animals"
        yield choose(f"pick-{at}-{number}", label, fields.animals, field)
    yield choose(f"kind-{at}", _("Guess"), fields.kinds, "guess")
    yield choose(f"size-{at}", _("How many"), fields.sizes, "")
    yield choose(f"guess-{at}", _("Of what"), fields.guesses, "")


def as_form(data: Data, size: int) -> dict[str, str]:
    """Return what the hand's own form would carry: the animals that were picked."""
    picked = {
        f"animal-{seat}-{animal}": "1"
        for seat in range(size)
        for number in range(animals_to_play(size))
        if (animal := data.get(f"pick-{seat}-{number}", ""))
    }
    return {**data, **picked}


SCORE_SHEET = ScoreSheetPart(
    lines=lines,
    as_form=as_form,
    ways=("coins", "cards"),
    other_way_label=gettext_lazy("Coins only"),
    # They depend on the pot that was left.
    doubtful=("coins", "won", "pot"),
    file_columns=(
        FileColumn("coins", gettext_lazy("Coins")),
        FileColumn("won", gettext_lazy("Won"), ticked_fields),
        FileColumn("pot", gettext_lazy("Coins left in the pot"), field_of_table),
    ),
)
