"""Links for screens: where nobody can sign in, and what is shown is not for everybody."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs import queries, screen_links
from league.clubs.forms import ScreenLinkForm
from league.clubs.looking import KEY
from league.clubs.models import ScreenLink, User
from league.core.address import absolute_url


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's links for screens, and make new ones."""
    user = cast("User", request.user)
    club = get_object_or_404(queries.clubs_organised_by(user), slug=slug)
    form = ScreenLinkForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        screen_links.make_screen_link(
            club=club, label=form.cleaned_data["label"], by=user, now=timezone.now()
        )
        messages.success(request, _("The link is made."))
        return redirect("clubs:screen_links", slug)
    feed = absolute_url(reverse("notices:atom", args=[slug]))
    context = {
        "club": club,
        "form": form,
        "links": [
            (link, f"{feed}?{urlencode({KEY: link.token})}")
            for link in queries.screen_links_of(club)
        ],
    }
    return render(request, "clubs/screen_links.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a link for screens open nothing any more."""
    own = ScreenLink.objects.filter(club__in=queries.clubs_organised_by(request.user))
    link = get_object_or_404(own.select_related("club"), pk=pk)
    screen_links.revoke_screen_link(link_id=pk, now=timezone.now())
    messages.success(request, _("That link opens nothing any more."))
    return redirect("clubs:screen_links", link.club.slug)
