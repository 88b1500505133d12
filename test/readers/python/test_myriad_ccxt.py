"""ccxt's prediction class of Myriad. It proves no wallet: a session is opened for it, without which it is refused."""

import json
import time
import urllib.request

import ccxt.prediction
import pytest
from eth_account import Account
from eth_account.messages import encode_defunct

CLIENT = "ccxt"


def asked(url: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def session_of(url: str, private_key: str) -> dict[str, str]:
    """Headers that prove the wallet of a key for 15 minutes."""
    wallet = Account.from_key(private_key)
    message = asked(f"{url}/auth/nonce?address={wallet.address}")["message"]
    signature = wallet.sign_message(encode_defunct(text=message)).signature.to_0x_hex()
    token = asked(f"{url}/auth/login", {"message": message, "signature": signature})["accessToken"]
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def url(demo):
    return demo.url("myriad")


@pytest.fixture
def private_key():
    return Account.create().key.hex()


@pytest.fixture
def exchange(url, private_key, table):
    key = private_key if private_key.startswith("0x") else f"0x{private_key}"
    opened = ccxt.prediction.myriad({"privateKey": key, "enableRateLimit": False})
    opened.urls["api"] = {"myriad": url}
    yield opened
    table.run(opened.close())


def outcomes(exchange, model: str) -> list[dict]:
    named = [one for same in exchange.outcomes_by_id.values() for one in (same if isinstance(same, list) else [same])]
    return [one for one in named if one["info"]["tradingModel"] == model]


async def book_with_two_sides(exchange) -> tuple[str, float]:
    """Name of the YES of a market of the order book in the middle of its range, and its best ask."""
    for one in outcomes(exchange, "ob"):
        if not str(one["outcomeId"]).endswith("/0"):
            continue
        book = await exchange.fetch_order_book(one["outcome"])
        if book["bids"] and book["asks"] and book["bids"][0][0] > 0.15 and book["asks"][0][0] < 0.85:
            return one["outcome"], float(book["asks"][0][0])
    raise LookupError("no market with two sides")


async def pool_that_trades(exchange) -> str:
    for one in outcomes(exchange, "amm")[:40]:
        if len(await exchange.fetch_trades(one["outcome"])) > 5:
            return one["outcome"]
    raise LookupError("no pool that trades")


def test_market_data(table, exchange):
    table.ok("load_markets", exchange.load_markets, lambda markets: len(markets) > 20)
    pool = table.run(pool_that_trades(exchange))
    book, _ask = table.run(book_with_two_sides(exchange))
    info = exchange.outcome(pool)["info"]
    slug = f"{info['networkId']}:{info['marketId']}"
    table.ok("fetch_events", lambda: exchange.fetch_events({"query": "will"}), lambda events: len(events) > 0)
    table.ok("fetch_event", lambda: exchange.fetch_event(slug), lambda event: event["id"] is not None)
    table.ok("fetch_ticker", lambda: exchange.fetch_ticker(pool), lambda one: 0 < one["last"] < 1)
    table.ok("fetch_tickers", lambda: exchange.fetch_tickers([pool]), lambda rows: len(rows) == 1)
    table.ok(
        "fetch_order_book",
        lambda: exchange.fetch_order_book(book),
        lambda found: all(round(price * 100) == pytest.approx(price * 100) for price, _size in found["asks"]),
    )
    table.ok("fetch_trades", lambda: exchange.fetch_trades(pool), lambda rows: all(0 < one["price"] < 1 for one in rows))
    since = int(time.time() * 1000) - 86_400_000
    table.ok("fetch_ohlcv", lambda: exchange.fetch_ohlcv(pool, "1h", since), lambda rows: isinstance(rows, list))
    table.ok("fetch_trading_fee", lambda: exchange.fetch_trading_fee(pool), lambda fee: fee["taker"] == 0)
    table.not_played("fetch_trade_quote", lambda: exchange.fetch_trade_quote(pool, "buy", 10))
    # It asks for markets of the order book as if they were pools.
    table.refused("fetch_ticker, order book", lambda: exchange.fetch_ticker(book), "Market not found", status=404)


def test_account(table, exchange, url, private_key):
    table.run(exchange.load_markets())
    name, ask = table.run(book_with_two_sides(exchange))
    needed = "Authentication required"
    table.refused("fetch_open_orders, no session", lambda: exchange.fetch_open_orders(name), needed, status=401)
    table.refused(
        "create_order, no session", lambda: exchange.create_order(name, "limit", "buy", 20, 0.1), needed, status=401
    )
    exchange.apiKey = "bare"
    table.refused(
        "fetch_open_orders, bare key", lambda: exchange.fetch_open_orders(name), "SIGNATURE_REQUIRED", status=401
    )
    exchange.apiKey = None
    exchange.headers = session_of(url, private_key)
    resting = table.ok(
        "create_order", lambda: exchange.create_order(name, "limit", "buy", 20, 0.1), lambda one: one["status"] == "open"
    )
    table.ok(
        "create_order, post only",
        lambda: exchange.create_order(name, "limit", "buy", 5, 0.1, {"timeInForce": "PO"}),
        lambda one: one["status"] == "open",
    )
    table.refused(
        "create_order, off the cent", lambda: exchange.create_order(name, "limit", "buy", 20, 0.105), "multiple of 1e16"
    )
    table.refused(
        "create_order, crossing post only",
        lambda: exchange.create_order(name, "limit", "buy", 5, ask, {"timeInForce": "PO"}),
        "would cross",
    )
    table.ok("fetch_open_orders", lambda: exchange.fetch_open_orders(name), lambda rows: len(rows) == 2)
    table.ok("fetch_order", lambda: exchange.fetch_order(resting["id"], name), lambda one: one["amount"] == 20)
    table.ok("fetch_orders", lambda: exchange.fetch_orders(name), lambda rows: len(rows) == 2)
    table.ok("cancel_order", lambda: exchange.cancel_order(resting["id"], name), lambda one: one["status"] == "canceled")
    table.refused("cancel_order, again", lambda: exchange.cancel_order(resting["id"], name), "already cancelled")
    bought = table.ok("create_order, market", lambda: exchange.create_order(name, "market", "buy", 4, ask))
    table.ok("fetch_order, filled", lambda: exchange.fetch_order(bought["id"], name), lambda one: one["filled"] == 4)
    # Without a word it is shown positions in pools alone, as the venue has it.
    table.ok("fetch_positions, pools", lambda: exchange.fetch_positions(), lambda rows: rows == [])
    both = {"trading_model": "all"}
    table.ok("fetch_positions", lambda: exchange.fetch_positions(None, both), lambda rows: rows[0]["contracts"] == 4)
    table.ok("fetch_my_trades", lambda: exchange.fetch_my_trades(name), lambda rows: len(rows) == 1)
    table.ok("fetch_closed_orders", lambda: exchange.fetch_closed_orders(name), lambda rows: len(rows) == 1)
    table.ok("cancel_all_orders", lambda: exchange.cancel_all_orders(name))
    table.ok("fetch_canceled_orders", lambda: exchange.fetch_canceled_orders(name), lambda rows: len(rows) == 2)
