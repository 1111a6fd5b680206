"""What can be wrong with a sending, which decides whether it is tried again."""


class SendingError(Exception):
    """It did not work this time; `pause` is how many seconds the other side wants to be left."""

    def __init__(self, words: str, pause: float = 0) -> None:
        super().__init__(words)
        self.pause = pause


class SendingRefusedError(SendingError):
    """It is refused for good, which counts as a failure of the way."""


class DeadWayError(SendingError):
    """The way leads nowhere any more."""
