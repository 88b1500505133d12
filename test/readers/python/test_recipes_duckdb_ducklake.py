"""The recipe of the guide for DuckLake."""

from importlib.resources import files

from support.recipes import is_export, run_recipe

CLIENT = "duckdb-extension-ducklake"


def test_registered_file(table):
    [extension] = files("duckdb_extension_ducklake").rglob("*.duckdb_extension")
    table.ok("a registered file", lambda: run_recipe("DuckLake", extension=extension), is_export)
