"""Settings of the whole project, read from the environment.

The names are those of docs/hosting.md. Nothing here differs between a laptop and a server but
what the environment says.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from league.core.address import own_hosts
from league.core.environment import Environment
from league.core.logs import logging_settings, start_sentry

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DEBUG = env.bool("DEBUG", default=False)
# True only for the one-process start of `./run`; see docs/hosting.md.
EMBEDDED = env.bool("EMBEDDED", default=False)
# Copies of everything; better on another disk. The command is given each new one of `./run`.
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups"))).expanduser().resolve()
BACKUP_COMMAND = env.command("BACKUP_COMMAND")


def read_port() -> int:
    """Return the port to listen on; raise ImproperlyConfigured when it is none."""
    text = env.str("PORT", default="8000")
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
        raise ImproperlyConfigured(f"PORT is a number from 1 to 65535, and not {text!r}.")
    return int(text)


def read_secret_key() -> str:
    """Return the key of the environment, else the one `./run` has made.

    Raises ImproperlyConfigured when there is neither: a made-up key would sign people out at
    every start, a fixed one would let anybody forge a table code.
    """
    key = env.str("SECRET_KEY", default="")
    kept = DATA_DIR / "secret_key"
    if not key and kept.is_file():
        key = kept.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(
            "There is no secret key: set SECRET_KEY, or start once with ./run, which makes one."
        )
    return str(key)


PORT = read_port()
SECRET_KEY = read_secret_key()
# What earlier keys have signed still counts; see docs/keys.md.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
SITE_URL = env.site("SITE_URL")
# A server of one's own refuses to start without HTTPS in front; this is for a closed network.
ALLOW_HTTP = env.bool("ALLOW_HTTP", default=False)
# Who may read the figures; without it nobody.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where all processes of the machine count together; read by prometheus_client itself, too.
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
    "league.core",
    "league.audit",
    "league.clubs",
    "league.notices",
    "league.accounts",
    "league.competitions",
    "league.results",
    "league.standings",
    "league.rounds",
    "league.online",
    "league.exports",
    "league.printing",
    "league.showing",
    "league.privacy",
    "league.hosting",
    "league.api",
]

# Each game is one object; see docs/adding-a-game.md.
SITE_GAMES = [
    "league.site_games.franks_zoo.GAME",
    "league.site_games.zop_zoo.GAME",
    "league.site_games.animal_poker.GAME",
]

MIDDLEWARE = [
    "league.hosting.watching.watch_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.core.permissions.deny_devices",
    "league.core.offline.mark_kept_pages",
    "league.clubs.looking.bound_spreading",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "league.core.bodies.RefuseLargeBodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.core.missing.NothingUnthinkable",
    "league.core.languages.OwnLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.accounts.middleware.note_sessions",
    "league.accounts.middleware.limit_forms",
    "league.accounts.middleware.know_devices",
    "league.accounts.middleware.lead_to_kept",
    "league.clubs.looking.slow_guesses",
    "django_htmx.middleware.HtmxMiddleware",
    "league.audit.acting.note_who_acts",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
ASGI_APPLICATION = "league.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Our own files are named outright: an address would lose the slash they begin with, and trip over
# a directory such as "Club #1".
database: dict[str, Any] = (
    env.db("DATABASE_URL")
    if env.str("DATABASE_URL", default="")
    else {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATA_DIR / "menagerie.sqlite3"),
    }
)
DATABASES = {"default": database}
# What the address itself asks for, say `?sslmode=require`, stays.
database_options = database.setdefault("OPTIONS", {})
if database["ENGINE"] == "django.db.backends.sqlite3":
    database_options["transaction_mode"] = "IMMEDIATE"
    database_options["timeout"] = 20
    # What a phone is told is recorded is on the disk: NORMAL loses the last hands with the power.
    database_options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
else:
    # It gives up connecting soon, for the next request to try at once: its own pauses between two
    # tries grow with the time that the database was away.
    pool = {"min_size": 1, "max_size": 16, "timeout": 20, "reconnect_timeout": 4}
    database_options["pool"] = pool
    # Those that a database has left behind when it was started anew are dead.
    database["CONN_HEALTH_CHECKS"] = True
    # Values go beside the statements, of which those that a connection has asked five times, as
    # those of every hand, are planned for good.
    database_options["server_side_binding"] = True
    database_options.setdefault("prepare_threshold", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

cache: dict[str, Any] = env.cache("CACHE_URL", default="locmemcache://")
if cache["BACKEND"] == "django.core.cache.backends.redis.RedisCache":
    cache["BACKEND"] = "league.core.shared_cache.SharedCache"
CACHES = {
    "default": cache,
    # What chats show of links; on disk, so that it takes no room from what must be at hand.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(DATA_DIR / "pictures"),
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}

# Who keeps what follows from results, each called in the same transaction: see
# league.results.projections.
RESULT_LISTENERS = {
    "score": [
        "league.standings.services.count_score",
        "league.online.services.scores.note_score",
    ],
    "adjustment": ["league.standings.services.update_entry"],
    "standings": ["league.standings.queries.placed_rows"],
}

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# For how many days what concerns people is kept, 0: for ever; see privacy/keeping/kinds.py.
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
# The mail's words and the pages say 15 minutes.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
# Allauth offers another address only where the first had no account, which would tell as much.
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_FORMS = {"login": "league.accounts.address_form.AddressForm"}
# Who has signed in within this time changes the ways in without proving again who it is.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
# allauth counts in the cache, which traffic empties, and locks out whom others try to be: see
# accounts/limits.py.
ACCOUNT_RATE_LIMITS = False
# Proxies of the host's own that each add an address to X-Forwarded-For; with none it is not read.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
MFA_ADAPTER = "league.accounts.steps.WaysAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "league.accounts.steps.PasskeyForm",
    "authenticate": "league.accounts.steps.CodeForm",
    "authenticate_webauthn": "league.accounts.steps.SecondStepForm",
    "login_webauthn": "league.accounts.steps.EnterForm",
    "reauthenticate": "league.accounts.steps.CodeAgainForm",
    "reauthenticate_webauthn": "league.accounts.steps.AgainForm",
}
MFA_TOTP_ISSUER = "Menagerie"
MFA_TOTP_TOLERANCE = 1
# Browsers themselves offer passkeys to HTTPS and to localhost alone.
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
# What goes to files or to the terminal reaches nobody but the host: it is not called sent, and the
# pages that send codes name another way in.
STAYS_HERE = (
    MAIL_TO_FILES,
    "django.core.mail.backends.console.EmailBackend",
    "django.core.mail.backends.locmem.EmailBackend",
)
SENDS_MAIL = EMAIL_CONFIG["EMAIL_BACKEND"] not in STAYS_HERE
# Far below the lease of a notice, so that a mail server that hangs never has a mail sent twice.
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", default="Menagerie <menagerie@localhost>")

# Names, addresses and networks (192.168.7.0/24) that messages to chats and receivers of one's own
# may go to although they are not public.
OUTGOING_PRIVATE_HOSTS = env.list("OUTGOING_PRIVATE_HOSTS", default=[])

# People's devices speak plain HTTP on a club's own network; Secure cookies would lock them out.
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if IS_HTTPS else 0
# Redirecting to HTTPS is for the proxy in front; promising it for all names of a domain, or for
# ever in a browser's own list, is for the owner of the domain.
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
    },
}
# What no page needs, and so no script that got into one should have. Codes are scanned by the
# phone's own camera app.
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
# A pasted list of players is the largest thing a form carries.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# A minute and a web process, from one network address, which a whole club often shares. What was
# right is not counted of links, codes of tables and keys of screens: they have 128 bits.
RATE_LIMITS = {
    "enter": 60,
    "join": 120,
    "code": 300,
    "key": 60,
    "passkey": 60,
    # Forms of signing in and signing up; and all others of accounts.
    "sign_in": 30,
    "account": 60,
    "record": 300,
    "calculate": 600,
    "call": 30,
    "print": 60,
    "picture": 60,
    "test_mail": 5,
    # Requests to the API a minute: of a token, of a session, else of a network address.
    "api_read": 600,
    "api_write": 240,
    "api_guess": 60,
}

# What visitors may have open at tables to play now: one of them, all without an account from one
# network address, and the whole site. Rows of the database are counted; tables of a round never.
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
# After how many days without a move such a table is over, 0: never.
QUIET_TABLE_DAYS = env.int("QUIET_TABLE_DAYS", default=14)
QUIET_GUEST_TABLE_DAYS = env.int("QUIET_GUEST_TABLE_DAYS", default=3)
# What one process bears, of all visitors and of one network address, which a whole club often
# shares: connections, and of them open pages that hear of news.
CONNECTIONS = env.int("CONNECTIONS", default=8000)
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=2000)
STREAMS = env.int("STREAMS", default=5000)
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", default=1500)
# How long the head of a request may take; how long what is larger, on either way, may stand still;
# how long a connection is kept between two requests.
HEAD_SECONDS = env.int("HEAD_SECONDS", default=20)
TRANSFER_SECONDS = env.int("TRANSFER_SECONDS", default=30)
IDLE_SECONDS = env.int("IDLE_SECONDS", default=5)
# What large requests and answers of one process may take on the disk while they are on their way.
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
# Programs on other sites may read what everybody may, and what a token lets them; nothing is sent
# or read with a visitor's cookies.
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "authorization", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "RateLimit", "RateLimit-Policy", "Retry-After"]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "league" / "static"]
# `./run` collects at each start, which must be quick, and serves a room.
KEPT_AS = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if EMBEDDED
    else "league.core.static_files.HashedFiles"
)
# Under `./run` nobody else reads them from the disk; a proxy that does so needs to.
FILE_UPLOAD_PERMISSIONS = None if EMBEDDED else 0o644
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": KEPT_AS},
}

# Each by its own name; how one is added says docs/languages.md.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("it", "Italiano")]
# Of whoever asks for none of these, and of what is for everybody.
LANGUAGE_CODE = env.one_of("SITE_LANGUAGE", dict(LANGUAGES), default="en")
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS
# How dates are written, by language; templates name them, such as date:"DATETIME_FORMAT".
FORMAT_MODULE_PATH = "league.formats"
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

BROKER_URL = env.broker("BROKER_URL")

LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
LOG_LEVEL = env.one_of("LOG_LEVEL", LOG_LEVELS, default="WARNING")
# "line" for people, "json" for what collects logs: one object a line, with the number of the
# request and the name of the task that it belongs to.
LOG_FORMAT = env.one_of("LOG_FORMAT", ["line", "json"], default="line")
LOGGING = logging_settings(LOG_LEVEL, LOG_FORMAT)

# Where unexpected errors are told, besides the log.
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    start_sentry(SENTRY_DSN)
