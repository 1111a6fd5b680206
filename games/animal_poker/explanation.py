"""How a hand came out, told step by step in the order in which it is judged (AP-R15).

Every step asks the same Reveal and Outcome that decide the hand, so that none can tell otherwise.
A step has a code and the values behind its sentence, for a screen that words it again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.animal_poker.adjudication import Outcome, Pot, adjudicate
from games.animal_poker.cards import (
    ANIMALS,
    APE,
    ELEPHANT,
    GOAT,
    HORSE,
    MOUSE,
    ONE,
    RABBIT,
    SEASONS,
    SNAKE,
    Counts,
    count_of,
)
from games.animal_poker.pools import Pool, effects_on_pool, is_banned_from_rabbits, unmet_effects
from games.animal_poker.record import PlayedRecord
from games.animal_poker.reveal import Reveal
from games.animal_poker.scoring import coins_text, reveal_of
from games.animal_poker.sets import AnimalSet
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Data, Json, Seat

EFFECT_TEXTS = {
    "rabbits_doubled": "The spring rabbit makes each rabbit two rabbits.",
    "cat_is_dog_too": "The fall cat is a dog as well.",
    "dog_is_cat_too": "The fall dog is a cat as well.",
    "rabbit_pairs": "The winter rabbit makes three wilds of every two rabbits.",
    "cat_dog_pairs": "The spring {animal} makes two wilds of every cat with a dog.",
    "snakes_wild": "The elephant makes snakes wild.",
    "rabbits_wild": "The summer rabbit makes rabbits wild.",
    "low_wild": "The summer cat makes cats and all lower animals wild, as nobody played a dog.",
    "high_wild": "The summer dog makes dogs and all higher animals wild, as nobody played a cat.",
    "cat_dog_ranges": "The winter {animal} lets cats stand for lower and dogs for higher animals.",
}
MOUSE_TEXTS = (
    "The winter mouse adds all herds of rabbits, snakes and cats to the guess.",
    "The spring mouse adds all herds of 3 and chains of 4 to the guess.",
    "The summer mouse adds all chains to the dog, the goat and the horse to the guess.",
    "The fall mouse adds the guesses of all others to the own one.",
)
SNAKE_TEXTS = (
    "herds",
    "chains",
    "sets as good as a chain of 5 or better",
    "sets as bad as a herd of 3 or worse",
)
GOAT_TEXTS = (
    ("nobody made a set", "a set was made"),
    ("no mouse and no elephant was played", "a mouse or an elephant was played"),
    ("nobody else played a goat", "somebody else played a goat"),
    ("somebody else has the same guess", "nobody else has the same guess"),
)
HORSE_TEXTS = (
    ("its player won a pot or a share", "its player won nothing"),
    ("somebody else played the same animals", "nobody else played the same animals"),
    ("it always does", ""),
    ("everybody made a set", "somebody made no set"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """Tell one thing that decided the hand; `seat` is whom it concerns, None: the table."""

    code: str
    rule: str
    seat: Seat | None
    text: str
    data: Data = field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Json]:
        """Write the step for a screen."""
        return {
            "code": self.code,
            "rule": self.rule,
            "seat": self.seat,
            "text": self.text,
            "data": dict(self.data),
        }


def explain(record: PlayedRecord, setup: AnimalPokerSetup) -> tuple[Step, ...]:
    """Tell how a recorded hand came out: seat by seat, then goats, pots and horses."""
    return tuple(_Explainer(record, setup).steps())


class _Explainer:
    """Walk through one hand."""

    def __init__(self, record: PlayedRecord, setup: AnimalPokerSetup) -> None:
        self.record = record
        self.setup = setup
        self.reveal: Reveal = reveal_of(record, setup)
        self.outcome: Outcome = adjudicate(self.reveal, setup.pot)

    def steps(self) -> Iterator[Step]:
        yield self.table()
        for seat in range(self.setup.seats):
            yield self.submission(seat)
            yield from self.pool(seat)
            yield from self.mouse(seat)
            yield from self.bans(seat)
            yield self.best_set(seat)
        for seat in self.reveal.seats_with(GOAT):
            yield self.goat(seat)
        yield from self.main_pot()
        yield from self.side_pot()
        for seat in self.reveal.seats_with(HORSE):
            yield self.horse(seat)
        yield from self.rabbits_for_next_hand()

    def table(self) -> Step:
        total = _counts_data(self.reveal.total)
        text = f"On the table: {_counts_text(total)}. The pot holds {coins_text(self.setup.pot)}."
        return Step("table", "AP-03", None, text, {**total, "pot": self.setup.pot})

    def submission(self, seat: Seat) -> Step:
        animals, guess = self.record.submissions[seat]
        names = [ANIMALS[animal] for animal in animals]
        text = f"Plays {', '.join(names[:-1])} and {names[-1]}, guesses a {guess}."
        data: Data = {"animals": " ".join(names), **_set_data(guess)}
        return Step("submission", "AP-04", seat, text, data)

    def pool(self, seat: Seat) -> Iterator[Step]:
        """Tell what a seat could use, and as what."""
        own, seasons = self.reveal.owns[seat], self.reveal.seasons
        banned = count_of(self.reveal.total, RABBIT)
        if banned and is_banned_from_rabbits(own, seasons):
            text = "Played no rabbit, so the summer rabbits of others close all rabbits played."
            yield Step("rabbits_banned", "AP-R20", seat, text, {"rabbits": banned})
        if self.reveal.stored[seat]:
            yield Step("stored_rabbit", "AP-R8", seat, "Has a rabbit more from last hand’s fall.")
        for effect in effects_on_pool(own, seasons, self.reveal.played):
            animal = ANIMALS[effect.animal]
            text = EFFECT_TEXTS[effect.code].format(animal=animal)
            yield Step(effect.code, effect.rule, seat, text, {"animal": animal})
        for effect, absent in unmet_effects(own, seasons, self.reveal.played):
            data = {"animal": ANIMALS[effect.animal], "absent": ANIMALS[absent]}
            text = "The summer {animal} does nothing, as somebody played a {absent}."
            yield Step(f"{effect.code}_not", effect.rule, seat, text.format(**data), data)
        pool = _pool_data(self.reveal.pool(seat))
        yield Step("pool", "AP-07", seat, f"May use {_counts_text(pool)}.", pool)

    def mouse(self, seat: Seat) -> Iterator[Step]:
        if self.reveal.owns[seat] & ONE[MOUSE]:
            season = self.reveal.seasons[MOUSE]
            data = {"season": SEASONS[season]}
            yield Step("mouse", "AP-11", seat, MOUSE_TEXTS[season], data)

    def bans(self, seat: Seat) -> Iterator[Step]:
        """Tell what a seat was not allowed to make, and because of whom."""
        if self.reveal.is_kept_from_sets(seat):
            text = "The own summer horse lets its player make no set."
            yield Step("horse_forbids", "AP-16", seat, text)
        season = self.reveal.seasons[SNAKE]
        for other in self.reveal.snakes_against(seat):
            text = f"The {SEASONS[season]} snake of seat {other} forbids {SNAKE_TEXTS[season]}."
            data: Data = {"by": other, "season": SEASONS[season]}
            yield Step("snake_forbids", "AP-13", seat, text, data)
        others = [other for other in self.reveal.seats_with(SNAKE) if other != seat]
        if others and self.reveal.owns[seat] & ONE[ELEPHANT]:
            yield Step("immune", "AP-17", seat, "The elephant is not stopped by snakes.")

    def best_set(self, seat: Seat) -> Step:
        """Tell the best set a seat made, or the one that it was kept from."""
        made = self.outcome.best_sets()[seat]
        if made is not None:
            return Step("made", "AP-07", seat, f"Makes a {made}.", _set_data(made))
        unhindered = self.reveal.pool(seat).best(self.reveal.guessed(seat), self.reveal.ladder)
        if unhindered is None:
            text = "Cannot build any guessed set."
            return Step("cannot_build", "AP-07", seat, text)
        stopped = self.reveal.ladder.sets[unhindered]
        text = f"Could build a {stopped}, but may not."
        rule = "AP-16" if self.reveal.is_kept_from_sets(seat) else "AP-R9"
        return Step("stopped", rule, seat, text, _set_data(stopped))

    def goat(self, seat: Seat) -> Step:
        season = self.reveal.seasons[GOAT]
        is_met = self.reveal.is_goat_fulfilled(seat, self.outcome.made)
        code, verb = ("goat_wins", "wins") if is_met else ("goat_fails", "fails")
        text = f"The {SEASONS[season]} goat {verb}: {GOAT_TEXTS[season][not is_met]}."
        return Step(code, "AP-15", seat, text, {"season": SEASONS[season]})

    def main_pot(self) -> Iterator[Step]:
        pot = self.outcome.main
        if not pot.competitors:
            text = "Everybody played an ape: the pot stays."
            yield Step("pot_stays", "AP-R17", None, text, {"left": pot.held})
            return
        if not pot.winners:
            text = "Nobody who competes for it has a set: the pot stays."
            yield Step("pot_stays", "AP-08", None, text, {"left": pot.held})
            return
        yield from self.shares(pot, "pot", "AP-07")
        if pot.left:
            text = f"{coins_text(pot.left)} cannot be split and stay in the pot."
            yield Step("pot_rest", "AP-08", None, text, {"left": pot.left})

    def side_pot(self) -> Iterator[Step]:
        pot = self.outcome.side
        if pot is None:
            return
        season = SEASONS[self.reveal.seasons[APE]]
        text = f"The {season} ape puts {coins_text(pot.held)} into the side pot."
        yield Step("side_pot_holds", "AP-18", None, text, {"held": pot.held, "season": season})
        yield from self.shares(pot, "side_pot", "AP-18")
        if pot.left or not pot.winners:
            text = f"Nobody gets the {coins_text(pot.left)} left in the side pot; it is cleared."
            yield Step("side_pot_cleared", "AP-18", None, text, {"left": pot.left})

    def shares(self, pot: Pot, name: str, rule: str) -> Iterator[Step]:
        cause = "by goat" if pot.is_by_goat else "with the best set"
        data = {"coins": pot.share, "held": pot.held, "winners": len(pot.winners)}
        verb = "Wins" if len(pot.winners) == 1 else "Shares"
        words = name.replace("_", " ")
        text = f"{verb} the {words} {cause}: {coins_text(pot.share)} of {pot.held}."
        code = f"{name}_by_goat" if pot.is_by_goat else name
        for seat in pot.winners:
            yield Step(code, "AP-15" if pot.is_by_goat else rule, seat, text, data)

    def horse(self, seat: Seat) -> Step:
        season = self.reveal.seasons[HORSE]
        coins = self.outcome.horse_coins[seat]
        code = "horse_pays" if coins else "horse_pays_nothing"
        reason = HORSE_TEXTS[season][not coins]
        text = f"The {SEASONS[season]} horse brings {coins_text(coins)}: {reason}."
        return Step(code, "AP-16", seat, text, {"season": SEASONS[season], "coins": coins})

    def rabbits_for_next_hand(self) -> Iterator[Step]:
        for seat, is_stored in enumerate(self.record.stored_rabbits):
            if is_stored:
                text = "The fall rabbit gives a rabbit more in the next hand."
                yield Step("rabbit_stored", "AP-12", seat, text)


def _counts_data(counts: Counts) -> dict[str, int]:
    """Return the animals there are, by name."""
    return {
        name: count_of(counts, animal)
        for animal, name in enumerate(ANIMALS)
        if count_of(counts, animal)
    }


def _pool_data(pool: Pool) -> dict[str, int]:
    others = {"cat_or_lower": pool.cats, "dog_or_higher": pool.dogs, "wild": pool.wilds}
    return {**_counts_data(pool.counts), **{name: many for name, many in others.items() if many}}


def _counts_text(counts: Data) -> str:
    words = (f"{many} × {name.replace('_', ' ')}" for name, many in counts.items())
    return ", ".join(words) or "nothing"


def _set_data(each: AnimalSet) -> dict[str, int | str]:
    return {"kind": each.kind, "size": each.size, "animal": ANIMALS[each.animal]}
