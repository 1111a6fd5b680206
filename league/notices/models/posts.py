"""The posts of a club's feed."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club


class Post(models.Model):
    """Something a club shows in its feed. The same key is posted once.

    `about` names what only those may read who may see it; see league.notices.sight.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts")
    key = models.CharField(max_length=120)
    title = models.CharField(_("title"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    path = models.CharField(max_length=200, blank=True)
    table = models.JSONField(default=dict, blank=True)
    about = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "key"], name="post_key_is_used_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"]),
            models.Index(fields=["about", "-created_at", "-id"], name="post_about"),
        ]

    def __str__(self) -> str:
        return self.title
