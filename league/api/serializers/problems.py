"""The shape of a failure."""

from league.api.fields import Text, Whole
from league.api.serializers.base import StrictSerializer


class FaultSerializer(StrictSerializer):
    """One thing that is wrong."""

    code = Text("What is wrong, as a stable word.", "missing")
    field = Text("The path of the field at fault; empty for the whole.", "record.finish")
    rule = Text("The id of the rule that is broken, if it is one.", "FZ-27", allow_null=True)
    detail = Text("What is wrong, in the language of the request.", "This is missing.")
    warning = Text(
        "Of a warning: what to send in `confirmed` if it is right all the same.",
        "lions_missing-1",
        required=False,
    )


class ProblemSerializer(StrictSerializer):
    """A failure, as RFC 9457 writes it."""

    type = Text("Where this kind of failure is described.", "/api/v1/docs/problems/#invalid")
    title = Text("What its status is called.", "Bad Request")
    status = Whole("Its status.", 400)
    code = Text("What it is, as a stable word.", "invalid")
    detail = Text(
        "What it is, in the language of the request.",
        "Something in this request is not as it has to be.",
    )
    errors = FaultSerializer(  # type: ignore[assignment]
        many=True, help_text="Everything that is wrong, if more can be said."
    )
