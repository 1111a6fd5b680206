"""What the bare view writes."""

from django.db import models


class Row(models.Model):
    """One row with a text."""

    text = models.TextField()

    def __str__(self) -> str:
        return self.text
