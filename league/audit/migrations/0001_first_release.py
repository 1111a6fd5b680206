import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("audit", "0001_acts"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('clubs', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=10)),
                ('way', models.CharField(choices=[('page', 'on a page'), ('api', 'by a program')], max_length=10)),
                ('verb', models.CharField(choices=[('club.made', 'made the club'), ('club.changed', 'changed the club'), ('club.screen_link', 'made the link for screens'), ('club.screen_unlinked', 'withdrew the link for screens'), ('club.taken', 'took the club away as a file'), ('club.brought', 'brought the club in from a file'), ('players.added', 'added the player'), ('players.several_added', 'added players to'), ('players.changed', 'changed the player'), ('players.left', 'took the player off the lists'), ('players.returned', 'put the player back on the lists'), ('players.claim', 'answered who says to be'), ('players.merged', 'made one player of two'), ('players.unmerged', 'made two players again of'), ('players.link', 'showed a sign-in code for'), ('players.invited', 'made an invitation'), ('players.uninvited', 'withdrew an invitation'), ('competition.made', 'made the competition'), ('competition.changed', 'changed the competition'), ('competition.entered', 'entered players in'), ('competition.withdrawn', 'took players out of'), ('competition.teams', 'changed teams and guests in'), ('competition.apart', 'keeps two players apart in'), ('competition.together', 'lets two players sit together again in'), ('competition.stage_added', 'added the stage'), ('competition.stage_changed', 'changed the stage'), ('competition.stage_removed', 'removed the stage'), ('competition.stage_begun', 'began the stage'), ('competition.stage_taken_back', 'took back the beginning of the stage'), ('competition.scripted', 'wrote the seating of the stage'), ('competition.recurrence', 'changed when rounds make themselves in the stage'), ('rounds.added', 'added the round'), ('rounds.removed', 'removed the round'), ('rounds.timed', 'changed the times of the round'), ('rounds.opened', 'opened the round'), ('rounds.closed', 'closed the round'), ('rounds.reopened', 'opened the round again'), ('rounds.clock', 'changed the clock of the round'), ('rounds.checked_in', 'checked players in for the round'), ('rounds.checked_out', 'took a check-in back for the round'), ('rounds.absence', 'said otherwise why somebody was away from the round'), ('seats.seated', 'seated the round'), ('seats.changed', 'changed the seats of the round'), ('seats.undone', 'undid a change of seats in the round'), ('seats.code', 'changed the code of the table'), ('seats.adjourned', 'lets the table finish later'), ('seats.taken_up', 'lets the table go on'), ('results.corrected', 'corrected the hand'), ('results.voided', 'voided the hand'), ('results.restored', 'restored the hand'), ('results.settled', 'settled the dispute about the hand'), ('results.result_corrected', 'corrected the result of the table'), ('results.result_voided', 'voided the result of the table'), ('results.brought', 'brought results in to'), ('results.adjusted', 'gave a bonus or a penalty to'), ('results.unadjusted', 'cancelled a bonus or a penalty of'), ('results.coming', 'went to the table'), ('results.call_ended', 'saw to the call of the table'), ('results.seal_reset', 'let a seat enter its cards anew at the table'), ('notices.resent', 'sent once more'), ('notices.chat_added', 'added the club’s chat'), ('notices.chat_tried', 'tried the club’s chat'), ('notices.chat_removed', 'removed the club’s chat'), ('programs.token_made', 'made the token'), ('programs.token_revoked', 'revoked the token'), ('programs.webhook_made', 'made the webhook'), ('programs.webhook_tested', 'tested the webhook'), ('programs.webhook_on', 'switched on the webhook'), ('programs.webhook_removed', 'removed the webhook'), ('programs.webhook_resent', 'sent an event again to the webhook'), ('screens.changed', 'changed how tables are played on screens in'), ('screens.run', 'changed who plays, or when, at the table on screens'), ('screens.hidden', 'hid a message at the table on screens')], max_length=40)),
                ('about_kind', models.CharField(blank=True, max_length=60)),
                ('about_id', models.PositiveBigIntegerField(null=True)),
                ('label', models.CharField(blank=True, max_length=200)),
                ('changes', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='clubs.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='acts', to='clubs.player')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'act',
                'verbose_name_plural': 'acts',
                'indexes': [models.Index(fields=['club', '-created_at', '-id'], name='acts_of_a_club'), models.Index(fields=['about_kind', 'about_id'], name='acts_about_a_thing')],
            },
        ),
    ]
