"""The study of the guide over 200 closed markets: its rows are those of a run a day later."""

import re

from support.notebooks import study_twice

CLIENT = "matplotlib"


def test_rows_stay(table):
    def check(found):
        output, first, second = found
        markets, series, won = map(int, re.search(r"^(\d+) markets of (\d+) series, won: (\d+)$", output, re.M).groups())
        prices, brier = re.search(r"^(\d+) prices, Brier score ([\d.]+)$", output, re.M).groups()
        assert markets == 200 and series >= 5 and 20 < won < 180, output
        assert int(prices) > 50 and 0 < float(brier) < 0.25, output
        assert len(first) > 1_000
        different = set(first) ^ set(second)
        assert not different, f"{len(different)} rows differ: {sorted(different)[:4]}"
        return first == second

    table.ok("calibration.ipynb, twice", lambda: study_twice("calibration.ipynb", "calibration.csv"), check)
