"""Frank's Zoo in words: what the table waits for and why, what happened, and what would help."""

import pytest

from games.base import Event, HandState, Json, Seat
from games.franks_zoo.cards import FULL_DECK, pack
from games.franks_zoo.deal import FranksZooDeal
from games.franks_zoo.game import FRANKS_ZOO
from league.core.games.online import Names
from league.site_games.franks_zoo.online import ONLINE

OPTIONS = FRANKS_ZOO.options({})
ADA, BEN, CLEO, DORA, EMIL = range(5)
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def start_hand(*, number: int) -> HandState:
    """Start a hand of five with the deck in its order, twelve cards each; dealt are:

    Ada whales, elephants and 2 crocodiles; Ben 3 crocodiles, polar bears and 4 lions; Cleo a lion,
    seals, foxes and a perch; Dora 4 perches, hedgehogs and 3 fish; Emil 2 fish, mice, mosquitoes
    and the joker. Ben leads the first hand. In the second Ada and Dora are partners, Ben and Emil
    too, Cleo plays alone, and Emil leads.
    """
    match = FRANKS_ZOO.new_match(OPTIONS, len(PEOPLE), ADA)
    for _ in range(number - 1):
        match = match.add({"finish": list(range(len(PEOPLE)))})
    setup = match.next_hand()
    assert setup is not None
    deck = [card for card, count in FULL_DECK.items() for _ in range(count)]
    hands = tuple(pack(deck[first : first + 12]) for first in range(0, len(deck), 12))
    return FRANKS_ZOO.start(setup, FranksZooDeal(hands))


def names_for(you: Seat | None) -> Names:
    return Names(PEOPLE, you, ONLINE.cards(OPTIONS))


def ask_of(state: HandState, you: Seat | None) -> str:
    return ONLINE.ask(state, names_for(you))


def do(state: HandState, seat: Seat, kind: str, *cards: str) -> None:
    action: dict[str, Json] = {"type": kind, **({"cards": cards} if cards else {})}
    state.apply(seat, state.read_action(seat, action))


def exchange(state: HandState) -> None:
    """Let everybody pass on two cards, the juniors first."""
    do(state, DORA, "exchange", "perch", "perch")
    do(state, EMIL, "exchange", "fish", "fish")
    do(state, CLEO, "exchange", "seal", "seal")
    do(state, ADA, "exchange", "whale", "whale")
    do(state, BEN, "exchange", "crocodile", "crocodile")


def test_who_leads_is_told_so_and_the_others_who_it_is() -> None:
    state = start_hand(number=1)
    assert ask_of(state, BEN) == "You sit left of the dealer, so you lead: play any set."
    assert [ask_of(state, you) for you in (ADA, None)] == ["Ben leads with any set."] * 2


@pytest.mark.rule("FZ-08")
def test_who_is_to_beat_a_set_reads_which_one_and_whether_they_can() -> None:
    state = start_hand(number=1)
    do(state, BEN, "play", "lion", "lion")
    assert ask_of(state, CLEO) == "You cannot beat 2 × lion: pass."
    assert ask_of(state, BEN) == "Cleo must beat 2 × lion or pass."
    for seat in (CLEO, DORA, EMIL):
        do(state, seat, "pass")
    beat = "Beat 2 × lion with 2 of a stronger animal or 3 of the same, or pass."
    assert ask_of(state, ADA) == beat


@pytest.mark.rule("FZ-02")
def test_help_names_all_that_would_beat_what_lies_there() -> None:
    state = start_hand(number=1)
    assert ONLINE.help(state, BEN) == {"beaten_by": [], "rule": "FZ-04"}
    do(state, BEN, "play", "lion", "lion")
    assert ONLINE.help(state, CLEO) == {
        "beaten_by": [{"animal": "elephant", "size": 2}, {"animal": "lion", "size": 3}],
        "rule": "FZ-08",
    }


@pytest.mark.rule("FZ-22")
def test_in_the_exchange_everybody_reads_to_whom_two_cards_go() -> None:
    state = start_hand(number=2)
    assert ask_of(state, DORA) == (
        "You are number 4: pass two cards to Ada, your senior (number 1)."
    )
    assert ask_of(state, CLEO) == (
        "You play alone, as number 3 of the standings: lay two cards aside."
    )
    assert ask_of(state, ADA) == "Waiting for Cleo, Dora and Emil to pass on two cards."
    do(state, DORA, "exchange", "perch", "perch")
    assert ask_of(state, ADA) == (
        "Pass any two cards back to Dora: you are number 1, so the senior."
    )
    assert ask_of(state, DORA) == "Waiting for Ada, Cleo and Emil to pass on two cards."


@pytest.mark.rule("FZ-24")
def test_a_senior_who_is_asked_reads_by_whom_and_the_others_what_is_waited_for() -> None:
    state = start_hand(number=2)
    exchange(state)
    do(state, EMIL, "play", "mouse", "mouse")
    for seat in (ADA, BEN, CLEO):
        do(state, seat, "pass")
    do(state, DORA, "ask", "hedgehog")
    assert ask_of(state, ADA) == "Dora asks you for help. Add cards, or decline."
    assert [ask_of(state, you) for you in (BEN, DORA)] == ["Ada decides whether to help Dora."] * 2


@pytest.mark.parametrize(
    ("kind", "cards", "words"),
    [
        ("play", ["fox", "fox", "joker"], "Ben plays 2 × fox, joker."),
        ("ask", ["fox"], "Ben asks for help with fox."),
        ("help", ["joker"], "Ben helps with joker."),
        ("decline", None, "Ben gives no help."),
        ("pass", None, "Ben passes."),
        ("exchange", ["whale", "mouse"], "Ben passes on whale, mouse."),
    ],
)
def test_what_happened_is_told_in_a_sentence(
    kind: str, cards: list[str] | None, words: str
) -> None:
    action: dict[str, Json] = {"type": kind, **({"cards": cards} if cards else {})}
    assert ONLINE.describe(Event(BEN, kind, action, None), names_for(ADA)) == words


def test_what_was_passed_on_is_not_told_to_who_may_not_see_it() -> None:
    event = Event(BEN, "exchange", None, (BEN, EMIL))
    assert ONLINE.describe(event, names_for(ADA)) == "Ben passes on two cards."


@pytest.mark.rule("FZ-02")
def test_each_card_tells_who_outranks_it() -> None:
    facts = ONLINE.facts(OPTIONS)
    assert (facts["whale"], facts["elephant"]) == ([], ["mouse"])
    assert facts["hedgehog"] == ["fox"]


@pytest.mark.rule("FZ-13")
def test_only_who_has_no_cards_left_is_said_to_be_out() -> None:
    seen = {"seat": None, "finish": [1, 0], "sizes": [3, 0], "piles": [0, 0]}
    left, out = (ONLINE.place(seen, seat, names_for(None))[0].text for seat in (0, 1))
    assert (left, out) == ("3 cards left", "out, place 1")
