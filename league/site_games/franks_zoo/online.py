"""Frank's Zoo at an online table: its words, and what the site shows of it."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base import Event, HandState, Json, Options, Seat
from games.bots.search import Budget
from games.franks_zoo.actions import EXCHANGE, HELP, PASS
from games.franks_zoo.game import FRANKS_ZOO
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.sets import OUTRANKED_BY, animal_of, size_of
from league.core.games.online import Face, Group, Names, OnlinePart, RuleTopic, Seen, counted
from league.core.rule_texts import join_names
from league.site_games.franks_zoo.cards import CARDS, named, set_label
from league.site_games.franks_zoo.lesson import LESSON

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
    "may_ask": gettext_lazy("Or choose part of a set and ask %(name)s for the rest."),
    "help": gettext_lazy("Add %(cards)s"),
    "decline": gettext_lazy("No help"),
    "choose": gettext_lazy("Choose cards"),
    "choose_help": gettext_lazy("Choose cards to add"),
    "to_beat": gettext_lazy("To beat, from %(name)s"),
    "nothing_lies": gettext_lazy("The table is empty: the leader plays any set."),
    "asks": gettext_lazy("%(name)s asks for help with"),
    "to_beat_set": gettext_lazy("To beat: %(set)s, from %(name)s"),
    "cards_left": gettext_lazy("cards: %(count)s"),
    "out": gettext_lazy("out, %(place)s."),
    "partner": gettext_lazy("partner"),
    "beaten_by": gettext_lazy("Beaten by"),
    "outranking_means": gettext_lazy("The small animals on a card beat it, one for one."),
    "would_beat": gettext_lazy("This can be played. It is beaten by"),
    "you_can_play": gettext_lazy("You can play"),
    "received": gettext_lazy("You were passed %(cards)s."),
    "given": gettext_lazy("You passed on %(cards)s."),
    "laid_aside": gettext_lazy("You laid aside %(cards)s. They count as taken."),
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


def describe(event: Event, names: Names) -> str:
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
        return _("%(name)s decides whether to help %(junior)s.") % values
    if not seen.standing:
        return _("%(name)s leads with any set.") % {"name": name}
    values = {"name": name, "cards": set_label(*_standing(seen))}
    return _("%(name)s must beat %(cards)s or pass.") % values


def _ask_own(seen: FranksZooObservation, names: Names) -> str:
    """Say to who reads what they are to do."""
    if seen.stage == EXCHANGE:
        return _ask_to_pass_on(seen, names)
    if seen.stage == HELP:
        text = _("%(junior)s asks you for help. Add cards, or decline.")
        return text % {"junior": names.of(seen.asker)}
    if not seen.standing:
        return _ask_to_lead(seen)
    animal, size = _standing(seen)
    text = _("Beat %(cards)s with %(count)s of a stronger animal or %(more)s of the same, or pass.")
    if seen.legal_actions == (PASS,):
        text = _("You cannot beat %(cards)s: pass.")
    return text % {"cards": set_label(animal, size), "count": size, "more": size + 1}


def _ask_to_lead(seen: FranksZooObservation) -> str:
    """Say to who leads why it is they (FZ-07, FZ-17, FZ-10)."""
    if any(seen.played):
        return _("The last trick is over and the lead is yours: play any set.")
    if seen.setup.number == 1:
        return _("You sit left of the dealer, so you lead: play any set.")
    return _("You are last in the standings, so you lead: play any set.")


def _ask_to_pass_on(seen: FranksZooObservation, names: Names) -> str:
    """Say to whom two cards go, and why; who is alone lays them aside (FZ-20, FZ-22)."""
    teams = seen.setup.teams
    at = next((at for at, team in enumerate(teams) if names.you in team), None)
    if at is None:
        text = _("You play alone, as number %(place)s of the standings: lay two cards aside.")
        return text % {"place": len(teams) + 1}
    senior, junior = teams[at]
    if names.you == senior:
        text = _("Pass any two cards back to %(name)s: you are number %(place)s, so the senior.")
        return text % {"name": names.of(junior), "place": at + 1}
    text = _(
        "You are number %(place)s: pass two cards to %(name)s, your senior (number %(other)s)."
    )
    place = len(teams) + 1 + at + (seen.setup.solo is not None)
    return text % {"name": names.of(senior), "place": place, "other": at + 1}


def help(state: HandState, seat: Seat) -> dict[str, Json]:  # noqa: A001 - the interface's word
    """Return what would beat the set on the table, and the rule behind what is asked."""
    seen = _seen(state, seat)
    rule = {EXCHANGE: "FZ-22", HELP: "FZ-24"}.get(seen.stage, "FZ-08")
    if not seen.standing:
        return {"beaten_by": [], "rule": rule if seen.stage == EXCHANGE else "FZ-04"}
    animal, size = _standing(seen)
    beaters = [(each, size) for each in OUTRANKED_BY[animal]] + [(animal, size + 1)]
    sets: list[Json] = [{"animal": each, "size": count} for each, count in beaters]
    return {"beaten_by": sets, "rule": rule}


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
    if not size and seat in seen["finish"]:
        left = _("out, place %(place)s") % {"place": seen["finish"].index(seat) + 1}
    won = ngettext("%(count)s card taken", "%(count)s cards taken", taken) % {"count": taken}
    own = seen["seat"] == seat
    return [
        Group(_("Hand"), counted(seen["hand"], names) if own else (), left),
        Group(_("Laid aside"), counted(seen["laid_aside"], names) if own else ()),
        Group(_("Tricks"), (), won if taken else ""),
    ]


RULE_TOPICS = (
    RuleTopic(
        gettext_lazy("Playing cards"),
        (
            *("FZ-08", "FZ-04", "FZ-05", "FZ-02", "FZ-09", "FZ-10", "FZ-07", "FZ-17", "FZ-12"),
            *("FZ-13", "FZ-06", "FZ-R6", "FZ-R7"),
        ),
    ),
    RuleTopic(
        gettext_lazy("Partners and passing two cards"),
        ("FZ-20", "FZ-21", "FZ-22", "FZ-23", "FZ-R1", "FZ-R11", "FZ-R12", "FZ-33"),
    ),
    RuleTopic(
        gettext_lazy("Asking for help"),
        ("FZ-24", "FZ-25", "FZ-26", "FZ-R13", "FZ-R14", "FZ-R15", "FZ-R16", "FZ-R17"),
    ),
    RuleTopic(
        gettext_lazy("Points"),
        (
            *("FZ-14", "FZ-34", "FZ-27", "FZ-28", "FZ-29", "FZ-30", "FZ-31", "FZ-11"),
            *("FZ-R3", "FZ-R5", "FZ-R8", "FZ-R9", "FZ-R10", "FZ-R18"),
        ),
    ),
    RuleTopic(gettext_lazy("The match"), ("FZ-15", "FZ-16", "FZ-19", "FZ-35", "FZ-R4")),
)


def chart(names: Names) -> list[Group]:
    """Show of each animal those that beat it (FZ-02)."""
    return [
        Group(names.card(animal), tuple(Face(each, names.card(each)) for each in outranked_by))
        for animal, outranked_by in OUTRANKED_BY.items()
        if outranked_by
    ]


ONLINE = OnlinePart(
    engine=FRANKS_ZOO,
    texts=TEXTS,
    cards=cards,
    facts=facts,
    describe=describe,
    ask=ask,
    help=help,
    middle=middle,
    place=place,
    budget=Budget(playouts=300),
    passes=frozenset({"pass", "decline"}),
    undoable=frozenset({"pass", "play"}),
    summary=gettext_lazy(
        "Get rid of all your cards first: beat what is on the table with a stronger animal, or "
        "with one more of the same."
    ),
    faces=("whale", "lion", "mouse"),
    script="js/online/franks-zoo.js",
    stylesheet="css/online-franks-zoo.css",
    pictures="img/cards/animals.svg",
    order_out=lambda record: record["finish"],
    rule_topics=RULE_TOPICS,
    chart=chart,
    lesson=LESSON,
)
