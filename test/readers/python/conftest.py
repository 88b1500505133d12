"""One simulation a session, tables of the clients' methods, and nothing beyond the loopback."""

import json
import os
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest

from support.clock import shift_clock
from support.loopback import stay_on_the_loopback
from support.sdk_demo import SdkDemo
from support.simulation import Simulation
from support.table import FAILED, NOT_PLAYED, OK, REFUSED, Row, Table
from support.wire import watch_libraries

shift_clock()
watch_libraries()
stay_on_the_loopback()

#: Rows of all tests of the session, by client.
_tables: dict[str, list[Row]] = {}


@pytest.fixture(scope="session")
def demo():
    """The mock venues: `url(venue, host)`, `socket(venue)`, `keys(venue)`."""
    simulation = Simulation()
    yield simulation
    simulation.stop()


@pytest.fixture(scope="session")
def sdk():
    """A daemon in demo mode for the official Python SDK: `client(name)`."""
    daemon = SdkDemo()
    yield daemon
    daemon.stop()


@pytest.fixture
def table(request):
    """Rows of this test; see support/table.py. The module names its client: CLIENT = 'py-clob-client-v2'."""
    rows = Table()
    yield rows
    rows.close()
    _tables.setdefault(request.module.CLIENT, []).extend(rows.rows)
    if rows.failures():
        lines = [f"  {row.method}: {row.note}" for row in rows.failures()]
        pytest.fail(f"{len(lines)} of {len(rows.rows)} rows:\n" + "\n".join(lines), pytrace=False)


def pytest_terminal_summary(terminalreporter):
    for client, rows in sorted(_tables.items()):
        terminalreporter.section(f"{client} {version(client)}", "-")
        width = max((len(row.method) for row in rows), default=0)
        for row in rows:
            terminalreporter.write_line(f"{row.method:{width}}  {row.result:7}  {row.note}".rstrip())


def pytest_sessionfinish():
    """Counts for the runner, which adds up those of all interpreters."""
    if path := os.environ.get("PMX_READERS_REPORT"):
        names = {OK: "ok", REFUSED: "refused", NOT_PLAYED: "notPlayed", FAILED: "failed"}
        counts = {
            client: {names[result]: count for result, count in Counter(row.result for row in rows).items()}
            for client, rows in _tables.items()
        }
        Path(path).write_text(json.dumps(counts))
