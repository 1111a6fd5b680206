"""Services of player claims."""

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.device import Device
from league.accounts.merging.services import merge_players
from league.accounts.models import Answer, PlayerClaim, SecurityEventKind
from league.accounts.services.sessions import create_security_event
from league.audit.actions import Action
from league.audit.services import Changes, log_action
from league.clubs.errors import ClubError
from league.clubs.models import Player, User
from league.clubs.queries import may_manage, organisers_of, player_of
from league.clubs.services import lock_club
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import Message, notify_players

MOST_WAITING = 3


@transaction.atomic
def claim_player(*, player_id: int, user: User, now: datetime) -> PlayerClaim:
    """Return a user's new, or open, claim of a player, and notify the organisers; ClubError."""
    player = Player.objects.select_related("club").get(pk=player_id)
    lock_club(player.club_id)
    player.refresh_from_db(fields=["user", "left_at"])
    waiting = PlayerClaim.objects.filter(user=user, answer=Answer.WAITING)
    if claim := waiting.filter(player=player).first():
        return claim
    if player.user_id is not None:
        raise ClubError("claim", _("%(name)s is already linked to an account."), name=player.name)
    if waiting.filter(player__club=player.club_id).count() >= MOST_WAITING:
        raise ClubError(
            "claim", _("You have too many pending claims in this club. Withdraw one first.")
        )
    claim = PlayerClaim.objects.create(player=player, user=user, created_at=now)
    notify_players(
        players=organisers_of(player.club).exclude(user=None),
        kind=NotificationKind.CLAIM,
        key=f"asked:{claim.pk}",
        write=lambda: Message(
            subject=_("%(user)s claims to be %(player)s") % {"user": user, "player": player.name},
            text=_(
                "Approve the claim if you know the person. Otherwise decline it and give a reason."
            ),
            path=reverse("accounts:claims", args=[player.club.slug]),
        ),
        now=now,
    )
    return claim


@transaction.atomic
def withdraw_claim(*, claim_id: int, user: User, now: datetime) -> PlayerClaim:
    """Withdraw a user's own claim, unless it is answered."""
    claim = _lock_claim(claim_id)
    if claim.user_id == user.pk and claim.answer == Answer.WAITING:
        _answer(claim, Answer.WITHDRAWN, "", user, now)
    return claim


@transaction.atomic
def approve_claim(*, claim_id: int, by: User, now: datetime) -> PlayerClaim:
    """Link a player to the claim's user, merge the user's other player in the club; ClubError.

    Other open claims of the player are refused.
    """
    claim = _lock_claim(claim_id)
    if claim.answer == Answer.APPROVED:
        return claim
    _check_answerable(claim, by)
    player, user = claim.player, claim.user
    if player.user_id is not None:
        raise ClubError("claim", _("%(name)s is already linked to an account."), name=player.name)
    if player.left_at is not None:
        raise ClubError(
            "claim",
            _("%(name)s has left the club. Restore %(name)s to the club first."),
            name=player.name,
        )
    own = Player.objects.filter(club=player.club_id, user=user).first()
    if own is not None:
        if not may_manage(by, own):
            raise ClubError("claim", _("Only an owner of the club can merge an organiser."))
        merge_players(target_id=player.pk, source_id=own.pk, by=by, now=now)
    else:
        player.user = user
        player.save(update_fields=["user"])
    player.refresh_from_db()
    _answer(claim, Answer.APPROVED, "", by, now)
    create_security_event(
        user=user,
        kind=SecurityEventKind.CLAIMED,
        device=Device(),
        now=now,
        detail=f"{player.name}, {player.club.name}",
    )
    others = PlayerClaim.objects.filter(player=player, answer=Answer.WAITING)
    for other in others.select_related("player__club", "user").order_by("pk"):
        _answer(other, Answer.REFUSED, _("This player belongs to someone else."), by, now)
    notify_players(
        players=[player],
        kind=NotificationKind.CLAIMED,
        key=f"approved:{claim.pk}",
        write=lambda: Message(
            subject=_("You are now linked to %(player)s in %(club)s")
            % {"player": player.name, "club": player.club.name},
            text=_("An organiser approved your claim. All results under this name are now yours."),
            path=reverse("clubs:player", args=[player.pk]),
        ),
        now=now,
    )
    return claim


@transaction.atomic
def refuse_claim(*, claim_id: int, reason: str, by: User, now: datetime) -> PlayerClaim:
    """Refuse a claim with a reason; raise ClubError."""
    claim = _lock_claim(claim_id)
    if claim.answer == Answer.REFUSED:
        return claim
    _check_answerable(claim, by)
    _answer(claim, Answer.REFUSED, reason[:300], by, now)
    return claim


def _lock_claim(claim_id: int) -> PlayerClaim:
    lock_club(PlayerClaim.objects.values_list("player__club", flat=True).get(pk=claim_id))
    return PlayerClaim.objects.select_related("player__club", "user").get(pk=claim_id)


def _check_answerable(claim: PlayerClaim, by: User) -> None:
    if not may_manage(by, claim.player):
        raise ClubError(
            "claim", _("Only an owner of the club can decide a claim to be an organiser.")
        )
    if claim.answer != Answer.WAITING:
        raise ClubError(
            "claim",
            _("This claim was already decided: %(answer)s."),
            answer=claim.get_answer_display(),
        )


def _answer(claim: PlayerClaim, answer: Answer, reason: str, by: User, now: datetime) -> None:
    """Store an answer, and notify a refused user who has another player in the club."""
    claim.answer, claim.reason, claim.answered_by, claim.answered_at = answer, reason, by, now
    claim.save(update_fields=["answer", "reason", "answered_by", "answered_at"])
    player = claim.player
    changes: Changes = {"answer": (None, str(answer))}
    if answer == Answer.APPROVED:
        changes = {**changes, "role": (None, player.role)}
    log_action(club_id=player.club_id, action=Action.CLAIM_DECIDED, about=player, changes=changes)
    own = player_of(claim.user, player.club)
    if answer == Answer.REFUSED and own is not None:
        notify_players(
            players=[own],
            kind=NotificationKind.CLAIMED,
            key=f"refused:{claim.pk}",
            write=lambda: Message(
                subject=_("Your claim to be %(player)s was declined") % {"player": player.name},
                text=reason,
                path=reverse("clubs:player", args=[player.pk]),
            ),
            now=now,
        )
