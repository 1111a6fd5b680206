"""Say what came out, and read it from what pytest has said."""

import re
import sys


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def first_failed(output: str) -> str:
    """Return the first test that failed by the summary of a run, else the last line of all."""
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    return found[1] if found else output.strip().rpartition("\n")[2]
