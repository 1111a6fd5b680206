"""Every kind of notice has words for people, a place among the boxes, and a way by default."""

from league.notifications.models import (
    ALWAYS,
    CHOSEN,
    DEFAULTS,
    FOR_ORGANISERS,
    OF_CLUBS,
    URGENT,
    Channel,
    NotificationKind,
)

# What is promised to people, and the kind by which they hear of it.
PROMISED = {
    "your table is ready": NotificationKind.SEAT,
    "round opened": NotificationKind.ROUND,
    "reminder": NotificationKind.DEADLINE,
    "your move": NotificationKind.TURN,
    "result to confirm": NotificationKind.CONFIRM,
    "disputed": NotificationKind.DISPUTE,
    "corrected": NotificationKind.CORRECTION,
    "standings posted": NotificationKind.STANDINGS,
    "invitation": NotificationKind.INVITATION,
    "a table calls": NotificationKind.CALL,
    "rounds missed": NotificationKind.MISSED,
    "talk reported": NotificationKind.REPORT,
    "somebody says who they are": NotificationKind.CLAIM,
    "who you are is answered": NotificationKind.CLAIMED,
    "an organiser writes to all": NotificationKind.ANNOUNCEMENT,
    "a way switched off": NotificationKind.CHANNEL,
}


def test_every_kind_has_words_and_is_wanted_somewhere_unless_told_otherwise() -> None:
    assert set(PROMISED.values()) == set(NotificationKind)
    assert len({str(kind.label) for kind in NotificationKind}) == len(NotificationKind)
    for kind in CHOSEN:
        assert [channel for channel in Channel if kind in DEFAULTS[channel]] != []
    assert {*CHOSEN, *ALWAYS} == set(NotificationKind)
    assert set(CHOSEN) > FOR_ORGANISERS
    assert set(OF_CLUBS) < set(CHOSEN)
    assert NotificationKind.STANDINGS not in URGENT
