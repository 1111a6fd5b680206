"""How play is refused: an action, a deal, a set-up, a record that is asked for too early."""

from games.base import InvalidInputError, Violation


class IllegalActionError(ValueError):
    """An action was refused; the state has not changed."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.text)
        self.violation = violation


class InvalidActionError(InvalidInputError):
    """An action in JSON could not be read; fields are the action's."""


class InvalidSetupError(InvalidInputError):
    """The set-up in the header of a log was refused."""


class InvalidDealError(InvalidInputError):
    """A deal was refused: not the cards of this deck, or not as many as each seat gets."""


class HandNotOverError(RuntimeError):
    """A record was asked of a hand that is still being played."""
