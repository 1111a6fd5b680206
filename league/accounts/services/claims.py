"""Somebody says: that is me. An organiser answers."""

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.device import Device
from league.accounts.merging.services import merge_players
from league.accounts.models import Answer, Claim, EventKind
from league.accounts.services.events import note_event
from league.audit.services import Changes, note
from league.audit.verbs import Verb
from league.clubs.errors import ClubError
from league.clubs.models import Club, Player, User
from league.clubs.queries import may_manage, organisers_of, player_of
from league.clubs.services import lock_club
from league.notices.models import Kind
from league.notices.services import Message, Writer, tell

MOST_WAITING = 3
LONGEST_WORDS = 300


@transaction.atomic
def claim_player(*, player_id: int, user: User, now: datetime) -> Claim:
    """Ask to be the user of a player, and tell the organisers; the same claim twice is one.

    Who has a player of their own in the club asks for the two to be merged. Raise ClubError.
    """
    player = Player.objects.select_related("club").get(pk=player_id)
    lock_club(player.club_id)
    player.refresh_from_db(fields=["user", "left_at"])
    waiting = Claim.objects.filter(user=user, answer=Answer.WAITING)
    if claim := waiting.filter(player=player).first():
        return claim
    if player.user_id is not None:
        raise ClubError("claim", _("%(name)s signs in already."), name=player.name)
    if waiting.filter(player__club=player.club_id).count() >= MOST_WAITING:
        raise ClubError(
            "claim", _("You wait for answers of this club already. Withdraw one first.")
        )
    claim = Claim.objects.create(player=player, user=user, created_at=now)

    def said() -> Message:
        return Message(
            subject=_("%(user)s says to be %(player)s") % {"user": user, "player": player.name},
            text=_("Approve it if you know the person, else refuse it in a few words."),
            path=reverse("accounts:claims", args=[player.club.slug]),
        )

    _tell_organisers(player.club, f"asked:{claim.pk}", said, now)
    return claim


@transaction.atomic
def withdraw_claim(*, claim_id: int, user: User, now: datetime) -> Claim:
    """Take a claim of one's own back; one that is answered stays so."""
    claim = _lock_claim(claim_id)
    if claim.user_id == user.pk and claim.answer == Answer.WAITING:
        _answer(claim, Answer.WITHDRAWN, "", user, now)
    return claim


@transaction.atomic
def approve_claim(*, claim_id: int, by: User, now: datetime) -> Claim:
    """Make somebody the user of a player; a player they have in the club is merged into it.

    They have the role of the two that is shown where it is approved; one that has ended does not
    come back. Others who wait for the same player are refused. Raise ClubError.
    """
    claim = _lock_claim(claim_id)
    if claim.answer == Answer.APPROVED:
        return claim
    _check_answerable(claim, by)
    player, user = claim.player, claim.user
    if player.user_id is not None:
        raise ClubError("claim", _("%(name)s signs in already."), name=player.name)
    if player.left_at is not None:
        raise ClubError(
            "claim",
            _("%(name)s has left the club. Put %(name)s back on the lists first."),
            name=player.name,
        )
    own = Player.objects.filter(club=player.club_id, user=user).first()
    if own is not None:
        if not may_manage(by, own):
            raise ClubError("claim", _("Only an owner of the club can merge an organiser."))
        merge_players(kept_id=player.pk, gone_id=own.pk, by=by, now=now)
    else:
        player.user = user
        player.save(update_fields=["user"])
    player.refresh_from_db()
    _answer(claim, Answer.APPROVED, "", by, now)
    detail = f"{player.name}, {player.club.name}"
    note_event(user=user, kind=EventKind.CLAIMED, device=Device(), now=now, detail=detail)
    others = Claim.objects.filter(player=player, answer=Answer.WAITING)
    for other in others.select_related("player__club", "user").order_by("pk"):
        _answer(other, Answer.REFUSED, _("Somebody else is this player."), by, now)

    def said() -> Message:
        return Message(
            subject=_("You are %(player)s in %(club)s now")
            % {"player": player.name, "club": player.club.name},
            text=_("An organiser has approved it. All that was played under this name is yours."),
            path=reverse("clubs:player", args=[player.pk]),
        )

    tell(players=[player], kind=Kind.CLAIMED, key=f"approved:{claim.pk}", write=said, now=now)
    return claim


@transaction.atomic
def refuse_claim(*, claim_id: int, words: str, by: User, now: datetime) -> Claim:
    """Refuse a claim with a few words for who made it; raise ClubError."""
    claim = _lock_claim(claim_id)
    if claim.answer == Answer.REFUSED:
        return claim
    _check_answerable(claim, by)
    _answer(claim, Answer.REFUSED, words[:LONGEST_WORDS], by, now)
    return claim


def _lock_claim(claim_id: int) -> Claim:
    lock_club(Claim.objects.values_list("player__club", flat=True).get(pk=claim_id))
    return Claim.objects.select_related("player__club", "user").get(pk=claim_id)


def _check_answerable(claim: Claim, by: User) -> None:
    if not may_manage(by, claim.player):
        raise ClubError("claim", _("Only an owner of the club answers for an organiser."))
    if claim.answer != Answer.WAITING:
        raise ClubError(
            "claim",
            _("This claim has been answered: %(answer)s."),
            answer=claim.get_answer_display(),
        )


def _answer(claim: Claim, answer: Answer, words: str, by: User, now: datetime) -> None:
    """Write an answer; who was refused and is in the club with another player is told there."""
    claim.answer, claim.words, claim.answered_by, claim.answered_at = answer, words, by, now
    claim.save(update_fields=["answer", "words", "answered_by", "answered_at"])
    about = claim.player
    changes: Changes = {"answer": (None, str(answer))}
    if answer == Answer.APPROVED:
        changes = {**changes, "role": (None, about.role)}
    note(club_id=about.club_id, verb=Verb.CLAIM_ANSWERED, about=about, changes=changes)
    own = player_of(claim.user, claim.player.club)
    if answer == Answer.REFUSED and own is not None:

        def said() -> Message:
            return Message(
                subject=_("You are not %(player)s, says an organiser")
                % {"player": claim.player.name},
                text=words,
                path=reverse("clubs:player", args=[claim.player.pk]),
            )

        tell(players=[own], kind=Kind.CLAIMED, key=f"refused:{claim.pk}", write=said, now=now)


def _tell_organisers(club: Club, key: str, said: Writer, now: datetime) -> None:
    organisers = organisers_of(club).exclude(user=None)
    tell(players=organisers, kind=Kind.CLAIM, key=key, write=said, now=now)
