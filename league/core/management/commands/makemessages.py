"""Collect the texts to translate, the rules of the games among them."""

from typing import Any

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Find also what the engine, which knows no gettext, says of rules and refusals."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Look for the engine's marks besides Django's own."""
        marks = ("_rule", "_record", "_play", "Violation:3")
        self.xgettext_options = [*self.xgettext_options, *(f"--keyword={mark}" for mark in marks)]
        super().handle(*args, **options)
