import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("results", "0001_initial"),
        ("results", "0002_adjustment"),
        ("results", "0003_sealed"),
        ("results", "0004_agreement_and_calls"),
        ("results", "0005_hand_revision"),
        ("results", "0006_final_results"),
        ("results", "0007_find_disputed_hands"),
        ("results", "0008_hands_from_online_tables"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('competitions', '0001_first_release'),
    ]

    operations = [
        migrations.CreateModel(
            name='Desk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='desk', to='clubs.club')),
            ],
            options={
                'verbose_name': 'desk',
                'verbose_name_plural': 'desks',
            },
        ),
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(blank=True, max_length=300, verbose_name='what it is about')),
                ('via', models.CharField(choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('created_at', models.DateTimeField()),
                ('coming_at', models.DateTimeField(blank=True, null=True)),
                ('done_via', models.CharField(blank=True, choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('coming_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('done_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='competitions.table')),
            ],
            options={
                'verbose_name': 'call of a table',
                'verbose_name_plural': 'calls of tables',
                'constraints': [models.UniqueConstraint(condition=models.Q(('done_at', None)), fields=('table',), name='one_open_call_per_table')],
            },
        ),
        migrations.CreateModel(
            name='TableScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hands', models.PositiveSmallIntegerField(default=0)),
                ('totals', models.JSONField(default=list)),
                ('places', models.JSONField(default=list)),
                ('is_over', models.BooleanField(default=False)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='score', to='competitions.table')),
            ],
            options={
                'verbose_name': "table's score",
                'verbose_name_plural': "tables' scores",
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('penalty', 'penalty'), ('bonus', 'bonus'), ('bye', 'bye'), ('absence', 'missed round'), ('no_show', 'did not turn up')], max_length=10)),
                ('points', models.IntegerField(verbose_name='points')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('rule', models.CharField(blank=True, max_length=300, verbose_name='rule')),
                ('key', models.CharField(blank=True, max_length=80, null=True, unique=True)),
                ('created_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('cancel_reason', models.CharField(blank=True, max_length=300)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='competitions.competition')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='competitions.entry')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='competitions.round')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='competitions.table')),
            ],
            options={
                'verbose_name': 'adjustment',
                'verbose_name_plural': 'adjustments',
                'indexes': [models.Index(fields=['competition', 'entry'], name='results_adj_competi_19c559_idx')],
            },
        ),
        migrations.CreateModel(
            name='FinalResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_void', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='final_result', to='competitions.table')),
            ],
            options={
                'verbose_name': 'final result',
                'verbose_name_plural': 'final results',
            },
        ),
        migrations.CreateModel(
            name='FinalRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('entered', 'entered'), ('corrected', 'corrected'), ('voided', 'voided'), ('restored', 'restored'), ('settled', 'settled')], max_length=10)),
                ('outcome', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('key', models.UUIDField(null=True, unique=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('via', models.CharField(choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='results.finalresult')),
            ],
            options={
                'verbose_name': 'revision of a final result',
                'verbose_name_plural': 'revisions of final results',
                'constraints': [models.UniqueConstraint(fields=('result', 'number'), name='outcome_is_numbered_once')],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('revision', models.PositiveSmallIntegerField(null=True)),
                ('is_void', models.BooleanField(default=False)),
                ('is_disputed', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='competitions.table')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'indexes': [models.Index(condition=models.Q(('is_disputed', True)), fields=['table'], name='hand_disputed')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_void', False)), fields=('table', 'number'), name='hand_number_counts_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='hand_number_is_1_based')],
            },
        ),
        migrations.CreateModel(
            name='HandRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('entered', 'entered'), ('corrected', 'corrected'), ('voided', 'voided'), ('restored', 'restored'), ('settled', 'settled')], max_length=10)),
                ('record', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('via', models.CharField(choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='results.hand')),
            ],
            options={
                'verbose_name': 'revision',
                'verbose_name_plural': 'revisions',
                'constraints': [models.UniqueConstraint(fields=('hand', 'number'), name='revision_number_is_used_once')],
            },
        ),
        migrations.CreateModel(
            name='HandScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('score', models.JSONField()),
                ('is_surplus', models.BooleanField(default=False)),
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='score', to='results.hand')),
            ],
            options={
                'verbose_name': 'score',
                'verbose_name_plural': 'scores',
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('digest', models.CharField(max_length=64)),
                ('record', models.JSONField()),
                ('verdict', models.CharField(choices=[('counted', 'the first for this hand'), ('agreed', 'equal to the first'), ('differed', 'different from the first')], max_length=10)),
                ('via', models.CharField(choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to='results.hand')),
            ],
            options={
                'verbose_name': 'submission',
                'verbose_name_plural': 'submissions',
            },
        ),
        migrations.CreateModel(
            name='HandAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('confirmed', 'confirmed'), ('disputed', 'disputed')], max_length=10)),
                ('words', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('via', models.CharField(choices=[('code', "the table's code"), ('seat', 'a player at the table'), ('club', 'a scorer or organiser'), ('online', 'the online table')], max_length=10)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='results.handrevision')),
            ],
            options={
                'verbose_name': 'answer to a hand',
                'verbose_name_plural': 'answers to hands',
            },
        ),
        migrations.CreateModel(
            name='SealedHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('recorded', models.PositiveIntegerField()),
                ('seating', models.PositiveIntegerField()),
                ('seasons', models.JSONField(null=True)),
                ('created_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sealed_hands', to='competitions.table')),
                ('submission', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sealed', to='results.submission')),
            ],
            options={
                'verbose_name': 'sealed hand',
                'verbose_name_plural': 'sealed hands',
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('table',), name='one_open_sealed_hand_per_table')],
            },
        ),
        migrations.CreateModel(
            name='SealedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.JSONField()),
                ('phone', models.CharField(max_length=32)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='results.sealedhand')),
            ],
            options={
                'verbose_name': 'sealed seat',
                'verbose_name_plural': 'sealed seats',
                'constraints': [models.UniqueConstraint(fields=('hand', 'number'), name='seat_is_sealed_once')],
            },
        ),
        migrations.CreateModel(
            name='SealReset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='resets', to='results.sealedhand')),
            ],
            options={
                'verbose_name': 'reset of a seat',
                'verbose_name_plural': 'resets of seats',
            },
        ),
        migrations.AddField(
            model_name='finalresult',
            name='current',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='results.finalrevision'),
        ),
        migrations.AddField(
            model_name='hand',
            name='current',
            field=models.ForeignObject(from_fields=['id', 'revision'], null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='results.handrevision', to_fields=['hand', 'number']),
        ),
    ]
