"""The template tag that keeps a piece of a page up to date."""

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.core.live import sign_topic, topic_name

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: Context, kind: str, pk: int, version: int, url: str = "") -> SafeString:
    """Return the attributes that let an element fetch itself again when its topic moves on.

    The element needs an id. The page's own view answers with the piece alone when
    `request.htmx.target` is that id. `url` is for a piece that another view draws, or that came as
    the answer to a form.

        <section id="standings" {% live "competition" competition.pk competition.version %}>
    """
    topic = topic_name(kind, pk)
    return format_html(
        'data-live="{}" data-topic="{}" data-version="{}" hx-get="{}" hx-trigger="live"'
        ' hx-target="this" hx-swap="outerHTML" hx-request=\'{{"timeout": 10000}}\''
        ' hx-disinherit="hx-target hx-swap hx-request"',
        sign_topic(topic),
        topic,
        version,
        url or context["request"].get_full_path(),
    )
