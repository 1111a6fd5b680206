"""The settings as many environments make them, read by one Python.

It has imported all that they need, and forks for each environment.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

READER = """
import json, os, runpy, sys, tempfile

os.environ["SECRET_KEY"] = "for this alone"
import django.core.management
import league.settings

# All that it has imported stays, and is not imported again for each environment.
del sys.modules["league.settings"], league.settings


def read(environment, arguments, script):
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    if script:
        exec(script, {"__name__": "__main__"})
    else:
        runpy.run_path(arguments[0], run_name="__main__")


for line in sys.stdin:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            read(**json.loads(line))
            break
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    print(json.dumps([status, *texts]), flush=True)
"""


@dataclass(frozen=True)
class Done:
    """What a process has ended with and written."""

    returncode: int
    stdout: str
    stderr: str


class Environments:
    """Ask the reader of settings, which runs beside the tests."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, environment: Mapping[str, str], *arguments: str, script: str = "") -> Done:
        """Run a script, or the file that the arguments begin with, in a process of its own."""
        asked = {"environment": environment, "arguments": arguments, "script": script}
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer: Any = json.loads(self._process.stdout.readline())
        return Done(*answer)


@contextmanager
def reader_of_settings() -> Iterator[Environments]:
    """Start the reader; end it afterwards."""
    with subprocess.Popen(
        [sys.executable, "-c", READER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ},
    ) as process:
        yield Environments(process)
        assert process.stdin
        process.stdin.close()
