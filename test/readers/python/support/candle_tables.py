"""An export of the demo world as files of each format, what the API returns of the same candles, and a run of one engine."""

import json
import math
import os
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any

from .clock import clock_of_node
from .simulation import PROGRAM, node

KINDS = ("parquet", "csv", "ndjson")
ZONES = ("UTC", "America/New_York")
READERS = Path(__file__).with_name("table_readers.py")
#: Polymarket has ids of 77 digits and no volumes.
VENUES = ("kalshi", "polymarket")


class Exported:
    """Files of one session, and the truth about them."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pmx-tables-")
        self.folder = Path(self._folder.name)
        midnight = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
        span = ["--start", iso(midnight - timedelta(days=9)), "--end", iso(midnight - timedelta(days=2, seconds=1))]
        rows: list[dict[str, Any]] = []
        for venue in VENUES:
            found = json.loads(self._run("markets", venue, "election", "-n", "2", "--sort", "volume", "--demo", "--json"))
            for market in found:
                outcome = market["yes"]["outcomeId"]
                self._run("backfill", venue, outcome, "-r", "1h", *span, "--demo")
                api = json.loads(self._run("candles", venue, outcome, "-r", "1h", *span, "--demo", "--json"))
                rows += [{**row, "outcome": f"{venue}:{outcome}"} for row in api]
        for kind in KINDS:
            self._run("export", "--demo", "--out", str(self.path(kind)))
        self._run("export", "--demo", "--partition", "day", "--out", str(self.folder / "tree"))
        self.truth = truth_of(rows)

    def path(self, kind: str) -> Path:
        return self.folder / f"candles.{kind}"

    def _run(self, *words: str) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PMX")}
        command = [node(), str(PROGRAM), *words, "--state-dir", str(self.folder / "state")]
        done = subprocess.run(command, capture_output=True, text=True, env={**kept, **clock_of_node(), "HOME": self._folder.name})
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
        return done.stdout


def iso(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def truth_of(rows: list[dict[str, Any]]) -> list[float]:
    """The facts of table_readers.py, of rows of the API; the first time of availability is only later than the first close."""
    volumes = [row["volume"] for row in rows if "volume" in row]
    times = [row["timestamp"] for row in rows]
    ids = {row["outcome"] for row in rows}
    return [len(rows), len(ids), sum(row["close"] for row in rows), sum(volumes), len(rows) - len(volumes), min(times), max(times)]


@cache
def exported() -> Exported:
    return Exported()


def read(engine: str, kind: str, zone: str, path: Path | None = None) -> dict[str, Any]:
    """Facts and types that an engine finds in a file, in a process with that time zone."""
    command = [sys.executable, str(READERS), engine, kind, str(path or exported().path(kind))]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "TZ": zone})
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.strip().splitlines()[-1])


def is_truth(found: dict[str, Any]) -> bool:
    """The engine counts, sums and dates the candles as the API does."""
    *facts, available = found["facts"]
    truth = exported().truth
    assert len(truth) == len(facts) and truth[0] > 500 and truth[4] > 100, truth
    assert available > truth[5] + 3_600_000, available
    return all(math.isclose(own, wanted, rel_tol=1e-12) for own, wanted in zip(facts, truth, strict=True))


def has_types(found: dict[str, Any], text: str, number: str, time: str) -> bool:
    """Each column is of the type that contains the word."""
    words = {"venue": text, "outcome_id": text, "resolution": text, "timestamp": time, "available_at": time}
    wrong = {name: kind for name, kind in found["types"].items() if words.get(name, number) not in kind}
    assert not wrong, wrong
    return list(found["types"]) == "venue outcome_id resolution timestamp open high low close volume available_at".split()
