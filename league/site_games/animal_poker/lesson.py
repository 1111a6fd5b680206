"""The guided first hand of Animal Poker: animals and a guess that win the pot."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.base import Json
from league.core.games.online import Lesson, Names, Seen

WINS: Json = {
    "type": "submit",
    "animals": ["rabbit", "elephant"],
    "guess": {"kind": "herd", "size": 4, "animal": "rabbit"},
}


def coach(_seen: Seen, advice: Json, _names: Names, _made: int) -> Mapping[str, str]:
    """Say what to do until the choice is sealed, and what follows."""
    if advice is None:
        closing = _("All choices are open. The steps below show how the pot was won.")
        return {"": closing}
    return {
        "animals": _(
            "Everybody secretly plays two animals. Choose rabbit and elephant: each rabbit counts "
            "as two for you, and no snake stops you."
        ),
        "guess": _(
            "Now guess a set that all animals played can make. Choose herd, 4 and rabbit: it takes "
            "two rabbits on the table."
        ),
        "seal": _("Seal your choice. Then all choices open, and the strongest set wins the pot."),
    }


LESSON = Lesson(seats=4, seed=48, opening=0, coach=coach, advises=WINS)
