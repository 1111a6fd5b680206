"""What a token may do, besides being bound by the rights of whoever made it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """A part of what somebody may do on the site; a token has some of them."""

    READ = "read", _("read what its owner sees")
    RECORD = "record", _("enter, confirm, dispute and correct hands")
    PLAY = "play", _("play at online tables")
    ORGANISE = "organise", _("change players, competitions and rounds")
    PERSONAL = "personal", _("take away personal files, with addresses")
