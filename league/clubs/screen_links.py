"""Make and revoke the links by which screens show what is private."""

from datetime import datetime

from django.db import transaction

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, ScreenLink, User
from league.clubs.queries import player_of, screen_links_of
from league.clubs.services import lock_club


@transaction.atomic
def make_screen_link(*, club: Club, label: str, by: User, now: datetime) -> ScreenLink:
    """Make a link for screens; one for the same that is valid is given back."""
    lock_club(club.pk)
    known = screen_links_of(club).filter(label=label).first()
    if known is not None:
        return known
    link = ScreenLink.objects.create(
        club=club, label=label, made_by=player_of(by, club), created_at=now
    )
    note(club_id=club.pk, verb=Verb.SCREEN_LINK_MADE, about=link, label=label)
    return link


@transaction.atomic
def revoke_screen_link(*, link_id: int, now: datetime) -> ScreenLink:
    """Let a link open nothing any more; what shows it goes dark at its next look."""
    link = ScreenLink.objects.select_for_update().get(pk=link_id)
    if link.revoked_at is None:
        link.revoked_at = now
        link.save(update_fields=["revoked_at"])
        note(club_id=link.club_id, verb=Verb.SCREEN_LINK_REVOKED, about=link, label=link.label)
    return link
