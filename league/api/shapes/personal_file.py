"""The file of a person."""

from league.api.shapes.fields import Data, Moment, Shape, Text, Whole
from league.privacy.personal_file.writing import FORMAT, VERSION


class PersonalFileShown(Shape):
    """All that is held about a person; docs/privacy.md lists the parts."""

    format = Text("What it is.", FORMAT)
    version = Whole("The version of its form.", VERSION)
    made_at = Moment("When it was made.")
    parts = Data(
        "By the name of each part: `what` says in words what it is, `rows` holds what there is. "
        "A dot in the name of a column leads to what the row belongs to.",
        {
            "players": {
                "what": "Who you are in each club.",
                "rows": [{"club.name": "Zoo Club", "name": "Ada", "role": "player"}],
            }
        },
    )
