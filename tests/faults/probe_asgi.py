"""The site as it is served, with the queue of the workers under test."""

from league.asgi import application
from tests.faults import probe_celery

__all__ = ["application", "probe_celery"]
