"""Ask for the stage of a standing, now that every one has one."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0002_stages_ledgers_and_tie_breaks")]

    operations = [
        migrations.AlterField(
            model_name="standing",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="standings",
                to="competitions.stage",
            ),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(
                fields=("stage", "entry"), name="one_standing_per_stage"
            ),
        ),
    ]
