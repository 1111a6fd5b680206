"""The app that keeps what organisers do."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """Name the app."""

    name = "league.audit"
    verbose_name = _("audit log")
