"""What lay on the table in a hand that is over, as pages draw it: cards with names, in groups."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import HandState, Seat
from league.core.templatetags.ui import amount
from league.core.wording.animal_poker import SEASONS, set_words
from league.online.words import Names
from league.results.entries.fields import Who

Seen = Mapping[str, Any]


class Face(NamedTuple):
    """A card: its picture's id, what it is called, and what stands below."""

    id: str
    name: str
    note: str = ""


class Group(NamedTuple):
    """Cards that lie together; `words` say what there is beside them."""

    label: str
    faces: tuple[Face, ...]
    words: str = ""


class Place(NamedTuple):
    """What lies before somebody; `is_acting`: the table waits for them."""

    who: Who
    is_acting: bool
    groups: tuple[Group, ...]


class OpenTable(NamedTuple):
    """What lies in the middle, and before each."""

    middle: tuple[Group, ...]
    places: tuple[Place, ...]


class Layout(NamedTuple):
    """How a game lies on the table: its middle, and what is before a seat, as somebody sees it."""

    middle: Callable[[Seen, Names], list[Group]]
    place: Callable[[Seen, Seat, Names], list[Group]]


def open_table_of(game: str, state: HandState, names: Names) -> OpenTable:
    """Lay out a position as the seat `names.you` sees it; None: with everybody's cards open."""
    layout = _LAYOUTS[game]
    seats = range(len(names.names))
    eyes = [seat if names.you is None else names.you for seat in seats]
    views = {eye: state.observation(eye).as_json() for eye in dict.fromkeys(eyes)}
    acting = state.acting_seats()
    places = tuple(
        Place(
            Who(seat, names.of(seat)),
            seat in acting,
            _filled(layout.place(views[eyes[seat]], seat, names)),
        )
        for seat in seats
    )
    return OpenTable(_filled(layout.middle(views[eyes[0]], names)), places)


def _filled(groups: Sequence[Group]) -> tuple[Group, ...]:
    return tuple(group for group in groups if group.faces or group.words)


def _counted(cards: Sequence[str], names: Names) -> tuple[Face, ...]:
    """Return equal cards as one face that says how many they are."""
    return tuple(
        Face(card, names.card(card), f"× {count}" if count > 1 else "")
        for card, count in Counter(cards).items()
    )


def _franks_zoo_middle(seen: Seen, names: Names) -> list[Group]:
    asking = seen["asking"]
    asked = _counted(asking["cards"], names) if asking else ()
    by = _("%(name)s asks for help with") % {"name": names.of(asking["junior"])} if asking else ""
    return [Group(_("On the table"), _counted(seen["table"], names)), Group(by, asked)]


def _franks_zoo_place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    size, taken = seen["sizes"][seat], seen["piles"][seat]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    if seat in seen["finish"]:
        left = _("out, place %(place)s") % {"place": seen["finish"].index(seat) + 1}
    won = ngettext("%(count)s card taken", "%(count)s cards taken", taken) % {"count": taken}
    own = seen["seat"] == seat
    return [
        Group(_("Hand"), _counted(seen["hand"], names) if own else (), left),
        Group(_("Laid aside"), _counted(seen["laid_aside"], names) if own else ()),
        Group(_("Tricks"), (), won if taken else ""),
    ]


def _zop_zoo_middle(seen: Seen, names: Names) -> list[Group]:
    top, held = seen["top"], seen["held"]
    size = seen["draw_pile_size"]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    return [
        Group(_("Draw pile"), (), left),
        Group(_("Discard pile"), () if top is None else (Face(top, names.card(top)),)),
        Group(_("In hand"), () if held is None else (Face(held, names.card(held)),)),
    ]


def _zop_zoo_place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    row = tuple(
        Face(each["card"], names.card(each["card"]), _worth(each["points"]))
        for each in seen["rows"][seat]
    )
    bonuses = [f"bonus-{category}" for category in seen["bonuses"][seat]]
    return [Group(_("Row"), row), Group(_("Side bonuses"), _counted(bonuses, names))]


def _worth(points: int | None) -> str:
    return _("not matched") if points is None else amount(points)


def _animal_poker_middle(seen: Seen, names: Names) -> list[Group]:
    seasons = tuple(
        Face(animal, names.card(animal), str(SEASONS[season]))
        for animal, season in seen["seasons"].items()
    )
    return [Group(_("Seasons"), seasons), Group(_("Pot"), (), str(seen["pot"]))]


def _animal_poker_place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    submitted = seen["submitted"][seat]
    if submitted is None:
        is_thinking = seat in seen["acting"]
        return [Group("", (), _("is thinking") if is_thinking else _("has sealed"))]
    return [
        Group(_("Animals"), _counted(submitted["animals"], names)),
        Group(_("Guess"), (), set_words(submitted["guess"])),
    ]


_LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "franks-zoo": Layout(_franks_zoo_middle, _franks_zoo_place),
        "zop-zoo": Layout(_zop_zoo_middle, _zop_zoo_place),
        "animal-poker": Layout(_animal_poker_middle, _animal_poker_place),
    }
)
