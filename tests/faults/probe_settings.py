"""The site's settings with addresses that measure the process, and a clock that may be put."""

from league.settings import *  # noqa: F403
from tests.faults.clock import follow_clock

follow_clock()

ROOT_URLCONF = "tests.faults.probe_urls"
