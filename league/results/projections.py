"""What else is derived from a table's score, told here by the apps above that keep it."""

from typing import Protocol


class Projection(Protocol):
    """Bring what is derived from a table's score up to date, inside the caller's transaction."""

    def __call__(self, *, table_id: int, competition_id: int) -> object:
        """Do so; the caller holds the competition's lock."""


_projections: list[Projection] = []


def register(projection: Projection) -> None:
    """Have this called after every change of a table's score; call it in `AppConfig.ready`."""
    if projection not in _projections:
        _projections.append(projection)


def project(*, table_id: int, competition_id: int) -> None:
    """Call all that are registered, in the order of their registration."""
    for projection in _projections:
        projection(table_id=table_id, competition_id=competition_id)
