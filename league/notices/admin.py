"""The site administration of posts and notices: to look at, as services alone write them."""

from django.contrib import admin

from league.core.admin import ReadOnlyAdmin
from league.notices.models import Delivery, Notice, Post


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """See what clubs have posted."""

    list_display = ("title", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("title",)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """See what people were told."""

    list_display = ("subject", "kind", "player", "created_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("subject", "player__name")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """See what waits in the outbox, and why."""

    list_display = ("notice", "channel", "tries", "due_at", "sent_at", "given_up_at", "not_sent")
    list_filter = ("channel", "not_sent", "sent_at", "given_up_at")
    list_select_related = ("notice",)
