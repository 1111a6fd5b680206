"""All that our apps have in the database."""

from typing import Any

from django.apps import apps
from django.db.models import Model


def rows() -> dict[type[Model], list[dict[str, Any]]]:
    """Return everything that our apps have in the database."""
    return {
        model: list(model._default_manager.order_by("pk").values())
        for config in apps.get_app_configs()
        if config.name.startswith("league.")
        for model in config.get_models()
    }
