"""Administration of posts and notifications, read-only."""

from django.contrib import admin

from league.core.admin import ReadOnlyAdmin
from league.notifications.models import Delivery, Notification, Post


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """Posts."""

    list_display = ("title", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("title",)


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Notifications."""

    list_display = ("subject", "kind", "player", "created_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("subject", "player__name")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """The outbox."""

    list_display = (
        "notification",
        "channel",
        "tries",
        "due_at",
        "sent_at",
        "given_up_at",
        "not_sent",
    )
    list_filter = ("channel", "not_sent", "sent_at", "given_up_at")
    list_select_related = ("notification",)
