"""Starts the built program's simulation: all mock venues on free ports of the loopback."""

import json
import os
import subprocess
from functools import cached_property
from pathlib import Path

from .clock import clock_of_node

#: For what hangs: a busy machine takes long to end a process.
STOP_SECONDS = 120
PROGRAM = Path(__file__).resolve().parents[4] / "bin" / "pmx-local.js"


class Simulation:
    """The mock venues of one session."""

    def __init__(self, seed: int = 1):
        command = [node(), str(PROGRAM), "simulate", "--no-limits", "--json", "--seed", str(seed)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **clock_of_node()}
        )
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"simulate ended with {self._process.wait()}: run 'npm run build' first")
        self._hosts: dict[str, dict[str, str]] = json.loads(line)

    def hosts(self, venue: str) -> dict[str, str]:
        """Base URLs of a venue by the name of the host, as in src/venues/<id>/hosts.ts."""
        if venue not in self._hosts:
            raise KeyError(f"no venue {venue}; there are {', '.join(self._hosts)}")
        return self._hosts[venue]

    def url(self, venue: str, host: str = "api") -> str:
        """Base URL of one host: http://127.0.0.1:<port>, with the venue's own path behind it."""
        hosts = self.hosts(venue)
        if host not in hosts:
            raise KeyError(f"{venue} has no host {host}; it has {', '.join(hosts)}")
        return hosts[host]

    def socket(self, venue: str, host: str = "stream") -> str:
        """The same of a socket: ws://127.0.0.1:<port>."""
        return self.url(venue, host).replace("http://", "ws://", 1)

    def keys(self, venue: str, kind: str | None = None) -> dict[str, str]:
        """
        Credentials of the venue's demo account, by the names that `pmx-local demo-keys` prints.
        @param kind of key, for venues that have several
        """
        if kind is not None:
            return self._lend(venue, "--kind", kind)[venue]
        if venue not in self._keys:
            raise KeyError(f"no demo account of {venue}; there are {', '.join(self._keys)}")
        return self._keys[venue]

    @cached_property
    def _keys(self) -> dict[str, dict[str, str]]:
        return self._lend()

    def _lend(self, *arguments: str) -> dict[str, dict[str, str]]:
        text = subprocess.check_output([node(), str(PROGRAM), "demo-keys", "--json", *arguments], text=True)
        return json.loads(text)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=STOP_SECONDS)


def node() -> str:
    return os.environ.get("PMX_NODE", "node")
