"""Say which stage is the next to begin."""

from collections.abc import Iterable

from league.competitions.models import Round, RoundStatus, Stage


def stage_to_begin(stages: Iterable[Stage], rounds: Iterable[Round]) -> Stage | None:
    """Return the stage after the one that is played, once all rounds of that have closed.

    `stages` in order and `rounds` are all of a competition's. While a stage plans more rounds than
    it has, or none has been played, there is nothing to begin yet.
    """
    in_order = list(stages)
    following = next((stage for stage in in_order[1:] if not stage.has_begun), None)
    if following is None:
        return None
    played = in_order[in_order.index(following) - 1]
    of_stage = [round for round in rounds if round.stage_id == played.pk]
    is_over = all(round.status == RoundStatus.CLOSED for round in of_stage)
    enough = max(played.planned_rounds or 1, 1)
    return following if is_over and len(of_stage) >= enough else None
