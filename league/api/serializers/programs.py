"""Serializers of tokens and webhooks."""

from league.api.fields import Choice, Items, Key, Positive, Text, Timestamp, Whole
from league.api.models import TEST, URL_LENGTH, Scope, WebhookEventType
from league.api.serializers.base import StrictSerializer
from league.api.serializers.clubs import Name

MOST_DAYS = 365


class Scopes(Items):
    """A list of scopes."""

    child = Choice("A scope.", "read", Scope.choices)


class Events(Items):
    """A list of events."""

    child = Choice("An event.", "hand.recorded", WebhookEventType.choices)


class TokenSerializer(StrictSerializer):
    """A token, without its text."""

    id = Whole("The id of the token.", 3)
    name = Text("What it is for.", "scoreboard")
    club = Text(
        "The slug of the club it is limited to; null for none.",
        "zoo-club",
        source="club.slug",
        default=None,
        allow_null=True,
    )
    app = Text(
        "The connected app that has it; null for none.",
        "Scoreboard",
        source="app.name",
        default=None,
        allow_null=True,
    )
    scopes = Scopes("What it allows.", ["read"])
    tail = Text("The last letters of its text.", "nF3c")
    created_at = Timestamp("When it was created.")
    expires_at = Timestamp("When it expires.", "2027-02-04T19:30:00Z")
    last_used_at = Timestamp("When it was last used, to the minute.", allow_null=True)


class NewTokenSerializer(TokenSerializer):
    """A new token with its text, which is not shown again."""

    text = Text("The text for `Authorization: Bearer`.", "menagerie_…")


class TokenCreateSerializer(StrictSerializer):
    """A token to create."""

    name = Name("What it is for.", "scoreboard")
    scopes = Scopes("What it allows: scopes of your token.", ["read"], min_length=1)
    days = Positive("For how many days it is valid.", 90, max_value=MOST_DAYS)
    key = Key("A UUID of yours that makes repeated requests safe.")


class StreamSerializer(StrictSerializer):
    """An address of server-sent events (`text/event-stream`)."""

    topic = Text("What the messages are about.", "competition:5")
    revision = Whole("The competition's revision, from which the stream goes on.", 12)
    url = Text(
        "The address; it needs no token, so do not publish it.",
        "https://example.org/live/?topic=competition%3A5%3AVq3…&version=12",
    )


class WebhookSerializer(StrictSerializer):
    """A webhook of a club."""

    id = Whole("The id of the webhook.", 4)
    club = Text("The slug of the club.", "zoo-club", source="club.slug")
    url = Text("The address to which events are sent.", "https://example.org/menagerie")
    events = Events("The events that are sent.", ["hand.recorded"])
    failures = Whole("How many deliveries in a row have failed.", 0)
    created_at = Timestamp("When it was created.")
    disabled_at = Timestamp("When it was disabled; null while it is enabled.", None)
    disabled_reason = Text("Why it was disabled.", "")


class NewWebhookSerializer(WebhookSerializer):
    """A new webhook with its secret, which is not sent again; the club's page shows it."""

    secret = Text("The secret of its signatures.", "whsec_…")


class WebhookCreateSerializer(StrictSerializer):
    """A webhook to create."""

    url = Text(
        "A public address that takes the events.",
        "https://example.org/menagerie",
        max_length=URL_LENGTH,
    )
    events = Events("The events to send.", ["hand.recorded"], min_length=1)
    key = Key("A UUID of yours that makes repeated requests safe.")


class WebhookDeliverySerializer(StrictSerializer):
    """An event sent to a webhook."""

    id = Whole("The id of the delivery.", 12)
    event = Choice("The event.", "hand.recorded", [TEST, *WebhookEventType.values])
    created_at = Timestamp("When it was queued.")
    tries = Whole("How often it was tried.", 1)
    status = Whole("The status of the last answer; null without one.", 200, allow_null=True)
    error = Text("Why the last try failed.", "")
    sent_at = Timestamp("When it was taken.", allow_null=True)
    given_up_at = Timestamp("When it was given up.", None)
