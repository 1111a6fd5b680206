"""Records of the site's operation, one row each."""

from django.db import models


class SchedulerHeartbeat(models.Model):
    """When the scheduler last reached a worker."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class BackupReport(models.Model):
    """Outcome of the latest backups."""

    succeeded_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)  # of the last one
    reason = models.TextField()

    def __str__(self) -> str:
        return f"{self.succeeded_at:%Y-%m-%d %H:%M:%S}" if self.succeeded_at else "none yet"


class ClockLease(models.Model):
    """Lease of the beat process that ticks."""

    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until:%Y-%m-%d %H:%M:%S}"
