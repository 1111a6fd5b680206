"""The site as it is served: live streams on the event loop, everything else Django on threads."""

import gc
import os
from collections.abc import MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.core.gateway import Gateway, Receive, Scope, Send
from league.core.hub import hub
from league.hosting.checks import refuse_insecure_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

LIVE_PATH = "/live/"
# One at a time has the interpreter: with twelve, a hand on a busy evening waited twice as long.
# More than one or two must be there for those that wait for a lock. Together with the worker's and
# the live thread they stay below the database's pool.
WEB_THREADS = 6

# Two sets of types for one protocol: they do not know each other.
wsgi_application: Any = get_wsgi_application()
django: Any = WSGIMiddleware(wsgi_application, workers=WEB_THREADS)
gateway = Gateway(hub)
# What `./run` starts serves a club's own network.
if not settings.EMBEDDED:
    refuse_insecure_start()
# What is loaded stays. To look through it for garbage takes a tenth of a second of all threads.
gc.collect()
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await gateway.lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"] == LIVE_PATH:
        await gateway(scope, receive, send)
    else:
        await django(scope, whole(receive), send)


def whole(receive: Receive) -> Receive:
    """Refuse a body that breaks off: a form cut short must not be taken for the whole of it."""

    async def receive_or_fail() -> MutableMapping[str, Any]:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError("The client went away while it was sending.")
        return message

    return receive_or_fail
