"""The site as it is served: live streams on the event loop, everything else Django on threads."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
# What follows uses apps that have to be there.
django.setup()

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.core.gateway import Gateway, Receive, Scope, Send
from league.core.hub import hub
from league.core.whole import WholeRequests
from league.hosting.checks import refuse_insecure_start

LIVE_PATH = "/live/"
# One at a time has the interpreter: with twelve, a hand on a busy evening waited twice as long.
# More than one or two must be there for those that wait for a lock. Together with the worker's and
# the live thread they stay below the database's pool.
WEB_THREADS = 6

pages = WholeRequests(get_wsgi_application(), threads=WEB_THREADS)
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
        await pages(scope, receive, send)
