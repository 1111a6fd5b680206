"""Template tag of slots, which upper apps fill by settings.SLOTS."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Engine
from django.urls import reverse
from django.utils.module_loading import import_string

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str, *values: Any, **named: Any) -> Any:
    """Render a slot, or return its value or address."""
    filling = settings.SLOTS[name]
    if filling.address:
        return reverse(filling.address, args=values)
    engine = Engine.get_default()
    if not filling.function:
        with context.push():
            return engine.get_template(filling.template).render(context)
    arguments = (context, *values) if filling.takes_context else values
    found = import_string(filling.function)(*arguments, **named)
    if not filling.template:
        return found
    inside = context.new(found)
    inside["csrf_token"] = context.get("csrf_token")
    return engine.get_template(filling.template).render(inside)
