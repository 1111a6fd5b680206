#!/usr/bin/env python
"""Run Django's commands for Menagerie."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # Something in the environment: the words say what, a traceback would bury them.
        sys.exit(str(error))
