"""Tell browsers which devices no page of the site may use."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def deny_devices(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send the policy of `settings.PERMISSIONS_POLICY` with every answer."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response

    return respond
