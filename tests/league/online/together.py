"""Act at the same moment from many threads."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection

from league.online.errors import OnlineError

AT_ONCE = 8


def together(act: Callable[[int], object]) -> list[str]:
    """Act eight times at the same moment; return what each was told, in order of the alphabet."""
    barrier = Barrier(AT_ONCE)
    told: list[str] = []

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=30)
            act(number)
            told.append("done")
        except OnlineError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return sorted(told)
