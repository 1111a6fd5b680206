"""A deal follows from what several add, as docs/formats.md says, and nobody can steer it."""

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import HandSetup, PlayableGame
from games.franks_zoo.cards import pack
from games.franks_zoo.deal import shuffled
from games.log import BrokenLogError, HandLog
from games.match_log import verify
from games.registry import game as find_game
from games.registry import games
from games.shuffle import (
    Attempt,
    InvalidShuffleError,
    Place,
    SeededRng,
    Share,
    check_shuffle,
    deal_of,
    digest_of,
    read_shuffle,
    secret_text,
    share_text,
    shuffle_as_json,
)
from games.zop_zoo.deal import shuffle as draw_cards
from tests.games import documented_deals
from tests.portions import in_portions, some_of

PLACE = Place(7, 2, 1)
GAMES = {game.slug: game for game in games()}
numbers = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")
Line = dict[str, Any]


def attempt_of(secret: str, shares: dict[int, str | None], *, at: Place = PLACE) -> Attempt:
    """Return an attempt with commitments that fit; a share that is None was not opened."""
    site = digest_of(secret_text(at, secret))
    committed = tuple(
        Share(seat, digest_of(share_text(at, seat, site, share or secret)), share)
        for seat, share in sorted(shares.items())
    )
    return Attempt(at, site, secret, committed, ())


def setup_of(game: PlayableGame, seats: int) -> HandSetup:
    setup = game.new_match(game.options({}), seats, seats - 1).next_hand()
    assert setup is not None
    return setup


def number(rng: random.Random) -> str:
    return f"{rng.getrandbits(256):064x}"


def log_of(attempts: list[Attempt]) -> list[Line]:
    """Return the log of a hand of Animal Poker that was shuffled so."""
    game = find_game("animal-poker")
    setup = setup_of(game, 4)
    salt, deal = deal_of(game, setup, attempts[-1])
    log = HandLog(game, game.options({}), setup, deal, salt, tuple(attempts))
    while not log.state.is_over():
        seat = log.state.acting_seats()[0]
        log.apply(seat, log.state.legal_actions(seat)[0])
    lines: list[Line] = json.loads(json.dumps(log.lines()))
    return lines


SEATS = st.dictionaries(st.integers(0, 2), numbers, max_size=3)


@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), numbers, SEATS, st.integers(1, 9))
@settings(max_examples=150, deadline=None)
def test_deal_is_the_one_that_the_document_leads_to(
    slug: str, seats: int, secret: str, shares: dict[int, str | None], hand: int
) -> None:
    game = GAMES[slug]
    setup = setup_of(game, seats)
    attempt = attempt_of(secret, shares, at=Place(3, hand, 1))
    shuffle: Any = shuffle_as_json([attempt])
    salt, deal = deal_of(game, setup, attempt)
    options: Any = game.options({}).as_json()
    worked_out = documented_deals.deal_of(slug, options, dict(setup.as_log()), shuffle)
    assert worked_out == {"salt": salt, **json.loads(json.dumps(deal.as_json()))}
    assert documented_deals.commitments_fit(shuffle)
    assert check_shuffle(game, setup, salt, deal, shuffle) == (attempt,)


@given(numbers, st.lists(st.integers(1, 2**64), min_size=1, max_size=20))
@settings(max_examples=200, deadline=None)
def test_chance_is_the_one_of_the_document(seed: str, stops: list[int]) -> None:
    ours, theirs = SeededRng(seed), documented_deals.Chance(seed)
    for stop in stops:
        assert ours.randrange(stop) == theirs.below(stop)
        assert ours.random() == theirs.fraction()


def test_words_of_the_last_incomplete_run_are_passed_over() -> None:
    """Of 3 · 2^62 numbers a quarter of all words would come up twice as often."""
    stop = 3 << 62
    counts = Counter(SeededRng(digest_of(str(n))).randrange(stop) >> 62 for n in range(6000))
    assert sorted(counts) == [0, 1, 2]
    assert max(counts.values()) - min(counts.values()) < 300


def in_franks_zoo(rng: SeededRng) -> tuple[int, ...]:
    return tuple(shuffled(pack(["whale", "elephant", "lion", "seal"]), rng))


def in_zop_zoo(rng: SeededRng) -> tuple[int, ...]:
    cards = list(range(4))
    draw_cards(cards, rng, 4)
    return tuple(cards)


def by_numbers(rng: SeededRng) -> tuple[int, ...]:
    return tuple(rng.randrange(stop) for stop in (4, 3, 2))


def deviation(counts: Counter[tuple[int, ...]], kinds: int) -> float:
    """Return chi square of counts that are to be equal."""
    expected = counts.total() / kinds
    known = sum((count - expected) ** 2 for count in counts.values()) / expected
    return known + (kinds - len(counts)) * expected


@pytest.mark.parametrize("order_of", some_of([in_franks_zoo, in_zop_zoo, by_numbers], 1))
@given(numbers)
@settings(max_examples=5, deadline=None, derandomize=True)
def test_no_order_of_a_small_deck_is_favoured(
    order_of: Callable[[SeededRng], tuple[int, ...]], share: str
) -> None:
    """With one share fixed, whatever it is, all 24 orders are as likely as one another.

    Chi square with 23 degrees of freedom is over 60 once in 30,000 times; the numbers are the same
    in each run.
    """
    orders = len(list(permutations(range(4))))
    counts: Counter[tuple[int, ...]] = Counter()
    for n in range(4800):
        attempt = attempt_of(digest_of(f"secret {n}"), {0: share})
        counts[order_of(SeededRng(digest_of(attempt.seed_text)))] += 1
    assert len(counts) == orders
    assert deviation(counts, orders) < 60


FIRST = attempt_of("1" * 64, {0: "a" * 64, 1: None})
SECOND = attempt_of("2" * 64, {0: "b" * 64}, at=Place(7, 2, 2))


def test_log_with_a_void_attempt_is_verified_and_written_as_it_was_read() -> None:
    lines = log_of([FIRST, SECOND])
    assert verify(GAMES, lines).hands == 1
    assert HandLog.take_up(GAMES["animal-poker"], lines[0]).header == lines[0]
    assert [each.is_void for each in read_shuffle(lines[0]["shuffle"])] == [True, False]


def test_log_of_a_seat_tells_nothing_of_the_shuffle() -> None:
    log = HandLog.take_up(GAMES["animal-poker"], log_of([SECOND_ALONE])[0])
    seen = json.dumps([log.lines_as_seen_by(seat) for seat in (None, 0, 1)])
    assert [secret for secret in ("2" * 64, "b" * 64) if secret in seen] == []


SECOND_ALONE = attempt_of("2" * 64, {0: "b" * 64, 3: "c" * 64})


def spoilt(change: Callable[[Line, Line], object]) -> str:
    """Return why a log is refused whose shuffle (and last attempt) was changed so."""
    lines = log_of([FIRST, SECOND])
    shuffle = lines[0]["shuffle"]
    change(shuffle, shuffle["attempts"][-1])
    with pytest.raises(BrokenLogError) as refused:
        verify(GAMES, lines)
    [problem] = refused.value.problems
    assert problem.field.startswith("lines[0].shuffle")
    return problem.code


CHANGES: dict[str, tuple[Callable[[Line, Line], object], str]] = {
    "another secret": (lambda _, last: last.update(secret="3" * 64), "secret_differs"),
    "another commitment": (lambda _, last: last.update(commitment="3" * 64), "secret_differs"),
    "another share": (lambda _, last: last["shares"][0].update(share="3" * 64), "share_differs"),
    "share of another seat": (lambda _, last: last["shares"][0].update(seat=2), "share_differs"),
    "share left out": (lambda _, last: last.update(shares=[]), "deal_differs"),
    "share closed": (lambda _, last: last["shares"][0].update(share=None), "not_opened"),
    "another table": (lambda shuffle, _: shuffle.update(table=8), "secret_differs"),
    "another hand": (lambda shuffle, _: shuffle.update(hand=3), "secret_differs"),
    "attempt left out": (lambda shuffle, _: shuffle["attempts"].pop(0), "secret_differs"),
    "attempts swapped": (lambda shuffle, _: shuffle["attempts"].reverse(), "secret_differs"),
    "attempt twice": (lambda shuffle, last: shuffle["attempts"].append(last), "secret_differs"),
    "no attempt": (lambda shuffle, _: shuffle.update(attempts=[]), "not_a_list"),
    "silent and adding": (lambda _, last: last.update(silent=[0]), "not_silent"),
    "seats in disorder": (lambda _, last: last.update(silent=[2, 1]), "not_seats"),
    "no hex": (lambda _, last: last.update(secret="E" * 64), "not_hex"),
    "no number": (lambda shuffle, _: shuffle.update(table=True), "not_a_number"),
    "something more": (lambda shuffle, _: shuffle.update(more=1), "not_an_object"),
    "no list": (lambda _, last: last.update(shares={}), "not_a_list"),
}


@pytest.mark.parametrize(("change", "code"), CHANGES.values(), ids=CHANGES)
def test_shuffle_that_was_changed_afterwards_is_found_out(
    change: Callable[[Line, Line], object], code: str
) -> None:
    assert spoilt(change) == code


def refusal_of(*attempts: Attempt) -> str:
    """Return why these attempts at a hand are refused, although each fits its commitments."""
    game = GAMES["animal-poker"]
    setup = setup_of(game, 4)
    salt, deal = deal_of(game, setup, attempts[-1])
    with pytest.raises(InvalidShuffleError) as refused:
        check_shuffle(game, setup, salt, deal, shuffle_as_json(attempts))
    return refused.value.problems[0].code


def test_site_cannot_shuffle_again_without_a_share_that_was_not_opened() -> None:
    """Else it could shuffle until it likes the cards."""
    liked = attempt_of("1" * 64, {0: "a" * 64})
    assert refusal_of(liked, SECOND) == "shuffled_again"


def test_seat_that_did_not_open_its_share_adds_none_to_the_next_attempt() -> None:
    """Else it could refuse until it likes the cards."""
    again = attempt_of("2" * 64, {0: "b" * 64, 1: "c" * 64}, at=Place(7, 2, 2))
    assert refusal_of(FIRST, again) == "seat_adds_again"


def test_another_deal_than_the_one_that_follows_is_refused() -> None:
    game = GAMES["zop-zoo"]
    setup = setup_of(game, 3)
    salt, _ = deal_of(game, setup, SECOND_ALONE)
    chosen = game.sample_deal(setup, random.Random(1))
    with pytest.raises(InvalidShuffleError) as refused:
        check_shuffle(game, setup, salt, chosen, shuffle_as_json([SECOND_ALONE]))
    assert refused.value.problems[0].code == "deal_differs"


@in_portions(4)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
@settings(max_examples=25)
def test_whatever_stands_for_a_shuffle_is_refused_in_words(portion: int, value: object) -> None:
    place: Any = {"table": 1, "hand": 1, "attempts": value}
    for data in (value, place, {**place, "attempts": [value]}):
        with pytest.raises(InvalidShuffleError):
            read_shuffle(data)
