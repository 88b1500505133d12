"""The candles of the guide's address, as a daemon in demo mode returns them in JSON."""

import json
import re
from urllib.request import urlopen

from .recipes import PAGE


def truth_at(daemon: str) -> list[float]:
    """The count of the candles and the sum of their closing prices."""
    [address, *others] = set(re.findall(r"http://localhost:3847(/v0/candles\S+)'", PAGE.read_text()))
    assert not others, others
    with urlopen(f"{daemon}{address}&format=json", timeout=120) as response:
        rows = json.load(response)
    return [len(rows), sum(row["close"] for row in rows)]
