"""Tokens: what a program shows instead of signing in."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, User

TAIL_LENGTH = 4


class TokenQuerySet(models.QuerySet["Token"]):
    """Filter tokens."""

    def working(self, now: datetime) -> "TokenQuerySet":
        """Keep those that open something now."""
        return self.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)


class Token(models.Model):
    """A secret by which a program acts for somebody, as far as its scopes go.

    Only its SHA-256 is kept; as it is drawn from 256 bits, no slower hash is needed. `tail` are its
    last letters, to tell tokens apart. A token of a `club` is for a service: it reaches nothing
    outside that club, all organisers of the club see and revoke it, and it has no more rights than
    who made it still has there. `key` was made by the form, so that sending it twice makes one.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    scopes = models.JSONField(_("may"), default=list)
    key = models.UUIDField(unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    tail = models.CharField(max_length=TAIL_LENGTH)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return f"{self.name} · …{self.tail}"
