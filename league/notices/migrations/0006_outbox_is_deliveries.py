from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0005_copy_mails_and_wishes'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='notice',
            name='notice_unsent',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='due_at',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='error',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='given_up_at',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='html',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='leased_until',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='sent_at',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='tries',
        ),
    ]
