"""The exported table of candles in pyarrow: the rows, sums, types and times of the API, in two time zones."""

import pytest
from support.candle_tables import ZONES, has_types, is_truth, read

CLIENT = "pyarrow"
#: Words of the types of texts, numbers and times.
TYPES = {
    "parquet": ("string", "double", "tz=UTC"),
    "csv": ("string", "double", "tz=UTC"),
    "ndjson": ("string", "double", "string"),
}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", list(TYPES))
def test_candle_table(table, kind, zone):
    found = table.ok(f"{kind}, TZ={zone}", lambda: read("pyarrow", kind, zone), is_truth)
    table.ok(f"types of {kind}, TZ={zone}", lambda: found, lambda one: has_types(one, *TYPES[kind]))


def test_parquet_layout(table):
    """Sorted groups with statistics and an index of pages, and what the file says of its candles."""
    from pyarrow import parquet
    from support.candle_tables import exported

    file = table.ok("ParquetFile", lambda: parquet.ParquetFile(exported().path("parquet")))
    group = file.metadata.row_group(0)
    table.ok("sorting_columns", lambda: [one.column_index for one in group.sorting_columns], lambda found: found == [0, 1, 2, 3])
    table.ok(
        "statistics",
        lambda: [group.column(at).statistics for at in range(group.num_columns)],
        lambda all: all[3].min < all[3].max and all[1].min.startswith("kalshi:"),
    )
    table.ok("compression", lambda: group.column(3).compression, lambda found: found == "GZIP")
    table.ok(
        "metadata",
        lambda: {key.decode(): value.decode() for key, value in file.metadata.metadata.items()},
        lambda found: found["pmx-local.basis"] == '{"kalshi":"trade","polymarket":"point"}' and "seed 1" in found["pmx-local.origin"],
    )


def test_tree(table):
    """A Hive tree is one table, with the columns of its paths."""
    from pyarrow import dataset
    from support.candle_tables import exported

    tree = table.ok("dataset", lambda: dataset.dataset(exported().folder / "tree", partitioning="hive", exclude_invalid_files=False))
    table.ok("count_rows", tree.count_rows, lambda rows: rows == exported().truth[0])
    table.ok("columns", lambda: tree.schema.names, lambda names: {"venue", "resolution", "date"} <= set(names))
