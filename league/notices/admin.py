"""The site administration of posts and mails: to look at, as services alone write them."""

from django.contrib import admin

from league.core.admin import ReadOnlyAdmin
from league.notices.models import Notice, Post


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """See what clubs have posted."""

    list_display = ("title", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("title",)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """See what waits in the outbox, and why."""

    list_display = ("subject", "player", "tries", "due_at", "sent_at", "given_up_at")
    list_filter = ("sent_at", "given_up_at")
    list_select_related = ("player",)
    search_fields = ("subject", "player__name")
