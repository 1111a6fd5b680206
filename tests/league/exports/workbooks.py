"""Workbooks made for tests."""

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook


def workbook(*rows: Sequence[Any]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
