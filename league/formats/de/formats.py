"""Dates in German; see the English ones."""

DATE_FORMAT = "D j. F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j. F Y, H:i"
SHORT_DATE_FORMAT = "D j. F"
SHORT_DATETIME_FORMAT = "D j. F, H:i"
