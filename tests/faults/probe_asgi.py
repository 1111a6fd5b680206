"""The site as it is served, with the queue of the workers under test: `probe_asgi.py PORT`."""

import sys

from tests.faults import probe_celery

__all__ = ["application", "probe_celery"]

if __name__ == "__main__":
    from league.core.connections import serve

    serve("tests.faults.probe_asgi:application", port=int(sys.argv[1]))
else:
    from league.asgi import application
