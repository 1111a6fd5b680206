"""Settings of the project, read from the environment by the names of docs/hosting.md."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from league import cached_pages, hooks, slots
from league.core.address import own_hosts
from league.core.environment import Environment
from league.core.logs import logging_settings, start_sentry

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DEBUG = env.bool("DEBUG", default=False)
# True only for the one-process start of `./run`.
EMBEDDED = env.bool("EMBEDDED", default=False)
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups"))).expanduser().resolve()
BACKUP_COMMAND = env.command("BACKUP_COMMAND")


def read_port() -> int:
    """Return the port to listen on; raise ImproperlyConfigured."""
    text = env.str("PORT", default="8000")
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
        raise ImproperlyConfigured(f"PORT is a number from 1 to 65535, and not {text!r}.")
    return int(text)


def read_secret_key() -> str:
    """Return the environment's key, else that of `./run`; raise ImproperlyConfigured."""
    key, file = env.str("SECRET_KEY", default=""), DATA_DIR / "secret_key"
    if not key and file.is_file():
        key = file.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(
            "There is no secret key: set SECRET_KEY, or start once with ./run, which makes one."
        )
    return str(key)


PORT = read_port()
SECRET_KEY = read_secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
SITE_URL = env.site("SITE_URL")
ALLOW_HTTP = env.bool("ALLOW_HTTP", default=False)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
PROMETHEUS_MULTIPROC_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
IS_HTTPS = urlsplit(SITE_URL).scheme == "https"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=own_hosts(SITE_URL) if EMBEDDED else [])
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "corsheaders",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    *(f"league.{app}" for app in ("core", "audit", "clubs", "notifications", "accounts")),
    *(f"league.{app}" for app in ("competitions", "results", "standings", "rounds", "online")),
    "league.sheets",
    *(f"league.{app}" for app in ("exports", "printing", "displays", "privacy", "hosting", "api")),
]

# Each game is one object; see docs/adding-a-game.md.
SITE_GAMES = [
    "league.site_games.franks_zoo.GAME",
    "league.site_games.zop_zoo.GAME",
    "league.site_games.animal_poker.GAME",
]
# Games that score sheets describe; see docs/score-sheets.md.
SHEET_GAMES = "league.sheets.source.SHEET_GAMES"

MIDDLEWARE = [
    "league.core.middleware.instrument_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.core.middleware.compress_pages",
    "league.core.middleware.cache_pages",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.core.middleware.deny_devices",
    "league.core.middleware.mark_offline_pages",
    "league.clubs.access.privacy_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "league.core.middleware.RefuseLargeBodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.core.middleware.NothingUnthinkable",
    "league.core.middleware.OwnLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.accounts.middleware.track_sessions",
    "league.accounts.middleware.limit_forms",
    "league.accounts.middleware.redirect_merged_players",
    "league.clubs.access.throttle_guesses",
    "django_htmx.middleware.HtmxMiddleware",
    "league.core.middleware.remember_request",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
ASGI_APPLICATION = "league.asgi.application"

CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
SLOTS = slots.SLOTS
HOOKS = hooks.HOOKS
CACHED_PAGES = cached_pages.CACHED_PAGES
PUBLIC_FRAGMENTS = cached_pages.PUBLIC_FRAGMENTS

# No address of our own file, which may lie in a directory such as "Club #1".
database: dict[str, Any] = (
    env.db("DATABASE_URL")
    if env.str("DATABASE_URL", default="")
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "menagerie.sqlite3")}
)
DATABASES = {"default": database}
# Options of the address itself, such as `?sslmode=require`, stay.
database_options = database.setdefault("OPTIONS", {})
if database["ENGINE"] == "django.db.backends.sqlite3":
    # FULL, as NORMAL loses the last hands with the power.
    pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    sqlite_options = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": pragmas}
    database_options.update(sqlite_options)
else:
    database["CONN_HEALTH_CHECKS"] = True
    # A short `reconnect_timeout`, as psycopg's pauses between tries grow.
    pool = {"min_size": 1, "max_size": 16, "timeout": 20, "reconnect_timeout": 4}
    database_options.update(pool=pool, server_side_binding=True)
    database_options.setdefault("prepare_threshold", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

cache: dict[str, Any] = env.cache("CACHE_URL", default="locmemcache://")
if cache["BACKEND"] == "django.core.cache.backends.redis.RedisCache":
    cache["BACKEND"] = "league.core.shared_cache.SharedCache"
CACHES = {
    "default": cache,
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(DATA_DIR / "pictures"),
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# Retention periods in days, 0: for ever; see privacy/retention.py.
KEEP_DAYS = {
    "account_event": env.int("ACCOUNT_EVENT_DAYS", default=180),
    "session": env.int("SESSION_DAYS", default=90),
    "device": env.int("DEVICE_DAYS", default=90),
    "link": env.int("LINK_DAYS", default=90),
    "guest": env.int("GUEST_DAYS", default=90),
    "notice": env.int("NOTICE_DAYS", default=180),
    "remark": env.int("REMARK_DAYS", default=365),
    "claim": env.int("CLAIM_DAYS", default=365),
    "merge": env.int("MERGE_DAYS", default=365),
    "sending": env.int("SENDING_DAYS", default=30),
    "act": env.int("ACT_DAYS", default=1825),
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_ADAPTER = "league.accounts.sign_in.SignInAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "league.accounts.sign_in.NameForm"
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_FORMS = {"login": "league.accounts.two_factor.AddressForm"}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_RATE_LIMITS = False  # see accounts/limits.py
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
MFA_ADAPTER = "league.accounts.two_factor.SignInMethodsAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "league.accounts.two_factor.AddPasskeyForm",
    "authenticate": "league.accounts.two_factor.CodeForm",
    "authenticate_webauthn": "league.accounts.two_factor.SecondFactorForm",
    "login_webauthn": "league.accounts.two_factor.PasskeySignInForm",
    "reauthenticate": "league.accounts.two_factor.CodeReauthenticationForm",
    "reauthenticate_webauthn": "league.accounts.two_factor.PasskeyReauthenticationForm",
}
MFA_TOTP_ISSUER = "Menagerie"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_HTTPS
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "MinimumLengthValidator": {"min_length": 10},
        "UserAttributeSimilarityValidator": {"user_attributes": ("email", "name")},
        "CommonPasswordValidator": {},
    }.items()
]
SESSION_ENGINE = "league.core.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * (KEEP_DAYS["session"] or 36500)

MAIL_TO_FILES = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_CONFIG = (
    env.email("EMAIL_URL")
    if env.str("EMAIL_URL", default="")
    else {"EMAIL_BACKEND": MAIL_TO_FILES, "EMAIL_FILE_PATH": str(DATA_DIR / "mail")}
)
vars().update(EMAIL_CONFIG)
# Other backends reach nobody but the host.
SENDS_MAIL = EMAIL_CONFIG["EMAIL_BACKEND"].split(".")[-2] not in ("filebased", "console", "locmem")
EMAIL_TIMEOUT = 20  # far below the lease of a delivery
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", default="Menagerie <menagerie@localhost>")

# Hosts and networks (192.168.7.0/24) that may be requested although they are private.
OUTGOING_PRIVATE_HOSTS = env.list("OUTGOING_PRIVATE_HOSTS", default=[])

# Plain HTTP on a club's own network needs cookies that are not secure.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if IS_HTTPS else 0
# Redirects to HTTPS are the proxy's, HSTS of subdomains and preloading the domain owner's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# A minute, web process and network address; valid links, table codes and keys are not counted.
RATE_LIMITS = {
    **dict.fromkeys(("enter", "key", "passkey", "account", "print", "picture", "api_guess"), 60),
    "join": 120,
    "code": 300,
    "sign_in": 30,
    "call": 30,
    "test_mail": 5,
    "announce": 5,
    "record": 300,
    "calculate": 600,
    "oauth": 300,
    "user_code": 10,
    "api_read": 600,
    "api_write": 240,
}

# Open tables outside rounds: of a visitor, of all guests of a network address, of the site.
PLAY_LIMITS = {
    "tables": {
        "visitor": env.int("TABLES_PER_VISITOR", default=20),
        "network": env.int("TABLES_PER_NETWORK", default=200),
        "site": env.int("TABLES_PER_SITE", default=2000),
    },
    "strong_bots": {
        "visitor": env.int("STRONG_BOTS_PER_VISITOR", default=6),
        "network": env.int("STRONG_BOTS_PER_NETWORK", default=80),
        "site": env.int("STRONG_BOTS_PER_SITE", default=300),
    },
    "guests": {
        "network": env.int("GUESTS_PER_NETWORK", default=400),
        "site": env.int("GUESTS_PER_SITE", default=10_000),
    },
}
# Days without a move after which such a table is over, 0: never.
QUIET_TABLE_DAYS = env.int("QUIET_TABLE_DAYS", default=14)
QUIET_GUEST_TABLE_DAYS = env.int("QUIET_GUEST_TABLE_DAYS", default=3)
# Connections of one process, and event streams among them.
CONNECTIONS = env.int("CONNECTIONS", default=8000)
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=2000)
STREAMS = env.int("STREAMS", default=5000)
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", default=1500)
# For a request's head; without progress of a body; between two requests.
HEAD_SECONDS = env.int("HEAD_SECONDS", default=20)
TRANSFER_SECONDS = env.int("TRANSFER_SECONDS", default=30)
IDLE_SECONDS = env.int("IDLE_SECONDS", default=5)
SPOOL_MEGABYTES = env.int("SPOOL_MEGABYTES", default=512)

SPECTACULAR_SETTINGS = {
    "TITLE": "Menagerie",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["league.api.schema.complete_schema"],
}
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|device|revoke)/|\.well-known/oauth-)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "authorization", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "RateLimit", "RateLimit-Policy", "Retry-After"]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "league" / "static", ("handbook", BASE_DIR / "docs" / "img")]
FILE_UPLOAD_PERMISSIONS = None if EMBEDDED else 0o644
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "league.core.static_files.HashedFiles"},
}

LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("it", "Italiano")]
LANGUAGE_CODE = env.one_of("SITE_LANGUAGE", dict(LANGUAGES), default="en")
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS
FORMAT_MODULE_PATH = "league.formats"
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

BROKER_URL = env.broker("BROKER_URL")

LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
LOG_LEVEL = env.one_of("LOG_LEVEL", LOG_LEVELS, default="WARNING")
# "line" for people, "json" for programs.
LOG_FORMAT = env.one_of("LOG_FORMAT", ["line", "json"], default="line")
LOGGING = logging_settings(LOG_LEVEL, LOG_FORMAT)

if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    start_sentry(SENTRY_DSN)
