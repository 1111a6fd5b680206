"""Every kind of notice has words for people, a place among the boxes, and a way by default."""

from league.notices.models import (
    ALWAYS,
    CHOSEN,
    DEFAULTS,
    FOR_ORGANISERS,
    OF_CLUBS,
    URGENT,
    Channel,
    Kind,
)

# What is promised to people, and the kind by which they hear of it.
PROMISED = {
    "your table is ready": Kind.SEAT,
    "round opened": Kind.ROUND,
    "reminder": Kind.DEADLINE,
    "your move": Kind.TURN,
    "result to confirm": Kind.CONFIRM,
    "disputed": Kind.DISPUTE,
    "corrected": Kind.CORRECTION,
    "standings posted": Kind.STANDINGS,
    "invitation": Kind.INVITATION,
    "a table calls": Kind.CALL,
    "rounds missed": Kind.MISSED,
    "talk reported": Kind.REPORT,
    "somebody says who they are": Kind.CLAIM,
    "who you are is answered": Kind.CLAIMED,
    "a way switched off": Kind.CHANNEL,
}


def test_every_kind_has_words_and_is_wanted_somewhere_unless_told_otherwise() -> None:
    assert set(PROMISED.values()) == set(Kind)
    assert len({str(kind.label) for kind in Kind}) == len(Kind)
    for kind in CHOSEN:
        assert [channel for channel in Channel if kind in DEFAULTS[channel]] != []
    assert {*CHOSEN, *ALWAYS} == set(Kind)
    assert set(CHOSEN) > FOR_ORGANISERS
    assert set(OF_CLUBS) < set(CHOSEN)
    assert Kind.STANDINGS not in URGENT
