"""Frank's Zoo at an online table: its words, and what the site shows of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.base import Event, HandState, Json, Options, Seat
from games.bots.search import Budget
from games.franks_zoo.actions import EXCHANGE, HELP, PASS
from games.franks_zoo.game import FRANKS_ZOO
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.sets import OUTRANKED_BY, animal_of, size_of
from league.core.games.online import Group, Names, OnlinePart, Seen, counted
from league.core.rule_texts import join_names

CARDS: Mapping[str, Promise] = {
    "whale": pgettext_lazy("a card", "whale"),
    "elephant": pgettext_lazy("a card", "elephant"),
    "crocodile": pgettext_lazy("a card", "crocodile"),
    "polar_bear": pgettext_lazy("a card", "polar bear"),
    "lion": pgettext_lazy("a card", "lion"),
    "seal": pgettext_lazy("a card", "seal"),
    "fox": pgettext_lazy("a card", "fox"),
    "perch": pgettext_lazy("a card", "perch"),
    "hedgehog": pgettext_lazy("a card", "hedgehog"),
    "fish": pgettext_lazy("a card", "fish"),
    "mouse": pgettext_lazy("a card", "mouse"),
    "mosquito": pgettext_lazy("a card", "mosquito"),
    "joker": pgettext_lazy("a card", "joker"),
}

TEXTS: Mapping[str, str | Promise] = {
    "hand": gettext_lazy("Your cards"),
    "held": gettext_lazy("%(name)s: you hold %(count)s, %(chosen)s chosen"),
    "held_idle": gettext_lazy(
        "%(name)s: you hold %(count)s, %(chosen)s chosen; cannot be played now"
    ),
    "play_cards": gettext_lazy("Play %(cards)s"),
    "exchange": gettext_lazy("Pass on %(cards)s"),
    "lay_aside": gettext_lazy("Lay aside %(cards)s"),
    "choose_two": gettext_lazy("Choose two cards"),
    "ask": gettext_lazy("Ask for help with %(cards)s"),
    "may_ask": gettext_lazy("Or choose part of a set, and ask %(name)s for the rest."),
    "help": gettext_lazy("Add %(cards)s"),
    "decline": gettext_lazy("No help"),
    "choose": gettext_lazy("Choose cards"),
    "choose_help": gettext_lazy("Choose cards to add"),
    "to_beat": gettext_lazy("To beat, from %(name)s"),
    "nothing_lies": gettext_lazy("Nothing lies on the table: whoever leads plays any set."),
    "asks": gettext_lazy("%(name)s asks for help with"),
    "to_beat_set": gettext_lazy("To beat: %(set)s, from %(name)s"),
    "cards_left": gettext_lazy("cards: %(count)s"),
    "out": gettext_lazy("out, %(place)s."),
    "partner": gettext_lazy("partner"),
    "beaten_by": gettext_lazy("Beaten by"),
    "would_beat": gettext_lazy("This can be played. It is beaten by"),
    "you_can_play": gettext_lazy("You can play"),
    "received": gettext_lazy("You were passed %(cards)s."),
    "given": gettext_lazy("You passed on %(cards)s."),
    "laid_aside": gettext_lazy("You laid aside %(cards)s: they count as taken."),
    "no_cards": gettext_lazy("You have no cards left."),
    "exchange_now": gettext_lazy("Partners pass two cards to each other."),
    "has_passed_on": gettext_lazy("has passed on"),
    "chooses_two": gettext_lazy("is choosing two"),
    "waits_for_two": gettext_lazy("waits for two"),
    "lays_aside": gettext_lazy("lays two aside"),
    "has_laid_aside": gettext_lazy("has laid two aside"),
}


def cards(_options: Options) -> dict[str, str]:
    """Return what each card is called."""
    return {card: str(name) for card, name in CARDS.items()}


def facts(_options: Options) -> dict[str, Json]:
    """Return of each animal those that outrank it (FZ-02)."""
    return {animal: list(outranked_by) for animal, outranked_by in OUTRANKED_BY.items()}


def tell(event: Event, names: Names) -> str:
    """Say in a sentence what happened."""
    name = names.of(event.seat)
    action = cast("Mapping[str, Any]", event.action or {})
    cards = named(action.get("cards") or ())
    if event.type == "exchange":
        if cards:
            return _("%(name)s passes on %(cards)s.") % {"name": name, "cards": cards}
        return _("%(name)s passes on two cards.") % {"name": name}
    sentences = {
        "play": _("%(name)s plays %(cards)s."),
        "ask": _("%(name)s asks for help with %(cards)s."),
        "help": _("%(name)s helps with %(cards)s."),
        "decline": _("%(name)s gives no help."),
        "pass": _("%(name)s passes."),
    }
    return sentences[event.type] % {"name": name, "cards": cards}


def ask(state: HandState, names: Names) -> str:
    """Say in a sentence what the table waits for, and why."""
    seen = _seen(state, names.you)
    if names.you is not None and names.you in seen.acting:
        return _ask_own(seen, names)
    name = join_names([names.of(each) for each in seen.acting])
    if seen.stage == EXCHANGE:
        return _("Waiting for %(names)s to pass on two cards.") % {"names": name}
    if seen.stage == HELP:
        values = {"name": name, "junior": names.of(seen.asker)}
        return _("%(name)s thinks about helping %(junior)s.") % values
    if not seen.standing:
        return _("%(name)s leads, with any set.") % {"name": name}
    values = {"name": name, "cards": _set_words(*_standing(seen))}
    return _("%(name)s is to beat %(cards)s, or to pass.") % values


def _ask_own(seen: FranksZooObservation, names: Names) -> str:
    """Say to who reads what they are to do."""
    if seen.stage == EXCHANGE:
        return _ask_to_pass_on(seen, names)
    if seen.stage == HELP:
        values = {"junior": names.of(seen.asker)}
        return _("%(junior)s asks you for help. Add cards, or decline.") % values
    if not seen.standing:
        return _("You lead: play any set.")
    values = {"cards": _set_words(*_standing(seen))}
    if seen.legal_actions == (PASS,):
        return _("Your turn: nothing of yours beats %(cards)s.") % values
    return _("Your turn: beat %(cards)s, or pass.") % values


def _ask_to_pass_on(seen: FranksZooObservation, names: Names) -> str:
    """Say to whom two cards go; a player without a partner lays them aside (FZ-22)."""
    own = next((team for team in seen.setup.teams if names.you in team), None)
    if own is None:
        return _("Choose two cards to lay aside. They count as taken.")
    senior, junior = own
    if names.you == junior:
        return _("Choose two cards to pass on to %(name)s.") % {"name": names.of(senior)}
    return _("Choose two cards to pass back to %(name)s.") % {"name": names.of(junior)}


def help(state: HandState, seat: Seat) -> dict[str, Json]:  # noqa: A001 - the interface's word
    """Return what would beat the set on the table."""
    seen = _seen(state, seat)
    if not seen.standing:
        return {"beaten_by": []}
    animal, size = _standing(seen)
    beaters = [(each, size) for each in OUTRANKED_BY[animal]] + [(animal, size + 1)]
    return {"beaten_by": [{"animal": each, "size": count} for each, count in beaters]}


def named(cards: Sequence[str]) -> str:
    """Name cards, equal ones together: "2 × fox, joker"."""
    counts = Counter(cards)
    return ", ".join(_set_words(card, count) for card, count in counts.items())


def _set_words(card: str, count: int) -> str:
    return f"{count} × {CARDS[card]}" if count > 1 else str(CARDS[card])


def _standing(seen: FranksZooObservation) -> tuple[str, int]:
    return animal_of(seen.standing), size_of(seen.standing)


def _seen(state: HandState, seat: Seat | None) -> FranksZooObservation:
    return cast("FranksZooObservation", state.observation(seat))


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    asking = seen["asking"]
    asked = counted(asking["cards"], names) if asking else ()
    by = _("%(name)s asks for help with") % {"name": names.of(asking["junior"])} if asking else ""
    return [Group(_("On the table"), counted(seen["table"], names)), Group(by, asked)]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    size, taken = seen["sizes"][seat], seen["piles"][seat]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    if seat in seen["finish"]:
        left = _("out, place %(place)s") % {"place": seen["finish"].index(seat) + 1}
    won = ngettext("%(count)s card taken", "%(count)s cards taken", taken) % {"count": taken}
    own = seen["seat"] == seat
    return [
        Group(_("Hand"), counted(seen["hand"], names) if own else (), left),
        Group(_("Laid aside"), counted(seen["laid_aside"], names) if own else ()),
        Group(_("Tricks"), (), won if taken else ""),
    ]


ONLINE = OnlinePart(
    engine=FRANKS_ZOO,
    texts=TEXTS,
    cards=cards,
    facts=facts,
    tell=tell,
    ask=ask,
    help=help,
    middle=middle,
    place=place,
    budget=Budget(playouts=300),
    summary=gettext_lazy(
        "Be rid of your cards first: beat what lies there with a stronger animal, or with one "
        "more of the same."
    ),
    faces=("whale", "lion", "mouse"),
    script="js/online/franks-zoo.js",
    stylesheet="css/online-franks-zoo.css",
    order_out=lambda record: record["finish"],
)
