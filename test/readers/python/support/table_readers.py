"""
Reads an exported table of candles with one engine, and prints facts about it as JSON:

    python table_readers.py <engine> <parquet | csv | ndjson> <file or glob>

Each run is a process of its own, because engines read the time zone of their environment when they start.
"""

import json
import sys
from typing import Any

COLUMNS = "venue outcome_id resolution timestamp open high low close volume available_at".split()
#: Facts by SQL, which two engines share. `{ms}` makes epoch ms of a time.
FACTS = """
SELECT count(*), count(DISTINCT outcome_id), sum(close), sum(volume), count(*) - count(volume),
  min({ms}(timestamp)), max({ms}(timestamp)), min({ms}(available_at)) FROM {table}
"""


def facts_of(frame: Any, milliseconds: Any) -> list[Any]:
    """Facts of a frame of pandas. @param milliseconds makes epoch ms of a column"""
    opened, available = milliseconds(frame["timestamp"]), milliseconds(frame["available_at"])
    return [
        len(frame), frame["outcome_id"].nunique(), frame["close"].sum(), frame["volume"].sum(),
        int(frame["volume"].isna().sum()), int(opened.min()), int(opened.max()), int(available.min()),
    ]


def read_pandas(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import pandas

    times = ["timestamp", "available_at"]
    if kind == "parquet":
        frame = pandas.read_parquet(path, engine="pyarrow")
    elif kind == "csv":
        frame = pandas.read_csv(path, parse_dates=times)
    else:
        frame = pandas.read_json(path, lines=True, convert_dates=times)
    return facts_of(frame, in_milliseconds), types_of(frame)


def read_fastparquet(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import fastparquet

    frame = fastparquet.ParquetFile(path).to_pandas()
    return facts_of(frame, in_milliseconds), types_of(frame)


def in_milliseconds(column: Any) -> Any:
    """Epoch ms of times. fastparquet returns those of UTC without a zone."""
    utc = column.dt.tz_localize("UTC") if column.dt.tz is None else column
    return utc.dt.tz_convert("UTC").dt.tz_localize(None).astype("datetime64[ms]").astype("int64")


def types_of(frame: Any) -> dict[str, str]:
    return {name: str(kind) for name, kind in frame.dtypes.items()}


def read_pyarrow(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import pandas
    import pyarrow.csv
    import pyarrow.json
    import pyarrow.parquet

    readers = {"parquet": pyarrow.parquet.read_table, "csv": pyarrow.csv.read_csv, "ndjson": pyarrow.json.read_json}
    table = readers[kind](path)
    frame = table.to_pandas()
    if kind == "ndjson":
        # Its reader of JSON leaves times with a zone as text.
        for name in ("timestamp", "available_at"):
            frame[name] = pandas.to_datetime(frame[name])
    return facts_of(frame, in_milliseconds), {field.name: str(field.type) for field in table.schema}


def read_polars(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import polars

    if kind == "parquet":
        frame = polars.read_parquet(path)
    elif kind == "csv":
        frame = polars.read_csv(path, try_parse_dates=True)
    else:
        frame = polars.read_ndjson(path).with_columns(
            polars.col("timestamp", "available_at").str.to_datetime(time_unit="ms", time_zone="UTC")
        )
    ms = lambda name: polars.col(name).dt.epoch("ms")
    facts = frame.select(
        polars.len().alias("rows"), polars.col("outcome_id").n_unique(), polars.col("close").sum(),
        polars.col("volume").sum(), polars.col("volume").null_count().alias("nulls"),
        ms("timestamp").min().alias("first"), ms("timestamp").max().alias("last"), ms("available_at").min(),
    ).row(0)
    return list(facts), {name: str(kind) for name, kind in frame.schema.items()}


def read_duckdb(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import duckdb

    readers = {"parquet": "read_parquet", "csv": "read_csv", "ndjson": "read_ndjson"}
    table = f"{readers[kind]}('{path}')"
    connection = duckdb.connect()
    # Of JSON it makes times without a zone, which are those of UTC.
    [facts] = connection.sql(FACTS.format(ms="epoch_ms", table=table)).fetchall()
    types = {name: str(kind) for name, kind, *_ in connection.sql(f"DESCRIBE SELECT * FROM {table}").fetchall()}
    return list(facts), types


def read_chdb(kind: str, path: str) -> tuple[list[Any], dict[str, str]]:
    import chdb

    formats = {"parquet": "Parquet", "csv": "CSVWithNames", "ndjson": "JSONEachRow"}
    table = f"file('{path}', {formats[kind]})"
    settings = "SETTINGS date_time_input_format = 'best_effort', session_timezone = 'UTC'"
    query = lambda text: json.loads(f'[{",".join(str(chdb.query(text, "JSONCompactEachRow")).strip().splitlines())}]')
    [facts] = query(f"{FACTS.format(ms='toUnixTimestamp64Milli', table=table)} {settings}")
    types = {name: kind for name, kind, *_ in query(f"DESCRIBE {table} {settings}")}
    return [float(value) if isinstance(value, str) else value for value in facts], types


def main(engine: str, kind: str, path: str) -> None:
    facts, types = globals()[f"read_{engine}"](kind, path)
    print(json.dumps({"facts": [float(value) for value in facts], "types": types}))


if __name__ == "__main__":
    main(*sys.argv[1:])
