"""nautilus_trader's strict structs and instruments over Polymarket's rows: a member that is missing or of another type is red."""

import asyncio
import json
import urllib.request

import msgspec
import pytest
from nautilus_trader.adapters.polymarket.common.gamma_markets import normalize_gamma_market_to_clob_format
from nautilus_trader.adapters.polymarket.common.parsing import parse_polymarket_instrument
from nautilus_trader.adapters.polymarket.schemas.book import (
    PolymarketBookSnapshot,
    PolymarketQuotes,
    PolymarketTickSizeChange,
    PolymarketTrade,
)
from nautilus_trader.adapters.polymarket.schemas.trade import PolymarketTradeReport
from nautilus_trader.adapters.polymarket.schemas.user import PolymarketOpenOrder, PolymarketUserOrder, PolymarketUserTrade
from py_clob_client_v2 import ClobClient
from py_clob_client_v2.clob_types import OrderArgsV2, OrderType
from websockets.asyncio.client import connect

CLIENT = "nautilus_trader"
MARKET_FRAMES = PolymarketBookSnapshot | PolymarketQuotes | PolymarketTrade | PolymarketTickSizeChange
USER_FRAMES = PolymarketUserOrder | PolymarketUserTrade
#: What comes at all comes within this.
SECONDS = 60


@pytest.fixture(scope="module")
def rows(demo):
    """Open markets that have tokens, those with the most trades first."""
    return [row for page in range(3) for row in _markets(demo, page) if row.get("clobTokenIds") not in (None, "[]")]


@pytest.fixture(scope="module")
def trader(demo):
    client = ClobClient(demo.url("polymarket", "clob"), chain_id=137, key=demo.keys("polymarket")["privateKey"])
    client.set_api_creds(client.create_or_derive_api_key())
    return client


def test_rows(table, demo, rows):
    found = table.ok("parse_polymarket_instrument", lambda: [one for row in rows for one in _instruments(row)], lambda all_: len(all_) >= 200)
    table.ok("their ids", lambda: {one.id for one in found}, lambda ids: len(ids) == len(found))
    for token in [_tokens(row)[0] for row in rows[:20]]:
        table.ok(
            f"PolymarketBookSnapshot {token[:8]}",
            lambda: _book(_get(f"{demo.url('polymarket', 'clob')}/book?token_id={token}")),
            lambda book: book.asset_id == token,
        )


def test_trading(table, demo, rows, trader):
    """The orders of the demo account make frames of both sockets, rows of lists, and nautilus reads each."""
    row = next(one for one in rows if 0.3 < float(one.get("bestAsk") or 1) < 0.7 and float(one["orderMinSize"]) <= 20)
    token, market = _tokens(row)[0], row["conditionId"]
    instrument = _instruments(row)[0]
    tokens = [one for other in rows[:50] for one in _tokens(other)]
    heard = {"market": [], "user": []}

    async def listen():
        address = demo.socket("polymarket") + "/ws/"
        async with connect(address + "market") as public, connect(address + "user") as own:
            await public.send(json.dumps({"type": "market", "assets_ids": [token, *tokens]}))
            await own.send(json.dumps({"type": "user", "markets": [market], "auth": _auth(trader)}))
            readers = [asyncio.create_task(_hear(public, heard["market"])), asyncio.create_task(_hear(own, heard["user"]))]
            await _until(lambda: len(heard["market"]) >= 100)
            for _ in range(14):
                await asyncio.to_thread(_place, trader, token, 0.99, 6.0, OrderType.FAK)
            await asyncio.to_thread(_place, trader, token, 0.01, 200.0, OrderType.GTC)
            await _until(lambda: {"price_change", "last_trade_price"} <= _kinds(heard["market"]))
            await _until(lambda: {"order", "trade"} <= _kinds(heard["user"]))
            for reader in readers:
                reader.cancel()

    table.ok("the sockets", listen)
    public = table.ok("frames of the market channel", lambda: _read(heard["market"], MARKET_FRAMES), lambda frames: len(frames) >= 110)
    table.ok("frames of the user channel", lambda: _read(heard["user"], USER_FRAMES), lambda frames: len(frames) >= 15)
    table.ok("ticks of trades", lambda: [one.parse_to_trade_tick(instrument, 0) for one in public if isinstance(one, PolymarketTrade) and one.asset_id == token], lambda ticks: len(ticks) > 0)
    table.ok("deltas of books", lambda: [one.parse_to_snapshot(instrument, 0) for one in public if isinstance(one, PolymarketBookSnapshot) and one.asset_id == token], lambda books: len(books) > 0)
    table.ok("PolymarketOpenOrder", lambda: msgspec.convert(trader.get_open_orders(), list[PolymarketOpenOrder]), lambda orders: len(orders) == 1)
    table.ok("PolymarketTradeReport", lambda: msgspec.convert(trader.get_trades(), list[PolymarketTradeReport]), lambda trades: len(trades) >= 14)
    trader.cancel_all()


def _markets(demo, page):
    return _get(f"{demo.url('polymarket', 'gamma')}/markets?limit=100&offset={page * 100}&closed=false&order=volume24hr&ascending=false")


def _get(url):
    with urllib.request.urlopen(url) as response:
        return json.load(response)


def _tokens(row):
    return json.loads(row["clobTokenIds"])


def _instruments(row):
    market = normalize_gamma_market_to_clob_format(row)
    return [
        parse_polymarket_instrument(market, one["token_id"], one["outcome"], 0)
        for one in market["tokens"]
    ]


def _book(row):
    return msgspec.convert({**row, "event_type": "book"}, PolymarketBookSnapshot)


def _auth(trader):
    creds = trader.creds
    return {"apiKey": creds.api_key, "secret": creds.api_secret, "passphrase": creds.api_passphrase}


def _place(trader, token, price, size, kind):
    trader.create_and_post_order(OrderArgsV2(token_id=token, price=price, size=size, side="BUY"), order_type=kind)


async def _hear(socket, frames):
    async for text in socket:
        if text == "PONG":
            continue
        said = json.loads(text)
        frames.extend(said if isinstance(said, list) else [said])


async def _until(is_so):
    async with asyncio.timeout(SECONDS):
        while not is_so():
            await asyncio.sleep(0.05)


def _kinds(frames):
    return {frame.get("event_type") for frame in frames}


def _read(frames, structs):
    return [msgspec.convert(frame, structs) for frame in frames]
