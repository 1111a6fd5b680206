"""Take a whole club away, and bring one in."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club, User
from league.clubs.queries import clubs_with_right, site_owners
from league.clubs.rights import OWN
from league.core.bodies import takes_files
from league.exports.club_file.shapes import BadValueError
from league.exports.forms import ClubFileForm
from league.exports.services import SlugTakenError, export_club, import_club


@login_required
@require_safe
def show_club_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell owners what is in the file of their club, and offer it."""
    club = _owned_club(request, slug)
    context = {"club": club, "may_import": cast("User", request.user).is_superuser}
    return render(request, "exports/club_file.html", context)


@login_required
@require_safe
def take_club_away(request: HttpRequest, slug: str) -> FileResponse:
    """Send a whole club to one of its owners."""
    club = _owned_club(request, slug)
    file = export_club(club_id=club.pk, with_addresses="addresses" in request.GET)
    answer = FileResponse(
        file, as_attachment=True, filename=f"{club.slug}.json", content_type="application/json"
    )
    answer["Cache-Control"] = "private, no-store"
    return answer


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_club_in(request: HttpRequest) -> HttpResponse:
    """Make a club of a file; for owners of the site, as making any club is."""
    get_object_or_404(site_owners(), pk=request.user.pk)
    form = ClubFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = import_club(
                written=form.cleaned_data["file"],
                slug=form.cleaned_data["slug"],
                now=timezone.now(),
            )
        except SlugTakenError as error:
            form.add_error("slug", error.words)
        except BadValueError as error:
            form.add_error("file", str(error))
        else:
            messages.success(request, _("%(name)s is here now.") % {"name": club.name})
            return redirect("clubs:home", club.slug)
    return render(request, "exports/bring_club_in.html", {"form": form})


def _owned_club(request: HttpRequest, slug: str) -> Club:
    return get_object_or_404(clubs_with_right(request.user, OWN), slug=slug)
