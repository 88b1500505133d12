"""A daemon in demo mode with a lock file of its own, where the official Python SDK looks for it, and rows of its classes."""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .clock import clock_of_node
from .simulation import PROGRAM, STOP_SECONDS, node
from .table import Table

#: Every class of the SDK that reads a venue.
VENUES = (
    "Polymarket Limitless Kalshi KalshiDemo Probable Baozi Myriad Opinion Metaculus Smarkets PolymarketUS Hyperliquid "
    "GeminiTitan SuiBets Rain Hunch"
).split()
#: A first read of a long list may take several calls: the daemon waits in each for a bounded time, so no sleep is needed.
MOST_CALLS = 12
#: Statuses of such a first call.
WAITING = (502, 503, 504)


class SdkDemo:
    """`client(name)` is an object of the SDK's class of that name, which talks to this daemon."""

    def __init__(self, seed: int = 1):
        self._folder = tempfile.TemporaryDirectory(prefix="pmx-readers-")
        self._home = Path(self._folder.name)
        command = [node(), str(PROGRAM), "start", "--demo", "--seed", str(seed), "--port", "0", "--log-level", "error"]
        command += ["--state-dir", str(self._home / "state")]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PMX")}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**kept, **clock_of_node(), "HOME": self._folder.name}
        )
        for line in self._process.stdout:
            if re.search(r"at http://\S+", line):
                break
        else:
            raise RuntimeError(f"start ended with {self._process.wait()}: run 'npm run build' first")
        if not (self._home / ".pmxt" / "server.lock").exists():
            raise RuntimeError("start has written no lock file")

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def port(self) -> int:
        return json.loads((self._home / ".pmxt" / "server.lock").read_text())["port"]

    def client(self, name: str, **options: Any) -> Any:
        """
        The SDK takes the place of the lock file from HOME when an object is made, and when it is imported.
        @param name of a class; FeedClient does not read the lock file
        """
        with self._at_home():
            import pmxt

            own = {} if name == "FeedClient" else {"auto_start_server": False}
            return getattr(pmxt, name)(**own, **options)

    @contextmanager
    def _at_home(self):
        before = os.environ.get("HOME")
        os.environ["HOME"] = self._folder.name
        for name in ("PMXT_BASE_URL", "PMXT_API_KEY", "PMXT_ALWAYS_RESTART"):
            os.environ.pop(name, None)
        try:
            yield
        finally:
            if before is None:
                del os.environ["HOME"]
            else:
                os.environ["HOME"] = before

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=STOP_SECONDS)
        self._folder.cleanup()


class Rows:
    """Rows of one class. What its `has` denies must be answered NOT_SUPPORTED, and everything else must hold."""

    def __init__(self, table: Table, client: Any, name: str):
        self.table, self.client, self.name = table, client, name

    def has(self, method: str) -> bool:
        """A method that `has` does not name, such as fetchMarket, is there on every venue."""
        return self.client.has.get(method) is not False

    def read(self, title: str, method: str, call: Callable[[], Any], check: Callable[[Any], Any]) -> Any:
        """@param method the name in `has`"""
        if self.has(method):
            return self.table.ok(f"{self.name}.{title}", patiently(call), check, tolerates=WAITING)
        return self.not_supported(title, call)

    def not_supported(self, title: str, call: Callable[[], Any]) -> None:
        self.table.not_played(f"{self.name}.{title}", patiently(call), says="NOT_SUPPORTED")

    def refused(self, title: str, call: Callable[[], Any], code: str, status: int | None) -> None:
        self.table.refused(f"{self.name}.{title}", patiently(call), says=code, status=status)


def patiently(call: Callable[[], Any]) -> Callable[[], Any]:
    """Calls again while the daemon asks for it. Errors get their code where a table looks for words."""

    def tried():
        from pmxt import PmxtError

        for left in reversed(range(MOST_CALLS)):
            try:
                return call()
            except PmxtError as error:
                # The class ValidationError of the SDK is a refusal, no failure of its models.
                error.details = error.status_code = error.code
                if left == 0 or error.code not in ("EXCHANGE_NOT_AVAILABLE", "NETWORK_ERROR", "CATALOG_UNAVAILABLE"):
                    raise

    return tried
