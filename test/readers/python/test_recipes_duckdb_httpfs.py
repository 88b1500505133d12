"""The recipe of the guide for DuckDB and addresses of a daemon."""

from importlib.resources import files

from support.daemon_table import truth_at
from support.recipes import has_numbers, run_recipe

CLIENT = "duckdb-extension-httpfs"


def test_addresses(table, sdk):
    daemon = f"http://127.0.0.1:{sdk.port}"
    truth = truth_at(daemon)
    [extension] = files("duckdb_extension_httpfs").rglob("*.duckdb_extension")
    table.ok(
        "addresses",
        lambda: run_recipe("URLs with DuckDB", daemon=daemon, extension=extension),
        lambda found: has_numbers(found, truth),
    )
