"""What the tables of Polymarket's clients share: markets that can be traded, and keys that the venue has not seen."""

import json
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import requests

from .market_order import may_be_lowered

DAY_S = 86_400


@dataclass(frozen=True)
class Outcome:
    """An outcome of an open market, with what its book had when it was read."""

    id: str
    #: The id of the market's other outcome.
    other: str
    #: As the order book and the Data API name it: 64 hex digits of either protocol.
    condition: str
    version: str
    #: Its number in Gamma.
    market: str
    slug: str
    tick: float
    bid: float
    ask: float


def ask(url: str, **query):
    """One request beside the client that is tried. @raises for every status but 200"""
    response = requests.get(url, params=query, timeout=20)
    response.raise_for_status()
    return response.json()


def tradable(demo, version: str = "v1", neg_risk: bool = False, tick: float | None = 0.01, anywhere: bool = False) -> Outcome:
    """
    An outcome of a protocol that is open for a day more, with both sides in its book: the first one of a market whose
    price is in the middle of its range, else the second one of such a market. Outcomes at a price that a client sends a
    tick too low come last.
    @param tick None for any
    @param anywhere takes any price
    """
    rows = [
        row
        for row in _rows(demo, version)
        if row["negRisk"] is neg_risk
        and tick in (None, row["orderPriceMinTickSize"])
        and row["acceptingOrders"]
        and row["endDate"] > _tomorrow()
    ]
    lowered: tuple[dict, bool] | None = None
    for turned in (False, True):
        for row in rows:
            bid, best_ask = row.get("bestBid", 0), row.get("bestAsk", 1)
            if turned:
                bid, best_ask = 1 - best_ask, 1 - bid
            if not (0 < bid < best_ask < 1 and (anywhere or (0.15 < bid and best_ask < 0.9))):
                continue
            if anywhere or not may_be_lowered(best_ask):
                return _outcome(demo, row, turned)
            lowered = lowered or (row, turned)
    if lowered is not None:
        return _outcome(demo, *lowered)
    raise LookupError(f"no market of {version} in the middle of its range")


def busy(demo, count: int) -> list[str]:
    """CTF tokens of the open markets with the most volume of a day, both of each."""
    rows = [row for row in _rows(demo, "v1") if row["acceptingOrders"] and row["endDate"] > _tomorrow()]
    rows.sort(key=lambda row: row.get("volume24hr", 0), reverse=True)
    return [id_ for row in rows[:count] for id_ in json.loads(row["clobTokenIds"])]


def fresh_key() -> str:
    return "0x" + secrets.token_hex(32)


def until(read: Callable, holds: Callable[..., bool], seconds: float = 10):
    """What a call returns once it holds. @raises TimeoutError when it does not in time"""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = read()
        if holds(value):
            return value
        time.sleep(0.1)
    raise TimeoutError(f"not in {seconds} s: {value!r}")


def _rows(demo, version: str) -> Iterator[dict]:
    cursor = None
    while True:
        page = ask(f"{demo.url('polymarket', 'gamma')}/markets/keyset", limit=100, version=version, after_cursor=cursor)
        yield from page["markets"]
        cursor = page.get("next_cursor")
        if cursor is None:
            return


def _outcome(demo, row: dict, turned: bool) -> Outcome:
    ids = row["positionIds"] if row["version"] == "v2" else json.loads(row["clobTokenIds"])
    ids = list(reversed(ids)) if turned else ids
    book = ask(f"{demo.url('polymarket', 'clob')}/book", token_id=ids[0])
    bid, best_ask = (float(book[side][-1]["price"]) for side in ("bids", "asks"))
    return Outcome(*ids, book["market"], row["version"], row["id"], row["slug"], row["orderPriceMinTickSize"], bid, best_ask)


def _tomorrow() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + DAY_S))
