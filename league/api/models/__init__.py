"""Tokens that programs show, and webhooks that tell them what has happened."""

from league.api.models.tokens import Token
from league.api.models.webhooks import TEST, Event, Sending, Watch, Webhook

__all__ = ["TEST", "Event", "Sending", "Token", "Watch", "Webhook"]
