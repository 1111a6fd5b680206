"""What is refused as a visitor, a network or the site has as much open as it may, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.online.refusals import OnlineError


class LimitError(OnlineError):
    """Somebody has as much open as they may.

    `whose` limit it is: "visitor", "network" or "site"; `most` is the limit, `count` what counts.
    """

    WORDS: Mapping[str, object] = {}

    def __init__(self, whose: str, most: int, count: int = 0) -> None:
        super().__init__(whose, most, count)
        self.whose, self.most, self.count = whose, most, count

    def words(self) -> str:
        """Say what the limit is, and what to do."""
        return str(self.WORDS[self.whose]) % {"most": self.most, "count": self.count}


class TooManyTablesError(LimitError):
    """As many tables are open as may be."""

    code = "too_many_tables"
    WORDS: Mapping[str, object] = {
        "visitor": _(
            "You may have %(most)d tables open and have %(count)d. Finish or leave one of your "
            "tables, then open another."
        ),
        "network": _(
            "From your network %(most)d tables may be open without an account, and %(count)d are. "
            "Sign in, or try again when one of them is over."
        ),
        "site": _(
            "This site may have %(most)d such tables open, and %(count)d are. Try again later; "
            "if you have an account, sign in."
        ),
    }


class TooManyStrongBotsError(LimitError):
    """Strong bots think at as many tables as they may."""

    code = "too_many_strong_bots"
    WORDS: Mapping[str, object] = {
        "visitor": _(
            "Strong bots may play at %(most)d of your tables and play at %(count)d. Choose good "
            "bots, or finish or leave one of these tables."
        ),
        "network": _(
            "From your network strong bots may play at %(most)d tables without an account, and "
            "play at %(count)d. Choose good bots, or sign in."
        ),
        "site": _(
            "On this site strong bots may play at %(most)d tables, and play at %(count)d. Choose "
            "good bots, or try again later."
        ),
    }


class TooManyGuestsError(LimitError):
    """As many people without an account play as may."""

    code = "too_many_guests"
    WORDS: Mapping[str, object] = {
        "network": _(
            "From your network %(most)d people without an account have taken seats in the last "
            "days, and more cannot. Sign in to play."
        ),
        "site": _(
            "On this site %(most)d people without an account have taken seats in the last days, "
            "and more cannot. Sign in to play."
        ),
    }
