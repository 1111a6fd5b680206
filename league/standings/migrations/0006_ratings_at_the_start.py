"""Give entries that have results already the rating from before their first hand."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery

SHOWN_AT_START, SHOWN_PER_UNIT, MU = 1500, 60, 25


def keep_ratings(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note them; who has not been rated began at 1500."""
    entry_model = apps.get_model("competitions", "Entry")
    changes = apps.get_model("standings", "RatingChange").objects.filter(
        player=OuterRef("player"), hand__table__round__stage__competition=OuterRef("competition")
    )
    first = Subquery(changes.order_by("position").values("mu_before")[:1])
    entries = entry_model.objects.filter(standings__isnull=False, rating=None).distinct()
    entries = entries.annotate(mu=first)
    for entry in entries.iterator():
        mu = MU if entry.mu is None else entry.mu
        entry.rating = round(SHOWN_AT_START + SHOWN_PER_UNIT * (mu - MU))
        entry.save(update_fields=["rating"])


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0007_rating_at_the_start'),
        ('standings', '0005_ratings_follow_tables'),
    ]

    operations = [
        migrations.RunPython(keep_ratings, migrations.RunPython.noop),
    ]
