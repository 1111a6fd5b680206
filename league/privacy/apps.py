"""App of personal data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """Config of the app."""

    name = "league.privacy"
    verbose_name = _("privacy")
