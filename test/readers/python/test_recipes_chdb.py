"""The recipe of the guide for ClickHouse, in chdb."""

from support.recipes import is_export, run_recipe

CLIENT = "chdb"


def test_table(table):
    table.ok("a table of MergeTree", lambda: run_recipe("ClickHouse"), is_export)
