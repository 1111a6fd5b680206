import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import games.__main__, games.registry, games.tournament.seating
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"django", "league", "celery", "random", "secrets", "socket", "sqlite3"}))
"""


def test_engine_loads_neither_the_site_nor_chance_nor_the_network() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, str(ROOT)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
