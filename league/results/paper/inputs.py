"""What the sheet asks of a hand of each game, input by input.

The inputs have the names of the game's form (league/results/entries), but for Frank's Zoo
`out-<seat>`, the place of going out, and for Animal Poker `pick-<seat>-<n>`, an animal played.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.animal_poker.cards import animals_to_play
from games.base import HandSetup, Seat
from games.zop_zoo.cards import BONUS_CATEGORIES
from league.core.wording.zop_zoo import CATEGORIES
from league.results.entries import Asked, Who
from league.results.entries.animal_poker import season_fields
from league.results.entries.franks_zoo import own_setup, role_choices
from league.results.entries.submission import SubmissionEntry

NUMBER, CHECK, SELECT = "number", "check", "select"
Data = Mapping[str, str]
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Input:
    """One input: `label` is short and seen, `said` names it for a screen reader."""

    name: str
    label: str
    said: str
    kind: str
    value: str
    choices: Choices = ()
    errors: tuple[str, ...] = ()
    way: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The inputs of one player, or (None) of the table."""

    who: Who | None
    inputs: tuple[Input, ...]
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """A hand to be drawn: what was typed, for whom, and what was wrong."""

    data: Data
    asked: Asked

    @property
    def setup(self) -> HandSetup:
        """What is known of the hand."""
        return self.asked.setup

    @property
    def people(self) -> list[Who]:
        """Everybody by seat."""
        return [Who(seat, name) for seat, name in enumerate(self.asked.names)]

    def input(
        self,
        name: str,
        label: str,
        who: Who | None,
        kind: str = NUMBER,
        *,
        choices: Choices = (),
        at: Sequence[str] = (),
        way: str = "",
    ) -> Input:
        """Return an input with what was typed there and the words about the fields `at`."""
        said = _("%(label)s of %(name)s") % {"label": label, "name": who.name} if who else label
        errors = tuple(self.asked.errors_at(*at)) if at else ()
        return Input(name, label, said, kind, self.data.get(name, ""), choices, errors, way)


def franks_zoo_lines(asking: Asking) -> Iterator[Line]:
    """Ask for the order of going out, and where the hand counts them for lions and hedgehogs."""
    setup = own_setup(asking.setup)
    for who in asking.people:
        at = who.seat
        inputs = [asking.input(f"out-{at}", _("Out"), who)]
        if setup.counts_cards:
            lions = [f"lions_taken[{at}]"]
            inputs.append(asking.input(f"lions-{at}", _("Lions"), who, at=lions))
            inputs.append(asking.input(f"hedgehog-{at}", _("Hedgehog"), who, CHECK))
        yield Line(who, tuple(inputs))
    if setup.counts_cards:
        held = _("Lions in the last player’s hand")
        yield Line(None, (asking.input("lions_in_hand", held, None, at=["lions_in_hand"]),))
    if setup.counts_teams:
        choices = (("", _("by the rule")), *role_choices(setup.seats))
        for who in asking.people:
            role = asking.input(f"role-{who.seat}", _("Team"), who, SELECT, choices=choices)
            yield Line(who, (role,), is_rare=True)


def zop_zoo_lines(asking: Asking) -> Iterator[Line]:
    """Ask who won, and for cards or points."""
    people = asking.people
    seats = tuple((str(who.seat), who.name) for who in people)
    winners = (("", "–"), *seats, ("none", _("Nobody")))
    won = asking.input("winner", _("Won by"), None, SELECT, choices=winners, at=["winner"])
    yield Line(None, (won,))
    for who in people:
        at = who.seat
        yield Line(
            who,
            (
                asking.input(
                    f"points-{at}", _("Points"), who, at=[f"points[{at}]"], way="by-other"
                ),
                asking.input(
                    f"cards-{at}", _("Cards"), who, at=[f"seats[{at}].cards"], way="by-cards"
                ),
                asking.input(
                    f"minus-{at}", _("Minus"), who, at=[f"seats[{at}].minus"], way="by-cards"
                ),
            ),
        )
    choices = (("", _("nobody")), *seats)
    yield Line(
        None,
        tuple(
            asking.input(
                f"bonus-{category}",
                _("Side bonus %(category)s") % {"category": CATEGORIES[category]},
                None,
                SELECT,
                choices=choices,
                way="by-cards",
            )
            for category in BONUS_CATEGORIES
        ),
    )


def animal_poker_lines(asking: Asking) -> Iterator[Line]:
    """Ask for seasons, animals and guesses, or for coins."""
    typed = {
        name.removeprefix("season-"): value
        for name, value in asking.data.items()
        if name.startswith("season-")
    }
    yield Line(
        None,
        tuple(
            asking.input(
                f"season-{season.value}",
                season.words,
                None,
                SELECT,
                choices=(("", "–"), *((each.value, each.words) for each in season.choices)),
                at=[f"seasons.{season.value}"],
                way="by-cards",
            )
            for season in season_fields(typed, asking.asked)
        ),
    )
    for who in asking.people:
        yield Line(who, tuple(_submission(asking, who)))
    for who in asking.people:
        at = who.seat
        yield Line(
            who,
            (
                asking.input(f"coins-{at}", _("Coins"), who, at=[f"coins[{at}]"], way="by-other"),
                asking.input(f"won-{at}", _("Won a pot"), who, CHECK, way="by-other"),
            ),
        )
    pot = asking.input("pot", _("Coins left in the pot"), None, at=["pot"], way="by-other")
    yield Line(None, (pot,))


def _submission(asking: Asking, who: Who) -> Iterator[Input]:
    """Ask what one player has submitted."""
    size, at = len(asking.people), who.seat
    fields = SubmissionEntry().fields(who, size, asking.asked, f"seats[{at}].")
    nothing = (("", "–"),)

    def choose(name: str, label: str, choices: Sequence[Any], field: str) -> Input:
        options = (*nothing, *((each.value, each.words) for each in choices))
        at_field = [f"seats[{at}].{field}"] if field else []
        return asking.input(name, label, who, SELECT, choices=options, at=at_field, way="by-cards")

    for number in range(animals_to_play(size)):
        label = _("Animal %(number)d") % {"number": number + 1}
        field = "" if number else "animals"
        yield choose(f"pick-{at}-{number}", label, fields.animals, field)
    yield choose(f"kind-{at}", _("Guess"), fields.kinds, "guess")
    yield choose(f"size-{at}", _("How many"), fields.sizes, "")
    yield choose(f"guess-{at}", _("Of what"), fields.guesses, "")


def franks_zoo_form(data: Data, size: int) -> dict[str, str]:
    """Return what the hand's own form would carry: the order out of the places typed."""
    typed = [data.get(f"out-{seat}", "").strip() for seat in range(size)]
    form = {
        name: value or ("0" if name.startswith("lions") else "")
        for name, value in data.items()
        if not name.startswith(("out-", "role-")) or data.get("role-0")
    }
    return {**form, "lions_in_hand": form.get("lions_in_hand", "0"), "finish": _order(typed)}


def _order(typed: Sequence[str]) -> str:
    """Return the seats in the order of the places typed, the last one left out.

    Whoever was left with cards needs no place. What is no order stays what it was.
    """
    size = len(typed)
    last = {"": str(size)} if typed.count("") == 1 and str(size) not in typed else {}
    places = [last.get(text, text) for text in typed]
    if sorted(places) != sorted(str(place + 1) for place in range(size)):
        return ",".join(text or "?" for text in typed)
    seats: list[Seat] = sorted(range(size), key=lambda seat: int(places[seat]))
    return ",".join(str(seat) for seat in seats[:-1])


def animal_poker_form(data: Data, size: int) -> dict[str, str]:
    """Return what the hand's own form would carry: the animals that were picked."""
    picked = {
        f"animal-{seat}-{animal}": "1"
        for seat in range(size)
        for number in range(animals_to_play(size))
        if (animal := data.get(f"pick-{seat}-{number}", ""))
    }
    return {**data, **picked}


def zop_zoo_form(data: Data, size: int) -> dict[str, str]:  # noqa: ARG001 - the names are the same
    """Return what the hand's own form would carry."""
    return dict(data)


LINES: Mapping[str, Callable[[Asking], Iterator[Line]]] = {
    "franks-zoo": franks_zoo_lines,
    "zop-zoo": zop_zoo_lines,
    "animal-poker": animal_poker_lines,
}
FORMS: Mapping[str, Callable[[Data, int], dict[str, str]]] = {
    "franks-zoo": franks_zoo_form,
    "zop-zoo": zop_zoo_form,
    "animal-poker": animal_poker_form,
}
WAYS: Mapping[str, tuple[str, ...]] = {
    "franks-zoo": (),
    "zop-zoo": ("points", "cards"),
    "animal-poker": ("coins", "cards"),
}
"""What can be entered instead, the first one unless told."""
