"""Calls of a generated client, each held against what the daemon answers to the same request in plain HTTP."""

import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

VENUE = "kalshi"
# Of what changes from one request to the next, only the shape is compared.
CHANGING = {"fetchOrderBook", "fetchOrderBooks", "feedFetchTicker", "feedFetchOHLCV", "fetchTrades"}
# Volumes and prices of these move with the time of the simulation; ids and texts do not.
MOVING = {"fetchMarkets", "fetchMarketsPaginated", "fetchEvents", "fetchEventsPaginated", "fetchMarket", "fetchEvent"}
# Each first page has a cursor of its own.
CURSORS = {"nextCursor"}
TRIES = 3
# Lists of all venues are read when they are first asked for.
LONGEST_WAIT_S = 180


def plain(name):
    """A name in any convention of programs: fetch_ohlcv, FetchOHLCV and fetchOHLCV are one."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def requests_of(daemon):
    """The calls: operation, parameters by the names of the description, and the body of a POST."""
    ids = ids_of(daemon)
    market, event, outcome = ids["marketId"], ids["eventId"], ids["outcomeId"]
    book = {"bids": [{"price": 0.4, "size": 10}], "asks": [{"price": 0.5, "size": 10}]}
    on = {"exchange": VENUE}
    return [
        ("has", on, None),
        ("fetchMarkets", {**on, "limit": 3, "sort": "volume"}, None),
        ("fetchMarketsPaginated", {**on, "limit": 2}, None),
        ("fetchEvents", {**on, "limit": 2, "status": "active"}, None),
        ("fetchEventsPaginated", {**on, "limit": 2}, None),
        ("fetchSeries", {**on, "limit": 2}, None),
        ("fetchMarket", {**on, "marketId": market}, None),
        ("fetchEvent", {**on, "eventId": event}, None),
        ("fetchOHLCV", {**on, "outcomeId": outcome, "resolution": "1h", "limit": 5}, None),
        ("fetchEventOHLCV", {**on, "eventId": event, "limit": 3}, None),
        ("fetchOrderBook", {**on, "outcomeId": outcome, "limit": 5}, None),
        ("fetchTrades", {**on, "outcomeId": outcome, "limit": 5}, None),
        ("fetchTradingFee", {**on, "outcomeId": outcome, "side": "buy", "price": 0.4, "amount": 10}, None),
        ("fetchOrderBooks", on, {"args": [[outcome]]}),
        ("getExecutionPriceDetailed", on, {"args": [book, "buy", 5]}),
        ("getExecutionPrice", on, {"args": [book, "buy", 5]}),
        ("feedList", {}, None),
        ("feedFetchTicker", {"feed": "binance", "symbol": "BTC/USDT"}, None),
        ("feedFetchOHLCV", {"feed": "binance", "symbol": "BTC/USDT", "timeframe": "1h", "limit": 2}, None),
        ("catalog_markets", {"limit": 2}, None),
        ("catalog_events", {"limit": 2, "category": "politics"}, None),
        ("fetchMarketMatches", {"exchange": "router", "limit": 2}, None),
    ]


def ids_of(daemon):
    markets = fetch(f"{daemon}/api/{VENUE}/fetchMarkets?limit=1")["data"]
    return {**markets[0], "outcomeId": markets[0]["outcomes"][0]["outcomeId"]}


def fetch(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers={"content-type": "application/json"} if data else {})
    ends = time.monotonic() + LONGEST_WAIT_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > ends:
                raise
            time.sleep(1)


def places_of(document):
    """Verb and path of each operation."""
    return {
        operation["operationId"]: (verb, path)
        for path, item in document["paths"].items()
        for verb, operation in item.items()
        if isinstance(operation, dict) and "operationId" in operation
    }


def url_of(daemon, path, values):
    rest = {name: value for name, value in values.items() if "{" + name + "}" not in path}
    for name, value in values.items():
        path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
    return f"{daemon}{path}{'?' + urllib.parse.urlencode(rest) if rest else ''}"


def seen(value, is_changing, is_moving=False):
    """What is compared: an absent member is none to a client, and of a value that changes there is only its type."""
    if isinstance(value, dict):
        members = {name: member for name, member in value.items() if member is not None}
        return {
            name: seen(member, is_changing or name in CURSORS or (is_moving and name == "sourceMetadata"), is_moving)
            for name, member in members.items()
        }
    if isinstance(value, list):
        return [seen(item, is_changing, is_moving) for item in (value[:1] if is_changing else value)]
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return "number" if is_changing or is_moving else value
    return type(value).__name__ if is_changing else value


def run(daemon, call):
    """Makes each call; ends the program with 1 if one failed or brought something else than the daemon said."""
    places = places_of(fetch(f"{daemon}/openapi.json"))
    failed = 0
    for operation, values, body in requests_of(daemon):
        problem = attempt(daemon, call, places[operation], operation, values, body)
        failed += problem is not None
        print(f"  {'ok' if problem is None else 'FAILED'} {operation}{'' if problem is None else ': ' + problem}")
    sys.exit(1 if failed else 0)


def attempt(daemon, call, place, operation, values, body):
    problem = None
    for _ in range(TRIES):
        expected = fetch(url_of(daemon, place[1], values), body)
        try:
            told = call(operation, values, body)
        except Exception as error:  # noqa: BLE001: what a generated client raises is the finding
            return f"{type(error).__name__}: {error}"[:300]
        kind = (operation in CHANGING, operation in MOVING)
        if seen(told, *kind) == seen(expected, *kind):
            return None
        problem = difference(seen(told, *kind), seen(expected, *kind))
    return problem


def difference(told, expected, place="$"):
    """The first place where a client's value is another than the daemon's."""
    if isinstance(told, dict) and isinstance(expected, dict):
        names = [name for name in {**expected, **told} if told.get(name) != expected.get(name)]
        return difference(told.get(names[0]), expected.get(names[0]), f"{place}.{names[0]}")
    if isinstance(told, list) and isinstance(expected, list) and len(told) == len(expected):
        [index, *_] = [index for index, pair in enumerate(zip(told, expected)) if pair[0] != pair[1]]
        return difference(told[index], expected[index], f"{place}[{index}]")
    return f"{place}: {json.dumps(told, default=str)[:150]} is not {json.dumps(expected)[:150]}"
