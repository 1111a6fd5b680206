"""Say which stage is the next to begin."""

from collections.abc import Iterable

from league.competitions.models import SETTLED, Round, RoundStatus, Stage


def stage_to_begin(stages: Iterable[Stage], rounds: Iterable[Round]) -> Stage | None:
    """Return the stage after the one that is played, once all rounds of that have closed.

    One that was called off is waited for no more, but something has to have been played.

    `stages` in order and `rounds` are all of a competition's. While a stage plans more rounds than
    it has, or none has been played, there is nothing to begin yet.
    """
    in_order = list(stages)
    following = next((stage for stage in in_order[1:] if not stage.has_begun), None)
    if following is None:
        return None
    played = in_order[in_order.index(following) - 1]
    of_stage = [round for round in rounds if round.stage_id == played.pk]
    is_over = all(round.status in SETTLED for round in of_stage)
    is_played = any(round.status == RoundStatus.CLOSED for round in of_stage)
    enough = len(of_stage) >= (played.planned_rounds or 1)
    return following if is_over and is_played and enough else None
