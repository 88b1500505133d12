"""The study of the guide over one question at three venues: its rows are those of a run a day later."""

import re

from support.notebooks import study_twice

CLIENT = "matplotlib"
#: It trades for months, so that each hour of the week has a price.
MARKET = "kalshi:KXCASSMARKELECTION-27MAY12-CAST"


def test_rows_stay(table):
    def check(found):
        output, first, second = found
        hours, venues = map(int, re.search(r"^(\d+) hours at (\d+) venues: spread", output, re.M).groups())
        assert venues == 3 and hours > 150, output
        labels = set(re.findall(r"\| ([^|\n]+)$", output, re.M))
        assert len(labels) == 1, output
        different = set(first) ^ set(second)
        assert not different, f"{len(different)} rows differ: {sorted(different)[:4]}"
        return first == second

    name, rows = "one-question.ipynb", "one-question.csv"
    table.ok("one-question.ipynb, twice", lambda: study_twice(name, rows, STUDY_MARKET=MARKET), check)
