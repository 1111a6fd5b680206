"""The request as the site's middleware leaves it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that says which piece of the page htmx asks for."""

    htmx: HtmxDetails
