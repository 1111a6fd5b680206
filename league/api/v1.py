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
    rounds,
    stages,
    standings,
    tables,
)

ENDPOINTS = (*(competitions, online, people, people_online, rounds, stages, standings, tables),)
"""The modules whose functions are the operations."""

patterns = [
    path(
        address,
        cast("Any", type("Endpoint", (ApiView,), methods)).as_view(chapter=chapter.name),
        name=next(iter(methods.values())).__name__,
    )
    for chapter in CHAPTERS
    for address, methods in chapter.addresses.items()
]
