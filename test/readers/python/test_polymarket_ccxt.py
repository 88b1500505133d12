"""ccxt's prediction class of Polymarket. It knows markets of the first protocol alone, and the older Data API."""

import asyncio

import ccxt.prediction
import pytest
from eth_account import Account
from support.polymarket import busy, fresh_key, tradable

CLIENT = "ccxt"


@pytest.fixture
def exchange(demo, table):
    key = fresh_key()
    opened = ccxt.prediction.polymarket(
        {
            "privateKey": key,
            "walletAddress": Account.from_key(key).address,
            "enableRateLimit": False,
            "options": {
                # Its loop over the pages of a list fails as soon as the first page is full (UnboundLocalError).
                "eventsPageSize": 1_000,
                # The key's own account; without it ccxt signs for a deposit wallet at the key's address.
                "signatureType": 0,
            },
        }
    )
    socket = demo.socket("polymarket")
    hosts = {name: demo.url("polymarket", name) for name in ("gamma", "clob", "data")}
    opened.urls["api"] = {**hosts, "ws": f"{socket}/ws/market", "wsUser": f"{socket}/ws/user"}
    yield opened
    table.run(opened.close())


def test_market_data(table, demo, exchange):
    market = tradable(demo)
    table.ok("load_markets", exchange.load_markets, lambda markets: len(markets) > 20)
    name = table.ok("fetch_outcome", lambda: exchange.fetch_outcome(market.id), lambda one: one["outcomeId"] == market.id)["outcome"]
    table.ok("fetch_outcomes", lambda: exchange.fetch_outcomes([market.id, market.other]), lambda known: {market.id, market.other} <= {one["outcomeId"] for one in known.values()})
    table.ok("fetch_time", exchange.fetch_time, lambda now: abs(now - exchange.milliseconds()) < 30_000)
    table.ok("fetch_status", exchange.fetch_status, lambda one: one["status"] == "ok")
    events = table.ok("fetch_events", lambda: exchange.fetch_events({"query": "election"}), lambda rows: len(rows) > 0)
    table.ok("fetch_event", lambda: exchange.fetch_event(events[0]["id"]), lambda one: one["id"] == events[0]["id"])
    table.ok("fetch_ticker", lambda: exchange.fetch_ticker(name), lambda one: 0 < one["bid"] < one["ask"] < 1)
    table.ok("fetch_tickers", lambda: exchange.fetch_tickers([name]), lambda rows: list(rows) == [name])
    table.ok("fetch_order_book", lambda: exchange.fetch_order_book(name), lambda book: book["bids"][0][0] < book["asks"][0][0])
    table.ok("fetch_trades", lambda: exchange.fetch_trades(name), lambda rows: len(rows) > 0 and all(0 < one["price"] < 1 for one in rows))
    since = exchange.milliseconds() - 86_400_000
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(name, "1h", since), lambda rows: len(rows) > 20)
    table.ok("fetch_open_interest", lambda: exchange.fetch_open_interest(name), lambda one: one["openInterestValue"] > 0)
    table.ok("fetch_trading_fee", lambda: exchange.fetch_trading_fee(name), lambda one: one["taker"] == 0.003)


def test_account(table, demo, exchange):
    market = tradable(demo)
    name = table.run(exchange.fetch_outcome(market.id))["outcome"]
    table.ok("create_or_derive_api_key", exchange.create_or_derive_api_key, lambda one: len(one["apiKey"]) == 36)
    table.ok("fetch_balance", exchange.fetch_balance, lambda one: one["total"])
    resting = table.ok("create_order", lambda: exchange.create_order(name, "limit", "buy", 10, 0.11), is_open)
    table.ok("create_order (post-only)", lambda: exchange.create_order(name, "limit", "buy", 10, 0.12, {"postOnly": True}), is_open)
    later = str(exchange.seconds() + 600)
    table.ok("create_order (GTD)", lambda: exchange.create_order(name, "limit", "buy", 10, 0.13, {"orderType": "GTD", "expiration": later}), is_open)
    table.ok("create_order (builder code)", lambda: exchange.create_order(name, "limit", "buy", 10, 0.14, {"builderCode": "0x" + "b1" * 32}), is_open)
    batch = [{"outcome": name, "type": "limit", "side": "buy", "amount": 10, "price": price} for price in (0.05, 0.06)]
    some = table.ok("create_orders", lambda: exchange.create_orders(batch), lambda rows: len(rows) == 2 and all(map(is_open, rows)))
    table.ok("fetch_open_orders", lambda: exchange.fetch_open_orders(name), lambda rows: sorted(one["price"] for one in rows) == [0.05, 0.06, 0.11, 0.12, 0.13, 0.14])
    table.ok("fetch_order", lambda: exchange.fetch_order(resting["id"]), lambda one: one["amount"] == 10 and one["status"] == "open")
    table.ok("cancel_order", lambda: exchange.cancel_order(resting["id"]), lambda one: one["id"] == resting["id"])
    table.ok("cancel_orders", lambda: exchange.cancel_orders([one["id"] for one in some]), lambda rows: len(rows) == 2)
    table.ok("cancel_all_orders", lambda: exchange.cancel_all_orders(name), lambda rows: len(rows) == 3)
    table.ok("fetch_open_orders (none)", lambda: exchange.fetch_open_orders(name), lambda rows: rows == [])
    bought = table.ok("create_order (market)", lambda: exchange.create_order(name, "market", "buy", 20, round(market.ask + 0.05, 2)), lambda one: one["id"])
    # createMarketBuyOrderWithCost gives no price and takes the middle, which no FOK fills at.
    by_cost = {"cost": 5}
    table.ok("create_order (market, by cost)", lambda: exchange.create_order(name, "market", "buy", 5, round(market.ask + 0.05, 2), by_cost), lambda one: one["id"])
    table.ok("create_order (sale)", lambda: exchange.create_order(name, "market", "sell", 5, round(market.bid - 0.05, 2)), lambda one: one["id"])
    table.ok("create_order (sale, FAK)", lambda: exchange.create_order(name, "limit", "sell", 5, round(market.bid - 0.05, 2), {"orderType": "FAK"}), lambda one: one["id"])
    trades = table.ok("fetch_my_trades", lambda: exchange.fetch_my_trades(name), lambda rows: {one["side"] for one in rows} == {"buy", "sell"})
    table.ok("fetch_order_trades", lambda: exchange.fetch_order_trades(bought["id"]), lambda rows: 0 < len(rows) < len(trades))
    held = sum(one["amount"] if one["side"] == "buy" else -one["amount"] for one in trades)
    table.ok(
        "dataPublicGetPositions",
        lambda: exchange.dataPublicGetPositions({"user": exchange.walletAddress}),
        lambda rows: [one["asset"] for one in rows] == [market.id] and abs(float(rows[0]["size"]) - held) < 0.01,
    )
    # Both read a member `data`, which the array of the older Data API does not have: no position comes through.
    table.ok("fetch_positions", lambda: exchange.fetch_positions([name]), lambda rows: rows == [])
    table.ok("fetch_position", lambda: exchange.fetch_position(name), lambda one: one is None)


def test_what_the_venue_refuses(table, demo, exchange):
    market = tradable(demo)
    name = table.run(exchange.fetch_outcome(market.id))["outcome"]
    create = exchange.create_order
    table.refused("create_order (too small)", lambda: create(name, "limit", "buy", 4, 0.11), "lower than the minimum: 5")
    table.refused("create_order (short sale)", lambda: create(name, "limit", "sell", 10, 0.9), "not enough balance")
    kind = {"signatureType": 3}
    table.refused("create_order (a key as a deposit wallet)", lambda: create(name, "limit", "buy", 10, 0.11, kind), "signer address has to be the address of the API KEY")
    table.refused("create_order (post-only, crossing)", lambda: create(name, "limit", "buy", 10, round(market.ask + 0.05, 2), {"postOnly": True}), "crosses book")


def test_socket(table, demo, exchange):
    market = tradable(demo)
    name = table.run(exchange.fetch_outcome(market.id))["outcome"]

    async def heard(watch, act):
        """What a watch tells after something was done."""
        waiting = asyncio.ensure_future(watch())
        await asyncio.sleep(0.5)
        await act()
        return await asyncio.wait_for(waiting, 30)

    def buy(price, amount=10):
        return lambda: exchange.create_order(name, "limit", "buy", amount, price)

    table.ok("watch_order_book", lambda: asyncio.wait_for(exchange.watch_order_book(name), 30), lambda book: book["bids"][0][0] < book["asks"][0][0])
    table.ok("watch_orders", lambda: heard(lambda: exchange.watch_orders(name), buy(0.11)), lambda rows: rows[-1]["price"] == 0.11)
    table.ok("watch_my_trades", lambda: heard(lambda: exchange.watch_my_trades(name), buy(round(market.ask + 0.05, 2), 20)), lambda rows: rows[-1]["side"] == "buy")
    # Trades of one market come a minute apart: the first of many markets.
    ids = busy(demo, 25)
    known = table.run(exchange.fetch_outcomes(ids)).values()
    names = [one["outcome"] for one in known if one["outcomeId"] in ids]
    table.ok("watch_trades", lambda: first_of([exchange.watch_trades(name) for name in names], 60), lambda rows: 0 < rows[-1]["price"] < 1)
    table.ok("watch_ticker", lambda: heard(lambda: exchange.watch_ticker(name), buy(round(market.ask + 0.05, 2), 20)), lambda one: one["bid"] < one["ask"])


async def first_of(watches, seconds: float):
    """What the first of them tells. @raises TimeoutError"""
    tasks = [asyncio.ensure_future(watch) for watch in watches]
    done, rest = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    if not done:
        raise TimeoutError(f"nothing in {seconds} s")
    return done.pop().result()


def is_open(one) -> bool:
    return one["status"] == "open" and len(one["id"]) == 66
