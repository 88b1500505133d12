"""py-clob-client, the older client of the order book: it reads and cancels; its orders are of the exchange before this one."""

import time

import pytest
from py_clob_client.client import ClobClient
from py_clob_client.clob_types import (
    AssetType,
    BalanceAllowanceParams,
    BookParams,
    DropNotificationParams,
    MarketOrderArgs,
    OpenOrderParams,
    OrderArgs,
    OrderScoringParams,
    OrdersScoringParams,
    OrderType,
    PostOrdersArgs,
    TradeParams,
)
from py_clob_client_v2.client import ClobClient as Successor
from py_clob_client_v2.clob_types import ApiCreds, MarketOrderArgs as SuccessorMarketOrder, OrderArgs as SuccessorOrder
from support.market_order import at_the_market
from support.polymarket import fresh_key, tradable

CLIENT = "py-clob-client"


@pytest.fixture
def client(demo):
    opened = ClobClient(demo.url("polymarket", "clob"), 137, key=fresh_key())
    opened.set_api_creds(opened.derive_api_key())
    return opened


@pytest.fixture
def successor(client):
    """The client of today's exchange with the same keys, whose orders this one reads and cancels."""
    creds = client.creds
    key = client.signer.private_key
    return Successor(client.host, 137, key=key, creds=ApiCreds(creds.api_key, creds.api_secret, creds.api_passphrase))


def test_market_data(table, demo, client):
    market = tradable(demo)
    token = market.id
    table.ok("get_ok", client.get_ok, lambda text: text == "OK")
    table.ok("get_server_time", client.get_server_time, lambda now: abs(now - time.time()) < 30)
    table.ok("get_markets", client.get_markets, lambda page: len(page["data"]) > 100)
    table.ok("get_simplified_markets", client.get_simplified_markets, lambda page: len(page["data"]) > 100)
    table.ok("get_sampling_markets", client.get_sampling_markets, lambda page: len(page["data"]) > 10)
    table.ok("get_sampling_simplified_markets", client.get_sampling_simplified_markets, lambda page: len(page["data"]) > 10)
    table.ok("get_market", lambda: client.get_market(market.condition), lambda one: one["tokens"][0]["token_id"] == token)
    table.ok("get_market_trades_events", lambda: client.get_market_trades_events(market.condition), lambda rows: rows == [])
    book = table.ok("get_order_book", lambda: client.get_order_book(token), lambda one: one.market == market.condition and float(one.bids[-1].price) < float(one.asks[-1].price))
    told = book.hash
    table.ok("get_order_books", lambda: client.get_order_books([BookParams(token)]), lambda rows: [one.asset_id for one in rows] == [token])
    table.ok("get_midpoint", lambda: client.get_midpoint(token), lambda one: 0 < float(one["mid"]) < 1)
    table.ok("get_midpoints", lambda: client.get_midpoints([BookParams(token)]), lambda one: 0 < float(one[token]) < 1)
    table.ok("get_price", lambda: client.get_price(token, "BUY"), lambda one: 0 < float(one["price"]) < 1)
    table.ok("get_prices", lambda: client.get_prices([BookParams(token, "SELL")]), lambda one: 0 < float(one[token]["SELL"]) < 1)
    table.ok("get_spread", lambda: client.get_spread(token), lambda one: 0 < float(one["spread"]) < 0.5)
    table.ok("get_spreads", lambda: client.get_spreads([BookParams(token)]), lambda one: 0 < float(one[token]) < 0.5)
    table.ok("get_last_trade_price", lambda: client.get_last_trade_price(token), lambda one: one["side"] in ("BUY", "SELL"))
    table.ok("get_last_trades_prices", lambda: client.get_last_trades_prices([BookParams(token)]), lambda rows: rows[0]["token_id"] == token)
    table.ok("get_tick_size", lambda: client.get_tick_size(token), lambda tick: float(tick) == market.tick)
    table.ok("get_neg_risk", lambda: client.get_neg_risk(token), lambda is_so: is_so is False)
    table.ok("get_fee_rate_bps", lambda: client.get_fee_rate_bps(token), lambda bps: bps > 0)
    table.ok("calculate_market_price", lambda: client.calculate_market_price(token, "BUY", 5, OrderType.FOK), lambda price: 0 < price < 1)
    assert len(told) == 40


def test_account(table, demo, client, successor):
    market = tradable(demo)
    order = successor.create_and_post_order(SuccessorOrder(token_id=market.id, price=0.11, size=10, side="BUY"))["orderID"]
    other = successor.create_and_post_order(SuccessorOrder(token_id=market.id, price=0.12, size=10, side="BUY"))["orderID"]
    buy = lambda: successor.create_and_post_market_order(SuccessorMarketOrder(token_id=market.id, amount=6, side="BUY"))
    bought = at_the_market(buy, lambda one: one["status"] == "matched")
    table.ok("create_api_key", client.create_api_key, lambda one: one == client.creds)
    table.ok("create_or_derive_api_creds", client.create_or_derive_api_creds, lambda one: one == client.creds)
    table.ok("get_api_keys", client.get_api_keys, lambda one: one == {"apiKeys": [client.creds.api_key]})
    table.ok("get_closed_only_mode", client.get_closed_only_mode, lambda one: one == {"closed_only": False})
    table.ok("get_orders", client.get_orders, lambda rows: {one["id"] for one in rows} == {order, other})
    table.ok("get_orders (of a market)", lambda: client.get_orders(OpenOrderParams(market=market.condition, asset_id=market.id)), lambda rows: len(rows) == 2)
    table.ok("get_order", lambda: client.get_order(order), lambda one: one["price"] == "0.11")
    table.ok("get_trades", lambda: client.get_trades(TradeParams(asset_id=market.id)), lambda rows: {one["taker_order_id"] for one in rows} == {bought["orderID"]})
    money = BalanceAllowanceParams(asset_type=AssetType.COLLATERAL)
    table.ok("get_balance_allowance", lambda: client.get_balance_allowance(money), lambda one: int(one["balance"]) > 1_000_000)
    shares = BalanceAllowanceParams(asset_type=AssetType.CONDITIONAL, token_id=market.id)
    table.ok("get_balance_allowance (shares)", lambda: client.get_balance_allowance(shares), lambda one: int(one["balance"]) > 1_000_000)
    table.ok("update_balance_allowance", lambda: client.update_balance_allowance(money))
    table.ok("is_order_scoring", lambda: client.is_order_scoring(OrderScoringParams(order)), lambda one: one == {"scoring": False})
    table.ok("are_orders_scoring", lambda: client.are_orders_scoring(OrdersScoringParams([order])), lambda one: one == {order: False})
    table.ok("cancel", lambda: client.cancel(order), lambda one: one["canceled"] == [order])
    table.ok("cancel_orders", lambda: client.cancel_orders([other]), lambda one: one["canceled"] == [other])
    table.ok("cancel_market_orders", lambda: client.cancel_market_orders(market=market.condition), lambda one: one["canceled"] == [])
    table.ok("cancel_all", client.cancel_all, lambda one: one["canceled"] == [])
    notes = table.ok("get_notifications", client.get_notifications, lambda rows: {one["type"] for one in rows} == {1, 2})
    table.ok("drop_notifications", lambda: client.drop_notifications(DropNotificationParams([str(one["id"]) for one in notes])))
    table.ok("post_heartbeat", lambda: client.post_heartbeat(""), lambda one: len(one["heartbeat_id"]) == 36)
    reader = table.ok("create_readonly_api_key", client.create_readonly_api_key, lambda one: len(one.api_key) == 36)
    table.ok("get_readonly_api_keys", client.get_readonly_api_keys, lambda rows: rows == [reader.api_key])
    table.not_played("validate_readonly_api_key", lambda: client.validate_readonly_api_key(client.get_address(), reader.api_key))
    table.ok("delete_readonly_api_key", lambda: client.delete_readonly_api_key(reader.api_key), lambda is_gone: is_gone is True)
    table.ok("delete_api_key", client.delete_api_key, lambda said: said == "OK")
    table.refused("get_orders (deleted keys)", client.get_orders, "Invalid api key", 401)


@pytest.mark.parametrize("neg_risk", [False, True])
def test_orders_are_of_the_wrong_version(table, demo, client, neg_risk):
    market = tradable(demo, neg_risk=neg_risk)
    args = OrderArgs(token_id=market.id, price=0.11, size=10, side="BUY")
    signed = client.create_order(args)
    mismatch = "order_version_mismatch"
    table.refused("create_and_post_order", lambda: client.create_and_post_order(args), mismatch)
    table.refused("post_order", lambda: client.post_order(signed, OrderType.GTD), mismatch)
    at_market = client.create_market_order(MarketOrderArgs(token_id=market.id, amount=6, side="BUY"))
    table.refused("post_order (market)", lambda: client.post_order(at_market, OrderType.FOK), mismatch)
    table.ok("post_orders", lambda: client.post_orders([PostOrdersArgs(signed, OrderType.GTC)]), lambda rows: [(one["success"], one["errorMsg"]) for one in rows] == [(False, mismatch)])
