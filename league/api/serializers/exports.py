"""Files to take away."""

from league.api.fields import Choice, Data, Moment, Text, Whole
from league.api.serializers.base import StrictSerializer
from league.api.serializers.standings import StandingsQuerySerializer
from league.privacy.personal_file.writing import FORMAT, VERSION


class PersonalFileSerializer(StrictSerializer):
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


class ExportQuerySerializer(StrictSerializer):
    """In which form."""

    form = Choice(
        "The form of the file.", "csv", [("csv", "CSV"), ("xlsx", "XLSX"), ("json", "JSON")]
    )


class StandingsExportQuerySerializer(StandingsQuerySerializer, ExportQuerySerializer):
    """Of which moment, and in which form."""

    needed = ("form",)
