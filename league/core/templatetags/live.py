"""Template tag of live fragments."""

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.core import page_cache
from league.core.live import sign_topic, topic_name
from league.core.live_fragments import LiveFragment

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: Context, kind: str, pk: int, version: int, url: str = "") -> SafeString:
    """Return the attributes of an element, with an id, that reloads when its topic changes.

    The page's view returns the fragment when `request.htmx.target` is the id; `url` names another.

        <section id="standings" {% live "competition" competition.pk competition.version %}>
    """
    topic = topic_name(kind, pk)
    address = url or context["request"].get_full_path()
    return format_html(
        'data-live="{}" data-topic="{}" data-version="{}"{} hx-get="{}" hx-trigger="live"'
        ' hx-target="this" hx-swap="outerHTML" hx-request=\'{{"timeout": 10000}}\''
        ' hx-disinherit="hx-target hx-swap hx-request"',
        sign_topic(topic),
        topic,
        version,
        _fragment(topic, address),
        address,
    )


def _fragment(topic: str, address: str) -> SafeString | str:
    """Return the attributes by which the fragment comes with its new version."""
    target, is_public = page_cache.fragment_at(address)
    if not target:
        return ""
    token = LiveFragment(topic, address, get_language() or "").token
    return format_html(' data-fragment="{}"{}', token, " data-public" if is_public else "")
