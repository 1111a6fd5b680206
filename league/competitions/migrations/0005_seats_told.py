from django.db import migrations, models
from django.db.models import F, Q


def consider_all_told(apps, schema_editor):
    """Who sits somewhere already has seen it: only seatings to come are mailed."""
    apps.get_model("competitions", "Table").objects.update(seating_told=F("seating"))


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0004_scoring_and_tie_breaks"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="seating_told",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(consider_all_told, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=Q(("dissolved_at", None), ("seating__gt", F("seating_told"))),
                fields=["round"],
                name="table_to_tell",
            ),
        ),
    ]
