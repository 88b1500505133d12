"""The recipe of the guide for DuckDB and files."""

import pytest
from support.candle_tables import ZONES
from support.recipes import is_export, run_recipe

CLIENT = "duckdb"


@pytest.mark.parametrize("zone", ZONES)
def test_files(table, zone):
    table.ok(f"files, TZ={zone}", lambda: run_recipe("Files with DuckDB", zone), is_export)
