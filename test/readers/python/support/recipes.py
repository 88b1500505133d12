"""The recipes of src/guide/tables.md, as a reader runs them: each is the Python block below its heading."""

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .candle_tables import exported
from .simulation import PROGRAM

PAGE = PROGRAM.parents[1] / "src" / "guide" / "tables.md"


def recipes() -> dict[str, str]:
    """The program of each heading."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(), flags=re.MULTILINE)[1:]
    found = {}
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
        if blocks:
            found[heading] = "\n".join(blocks)
    return found


def run_recipe(heading: str, zone: str = "UTC", daemon: str = "", extension: Path | None = None) -> list[float]:
    """
    The two numbers that a recipe prints: the count of the candles and the sum of their closing prices.

    @param daemon address that takes the place of the guide's
    @param extension of DuckDB, which is installed before, since nothing is downloaded
    """
    text = recipes()[heading].replace("http://localhost:3847", daemon or "http://localhost:9")
    with tempfile.TemporaryDirectory(prefix="pmx-recipe-") as folder:
        for name in ("candles.parquet", "candles.csv", "tree"):
            source = exported().folder / name
            target = Path(folder) / ("lake" if name == "tree" else name)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        environment = {**os.environ, "TZ": zone, "HOME": folder}
        before = [] if extension is None else [f"import duckdb; duckdb.sql(\"install '{extension}'\")"]
        for program in [*before, text]:
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, env=environment)
            if done.returncode != 0:
                raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return [float(word) for word in done.stdout.strip().splitlines()[-1].split()]


def is_export(found: list[float]) -> bool:
    """The numbers are those of the exported candles."""
    count, _, close, *_ = exported().truth
    return has_numbers(found, [count, close])


def has_numbers(found: list[float], wanted: list[float]) -> bool:
    assert len(found) == len(wanted) and wanted[0] > 50, (found, wanted)
    assert all(math.isclose(own, other, rel_tol=1e-12) for own, other in zip(found, wanted, strict=True)), (found, wanted)
    return True
