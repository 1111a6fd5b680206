"""The site's settings for a thousand hands from one address, which is all phones of the test."""

from league.settings import *  # noqa: F403
from league.settings import RATE_LIMITS as REAL_LIMITS

RATE_LIMITS = dict.fromkeys(REAL_LIMITS, 1_000_000)
