"""A daemon that takes mock venues for the real ones, as test/readers/support/world.mjs starts it."""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import requests

from .clock import clock_of_node
from .simulation import PROGRAM, STOP_SECONDS, Simulation, node


class Daemon:
    """Its methods, with the credentials of one account."""

    def __init__(self, demo: Simulation, *venues: str):
        self._folder = tempfile.TemporaryDirectory(prefix="pmx-readers-")
        folder = Path(self._folder.name)
        config = {"venues": {venue: {"hosts": demo.hosts(venue), "limits": "none"} for venue in venues}}
        (folder / "config.json").write_text(json.dumps(config))
        command = [node(), str(PROGRAM), "start", "--port", "0", "--no-lock"]
        command += ["--config", str(folder / "config.json"), "--state-dir", str(folder / "state")]
        environment = {**os.environ, **clock_of_node(), "HOME": str(folder)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.url = self._address()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _address(self) -> str:
        for line in self._process.stdout:
            found = re.search(r"at (http://\S+)", line)
            if found:
                return found[1]
        raise RuntimeError(f"start ended with {self._process.wait()}")

    def call(self, venue: str, method: str, *args, credentials: dict):
        """What a method returns. @raises AssertionError with the daemon's own words"""
        body = {"args": args, "credentials": credentials}
        answer = requests.post(f"{self.url}/api/{venue}/{method}", json=body, timeout=60).json()
        assert answer["success"], answer["error"]
        return answer["data"]

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=STOP_SECONDS)
        self._folder.cleanup()
