"""The page on which those who run the site or a club see whether mail leaves it, and try it."""

from typing import cast

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.clubs.models import User
from league.clubs.queries import clubs_organised_by
from league.core.ratelimits import is_allowed
from league.notices.channels.trial import send_test_mail


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Say whether mail leaves this site; a press sends one email to one's own address."""
    user = cast("User", request.user)
    if not clubs_organised_by(user).exists() and not user.is_superuser:
        raise Http404
    address = own_address(user)
    answer = None
    if request.method == "POST" and address:
        if not is_allowed(request, "test_mail"):
            return render(request, "429.html", status=429)
        answer = send_test_mail(address)
    context = {"is_mailed": settings.SENDS_MAIL, "address": address, "answer": answer}
    return render(request, "notices/mail_delivery.html", context)


def own_address(user: User) -> str:
    """Return where a test email may go: a confirmed address, or what the site's owner has typed.

    Before mail works an owner has no way to confirm an address.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    found = confirmed.values_list("email", flat=True).first()
    return found or (user.email or "" if user.is_superuser else "")
