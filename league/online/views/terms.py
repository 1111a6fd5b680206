"""Where organisers say how a competition is played on screens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.competitions.queries import competitions_organised_by
from league.core.games import is_played_online
from league.online.forms import TermsForm
from league.online.models import Absence, OnlineTerms
from league.online.services.rounds import set_terms
from league.online.terms_words import absence_in_words


@login_required
@require_http_methods(["GET", "POST"])
def terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change how the tables of a competition are played on screens."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    if not is_played_online(competition.game):
        raise Http404
    known = OnlineTerms.objects.filter(competition=competition).first()
    form = TermsForm(request.POST or None, instance=known)
    if request.method == "POST" and form.is_valid():
        set_terms(competition=competition, terms=form.save(commit=False))
        messages.success(
            request, _("Saved. Tables that are open already keep what they began with.")
        )
        return redirect("competitions:detail", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "absences": [absence_in_words(absence) for absence in Absence.values],
    }
    return render(request, "online/terms.html", context, status=422 if form.errors else 200)
