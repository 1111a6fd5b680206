import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("standings", "0001_initial"),
        ("standings", "0002_stages_ledgers_and_tie_breaks"),
        ("standings", "0003_standings_are_of_a_stage"),
        ("standings", "0004_ratings"),
        ("standings", "0005_ratings_follow_tables"),
        ("standings", "0006_ratings_at_the_start"),
        ("standings", "0007_forecasts"),
        ("standings", "0008_honours"),
        ("standings", "0009_rank_when_read"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('competitions', '0001_first_release'),
        ('results', '0001_first_release'),
    ]

    operations = [
        migrations.CreateModel(
            name='Forecast',
            fields=[
                ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='forecast', serialize=False, to='competitions.competition')),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('competition_version', models.PositiveBigIntegerField()),
                ('told_at', models.DateTimeField()),
                ('content', models.JSONField(null=True)),
            ],
            options={
                'verbose_name': 'forecast',
                'verbose_name_plural': 'forecasts',
            },
        ),
        migrations.CreateModel(
            name='RatedCompetition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField()),
                ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated', to='competitions.competition')),
            ],
            options={
                'verbose_name': 'rated competition',
                'verbose_name_plural': 'rated competitions',
            },
        ),
        migrations.CreateModel(
            name='RatingBook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('version', models.PositiveBigIntegerField(default=1)),
                ('honoured', models.PositiveBigIntegerField(default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_books', to='clubs.club')),
            ],
            options={
                'verbose_name': 'rating book',
                'verbose_name_plural': 'rating books',
                'constraints': [models.UniqueConstraint(fields=('club', 'game'), name='one_rating_book_per_game')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('wins', models.PositiveIntegerField()),
                ('game_points', models.IntegerField()),
                ('tables', models.PositiveIntegerField()),
                ('rounds', models.PositiveIntegerField(default=0)),
                ('places', models.JSONField(default=list)),
                ('byes', models.PositiveIntegerField(default=0)),
                ('carried', models.IntegerField(default=0)),
                ('ledger', models.JSONField(default=dict)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='competitions.competition')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='competitions.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='competitions.stage')),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
                'constraints': [models.UniqueConstraint(fields=('stage', 'entry'), name='one_standing_per_stage')],
            },
        ),
        migrations.CreateModel(
            name='TableResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(default=0)),
                ('pair', models.PositiveSmallIntegerField(null=True)),
                ('place', models.PositiveSmallIntegerField()),
                ('game_points', models.IntegerField()),
                ('points', models.IntegerField()),
                ('bonuses', models.JSONField(default=dict)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='competitions.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='competitions.table')),
            ],
            options={
                'verbose_name': "table's result",
                'verbose_name_plural': "tables' results",
                'constraints': [models.UniqueConstraint(fields=('table', 'entry'), name='one_result_per_table_and_entry')],
            },
        ),
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
        migrations.CreateModel(
            name='PlayerRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('hands', models.PositiveIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubs.player')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='standings.ratingbook')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'constraints': [models.UniqueConstraint(fields=('book', 'player'), name='one_rating_per_book')],
            },
        ),
        migrations.CreateModel(
            name='Honours',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.JSONField(default=list)),
                ('competition', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='honours', to='competitions.competition')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='honours', to='standings.ratingbook')),
            ],
            options={
                'verbose_name': 'honours',
                'verbose_name_plural': 'honours',
                'constraints': [models.UniqueConstraint(condition=models.Q(('competition', None)), fields=('book',), name='one_hall_of_fame_per_game')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveBigIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('points', models.IntegerField()),
                ('hands', models.PositiveIntegerField()),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='standings.ratingbook')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='results.hand')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='clubs.player')),
            ],
            options={
                'verbose_name': 'change of a rating',
                'verbose_name_plural': 'changes of ratings',
                'indexes': [models.Index(fields=['book', 'position'], name='standings_r_book_id_cc188c_idx'), models.Index(fields=['player', 'book', 'position'], name='standings_r_player__03c11a_idx')],
                'constraints': [models.UniqueConstraint(fields=('hand', 'player'), name='one_change_per_hand')],
            },
        ),
        migrations.CreateModel(
            name='RoundDeeds',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='deeds', serialize=False, to='competitions.round')),
                ('content', models.JSONField(default=dict)),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deeds', to='standings.ratingbook')),
            ],
            options={
                'verbose_name': 'deeds of a round',
                'verbose_name_plural': 'deeds of rounds',
            },
        ),
    ]
