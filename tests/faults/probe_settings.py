"""The site's settings with a few addresses that measure the process."""

from league.settings import *  # noqa: F403

ROOT_URLCONF = "tests.faults.probe_urls"
