"""Let a hand name its revision in force by number, which is known before the row is written."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def number_of_current(apps, schema_editor):
    hands = apps.get_model("results", "Hand").objects.exclude(current=None)
    revisions = apps.get_model("results", "HandRevision").objects.filter(pk=OuterRef("current_id"))
    hands.update(revision=Subquery(revisions.values("number")))


def current_of_number(apps, schema_editor):
    revisions = apps.get_model("results", "HandRevision").objects.filter(
        hand=OuterRef("pk"), number=OuterRef("revision")
    )
    apps.get_model("results", "Hand").objects.update(current_id=Subquery(revisions.values("pk")))


class Migration(migrations.Migration):
    dependencies = [("results", "0004_agreement_and_calls")]

    operations = [
        migrations.AddField("hand", "revision", models.PositiveSmallIntegerField(null=True)),
        migrations.RunPython(number_of_current, current_of_number, elidable=True),
        migrations.RemoveField("hand", "current"),
        # It is made of columns that are there.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "hand",
                    "current",
                    models.ForeignObject(
                        from_fields=("id", "revision"),
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="results.handrevision",
                        to_fields=("hand", "number"),
                    ),
                ),
            ]
        ),
    ]
