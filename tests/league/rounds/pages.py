"""Visit pages of rounds in tests, and read what they say."""

from typing import Protocol

from django.contrib.messages import get_messages
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Round
from tests.factories import make_organiser


def organise(client: Client, round_: Round) -> Client:
    client.force_login(make_organiser(round_.stage.competition.club))
    return client


class Answered(Protocol):
    """What the test client adds to an answer."""

    wsgi_request: WSGIRequest


class Shown(Protocol):
    """What every answer has."""

    content: bytes


def said(answer: Answered) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def words(answer: Shown) -> str:
    """Return a page's source with every run of white space as one space."""
    return " ".join(answer.content.decode().split())


def address(name: str, *args: int) -> str:
    return reverse(f"rounds:{name}", args=args)
