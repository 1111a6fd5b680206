"""What the preview of Frank's Zoo on a phone without network finds wrong by itself."""

from games.base import Problem
from games.franks_zoo.cards import deck


def preview_problems(size: int) -> list[Problem]:
    """Return the problems that the phone finds by itself, for their words."""
    cards = deck(size)
    missing = [
        Problem("lions_missing", "lions_taken", None, "", "warning", {"missing": count})
        for count in range(1, cards["lion"] + 1)
    ]
    lions, hedgehogs = {"lions": cards["lion"]}, {"hedgehogs": cards["hedgehog"]}
    return [
        *missing,
        Problem("teams_differ", "teams", None, "", "warning"),
        Problem("not_a_permutation", "finish", None, ""),
        Problem("not_teams", "teams", None, "", data={"teams": size // 2}),
        Problem("not_counts", "lions_taken", None, ""),
        Problem("not_a_count", "lions_in_hand", None, ""),
        Problem("too_many_lions", "lions_taken", None, "", data=lions),
        Problem("too_many_hedgehogs", "hedgehog", None, "", data=hedgehogs),
    ]
