"""What a visitor has played online."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.online.access import person_of
from league.online.profile import ratings_of, results_of, worst_moves


@never_cache
@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """Show this visitor's matches, opponents, worst moves and ratings; nobody else sees them."""
    person = person_of(request)
    who = (person.user, person.guest)
    context = {
        "matches": results_of(*who),
        "ratings": ratings_of(*who),
        "worst": worst_moves(*who),
        "is_guest": person.user is None,
    }
    return render(request, "online/profile.html", context)
