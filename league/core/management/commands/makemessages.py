"""Command that collects the texts to translate, with the engine's."""

from typing import Any

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's command, which also finds the engine's texts."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the engine's keywords to Django's."""
        marks = ("_rule", "_record", "_play", "Violation:3")
        self.xgettext_options = [*self.xgettext_options, *(f"--keyword={mark}" for mark in marks)]
        super().handle(*args, **options)
