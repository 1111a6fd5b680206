"""Cuckoo at an online table: in words, and as cards that lie on the table."""

from collections.abc import Mapping

from django.utils.functional import Promise

from games.base import Event, HandState, Json, Options, Seat
from games.bots.search import Budget
from league.core.games.online import Face, Group, Names, OnlinePart, Seen
from league.core.rule_texts import join_names
from tests.examples.cuckoo import CUCKOO
from tests.examples.cuckoo.deal import RANKS

TEXTS: Mapping[str, str | Promise] = {"keep": "Keep it", "swap": "Exchange it"}


def cards(options: Options) -> dict[str, str]:
    """Return what each card is called."""
    return {str(rank): f"the {rank}" for rank in RANKS}


def facts(options: Options) -> dict[str, Json]:
    """Return nothing: a card is its rank."""
    return {}


def tell(event: Event, names: Names) -> str:
    """Say in a sentence what happened."""
    done = "keeps the card" if event.type == "keep" else "exchanges the card"
    return f"{names.of(event.seat)} {done}."


def ask(state: HandState, names: Names) -> str:
    """Say in a sentence what the table waits for."""
    acting = state.acting_seats()
    if names.you in acting:
        return "Keep your card, or exchange it."
    return f"Waiting for {join_names([names.of(each) for each in acting])}."


def help(state: HandState, seat: Seat) -> dict[str, Json]:  # noqa: A001 - the interface's word
    """Return the rule behind what is asked."""
    return {"rule": "CK-03"}


def _middle(seen: Seen, names: Names) -> list[Group]:
    return []


def _place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    card = seen["cards"][seat]
    if card is None:
        return [Group("", (), "one card, face down")]
    return [Group("Card", (Face(str(card), names.card(str(card))),))]


ONLINE = OnlinePart(
    engine=CUCKOO,
    texts=TEXTS,
    cards=cards,
    facts=facts,
    describe=tell,
    ask=ask,
    help=help,
    middle=_middle,
    place=_place,
    budget=Budget(playouts=100),
)
