"""ZOP ZOO at an online table: its words, and what the site shows of it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.base import Event, HandState, Json, Options, Seat
from games.bots.search import Budget
from games.zop_zoo.cards import BEST_BEAST_POINTS
from games.zop_zoo.deck import STANDARD_DECK
from games.zop_zoo.game import ZOP_ZOO
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.options import ZopZooOptions
from games.zop_zoo.phases import COVERING, DIGGING, DRAWING, MOLE_ON_TOP, Phase
from games.zop_zoo.refusals import AWAITED
from league.core.games.online import Face, Group, Names, OnlinePart, RuleTopic, Seen, counted
from league.core.rule_texts import join_names
from league.core.templatetags.ui import amount
from league.site_games.zop_zoo.lesson import LESSON
from league.site_games.zop_zoo.rule_texts import CATEGORIES as CATEGORY_LABELS

# The names of the standard deck are data of the engine; here they can be translated.
STANDARD_NAMES: Sequence[Promise] = (
    pgettext_lazy("a card", "wolf"),
    pgettext_lazy("a card", "rabbit"),
    pgettext_lazy("a card", "monkey"),
    pgettext_lazy("a card", "squirrel"),
    pgettext_lazy("a card", "octopus"),
    pgettext_lazy("a card", "shark"),
    pgettext_lazy("a card", "seahorse"),
    pgettext_lazy("a card", "jellyfish"),
    pgettext_lazy("a card", "owl"),
    pgettext_lazy("a card", "parrot"),
    pgettext_lazy("a card", "flamingo"),
    pgettext_lazy("a card", "penguin"),
    pgettext_lazy("a card", "butterfly"),
    pgettext_lazy("a card", "ladybird"),
    pgettext_lazy("a card", "stag beetle"),
    pgettext_lazy("a card", "dragonfly"),
    pgettext_lazy("a card", "beaver"),
    pgettext_lazy("a card", "frog"),
    pgettext_lazy("a card", "hippopotamus"),
    pgettext_lazy("a card", "otter"),
    pgettext_lazy("a card", "goat"),
    pgettext_lazy("a card", "rhinoceros"),
    pgettext_lazy("a card", "antelope"),
    pgettext_lazy("a card", "buffalo"),
    pgettext_lazy("a card", "alligator"),
    pgettext_lazy("a card", "chameleon"),
    pgettext_lazy("a card", "tortoise"),
    pgettext_lazy("a card", "kangaroo"),
    pgettext_lazy("a card", "koala"),
    pgettext_lazy("a card", "wombat"),
    pgettext_lazy("a card", "tarantula"),
    pgettext_lazy("a card", "scorpion"),
    pgettext_lazy("a card", "tick"),
    pgettext_lazy("a card", "unicorn"),
    pgettext_lazy("a card", "dragon"),
    pgettext_lazy("a card", "phoenix"),
    pgettext_lazy("a card", "giraffe"),
    pgettext_lazy("a card", "whale"),
    pgettext_lazy("a card", "peacock"),
    pgettext_lazy("a card", "grasshopper"),
    pgettext_lazy("a card", "platypus"),
    pgettext_lazy("a card", "moose"),
    pgettext_lazy("a card", "cobra"),
    pgettext_lazy("a card", "opossum"),
    pgettext_lazy("a card", "harvestman"),
    pgettext_lazy("a card", "mermaid"),
    pgettext_lazy("a card", "skunk"),
    pgettext_lazy("a card", "snail"),
    pgettext_lazy("a card", "mosquito"),
    pgettext_lazy("a card", "rat"),
    pgettext_lazy("a card", "vulture"),
    pgettext_lazy("a card", "slug"),
    pgettext_lazy("a card", "starfish"),
    pgettext_lazy("a card", "swan"),
    pgettext_lazy("a card", "bee"),
    pgettext_lazy("a card", "newt"),
    pgettext_lazy("a card", "ram"),
    pgettext_lazy("a card", "gecko"),
    pgettext_lazy("a card", "spider"),
    pgettext_lazy("a card", "griffin"),
)
OTHER_CARDS: Mapping[str, Promise] = {
    "mole": pgettext_lazy("a card", "mole"),
    "earthworm": pgettext_lazy("a card", "earthworm"),
    "raccoon": pgettext_lazy("a card", "raccoon"),
    "hyena": pgettext_lazy("a card", "hyena"),
    "beast": pgettext_lazy("a card", "beast"),
    "best_beast": pgettext_lazy("a card", "best beast"),
}

TEXTS: Mapping[str, str | Promise] = {
    "draw": gettext_lazy("Draw card"),
    "draw_pile": gettext_lazy("Draw pile"),
    "discard_pile": gettext_lazy("Discard pile"),
    "cards": gettext_lazy("cards: %(count)s"),
    "empty": gettext_lazy("empty"),
    "void": gettext_lazy("used, void"),
    "take": gettext_lazy("Take %(card)s"),
    "dig": gettext_lazy("Dig with the mole"),
    "end_turn": gettext_lazy("End turn"),
    "fetch_all": gettext_lazy("Take all point cards"),
    "fetch": gettext_lazy("Take %(card)s"),
    "stop": gettext_lazy("Stop digging"),
    "cover": gettext_lazy("Cover %(card)s"),
    "take_unit": gettext_lazy("Take %(card)s from %(name)s"),
    "give_unit": gettext_lazy("Give %(card)s to %(name)s"),
    "switch_own": gettext_lazy("You give"),
    "switch_for": gettext_lazy("You get"),
    "switch": gettext_lazy("Swap cards"),
    "own_row": gettext_lazy("Your row"),
    "row_of": gettext_lazy("%(name)s’s row"),
    "to_go": gettext_lazy("%(count)s to go"),
    "bonus": gettext_lazy("Side bonuses"),
    "open_card": gettext_lazy("%(card)s, waiting for a match"),
    "covered_card": gettext_lazy("%(card)s, %(points)s points"),
    "under_beast": gettext_lazy("under a beast"),
    "held_card": gettext_lazy("just drawn"),
    "why": gettext_lazy("Why?"),
    "in_pile": gettext_lazy("Discard pile, top card last"),
    **{f"category_{category}": text for category, text in CATEGORY_LABELS.items()},
}

DEMANDS: Mapping[Phase, Promise] = {
    DRAWING: gettext_lazy("Draw a card: as long as what you draw fits, you go on."),
    COVERING: gettext_lazy("You drew a wild card: choose a card of yours for it to cover."),
    DIGGING: gettext_lazy("You dig with a mole: take cards that give you points, or stop."),
    MOLE_ON_TOP: gettext_lazy("A mole lies on the discard pile: dig with it, or draw a card."),
}
"""What a phase asks for and why, where the engine’s sentence does not say why."""

_CARD_FIELDS = ("card", "unit", "for")


def cards(options: Options) -> dict[str, str]:
    """Return what each card of a table's deck is called."""
    deck = cast("ZopZooOptions", options).deck
    names = {animal.id: pgettext("a card", animal.name) for animal in deck.animals}
    return {**names, **{card: str(name) for card, name in OTHER_CARDS.items()}}


def facts(options: Options) -> dict[str, Json]:
    """Return of each card its category and what it is worth, and whether it is the one we drew."""
    deck = cast("ZopZooOptions", options).deck
    told: dict[str, Json] = {
        animal.id: {
            "category": animal.category,
            "points": animal.points,
            "kind": animal.kind,
            "drawn": animal.name == standard.name,
        }
        for animal, standard in zip(deck.animals, STANDARD_DECK.animals, strict=True)
    }
    return {
        **told,
        "beast": {"category": None, "points": 0, "kind": "wild"},
        "best_beast": {"category": None, "points": BEST_BEAST_POINTS, "kind": "wild"},
    }


def describe(event: Event, names: Names) -> str:
    """Say in a sentence what happened; nothing in this game is done in secret."""
    action = cast("Mapping[str, Any]", event.action)
    named = {field: names.card(action[field]) for field in _CARD_FIELDS if field in action}
    values = {
        "name": names.of(event.seat),
        **named,
        "other": named.get("for", ""),
        "cards": join_names([names.card(card) for card in action.get("cards", ())]),
        "player": names.of(action["seat"]) if "seat" in action else "",
    }
    sentences = {
        "draw": _("%(name)s draws %(card)s."),
        "take": _("%(name)s takes %(card)s from the discard pile."),
        "dig": _("%(name)s digs with the mole."),
        "pass": _("%(name)s ends the turn."),
        "stop": _("%(name)s stops digging."),
        "fetch_all": _("%(name)s digs up %(cards)s."),
        "fetch": _("%(name)s digs up %(card)s."),
        "cover": _("%(name)s covers %(card)s with the wild card."),
        "take_unit": _("%(name)s takes %(unit)s with the raccoon."),
        "give_unit": _("%(name)s gives %(unit)s to %(player)s with the hyena."),
        "switch_units": _("%(name)s swaps %(unit)s for %(other)s with the earthworm."),
    }
    return sentences[event.type] % values


def ask(state: HandState, names: Names) -> str:
    """Say in a sentence what the table waits for."""
    seen = _seen(state, names.you)
    if names.you not in seen.acting:
        return _("Waiting for %(names)s.") % {"names": names.of(seen.turn)}
    return str(DEMANDS.get(seen.phase) or _(AWAITED[seen.phase].text))


def help(state: HandState, seat: Seat) -> dict[str, Json]:  # noqa: A001 - the interface's word
    """Return the rule behind what is asked."""
    return {"rule": AWAITED[_seen(state, seat).phase].rule}


def _seen(state: HandState, seat: Seat | None) -> ZopZooObservation:
    return cast("ZopZooObservation", state.observation(seat))


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    top, held = seen["top"], seen["held"]
    size = seen["draw_pile_size"]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    return [
        Group(_("Draw pile"), (), left),
        Group(_("Discard pile"), () if top is None else (Face(top, names.card(top)),)),
        Group(_("In hand"), () if held is None else (Face(held, names.card(held)),)),
    ]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    row = tuple(
        Face(each["card"], names.card(each["card"]), _worth(each["points"]))
        for each in seen["rows"][seat]
    )
    bonuses = [f"bonus-{category}" for category in seen["bonuses"][seat]]
    return [Group(_("Row"), row), Group(_("Side bonuses"), counted(bonuses, names))]


def _worth(points: int | None) -> str:
    return _("not matched") if points is None else amount(points)


RULE_TOPICS = (
    RuleTopic(
        gettext_lazy("Your turn"),
        ("ZZ-08", "ZZ-09", "ZZ-10", "ZZ-07", "ZZ-13", "ZZ-06", "ZZ-R14", "ZZ-R11", "ZZ-R17"),
    ),
    RuleTopic(gettext_lazy("Wild cards"), ("ZZ-11", "ZZ-12", "ZZ-R1", "ZZ-R8")),
    RuleTopic(gettext_lazy("Moles"), ("ZZ-14", "ZZ-15", "ZZ-16", "ZZ-R10")),
    RuleTopic(
        gettext_lazy("Specialties"),
        ("ZZ-17", "ZZ-18", "ZZ-19", "ZZ-20", "ZZ-R4", "ZZ-R5", "ZZ-R6", "ZZ-R7", "ZZ-R9"),
    ),
    RuleTopic(
        gettext_lazy("Points"),
        ("ZZ-23", "ZZ-24", "ZZ-25", "ZZ-03", "ZZ-04", "ZZ-21", "ZZ-22", "ZZ-R15", "ZZ-R16"),
    ),
    RuleTopic(gettext_lazy("The match"), ("ZZ-26", "ZZ-R12", "ZZ-R13")),
)

ONLINE = OnlinePart(
    engine=ZOP_ZOO,
    texts=TEXTS,
    cards=cards,
    facts=facts,
    describe=describe,
    ask=ask,
    help=help,
    middle=middle,
    place=place,
    budget=Budget(playouts=800),
    undoable=frozenset({"pass", "stop", "cover", "take_unit", "give_unit", "switch_units"}),
    summary=gettext_lazy(
        "Find the match for each of your six animals before the others find theirs."
    ),
    faces=("bird-1", "mythical-1", "mole"),
    rule_topics=RULE_TOPICS,
    lesson=LESSON,
    script="js/online/zop-zoo.js",
    stylesheet="css/online-zop-zoo.css",
    pictures="img/cards/zop-zoo.svg",
)
