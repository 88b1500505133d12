"""ccxt's prediction class of Opinion. It signs for the wallet of many signatures that it asks the venue for."""

import asyncio
import time

import ccxt.prediction
import pytest
from eth_account import Account

CLIENT = "ccxt"


@pytest.fixture
def exchange(demo, table):
    keys = demo.keys("opinion")
    opened = ccxt.prediction.opinion(
        {
            "apiKey": keys["apiKey"],
            "privateKey": keys["privateKey"],
            "walletAddress": Account.from_key(keys["privateKey"]).address,
            "enableRateLimit": False,
        }
    )
    opened.urls["api"] = {"opinion": demo.url("opinion"), "ws": demo.socket("opinion")}
    yield opened
    table.run(opened.close())


async def tradable(exchange) -> tuple[str, float]:
    """Name of the YES of a market in the middle of its range with enough in its book, and its best ask."""
    for event in await exchange.fetch_events({"query": "will", "limit": 20}):
        for market in event["markets"]:
            name = market["outcomes"][0]["outcome"]
            if not market["active"]:
                continue
            book = await exchange.fetch_order_book(name)
            offered = sum(price * size for price, size in book["asks"])
            wanted = sum(size for price, size in book["bids"] if price > 0.15)
            if offered > 80 and wanted > 40 and book["asks"][0][0] < 0.85 and await has_traded(exchange, name):
                return name, book["asks"][0][0]
    raise LookupError("no market with two sides")


async def has_traded(exchange, name: str) -> bool:
    """Whether there are candles of its last day."""
    since = int(time.time() * 1000) - 86_400_000
    return len(await exchange.fetch_ohlcv(name, "1h", since)) > 1


def test_it(table, exchange):
    table.ok("load_markets", exchange.load_markets, lambda markets: len(markets) > 20)
    name, ask = table.run(tradable(exchange))
    table.ok("fetch_ticker", lambda: exchange.fetch_ticker(name), lambda one: one["outcome"] == name)
    table.ok("fetch_order_book", lambda: exchange.fetch_order_book(name), lambda book: book["asks"][0][0] > 0.1)
    since = int(time.time() * 1000) - 86_400_000
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(name, "1h", since), lambda rows: len(rows) > 1)
    resting = table.ok(
        "create_order",
        lambda: exchange.create_order(name, "limit", "buy", 120, 0.05),
        lambda one: one["status"] == "open",
    )
    table.ok("fetch_open_orders", lambda: exchange.fetch_open_orders(name), lambda rows: len(rows) == 1)
    table.ok("fetch_order", lambda: exchange.fetch_order(resting["id"]), lambda one: one["amount"] == 120)
    table.ok("fetch_orders", lambda: exchange.fetch_orders(name), lambda rows: rows[0]["price"] == 0.05)
    table.ok("cancel_order", lambda: exchange.cancel_order(resting["id"]), lambda one: one["status"] == "canceled")
    table.refused(
        "create_order, too small",
        lambda: exchange.create_order(name, "limit", "buy", 90, 0.05),
        "below the minimum required value",
        200,
    )
    bought = table.ok(
        "create_order, market", lambda: exchange.create_order(name, "market", "buy", 60), lambda one: one["filled"] > 0
    )
    table.ok(
        "create_order, sale",
        lambda: exchange.create_order(name, "market", "sell", 35, 0.15),
        lambda one: one["filled"] == 35,
    )
    table.ok("fetch_closed_orders", lambda: exchange.fetch_closed_orders(name), lambda rows: len(rows) > 1)
    table.ok("fetch_my_trades", lambda: exchange.fetch_my_trades(name), lambda rows: rows[0]["fee"]["cost"] >= 0)
    table.ok(
        "fetch_positions",
        lambda: exchange.fetch_positions([name]),
        lambda rows: 0 < rows[0]["contracts"] < bought["filled"],
    )
    table.ok("fetch_balance", exchange.fetch_balance, lambda money: money["USDT"]["total"] < 10_000)
    table.not_played("create_api_key", exchange.create_api_key)


def test_socket(table, exchange):
    name, _ask = table.run(tradable(exchange))

    async def watch(method):
        """What a subscription receives of orders that take. One trade in four is shown as a sale of the other token."""
        waiting = asyncio.ensure_future(method(name))
        for _ in range(8):
            await asyncio.sleep(0.5)
            if waiting.done():
                break
            await exchange.create_order(name, "market", "buy", 6)
        return await asyncio.wait_for(waiting, 30)

    table.ok("watch_order_book", lambda: exchange.watch_order_book(name), lambda book: len(book["bids"]) > 0)
    table.ok("watch_orders", lambda: watch(exchange.watch_orders), lambda rows: rows[0]["outcome"] == name)
    table.ok("watch_my_trades", lambda: watch(exchange.watch_my_trades), lambda rows: rows[0]["amount"] > 0)
    table.ok("watch_trades", lambda: watch(exchange.watch_trades), lambda rows: rows[0]["price"] > 0)
    table.ok("watch_ticker", lambda: watch(exchange.watch_ticker), lambda one: one["last"] > 0)


def test_somebody_else_signs(table, exchange):
    name, _ask = table.run(tradable(exchange))
    exchange.privateKey = "0x" + "22" * 32
    exchange.walletAddress = Account.from_key(exchange.privateKey).address
    table.refused(
        "create_order", lambda: exchange.create_order(name, "limit", "buy", 120, 0.05), "Invalid signature", 200
    )
