"""What organisers have done, for the club to read."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.audit.queries import actors_in, acts_of, tell_acts
from league.clubs import queries
from league.clubs.forms import LogForm
from league.clubs.rights import PLAY

ACTS_A_PAGE = 50


@login_required
@require_safe
def show_log(request: HttpRequest, slug: str) -> HttpResponse:
    """List what was done in a club, newest first, by person, kind, days and thing."""
    club = get_object_or_404(queries.clubs_with_right(request.user, PLAY), slug=slug)
    form = LogForm(request.GET, actors=actors_in(club.pk))
    found = acts_of(club.pk, form.filters(), club.time_zone)
    page = Paginator(found, ACTS_A_PAGE).get_page(request.GET.get("page"))
    rest = request.GET.copy()
    rest.pop("page", None)
    context = {
        "club": club,
        "form": form,
        "page_obj": page,
        "told": tell_acts(page.object_list),
        "is_filtered": form.is_filtered,
        "query": rest.urlencode(),
    }
    return render(request, "clubs/log.html", context)
