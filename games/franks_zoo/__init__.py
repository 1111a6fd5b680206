"""Frank's Zoo (Zoff im Zoo) by Doris Matthäus and Frank Nestel, for 3-7 players."""

from games.franks_zoo.game import FRANKS_ZOO

__all__ = ["FRANKS_ZOO"]
