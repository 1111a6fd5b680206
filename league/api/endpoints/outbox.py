"""What a club has told its people."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import outbox as shapes
from league.notices.models import Delivery
from league.notices.queries import Filters, deliveries_of, deliveries_organised_by
from league.notices.services import resend

CHAPTER = "Notices"


class ClubOutbox(Endpoint):
    """What went out."""

    tag = CHAPTER

    @operation(
        gives=shapes.DeliveryShown,
        asks=shapes.DeliveriesAsked,
        order=("-pk",),
        is_personal=True,
    )
    def get(self, call: Call, slug: str) -> QuerySet[Delivery]:
        """List what went out to whom in a club, what waits, and what failed, the newest first."""
        return deliveries_of(finding.club_organised(call, slug), Filters(**call.asked))


class DeliveryResending(Endpoint):
    """Something is sent again."""

    tag = CHAPTER

    @operation(gives=shapes.DeliveryShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Delivery:
        """Send at once what was given up or waits for its next try; what went out stays so."""
        organised = deliveries_organised_by(call.user).select_related("notice__player")
        own = finding.within(call, organised, "notice__club")
        delivery = get_object_or_404(own, pk=pk)
        resend(delivery_id=delivery.pk, now=call.now)
        return own.get(pk=pk)
