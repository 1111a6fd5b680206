"""Rate hands table by table: the sweep fills again what is derived and emptied here."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_ratings(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Leave every competition due, so that its hands are rated anew."""
    for name in ("RatedCompetition", "RatingChange", "PlayerRating"):
        apps.get_model("standings", name).objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0006_who_confirms_hands'),
        ('standings', '0004_ratings'),
    ]

    operations = [
        migrations.RunPython(forget_ratings, forget_ratings, elidable=True),
        migrations.CreateModel(
            name='RatedTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='competitions.table')),
                ('version', models.PositiveBigIntegerField()),
                ('begin', models.PositiveBigIntegerField()),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='standings.ratingbook')),
            ],
            options={
                'verbose_name': 'rated table',
                'verbose_name_plural': 'rated tables',
            },
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='points',
            field=models.IntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='position',
            field=models.PositiveBigIntegerField(),
        ),
    ]
