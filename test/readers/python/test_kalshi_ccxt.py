"""ccxt's Kalshi: the unified methods of its prediction markets, but fetch_open_interest, which asks its own market for a symbol."""

import pytest
from ccxt.prediction import kalshi

CLIENT = "ccxt"


@pytest.fixture
def exchange(demo, table):
    keys = demo.keys("kalshi")
    opened = kalshi({"apiKey": keys["apiKey"], "privateKey": keys["privateKey"], "enableRateLimit": False})
    api = demo.url("kalshi")
    opened.urls["api"] = {"kalshi": api, "elections": api.replace("/trade-api/v2", "/v1")}
    yield opened
    table.run(opened.close())


def tradable(events, shard):
    """An outcome YES of a shard, away from the ends of its price, with its market's row."""
    for market in (market for event in events for market in event["markets"]):
        row = market["info"]
        if row["exchange_index"] == shard and float(row["yes_bid_dollars"]) >= 0.15 and float(row["yes_ask_dollars"]) <= 0.85:
            return market["outcomes"][0]["outcome"], row


def best_bid(table, exchange, outcome):
    return table.run(exchange.fetch_order_book(outcome))["bids"][0][0]


def test_reads(table, exchange):
    events = table.ok(
        "fetch_events",
        lambda: exchange.fetch_events({"query": "election", "limit": 20}),
        lambda rows: len(rows) > 3,
        # The venue's search names series as well, which are no events.
        tolerates=(404,),
    )
    table.ok("fetch_events by category", lambda: exchange.fetch_events({"category": "Crypto", "limit": 5}), lambda rows: rows)
    table.ok("fetch_event", lambda: exchange.fetch_event(events[0]["id"]))
    table.ok("fetch_markets", lambda: exchange.fetch_markets({"limit": 50}), lambda rows: rows)
    outcome, _row = tradable(events, 0)
    table.ok("fetch_order_book", lambda: exchange.fetch_order_book(outcome), lambda book: book["bids"] and book["asks"])
    # Quotes move while the rows above run: the ticker lies between a look before it and one after it.
    bids = [best_bid(table, exchange, outcome)]
    ticker = table.ok("fetch_ticker", lambda: exchange.fetch_ticker(outcome), lambda one: 0 < one["bid"] < one["ask"] < 1)
    bids.append(best_bid(table, exchange, outcome))
    assert min(bids) <= ticker["bid"] <= max(bids)
    table.ok("fetch_tickers", lambda: exchange.fetch_tickers([outcome]))
    table.ok("fetch_trades", lambda: exchange.fetch_trades(outcome, limit=5))
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(outcome, "1h", limit=24))
    table.ok("fetch_status", exchange.fetch_status)


def test_orders(table, exchange):
    events = table.run(exchange.fetch_events({"query": "election", "limit": 20}))
    outcome, row = tradable(events, 0)
    ask, bid = float(row["yes_ask_dollars"]), float(row["yes_bid_dollars"])
    table.ok("fetch_balance", exchange.fetch_balance, lambda one: one["USD"]["free"] > 0)
    rested = table.ok("create_order", lambda: exchange.create_order(outcome, "limit", "buy", 5, 0.05), lambda one: one["status"] == "open")
    table.ok(
        "create_order that takes",
        lambda: exchange.create_order(outcome, "limit", "buy", 1, round(ask + 0.05, 2), {"timeInForce": "IOC"}),
        lambda one: one["filled"] == 1,
    )
    table.ok(
        "create_order that sells",
        lambda: exchange.create_order(outcome, "limit", "sell", 1, round(bid - 0.05, 2), {"timeInForce": "IOC"}),
        lambda one: one["filled"] == 1,
    )
    table.ok("fetch_order", lambda: exchange.fetch_order(rested["id"]), lambda one: one["status"] == "open")
    table.ok("fetch_open_orders", exchange.fetch_open_orders, lambda rows: rested["id"] in [one["id"] for one in rows])
    table.ok("fetch_closed_orders", exchange.fetch_closed_orders)
    table.ok("fetch_orders", exchange.fetch_orders)
    table.ok("fetch_my_trades", exchange.fetch_my_trades, lambda rows: len(rows) >= 2)
    table.ok("fetch_positions", exchange.fetch_positions)
    table.ok("fetch_settlements", exchange.fetch_settlements)
    edited = table.ok("edit_order", lambda: exchange.edit_order(rested["id"], outcome, "limit", "buy", 4, 0.06))
    table.ok("cancel_order", lambda: exchange.cancel_order(edited["id"], outcome))
    table.refused("cancel_order again", lambda: exchange.cancel_order(edited["id"], outcome), says="not_found", status=404)
    table.refused("create_order off the grid", lambda: exchange.create_order(outcome, "limit", "buy", 5, 0.0512345), says="invalid_order")
    table.ok("cancel_all_orders", exchange.cancel_all_orders)


def test_shards(table, exchange):
    outcome, _ = tradable(table.run(exchange.fetch_events({"category": "Crypto", "limit": 20})), 2)
    made = table.ok("create_order on shard 2", lambda: exchange.create_order(outcome, "limit", "buy", 5, 0.05))
    # The client sends the id alone, so that it reaches the orders of shard 0 alone.
    table.refused("cancel_order on shard 2", lambda: exchange.cancel_order(made["id"], outcome), says="not_found", status=404)
