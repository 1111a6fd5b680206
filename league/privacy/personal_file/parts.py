"""What is in the file of a person, part by part, and which references to persons are left out.

A model with a new reference to a user or a player has to be named here: else a test fails. Others
stand in the file by the names that everybody reads; what is hidden from the person does not.
"""

from collections.abc import Mapping
from typing import Final

from league.privacy.personal_file.of_account import ACCOUNT, CLUBS, NOTICES
from league.privacy.personal_file.of_play import ONLINE, PLAY

PARTS: Final = (*ACCOUNT, *CLUBS, *NOTICES, *PLAY, *ONLINE)

LEFT_OUT: Final[Mapping[str, str]] = {
    "accounts.Claim.player": "who else says to be the player is told about that person",
    "clubs.User_groups.user": "a table of the framework, which the site has no rows in",
    "clubs.User_user_permissions.user": "a table of the framework, without rows, too",
}
"""References to a person that are not in the file, and why."""
