"""Keep ratings by club and game, hand by hand."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_initial'),
        ('competitions', '0001_initial'),
        ('results', '0001_initial'),
        ('standings', '0003_standings_are_of_a_stage'),
    ]

    operations = [
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
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_books', to='clubs.club')),
            ],
            options={
                'verbose_name': 'rating book',
                'verbose_name_plural': 'rating books',
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
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('hands', models.PositiveIntegerField()),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='standings.ratingbook')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='results.hand')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='clubs.player')),
            ],
            options={
                'verbose_name': 'change of a rating',
                'verbose_name_plural': 'changes of ratings',
            },
        ),
        migrations.AddConstraint(
            model_name='ratingbook',
            constraint=models.UniqueConstraint(fields=('club', 'game'), name='one_rating_book_per_game'),
        ),
        migrations.AddConstraint(
            model_name='playerrating',
            constraint=models.UniqueConstraint(fields=('book', 'player'), name='one_rating_per_book'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['book', 'position'], name='standings_r_book_id_cc188c_idx'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['player', 'book', 'position'], name='standings_r_player__03c11a_idx'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('hand', 'player'), name='one_change_per_hand'),
        ),
    ]
