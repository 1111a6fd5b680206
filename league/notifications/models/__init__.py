"""Models of notifications, their deliveries and targets, of posts and subscriptions."""

from league.notifications.models.kinds import (
    ALWAYS,
    CHOSEN,
    DEFAULTS,
    FOR_ORGANISERS,
    OF_CLUBS,
    URGENT,
    Channel,
    DigestFrequency,
    NotificationKind,
    NotificationSettings,
)
from league.notifications.models.messages import (
    UNSENT,
    Delivery,
    DeliveryQuerySet,
    Notification,
    NotSent,
    Post,
    PostText,
)
from league.notifications.models.targets import (
    CalendarEntry,
    ChatIntegration,
    ChatService,
    Device,
    PushKey,
    Source,
    Subscription,
    make_secret,
)
