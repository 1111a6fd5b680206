"""Tokens that programs show, and webhooks that tell them what has happened."""

from league.api.models.tokens import Token

__all__ = ["Token"]
