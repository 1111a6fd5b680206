"""The site as it is served: live streams on the event loop, everything else Django on threads."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
django.setup()

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.core.buffering import BufferedRequests
from league.core.live import hub
from league.core.live_fragments import LiveFragmentRenderer, Receive, Scope, Send
from league.core.sse import EventStreamServer
from league.hosting.checks import refuse_insecure_start

# Few threads share the interpreter best; with the worker's they stay below the database's pool.
pages = BufferedRequests(get_wsgi_application(), threads=6)
stream_server = EventStreamServer(hub, LiveFragmentRenderer(pages))
if not settings.EMBEDDED:
    refuse_insecure_start()
# Keep loaded modules out of garbage collections.
gc.collect()
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route one connection."""
    if scope["type"] == "lifespan":
        await stream_server.lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"] == "/live/":
        await stream_server(scope, receive, send)
    else:
        await pages(scope, receive, send)
