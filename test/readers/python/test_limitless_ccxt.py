"""ccxt's prediction class of Limitless. It signs the rate of the rank on every market."""

import datetime as dt
import time

import ccxt.prediction
import pytest
from eth_account import Account

CLIENT = "ccxt"


@pytest.fixture
def exchange(demo, table):
    keys, url = demo.keys("limitless"), demo.url("limitless")
    opened = ccxt.prediction.limitless(
        {
            "apiKey": keys["apiKey"],
            "secret": keys["apiSecret"],
            "privateKey": keys["privateKey"],
            # A profile without a smart wallet trades from its own, which ccxt wants to be told.
            "walletAddress": Account.from_key(keys["privateKey"]).address,
            "enableRateLimit": False,
        }
    )
    opened.urls["api"] = {"limitless": url}
    yield opened
    table.run(opened.close())


async def tradable(exchange, wants_module: bool) -> tuple[str, float]:
    """Name of the YES of a market in the middle of its range that is older than a day, and its best ask."""
    for market in exchange.markets.values():
        info = market["info"]
        if ("feeModule" in (info.get("venue") or {})) != wants_module or "tokens" not in info:
            continue
        if dt.datetime.fromisoformat(info["createdAt"]).timestamp() > time.time() - 86_400:
            continue
        book = await exchange.limitlessPublicGetMarketsSlugOrderbook({"slug": info["slug"]})
        if book["bids"] and book["asks"] and book["bids"][0]["price"] > 0.15 and book["asks"][0]["price"] < 0.85:
            name = exchange.outcomes_by_id[info["tokens"]["yes"]]["outcome"]
            return name, float(book["asks"][0]["price"])
    raise LookupError("no market with two sides")


def test_it(table, exchange):
    table.ok("load_markets", exchange.load_markets, lambda markets: len(markets) > 20)
    name, ask = table.run(tradable(exchange, wants_module=False))
    slug = exchange.outcome(name)["info"]["slug"]
    table.ok("fetch_events", lambda: exchange.fetch_events({"query": "will"}), lambda events: len(events) > 0)
    table.ok("fetch_event", lambda: exchange.fetch_event(slug), lambda event: event["id"] is not None)
    table.ok("fetch_ticker", lambda: exchange.fetch_ticker(name), lambda one: one["outcome"] == name)
    table.ok("fetch_tickers", lambda: exchange.fetch_tickers([name]), lambda rows: len(rows) == 1)
    table.ok("fetch_order_book", lambda: exchange.fetch_order_book(name), lambda book: book["asks"][0][0] > 0.1)
    table.ok("fetch_trades", lambda: exchange.fetch_trades(name), lambda rows: len(rows) > 0)
    since = int(time.time() * 1000) - 86_400_000
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(name, "1h", since), lambda rows: len(rows) > 1)
    table.ok("fetch_accounts", exchange.fetch_accounts, lambda rows: rows[0]["id"] is not None)
    resting = table.ok(
        "create_order",
        lambda: exchange.create_order(name, "limit", "buy", 20, 0.101, {"postOnly": True}),
        lambda one: one["status"] == "open",
    )
    table.ok("fetch_open_orders", lambda: exchange.fetch_open_orders(name), lambda rows: len(rows) == 1)
    table.ok("fetch_order", lambda: exchange.fetch_order(resting["id"]), lambda one: one["amount"] == 20)
    table.ok("fetch_orders", lambda: exchange.fetch_orders(name), lambda rows: rows[0]["price"] == 0.101)
    table.ok("cancel_order", lambda: exchange.cancel_order(resting["id"]), lambda one: one["status"] == "canceled")
    table.refused("cancel_order (again)", lambda: exchange.cancel_order(resting["id"]), "already canceled")
    bought = table.ok(
        "create_order, market",
        lambda: exchange.create_order(name, "market", "buy", 5, round(ask + 0.02, 3)),
        lambda one: one["id"] is not None,
    )
    table.ok(
        "create_order, sale",
        lambda: exchange.create_order(name, "limit", "sell", 2, 0.1, {"timeInForce": "FAK"}),
        lambda one: one["id"] is not None,
    )
    table.ok("fetch_order, filled", lambda: exchange.fetch_order(bought["id"]), lambda one: one["filled"] > 0)
    table.ok("fetch_my_trades", lambda: exchange.fetch_my_trades(name), lambda rows: len(rows) == 2)
    table.ok("fetch_positions", lambda: exchange.fetch_positions([name]), lambda rows: rows[0]["contracts"] > 0)
    table.ok("fetch_closed_orders", lambda: exchange.fetch_closed_orders(name), lambda rows: len(rows) > 0)
    other = table.ok("create_order (another)", lambda: exchange.create_order(name, "limit", "buy", 20, 0.1))
    table.ok("cancel_orders", lambda: exchange.cancel_orders([other["id"]]))
    table.ok("cancel_all_orders", lambda: exchange.cancel_all_orders(None, {"slug": slug}))
    table.not_played("redeem", lambda: exchange.redeem(name))


def test_a_market_with_a_fee_module(table, exchange):
    table.run(exchange.load_markets())
    name, _ask = table.run(tradable(exchange, wants_module=True))
    table.refused(
        "create_order", lambda: exchange.create_order(name, "limit", "buy", 20, 0.1), "FEE_RATE_MISMATCH"
    )
