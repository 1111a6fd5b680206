"""Dates in English, as all of Europe reads them: day before month, 24 hours.

The short ones leave the year out, for what is near: tonight's round, a hand's history.
"""

DATE_FORMAT = "D j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j F Y, H:i"
SHORT_DATE_FORMAT = "D j F"
SHORT_DATETIME_FORMAT = "D j F, H:i"
