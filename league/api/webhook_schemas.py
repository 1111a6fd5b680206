"""The messages of webhooks, for the API's description."""

from typing import Any, Final

from league.api.models import WebhookEventType

OF_TABLE: Final = ("competition", "round", "table")
OF_HAND: Final = (*OF_TABLE, "hand", "number", "revision")
OF_ROUND: Final = ("competition", "round", "number")
FIELDS: Final = {
    WebhookEventType.HAND_RECORDED: (*OF_HAND, "kind"),
    WebhookEventType.HAND_CORRECTED: (*OF_HAND, "kind"),
    WebhookEventType.HAND_CONFIRMED: (*OF_HAND, "seat"),
    WebhookEventType.HAND_DISPUTED: (*OF_HAND, "seat"),
    WebhookEventType.ROUND_OPENED: OF_ROUND,
    WebhookEventType.ROUND_CLOSED: OF_ROUND,
    WebhookEventType.STANDINGS_CHANGED: ("competition", "revision"),
    WebhookEventType.ONLINE_FINISHED: OF_TABLE,
}
"""The fields of an event's `data`, beside the slug of its club."""
TEXTS: Final = {
    "club": "The slug of the club.",
    "competition": "The id of the competition.",
    "round": "The id of the round.",
    "table": "The id of the table.",
    "hand": "The id of the hand.",
    "number": "The number of the hand or of the round.",
    "revision": "The revision of the hand or of the competition.",
    "kind": "The kind of change.",
    "seat": "The seat, from 0.",
}
HEADERS: Final = {
    "webhook-id": "The same each time that the message is sent.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "Signatures by Standard Webhooks, separated by spaces: `v1,…`.",
}


def described_webhooks(components: dict[str, Any]) -> dict[str, Any]:
    """Return the messages by event, and add their headers and shapes to the components."""
    components["parameters"] |= {name: _header(name, about) for name, about in HEADERS.items()}
    described = {}
    for event in WebhookEventType:
        name = "".join(word.title() for word in event.value.split(".")) + "Event"
        components["schemas"][name] = _shape(event)
        described[event.value] = {"post": _operation(event, name)}
    return described


def _operation(event: WebhookEventType, shape: str) -> dict[str, Any]:
    text = str(event.label)
    schema = {"$ref": f"#/components/schemas/{shape}"}
    return {
        "operationId": f"on_{event.value.replace('.', '_')}",
        "summary": f"{text[0].upper()}{text[1:]}.",
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in HEADERS],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {"2XX": {"description": "The message has come; anything else: once more."}},
    }


def _header(name: str, about: str) -> dict[str, Any]:
    kind = {"type": "string"}
    return {"in": "header", "name": name, "required": True, "description": about, "schema": kind}


def _shape(event: WebhookEventType) -> dict[str, Any]:
    properties = {
        "id": {"type": "string", "format": "uuid", "description": "The id of the message."},
        "type": {"const": event.value, "description": "The event."},
        "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
        "data": _data(("club", *FIELDS[event])),
    }
    text = f"The message of {event.value}."
    return _object(properties) | {"description": text}


def _data(names: tuple[str, ...]) -> dict[str, Any]:
    texts = {"club", "kind"}
    properties = {
        name: {"type": "string" if name in texts else "integer", "description": TEXTS[name]}
        for name in names
    }
    return _object(properties) | {"description": "What it is about."}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties]}
