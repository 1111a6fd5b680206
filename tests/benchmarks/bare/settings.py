"""The site's settings, with a bare view to compare with and no limit on how fast phones send."""

from league.settings import *  # noqa: F403

INSTALLED_APPS += ["tests.benchmarks.bare"]  # noqa: F405
ROOT_URLCONF = "tests.benchmarks.bare.urls"
# All phones have the one address of this machine here.
RATE_LIMITS = dict.fromkeys(RATE_LIMITS, 1_000_000)  # noqa: F405
CONNECTIONS_PER_ADDRESS = CONNECTIONS  # noqa: F405
STREAMS_PER_ADDRESS = STREAMS  # noqa: F405
