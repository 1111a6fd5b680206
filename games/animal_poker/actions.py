"""Submissions packed as whole numbers.

An action is the place of its animals among all choices of animals, times the number of guesses,
plus the place of its guess. Any animals go with any guess that names a set (AP-04, AP-R19), so the
legal actions of a seat are a plain range, the same in every hand: 2,380 with four players, 3,600
with five or six, 4,760 with three.
"""

from functools import cache
from itertools import combinations

from games.animal_poker.cards import Animal, Counts, animals_in_use, animals_to_play, pack
from games.animal_poker.sets import Rung, ladder_of
from games.animal_poker.submission import Submission
from games.base import Action


class Actions:
    """Hold the submissions of a table size: `legal` are all of them.

    `owns[choice]` are the animals of a choice packed, `guesses` the rungs that may be guessed.
    """

    __slots__ = ("_choice_of", "_choices", "_guess_of", "guesses", "ladder", "legal", "owns")

    def __init__(self, seats: int) -> None:
        self.ladder = ladder_of(seats)
        self.guesses: tuple[Rung, ...] = self.ladder.guesses
        self._choices: tuple[tuple[Animal, ...], ...] = tuple(
            combinations(animals_in_use(seats), animals_to_play(seats))
        )
        self.owns: tuple[Counts, ...] = tuple(pack(choice) for choice in self._choices)
        self.legal = range(len(self.owns) * len(self.guesses))
        self._choice_of = {choice: at for at, choice in enumerate(self._choices)}
        self._guess_of = {self.ladder.sets[rung]: at for at, rung in enumerate(self.guesses)}

    def __contains__(self, submission: Submission) -> bool:
        """Tell whether a submission is legal at this table."""
        return submission.animals in self._choice_of and submission.guess in self._guess_of

    def packed(self, submission: Submission) -> Action:
        """Return a submission as an action."""
        choice = self._choice_of[submission.animals]
        return choice * len(self.guesses) + self._guess_of[submission.guess]

    def submission(self, action: Action) -> Submission:
        """Return an action as a submission."""
        choice, guess = divmod(action, len(self.guesses))
        return Submission(self._choices[choice], self.ladder.sets[self.guesses[guess]])


@cache
def actions_of(seats: int) -> Actions:
    """Return the submissions of a table of this size."""
    return Actions(seats)
