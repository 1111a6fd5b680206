"""What the site notes of its own running."""

from django.db import models


class Tick(models.Model):
    """When the clock last came round to a worker: one row, written over every time."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class BackupReport(models.Model):
    """How the latest backups went: one row."""

    succeeded_at = models.DateTimeField(null=True)
    """All until then is in a backup."""
    failed_at = models.DateTimeField(null=True)
    """When the last one failed; null when it did not."""
    reason = models.TextField()

    def __str__(self) -> str:
        return f"{self.succeeded_at:%Y-%m-%d %H:%M:%S}" if self.succeeded_at else "none yet"


class ClockLease(models.Model):
    """Which of several beat processes sends the ticks, and until when: one row."""

    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until:%Y-%m-%d %H:%M:%S}"
