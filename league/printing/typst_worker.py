"""Set one document and end: run as a program, with the data at its standard input.

`python typst_worker.py FORM TEMPLATE ROOT FONTS…` writes a PDF or PNG to its standard output. It is
a program of its own because Typst keeps what it has set, for the next time: a hundred sheets would
fill the memory of the site. Here all of it goes when the program ends.
"""

import os
import sys
from typing import Literal

import typst

POINTS_AN_INCH = 72.0
# Whoever looks at the site goes first.
NICENESS = 5


def main(form: Literal["pdf", "png"], template: str, root: str, *font_folders: str) -> None:
    """Read the data, set the document, write it."""
    os.nice(NICENESS)
    written = typst.compile(
        template,
        root=root,
        font_paths=list(font_folders),
        format=form,
        ppi=POINTS_AN_INCH,
        sys_inputs={"data": sys.stdin.buffer.read().decode()},
        timestamp=0,
    )
    sys.stdout.buffer.write(written)


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
