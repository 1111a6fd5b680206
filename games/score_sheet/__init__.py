"""Score sheets: card games that are described as data, for 2-8 players."""

from games.score_sheet.game import SCORE_SHEET

__all__ = ["SCORE_SHEET"]
