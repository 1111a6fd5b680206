"""Say what became of a hand that a phone has sent."""

from django.utils.translation import gettext as _

from league.results.models import Submission, Verdict


def verdict_words(submission: Submission) -> str:
    """Say what became of what was sent."""
    number = {"number": submission.hand.number}
    if submission.verdict == Verdict.AGREED:
        return _("Hand %(number)d was there already, just as you have it.") % number
    if submission.verdict == Verdict.DIFFERED:
        said = _(
            "Hand %(number)d was there already, and yours is different. Compare the two and pick "
            "the right one."
        )
        return said % number
    return _("Hand %(number)d is recorded.") % number
