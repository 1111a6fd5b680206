"""What the pages of tokens say of one."""

from django import template

from league.api.models import Token
from league.api.scopes import Scope
from league.core.rule_texts import join_names

register = template.Library()


@register.filter
def scopes_in_words(token: Token) -> str:
    """Say what a token may do."""
    return join_names([str(scope.label) for scope in Scope if scope in token.scopes])
