#!/usr/bin/env python
"""Run Django's commands for Menagerie."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError


def run() -> None:
    """Run a command; what the host can mend ends it with a sentence, not with a traceback."""
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except DatabaseError as error:
        from league.hosting.database import trouble_text

        words = trouble_text(error)
        if words is None or "--traceback" in sys.argv:
            raise
        sys.exit(words)
    except OSError as error:
        if error.filename is None or "--traceback" in sys.argv:
            raise
        sys.exit(
            f"{error.filename} cannot be used ({error.strerror}): make room there, or give it to "
            "the user who runs this."
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    run()
