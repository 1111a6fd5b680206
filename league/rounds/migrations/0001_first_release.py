import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("rounds", "0001_initial"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('competitions', '0001_first_release'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('seated', 'the round was seated'), ('unseated', 'the seating was undone'), ('repaired', 'those who wait were given seats'), ('moved', 'somebody got a seat'), ('swapped', 'two changed places'), ('left', 'somebody left'), ('sat_out', 'somebody sits out'), ('no_show', 'somebody did not turn up'), ('substituted', 'a substitute came'), ('opened', 'a table was added'), ('merged', 'two tables became one'), ('split', 'a table became two'), ('dissolved', 'a table was dissolved'), ('ordered', 'the seats of a table were drawn'), ('deals', 'the first dealer changed')], max_length=12)),
                ('asked', models.JSONField()),
                ('data', models.JSONField(default=dict)),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('created_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seating_changes', to='competitions.round')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'change of a seating',
                'verbose_name_plural': 'changes of seatings',
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='seating_changes_once_a_number')],
            },
        ),
    ]
