"""What a club's notices have come to."""

from league.api.shapes.clubs import WhoShown
from league.api.shapes.fields import Choice, Moment, Shape, Text, Whole
from league.notices.models import Channel, Kind, NotSent
from league.notices.queries import STATES


class DeliveriesAsked(Shape):
    """Which of them."""

    words = Text("Part of a name or a subject.", "ada", max_length=80, required=False)
    kind = Choice("Only what is about this.", "seat", Kind.choices, required=False)
    channel = Choice("Only what goes this way.", "email", Channel.choices, required=False)
    state = Choice(
        "Only what stands so.", "given_up", [(each, each) for each in STATES], required=False
    )


class DeliveryShown(Shape):
    """One notice on one way."""

    id = Whole("The delivery.", 51)
    kind = Choice("What it is about.", "seat", Kind.choices, source="notice.kind")
    subject = Text("Its subject.", "Your table is ready", source="notice.subject")
    player = WhoShown(
        allow_null=True, help_text="For whom; null: the club's chat.", source="notice.player"
    )
    channel = Choice("Which way it goes.", "email", Channel.choices)
    created_at = Moment("When it was told.", source="notice.created_at")
    due_at = Moment("When it goes out, or is tried again.")
    tries = Whole("How often it was tried.", 1)
    sent_at = Moment("When it went out.", allow_null=True)
    given_up_at = Moment("When it was given up.", None, allow_null=True)
    not_sent = Choice(
        "Why it was given up without a try; empty where it was not.",
        "",
        NotSent.choices,
        allow_blank=True,
    )
