"""nautilus_trader's strict structs and instruments over Polymarket's rows: a member that is missing or of another type is red."""

import json
import urllib.request

import msgspec
from nautilus_trader.adapters.polymarket.common.gamma_markets import normalize_gamma_market_to_clob_format
from nautilus_trader.adapters.polymarket.common.parsing import parse_polymarket_instrument
from nautilus_trader.adapters.polymarket.schemas.book import PolymarketBookSnapshot

CLIENT = "nautilus_trader"


def test_rows(table, demo):
    markets = table.ok(
        "gamma /markets",
        lambda: _get(f"{demo.url('polymarket', 'gamma')}/markets?limit=50&closed=false"),
        lambda rows: len(rows) > 0,
    )
    read = [row for row in markets if row.get("clobTokenIds") not in (None, "[]")]
    table.ok("parse_polymarket_instrument", lambda: [_instruments(row) for row in read], lambda found: len(found) > 0)
    token = json.loads(read[0]["clobTokenIds"])[0]
    table.ok(
        "PolymarketBookSnapshot",
        lambda: _book(_get(f"{demo.url('polymarket', 'clob')}/book?token_id={token}")),
        lambda book: book.asset_id == token,
    )


def _get(url):
    with urllib.request.urlopen(url) as response:
        return json.load(response)


def _instruments(row):
    market = normalize_gamma_market_to_clob_format(row)
    return [
        parse_polymarket_instrument(market, one["token_id"], one["outcome"], 0)
        for one in market["tokens"]
    ]


def _book(row):
    return msgspec.convert({**row, "event_type": "book"}, PolymarketBookSnapshot)
