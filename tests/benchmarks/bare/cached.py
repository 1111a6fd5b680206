"""The site's settings as a plain Django site has them, for a view behind `cache_page`.

The middleware is Tabbycat's, but for the one that is its own.
"""

from tests.benchmarks.bare.settings import *  # noqa: F403

MIDDLEWARE = [
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # The site's apps ask for it; it does nothing for a page.
    "allauth.account.middleware.AccountMiddleware",
]
