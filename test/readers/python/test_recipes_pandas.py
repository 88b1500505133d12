"""The recipes of the guide for pandas: files, and addresses of a daemon."""

import pytest
from support.candle_tables import ZONES
from support.daemon_table import truth_at
from support.recipes import has_numbers, is_export, run_recipe

CLIENT = "pandas"


@pytest.mark.parametrize("zone", ZONES)
def test_files(table, zone):
    table.ok(f"files, TZ={zone}", lambda: run_recipe("Files with pandas", zone), is_export)


def test_addresses(table, sdk):
    daemon = f"http://127.0.0.1:{sdk.port}"
    truth = truth_at(daemon)
    table.ok("addresses", lambda: run_recipe("URLs with pandas", daemon=daemon), lambda found: has_numbers(found, truth))
