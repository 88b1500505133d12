"""
The exported table of candles in Spark and Iceberg, which are too large for every change (.ci/heavy): the same facts as in
table_readers.py, under two time zones.

    python -m support.heavy_tables
"""

import os
import sys
import time

from .candle_tables import ZONES, exported, is_truth
from .recipes import is_export, run_recipe
from .table_readers import FACTS


def read_spark(zone: str) -> list[float]:
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").config("spark.sql.session.timeZone", zone).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.read.parquet(str(exported().path("parquet"))).createOrReplaceTempView("candles")
    rows = spark.sql(FACTS.format(ms="unix_millis", table="candles")).collect()
    tree = spark.read.parquet(str(exported().folder / "tree"))
    assert tree.count() == exported().truth[0] and {"venue", "resolution", "date"} <= set(tree.columns), tree.columns
    spark.stop()
    return [float(value) for value in rows[0]]


def read_iceberg(zone: str) -> list[float]:
    from pyiceberg.catalog.sql import SqlCatalog
    from pyarrow import parquet

    from .table_readers import facts_of, in_milliseconds

    folder = exported().folder / f"iceberg-{zone.replace('/', '-')}"
    folder.mkdir()
    catalog = SqlCatalog("local", uri=f"sqlite:///{folder}/catalog.db", warehouse=f"file://{folder}")
    catalog.create_namespace("pmx")
    path = str(exported().path("parquet"))
    table = catalog.create_table("pmx.candles", schema=parquet.read_schema(path))
    table.add_files([path])
    return [float(value) for value in facts_of(table.scan().to_pandas(), in_milliseconds)]


def main() -> None:
    failed = []
    for zone in ZONES:
        os.environ["TZ"] = zone
        time.tzset()
        for name, read in (("Spark", read_spark), ("Iceberg", read_iceberg)):
            facts = read(zone)
            print(f"{name}, TZ={zone}: {facts}")
            if not is_truth({"facts": facts}):
                failed.append(f"{name}, TZ={zone}")
        for heading in ("Spark", "Iceberg"):
            numbers = run_recipe(heading, zone)
            print(f"the recipe for {heading}, TZ={zone}: {numbers}")
            assert is_export(numbers)
    if failed:
        sys.exit(f"not the candles of the API ({exported().truth}): {', '.join(failed)}")


if __name__ == "__main__":
    main()
