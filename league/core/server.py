"""How the site is served, whoever starts it: uvicorn with the site's own connections."""

from typing import Any

import uvicorn
from django.conf import settings

from league.core.connections import ask_for_files


def options() -> dict[str, Any]:
    """Return the options of uvicorn that every start has."""
    return {
        # Its lines would name addresses, and those carry the codes by which phones are let in.
        "access_log": False,
        "http": "league.core.connections:Connection",
        "lifespan": "on",
        # The settings say what is logged, and how.
        "log_config": None,
        "server_header": False,
        "timeout_keep_alive": settings.IDLE_SECONDS,
        "ws": "none",
    }


def serve(application: str, **chosen: Any) -> None:
    """Serve the application `module:name` with further options until told to stop."""
    ask_for_files()
    uvicorn.run(application, **options(), **chosen)
