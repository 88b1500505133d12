"""py-clob-client-v2: what an account reads, its keys, rewards, signs of life, and what the simulation leaves out."""

import time

import pytest
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import (
    ApiCreds,
    BalanceAllowanceParams,
    BuilderTradeParams,
    DropNotificationParams,
    MarketOrderArgs,
    OpenOrderParams,
    OrderArgs,
    OrderPayload,
    OrderScoringParams,
    OrdersScoringParams,
    OrderType,
    TradeParams,
)
from py_clob_client_v2.rfq.rfq_types import GetRfqBestQuoteParams
from support.market_order import at_the_market
from support.polymarket import ask, fresh_key, tradable

CLIENT = "py-clob-client-v2"

BUILDER = "0x" + "b1" * 32
#: The exchanges that may spend money or move shares: of CTF tokens, of those of negative risk, and of positions.
EXCHANGES = {
    "0xE111180000d2663C0091e4f400237545B87B996B",
    "0xe2222d279d744050d28e00520010520000310F59",
    "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa",
}


@pytest.fixture
def key():
    return fresh_key()


@pytest.fixture
def client(demo, key):
    opened = ClobClient(demo.url("polymarket", "clob"), 137, key=key)
    opened.set_api_creds(opened.derive_api_key())
    return opened


def test_logging_in(table, demo):
    host = demo.url("polymarket", "clob")
    client = ClobClient(host, 137, key=fresh_key())
    creds = table.ok("create_api_key", client.create_api_key, lambda one: isinstance(one, ApiCreds) and is_uuid(one.api_key))
    table.ok("derive_api_key", client.derive_api_key, lambda one: one == creds)
    table.ok("create_or_derive_api_key", client.create_or_derive_api_key, lambda one: one == creds)
    client.set_api_creds(creds)
    table.ok("get_api_keys", client.get_api_keys, lambda one: one == {"apiKeys": [creds.api_key]})
    table.ok("get_closed_only_mode", client.get_closed_only_mode, lambda one: one == {"closed_only": False})
    table.ok("delete_api_key", client.delete_api_key, lambda said: said == "OK")
    table.refused("get_api_keys (deleted)", client.get_api_keys, "Invalid api key", 401)
    table.refused("derive_api_key (deleted)", client.derive_api_key, "Could not derive api key")
    table.ok("create_api_key (again)", client.create_api_key, lambda one: one.api_key != creds.api_key)
    for name, wrong in {
        "secret": ApiCreds(creds.api_key, "d3Jvbmc=", creds.api_passphrase),
        "passphrase": ApiCreds(creds.api_key, creds.api_secret, "wrong"),
    }.items():
        thief = ClobClient(host, 137, key=client.signer.private_key, creds=wrong)
        table.refused(f"get_open_orders (wrong {name})", thief.get_open_orders, "Invalid api key", 401)
    stranger = ClobClient(host, 137, key=fresh_key(), creds=client.create_api_key())
    table.refused("get_open_orders (another key)", stranger.get_open_orders, "Invalid api key", 401)
    elsewhere = ClobClient(host, 80_002, key=fresh_key())
    table.refused("derive_api_key (another chain)", elsewhere.derive_api_key, "Invalid L1 Request headers", 401)


def test_keys_of_others(table, client):
    made = table.ok("create_builder_api_key", client.create_builder_api_key, lambda one: {"key", "secret", "passphrase"} == set(one))
    table.ok("get_builder_api_keys", client.get_builder_api_keys, lambda rows: [(one["key"], one["revokedAt"]) for one in rows] == [(made["key"], None)])
    table.ok("revoke_builder_api_key", client.revoke_builder_api_key, lambda said: said == "OK")
    table.ok("get_builder_api_keys (revoked)", client.get_builder_api_keys, lambda rows: rows[0]["revokedAt"] is not None)
    reader = table.ok("create_readonly_api_key", client.create_readonly_api_key, lambda one: is_uuid(one["apiKey"]))
    table.ok("get_readonly_api_keys", client.get_readonly_api_keys, lambda rows: rows == [reader["apiKey"]])
    table.ok("delete_readonly_api_key", lambda: client.delete_readonly_api_key(reader["apiKey"]), lambda is_gone: is_gone is True)
    table.ok("get_readonly_api_keys (deleted)", client.get_readonly_api_keys, lambda rows: rows == [])


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_money_orders_and_trades(table, demo, client, version):
    market = tradable(demo, version)
    id_ = {"token_id" if version == "v1" else "position_id": market.id}
    money = BalanceAllowanceParams(asset_type="COLLATERAL")
    shares = BalanceAllowanceParams(asset_type="CONDITIONAL" if version == "v1" else "CONDITIONAL-V2", token_id=market.id)
    before = table.ok("get_balance_allowance", lambda: client.get_balance_allowance(money), lambda one: float(one["balance"]) > 0 and EXCHANGES <= set(one["allowances"]))
    table.ok("update_balance_allowance", lambda: client.update_balance_allowance(money), lambda said: said == "")
    placed = client.create_and_post_order(OrderArgs(**id_, price=0.11, size=10, side="BUY"))
    wish = {**id_, "amount": 6, "side": "BUY", "order_type": OrderType.FAK, "builder_code": BUILDER}
    send = lambda: client.create_and_post_market_order(MarketOrderArgs(**wish), order_type=OrderType.FAK)
    bought = at_the_market(send, lambda one: one["status"] == "matched")
    table.ok(
        "get_open_orders",
        client.get_open_orders,
        lambda rows: [(one["id"], one["status"], one["original_size"], one["price"]) for one in rows] == [(placed["orderID"], "LIVE", "10", "0.11")],
    )
    table.ok("get_open_orders (of a market)", lambda: client.get_open_orders(OpenOrderParams(market=market.condition)), lambda rows: len(rows) == 1)
    table.ok("get_open_orders (of another)", lambda: client.get_open_orders(OpenOrderParams(market="0x" + "17" * 32)), lambda rows: rows == [])
    table.ok("get_open_orders (by id)", lambda: client.get_open_orders(OpenOrderParams(id=bought["orderID"])), lambda rows: [one["status"] for one in rows] == ["MATCHED"])
    table.ok("get_order", lambda: client.get_order(placed["orderID"]), lambda one: one["asset_id"] == market.id and one["maker_address"] == client.get_address())
    table.ok("get_pre_migration_orders", client.get_pre_migration_orders, lambda rows: rows == [])
    trades = table.ok(
        "get_trades",
        client.get_trades,
        lambda rows: {one["taker_order_id"] for one in rows} == {bought["orderID"]} and all(one["market"] == market.condition for one in rows),
    )
    table.ok("get_trades (by id)", lambda: client.get_trades(TradeParams(id=trades[0]["id"])), lambda rows: len(rows) == 1 and rows[0]["maker_orders"][0]["side"] == "SELL")
    table.ok("get_trades (from tomorrow)", lambda: client.get_trades(TradeParams(after=int(time.time()) + 86_400)), lambda rows: rows == [])
    table.ok("get_trades_paginated", client.get_trades_paginated, lambda page: page["count"] == len(page["trades"]) == len(trades) and page["next_cursor"] == "LTE=")
    table.ok(
        "get_builder_trades",
        lambda: client.get_builder_trades(BuilderTradeParams(builder_code=BUILDER, maker_address=client.get_address())),
        lambda page: {one["takerOrderHash"] for one in page["trades"]} == {bought["orderID"]} and page["trades"][0]["builder"] == BUILDER,
    )
    table.ok(
        "get_balance_allowance (shares)",
        lambda: client.get_balance_allowance(shares),
        lambda one: abs(float(one["balance"]) / 1e6 - sum(float(trade["size"]) for trade in trades)) < 1e-6,
    )
    other = BalanceAllowanceParams(asset_type="CONDITIONAL-V2" if version == "v1" else "CONDITIONAL", token_id=market.id)
    table.ok("get_balance_allowance (the other protocol)", lambda: client.get_balance_allowance(other), lambda one: one["balance"] == "0")
    table.ok("get_balance_allowance (spent)", lambda: client.get_balance_allowance(money), lambda one: float(one["balance"]) <= float(before["balance"]) - 5.9e6)
    client.cancel_order(OrderPayload(placed["orderID"]))
    notes = table.ok(
        "get_notifications",
        client.get_notifications,
        lambda rows: (rows[0]["type"], rows[0]["payload"]["order_id"]) == (1, placed["orderID"]) and rows[1]["type"] == 2,
    )
    gone = DropNotificationParams([str(one["id"]) for one in notes])
    table.ok("drop_notifications", lambda: client.drop_notifications(gone), lambda said: said == "OK")
    table.ok("get_notifications (dropped)", client.get_notifications, lambda rows: rows == [])


def test_rewards(table, demo, client):
    clob = demo.url("polymarket", "clob")
    rewarded = [one for one in ask(f"{clob}/sampling-markets")["data"] if one["minimum_tick_size"] == 0.01]
    token, price, condition = near_the_middle(clob, rewarded)
    near = client.create_and_post_order(OrderArgs(token_id=token, price=price, size=60, side="BUY"))["orderID"]
    small = client.create_and_post_order(OrderArgs(token_id=token, price=price, size=6, side="BUY"))["orderID"]
    table.ok("is_order_scoring", lambda: client.is_order_scoring(OrderScoringParams(near)), lambda one: one == {"scoring": True})
    table.ok("is_order_scoring (small)", lambda: client.is_order_scoring(OrderScoringParams(small)), lambda one: one == {"scoring": False})
    table.ok("are_orders_scoring", lambda: client.are_orders_scoring(OrdersScoringParams([near, small])), lambda one: one == {near: True, small: False})
    today = time.strftime("%Y-%m-%d", time.gmtime())
    table.ok("get_earnings_for_user_for_day", lambda: client.get_earnings_for_user_for_day(today), lambda rows: rows == [])
    table.refused("get_earnings_for_user_for_day (no day)", lambda: client.get_earnings_for_user_for_day("today"), "Invalid date")
    table.ok("get_total_earnings_for_user_for_day", lambda: client.get_total_earnings_for_user_for_day(today), lambda rows: rows == [])
    table.ok(
        "get_user_earnings_and_markets_config",
        lambda: client.get_user_earnings_and_markets_config(today),
        lambda rows: [one["condition_id"] for one in rows if one["earning_percentage"] > 0] == [condition],
    )
    table.ok("get_reward_percentages", client.get_reward_percentages, lambda one: list(one) == [condition] and 0 < one[condition] <= 100)


def test_signs_of_life(table, client):
    beat = table.ok("post_heartbeat", client.post_heartbeat, lambda one: is_uuid(one["heartbeat_id"]))
    table.ok("post_heartbeat (next)", lambda: client.post_heartbeat(beat["heartbeat_id"]), lambda one: one["heartbeat_id"] != beat["heartbeat_id"])
    table.refused("post_heartbeat (old)", lambda: client.post_heartbeat(beat["heartbeat_id"]), "Invalid Heartbeat ID")


def test_what_the_simulation_does_not_play(table, client):
    table.not_played("rfq.rfq_config", client.rfq.rfq_config)
    table.not_played("rfq.get_rfq_requests", client.rfq.get_rfq_requests)
    table.not_played("rfq.get_rfq_requester_quotes", client.rfq.get_rfq_requester_quotes)
    table.not_played("rfq.get_rfq_quoter_quotes", client.rfq.get_rfq_quoter_quotes)
    table.not_played("rfq.get_rfq_best_quote", lambda: client.rfq.get_rfq_best_quote(GetRfqBestQuoteParams("1")))


def near_the_middle(clob: str, markets: list) -> tuple[str, float, str]:
    """A token with rewards, a price within a cent of its middle that does not cross, and its condition."""
    for one in markets:
        token = one["tokens"][0]["token_id"]
        book = ask(f"{clob}/book", token_id=token)
        if book["bids"] and book["asks"]:
            bid, best_ask = float(book["bids"][-1]["price"]), float(book["asks"][-1]["price"])
            if 0.2 < bid < best_ask < 0.8 and best_ask - bid < 0.05:
                return token, bid, one["condition_id"]
    raise LookupError("no market with rewards in the middle of its range")


def is_uuid(text) -> bool:
    return [len(part) for part in text.split("-")] == [8, 4, 4, 4, 12]
