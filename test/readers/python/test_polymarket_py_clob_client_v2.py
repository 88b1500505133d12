"""py-clob-client-v2, the venue's own client of its order book: market data."""

import time

import pytest
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import BookParams, OrderType, PricesHistoryParams
from support.polymarket import ask, tradable

CLIENT = "py-clob-client-v2"


@pytest.fixture
def client(demo):
    return ClobClient(demo.url("polymarket", "clob"), 137)


def test_lists(table, demo, client):
    market = tradable(demo)
    table.ok("get_ok", client.get_ok, lambda text: text == "OK")
    table.ok("get_version", client.get_version, lambda version: version == 2)
    table.ok("get_server_time", client.get_server_time, lambda now: abs(now - time.time()) < 30)
    first = table.ok("get_markets", client.get_markets, lambda page: page["count"] == len(page["data"]) > 100)
    table.ok(
        "get_markets (next page)",
        lambda: client.get_markets(first["next_cursor"]),
        lambda page: page["data"][0]["condition_id"] not in [one["condition_id"] for one in first["data"]],
    )
    table.ok("get_simplified_markets", client.get_simplified_markets, lambda page: len(page["data"]) > 100)
    sampled = table.ok(
        "get_sampling_markets",
        client.get_sampling_markets,
        lambda page: page["data"] and all(one["rewards"]["rates"] for one in page["data"]),
    )
    table.ok(
        "get_sampling_simplified_markets",
        client.get_sampling_simplified_markets,
        lambda page: len(page["data"]) == len(sampled["data"]),
    )
    table.ok(
        "get_market",
        lambda: client.get_market(market.condition),
        lambda one: one["tokens"][0]["token_id"] == market.id and one["accepting_orders"],
    )
    table.refused("get_market (unknown)", lambda: client.get_market("0x" + "17" * 32), "market not found", 404)
    table.ok("get_market_trades_events", lambda: client.get_market_trades_events(market.condition), lambda rows: rows == [])
    rewarded = sampled["data"][0]["condition_id"]
    table.ok(
        "get_current_rewards",
        client.get_current_rewards,
        lambda rows: rewarded in [one["condition_id"] for one in rows] and rows[0]["rewards_config"][0]["rate_per_day"] > 0,
    )
    table.ok(
        "get_raw_rewards_for_market",
        lambda: client.get_raw_rewards_for_market(rewarded),
        lambda rows: [one["condition_id"] for one in rows] == [rewarded] and len(rows[0]["tokens"]) == 2,
    )


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_books_and_prices(table, demo, client, version):
    market, host = tradable(demo, version), demo.url("polymarket", "clob")
    token = market.id
    table.ok(
        "get_clob_market_info",
        lambda: ClobClient(host, 137).get_clob_market_info(market.condition),
        lambda one: one["t"][0]["t"] == token and one["v"] == version and one["mts"] == market.tick,
    )
    book = table.ok(
        "get_order_book",
        lambda: client.get_order_book(token),
        lambda book: book["market"] == market.condition and is_book(book) and book.get("version") == ("v2" if version == "v2" else None),
    )
    table.ok("get_order_book_hash", lambda: client.get_order_book_hash(book), lambda found: found == book["hash"])
    table.ok("get_order_books", lambda: client.get_order_books([BookParams(token)]), lambda books: books[0]["asset_id"] == token)
    table.ok("get_tick_size", lambda: client.get_tick_size(token), lambda tick: float(tick) == market.tick)
    table.ok("get_neg_risk", lambda: client.get_neg_risk(token), lambda is_so: is_so is False)
    table.ok("get_fee_rate_bps", lambda: client.get_fee_rate_bps(token), lambda bps: bps > 0)
    table.ok("get_fee_exponent", lambda: client.get_fee_exponent(token), lambda exponent: exponent == 1)
    table.ok("get_midpoint", lambda: client.get_midpoint(token), lambda one: is_price(one["mid"]))
    table.ok("get_midpoints", lambda: client.get_midpoints([BookParams(token)]), lambda one: is_price(one[token]))
    bid = table.ok("get_price (BUY)", lambda: client.get_price(token, "BUY"), lambda one: is_price(one["price"]))
    table.ok("get_price (SELL)", lambda: client.get_price(token, "SELL"), lambda one: float(one["price"]) > float(bid["price"]))
    table.ok("get_prices", lambda: client.get_prices([BookParams(token, "SELL")]), lambda one: is_price(one[token]["SELL"]))
    table.ok("get_spread", lambda: client.get_spread(token), lambda one: 0 < float(one["spread"]) < 0.5)
    table.ok("get_spreads", lambda: client.get_spreads([BookParams(token)]), lambda one: 0 < float(one[token]) < 0.5)
    table.ok("get_last_trade_price", lambda: client.get_last_trade_price(token), lambda one: is_price(one["price"]) and one["side"] in ("BUY", "SELL"))
    table.ok(
        "get_last_trades_prices",
        lambda: client.get_last_trades_prices([BookParams(token)]),
        lambda rows: rows[0]["token_id"] == token and is_price(rows[0]["price"]),
    )
    table.ok(
        "get_prices_history (interval)",
        lambda: client.get_prices_history(PricesHistoryParams(market=token, interval="1d", fidelity=60)),
        lambda one: len(one["history"]) > 20 and all(is_price(point["p"]) for point in one["history"]),
    )
    now = int(time.time())
    table.ok(
        "get_prices_history (range)",
        lambda: client.get_prices_history(PricesHistoryParams(market=token, start_ts=now - 7_200, end_ts=now, fidelity=10)),
        lambda one: len(one["history"]) > 5 and all(now - 7_200 <= point["t"] <= now for point in one["history"]),
    )
    for side in ("BUY", "SELL"):
        table.ok(f"calculate_market_price ({side})", lambda side=side: client.calculate_market_price(token, side, 5, OrderType.FOK), is_price)


def test_ids_that_are_unknown(table, demo, client):
    nothing = "71321045679252212594626385532706912750332728571942532289631379312455583992563"
    table.refused("get_order_book (unknown)", lambda: client.get_order_book(nothing), "No orderbook exists for the requested token id", 404)
    table.refused("get_midpoint (unknown)", lambda: client.get_midpoint(nothing), "No orderbook exists", 404)
    table.refused("get_price (no side)", lambda: client.get_price(nothing, "MIDDLE"), "Invalid side")
    table.ok("get_order_books (unknown)", lambda: client.get_order_books([BookParams(nothing)]), lambda books: books == [])
    # Gamma shows 62 of the 64 digits of a condition of Protocol V2; the order book knows all of them alone.
    shown = ask(f"{demo.url('polymarket', 'gamma')}/markets/{tradable(demo, 'v2').market}")["conditionId"]
    table.refused("get_clob_market_info (62 digits)", lambda: client.get_clob_market_info(shown), "market not found", 404)


def is_price(value) -> bool:
    return 0 < float(value) < 1


def is_book(book: dict) -> bool:
    """The worst level first on both sides, and no bid at or above an ask."""
    bids, asks = ([float(level["price"]) for level in book[side]] for side in ("bids", "asks"))
    return bids == sorted(bids) and asks == sorted(asks, reverse=True) and bids[-1] < asks[-1]
