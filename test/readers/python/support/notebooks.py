"""Runs the study notebooks of src/guide/examples against daemons in demo mode, on two days of the virtual clock."""

import json
import os
import re
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

from .clock import clock_of_node
from .simulation import PROGRAM, STOP_SECONDS, node

EXAMPLES = PROGRAM.parents[1] / "src" / "guide" / "examples"
DAY_SECONDS = 86_400


class StudyDay:
    """A daemon whose clock is some days ahead, on the state folder of the days before."""

    def __init__(self, home: Path, days: int):
        shifted = clock_of_node()
        if days > 0:
            shifted = {**shifted, "FAKETIME": f"+{int(shifted['FAKETIME']) + days * DAY_SECONDS}"}
        command = [node(), str(PROGRAM), "start", "--demo", "--port", "0", "--log-level", "error"]
        command += ["--state-dir", str(home / "state")]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PMX")}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**kept, **shifted, "HOME": str(home)}
        )
        for line in self._process.stdout:
            if re.search(r"at http://\S+", line):
                return
        raise RuntimeError(f"start ended with {self._process.wait()}: run 'npm run build' first")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=STOP_SECONDS)


def run_notebook(name: str, home: Path, **settings: str) -> str:
    """The output of the code cells, which run one after the other as one program in the folder."""
    cells = json.loads((EXAMPLES / name).read_text())["cells"]
    program = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    environment = {**os.environ, "HOME": str(home), "MPLBACKEND": "Agg", "MPLCONFIGDIR": str(home), **settings}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=home, env=environment)
    if done.returncode != 0:
        raise RuntimeError("\n".join(done.stderr.strip().splitlines()[-3:]))
    return done.stdout


def study_twice(name: str, rows: str, **settings: str) -> tuple[str, list[str], list[str]]:
    """
    Runs a notebook, and again a day later with the same end.

    @param rows the file with the rows of the study
    @param settings of both runs
    @returns the output of the first run, and the rows of both
    """
    until = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0).isoformat()
    with tempfile.TemporaryDirectory(prefix="pmx-study-") as folder:
        home = Path(folder)
        output, found = "", []
        for days in (0, 1):
            day = StudyDay(home, days)
            try:
                printed = run_notebook(name, home, STUDY_UNTIL=until, **settings)
            finally:
                day.stop()
            output = output or printed
            found.append((home / rows).read_text().splitlines())
        assert (home / rows.replace(".csv", ".png")).stat().st_size > 5_000
    return output, found[0], found[1]
