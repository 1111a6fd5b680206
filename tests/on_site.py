"""Read and write the data of a site that runs on SQLite, by its own code, in no other process."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.core.cache import cache
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from tests.site import Site

DATABASE = "menagerie.sqlite3"
Made = TypeVar("Made")


class SitesDatabase(DatabaseWrapper):
    """A connection to a site's data, open to tests that may not touch the tests' database."""

    def ensure_connection(self) -> None:
        """Connect, whatever tests are forbidden."""
        if self.connection is None:
            with self.wrap_database_errors:
                self.connect()


def on_site(site: Site, work: Callable[[], Made]) -> Made:
    """Return what this gives when it is done on a site's data, in a thread of its own.

    Django does nothing to a database in a thread that drives a browser. Pages that are open hear
    of it later than of what the site itself does.
    """

    def do() -> Made:
        settings = {**connections["default"].settings_dict, "NAME": str(site.data / DATABASE)}
        connections["default"] = SitesDatabase(settings, "default")
        # What another site's rows of the same numbers were is not known of these.
        cache.clear()
        try:
            return work()
        finally:
            connections["default"].close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(do).result()
