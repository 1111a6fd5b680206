"""What the site notes of its own running."""

from django.db import models


class Tick(models.Model):
    """When the clock last came round to a worker: one row, written over every time."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class ClockLease(models.Model):
    """Which of several beat processes sends the ticks, and until when: one row."""

    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until:%Y-%m-%d %H:%M:%S}"
