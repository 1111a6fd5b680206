"""Put faults in on purpose: `python -m tests.mutation engine`, or `… faults`."""

import argparse
import os
import sys


def main() -> None:
    """Read the arguments, try the changes, and fail if a test is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    engine = kinds.add_parser("engine", help="small changes of scoring, play and seating")
    engine.add_argument("files", nargs="*", help="such as games/zop_zoo/play.py; else all of them")
    engine.add_argument("--all", action="store_true", help="every change, not a sample")
    engine.add_argument("--sample", type=int, default=60)
    engine.add_argument("--seed", type=int, default=1, help="which sample")
    faults = kinds.add_parser("faults", help="the faults that are listed in tests/mutation/faults")
    faults.add_argument("ids", nargs="*", help="else all of them")
    faults.add_argument("--all", action="store_true", help="ask the thorough tests too")
    faults.add_argument("--whole", action="store_true", help="and all tests, for what is not found")
    for each in (engine, faults):
        each.add_argument("-n", type=int, default=os.cpu_count() or 1, help="how many at once")
    given = parser.parse_args()
    if given.kind == "engine":
        from tests.mutation import engine as small_changes

        sample = None if given.all else given.sample
        files = given.files or small_changes.TARGETS
        wrong = small_changes.run(files, seed=given.seed, sample=sample, processes=given.n)
    else:
        from tests.mutation import listed

        wrong = listed.run(given.ids, thorough=given.all, whole=given.whole, processes=given.n)
    sys.exit("\n".join(["", *wrong]) if wrong else 0)


if __name__ == "__main__":
    main()
