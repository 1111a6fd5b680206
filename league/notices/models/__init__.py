"""What is told: posts, notices, their ways, and what people want."""

from league.notices.models.outbox import Delivery, DeliveryQuerySet, Notice, NotSent
from league.notices.models.posts import Post
from league.notices.models.ways import (
    CalendarEntry,
    Chat,
    Device,
    PushKey,
    Service,
    Source,
    Subscription,
)
from league.notices.models.wishes import (
    ALWAYS,
    CHOSEN,
    DEFAULTS,
    FOR_ORGANISERS,
    OF_CLUBS,
    URGENT,
    Channel,
    Kind,
    Pace,
    Wishes,
)

__all__ = [
    "ALWAYS",
    "CHOSEN",
    "DEFAULTS",
    "FOR_ORGANISERS",
    "OF_CLUBS",
    "URGENT",
    "CalendarEntry",
    "Channel",
    "Chat",
    "Delivery",
    "DeliveryQuerySet",
    "Device",
    "Kind",
    "NotSent",
    "Notice",
    "Pace",
    "Post",
    "PushKey",
    "Service",
    "Source",
    "Subscription",
    "Wishes",
]
