"""Addresses of version 1 of the API: the operations of each are the methods of a view."""

from typing import Any, cast

from django.urls import path

from league.api.api_view import ApiView
from league.api.chapters import CHAPTERS
from league.api.endpoints import (
    competitions,
    online,
    people,
    people_online,
    programs,
    rounds,
    stages,
    standings,
    tables,
)

ENDPOINTS = (
    *(competitions, online, people, people_online, programs, rounds, stages, standings, tables),
)
"""The modules whose functions are the operations."""

endpoints = [
    (
        address,
        cast("Any", type("Endpoint", (ApiView,), {**methods, "chapter": chapter.name})),
        next(iter(methods.values())).__name__,
    )
    for chapter in CHAPTERS
    for address, methods in chapter.addresses.items()
]
patterns = [path(address, view.as_view(), name=name) for address, view, name in endpoints]
without_slash = [
    path(address.removesuffix("/"), view.as_view(schema=None)) for address, view, _name in endpoints
]
"""The same addresses as somebody may type them; the description leaves them out."""
