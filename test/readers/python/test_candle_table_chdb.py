"""The exported table of candles in ClickHouse (chdb): the rows, sums, types and times of the API, in two time zones."""

import pytest
from support.candle_tables import ZONES, has_types, is_truth, read

CLIENT = "chdb"
#: Words of the types of texts, numbers and times.
TYPES = {
    "parquet": ("String", "Float64", "DateTime64(3, 'UTC')"),
    "csv": ("String", "Float64", "DateTime64"),
    "ndjson": ("String", "Float64", "DateTime64"),
}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", list(TYPES))
def test_candle_table(table, kind, zone):
    found = table.ok(f"{kind}, TZ={zone}", lambda: read("chdb", kind, zone), is_truth)
    table.ok(f"types of {kind}, TZ={zone}", lambda: found, lambda one: has_types(one, *TYPES[kind]))
