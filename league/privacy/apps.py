"""The app of what concerns persons."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """Name the app."""

    name = "league.privacy"
    label = "privacy"
    verbose_name = _("what is kept about people")
