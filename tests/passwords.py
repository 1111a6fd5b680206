"""How passwords are kept in tests."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    """The site's own way, less what makes it slow for whoever tries many."""

    iterations = 1
