"""The exported table of candles in DuckDB: the rows, sums, types and times of the API, in two time zones."""

import pytest
from support.candle_tables import ZONES, has_types, is_truth, read

CLIENT = "duckdb"
#: Words of the types of texts, numbers and times.
TYPES = {
    "parquet": ("VARCHAR", "DOUBLE", "TIMESTAMP WITH TIME ZONE"),
    "csv": ("VARCHAR", "DOUBLE", "TIMESTAMP WITH TIME ZONE"),
    "ndjson": ("VARCHAR", "DOUBLE", "TIMESTAMP"),
}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", list(TYPES))
def test_candle_table(table, kind, zone):
    found = table.ok(f"{kind}, TZ={zone}", lambda: read("duckdb", kind, zone), is_truth)
    table.ok(f"types of {kind}, TZ={zone}", lambda: found, lambda one: has_types(one, *TYPES[kind]))
