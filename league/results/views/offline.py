"""Give a phone what it needs to go on without network."""

from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.competitions.models import Table
from league.competitions.queries import valid_codes
from league.results.access import recorder_at, tables_recordable_by
from league.results.forms import HandForm
from league.results.models import Via
from league.results.outlook import later_form, outlook_of, seat_of
from league.results.queries import hands_of_table


@never_cache
@require_safe
def show_outlook(request: HttpRequest, pk: int) -> JsonResponse:
    """Give a table's seats, hands and empty forms to a phone that may write there."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    hands = list(hands_of_table(table))
    recorder = recorder_at(request, table)
    code = valid_codes([table]).get(table.pk)
    now = HandForm.blank(table, hands)
    later = later_form(now, hands)
    return JsonResponse(
        {
            **outlook_of(table, hands),
            "code": code.token if code else "",
            "seat": seat_of(table, recorder.by.pk) if recorder and recorder.by else None,
            "phone": recorder.phone if recorder and recorder.via == Via.CODE else "",
            "person": str(request.user.pk or ""),
            "csrf": get_token(request),
            "forms": {
                "now": _draw(request, table, now) if now.setup else "",
                "later": _draw(request, table, later) if later else "",
            },
        }
    )


def _draw(request: HttpRequest, table: Table, form: HandForm) -> str:
    context = {"table": table, "form": form, "names": form.names}
    return render_to_string("results/_hand_form.html", context, request)
