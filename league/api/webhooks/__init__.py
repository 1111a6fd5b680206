"""Webhooks: notice what has happened in a club, and tell the addresses that want to know.

What happened are rows that are there anyway: revisions and answers of hands, rounds, versions of
competitions, online tables. A sweep looks for those it has not told of yet, so nothing is lost when
a process dies, and nothing below has to know of webhooks.
"""
