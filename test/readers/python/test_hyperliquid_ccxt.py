"""ccxt's prediction class of Hyperliquid. Its FOK is a word that the venue does not have: IOC in its place."""

import time

import ccxt.prediction
import pytest
from eth_account import Account
from support.hyperliquid import fresh_key, tradable

CLIENT = "ccxt"


@pytest.fixture
def exchange(demo, table):
    key, url = fresh_key(), demo.url("hyperliquid")
    address = Account.from_key(key).address
    opened = ccxt.prediction.hyperliquid({"privateKey": key, "walletAddress": address, "enableRateLimit": False})
    opened.urls["api"] = {"public": url, "private": url}
    yield opened
    table.run(opened.close())


def test_it(table, demo, exchange):
    coin, _asset, ask = tradable(demo.url("hyperliquid"))
    # Its prices have four places.
    bound = round(ask + 0.05, 4)
    table.ok("load_markets", exchange.load_markets, lambda markets: len(markets) > 100)
    table.ok("fetch_events", lambda: exchange.fetch_events({"query": "the"}), lambda events: len(events) > 0)
    name = exchange.outcomes_by_id[coin]["outcome"]
    table.ok("fetch_ticker", lambda: exchange.fetch_ticker(name), lambda one: one["outcome"] == name)
    table.ok("fetch_tickers", lambda: exchange.fetch_tickers([name]), lambda rows: len(rows) == 1)
    table.ok("fetch_order_book", lambda: exchange.fetch_order_book(name), lambda book: book["asks"][0][0] == ask)
    since = int(time.time() * 1000) - 86_400_000
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(name, "1h", since), lambda rows: len(rows) > 0)
    table.ok("fetch_trades", lambda: exchange.fetch_trades(name), lambda rows: len(rows) > 0)
    table.ok("fetch_balance", exchange.fetch_balance, lambda one: one["USDC"]["total"] == 10_000)
    resting = table.ok(
        "create_order, GTC, with its builder",
        lambda: exchange.create_order(name, "limit", "buy", 200, 0.1),
        lambda one: one["status"] == "open",
    )
    table.ok(
        "create_order, post-only",
        lambda: exchange.create_order(name, "limit", "buy", 200, 0.11, {"postOnly": True}),
        lambda one: one["status"] == "open",
    )
    table.ok("fetch_open_orders", lambda: exchange.fetch_open_orders(name), lambda rows: len(rows) == 2)
    table.ok("fetch_order", lambda: exchange.fetch_order(resting["id"], name), lambda one: one["status"] == "open")
    table.ok("cancel_order", lambda: exchange.cancel_order(resting["id"], name))
    [other] = table.ok("fetch_open_orders, after", lambda: exchange.fetch_open_orders(name), lambda rows: len(rows) == 1)
    table.ok("cancel_orders", lambda: exchange.cancel_orders([other["id"]], name))
    table.ok(
        "create_order, market",
        lambda: exchange.create_order(name, "market", "buy", 100, bound),
        lambda one: one["filled"] == 100,
    )
    table.ok("fetch_positions", lambda: exchange.fetch_positions([name]), lambda rows: rows[0]["contracts"] == 100)
    table.ok(
        "create_order, IOC sale",
        lambda: exchange.create_order(name, "limit", "sell", 100, 0.15, {"timeInForce": "Ioc"}),
        lambda one: one["filled"] == 100,
    )
    table.ok("fetch_my_trades", lambda: exchange.fetch_my_trades(name), lambda rows: len(rows) >= 2)
    table.ok("fetch_orders", lambda: exchange.fetch_orders(name), lambda rows: len(rows) >= 4)
    table.refused(
        "create_order below 10 USDC",
        lambda: exchange.create_order(name, "limit", "buy", 50, 0.1),
        says="minimum value of $10",
        status=200,
    )
    table.refused("cancel_order of nothing", lambda: exchange.cancel_order("1", name), says="never placed", status=200)
