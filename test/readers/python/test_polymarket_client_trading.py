"""polymarket-client: orders of both protocols, an account's own reads, and what the venue refuses."""

import time

import pytest
from eth_account import Account
from polymarket.auth import BuilderApiKey
from polymarket.clients.secure import SecureClient
from support.market_order import at_the_market
from support.polymarket import fresh_key, tradable
from support.polymarket_sdk import environment

CLIENT = "polymarket-client"

BUILDER = "0x" + "b2" * 32


def opened(demo, key=None, **more):
    key = key or fresh_key()
    return SecureClient.create(private_key=key, wallet=Account.from_key(key).address, environment=environment(demo), **more)


@pytest.fixture
def client(demo):
    with opened(demo) as client:
        yield client


@pytest.fixture(params=["v1", "v2", "v1 neg-risk", "v2 neg-risk"])
def market(demo, request):
    version, *more = request.param.split()
    return tradable(demo, version, neg_risk=bool(more))


def items(paginator):
    return paginator.first_page().items


def test_orders(table, client, market):
    def limit(**more):
        return {"asset_id": market.id, "price": "0.11", "size": 10, "side": "BUY", **more}

    placed = table.ok("place_limit_order", lambda: client.place_limit_order(**limit()), is_live)
    later = int(time.time()) + 600
    table.ok("place_limit_order (expiration)", lambda: client.place_limit_order(**limit(expiration=later)), is_live)
    table.ok("place_limit_order (post-only)", lambda: client.place_limit_order(**limit(price="0.12", post_only=True)), is_live)
    signed = [client.create_limit_order(**limit(price=price)) for price in ("0.05", "0.06")]
    table.ok("post_order", lambda: client.post_order(client.create_limit_order(**limit(price="0.07"))), is_live)
    batch = table.ok("post_orders", lambda: client.post_orders(signed), lambda rows: len(rows) == 2 and all(map(is_live, rows)))
    rows = table.ok(
        "list_open_orders",
        lambda: items(client.list_open_orders(asset_id=market.id)),
        lambda rows: sorted(str(one.price) for one in rows) == ["0.05", "0.06", "0.07", "0.11", "0.11", "0.12"] and {one.market for one in rows} == {market.condition},
    )
    table.ok("get_order", lambda: client.get_order(order_id=placed.order_id), lambda one: one.id == placed.order_id and one.original_size == 10)
    table.ok("list_open_orders (by id)", lambda: items(client.list_open_orders(id=placed.order_id)), lambda rows: len(rows) == 1)
    table.ok("cancel_order", lambda: client.cancel_order(order_id=placed.order_id), lambda one: one.canceled == (placed.order_id,))
    ids = tuple(one.order_id for one in batch)
    table.ok("cancel_orders", lambda: client.cancel_orders(order_ids=ids), lambda one: set(one.canceled) == set(ids))
    table.ok("cancel_market_orders", lambda: client.cancel_market_orders(market=market.condition, asset_id=market.id), lambda one: len(one.canceled) == len(rows) - 3)
    last = client.place_limit_order(**limit())
    table.ok("cancel_all", client.cancel_all, lambda one: one.canceled == (last.order_id,))


def test_orders_at_the_market(table, client, market):
    place, id_ = client.place_market_order, market.id
    spends = lambda one: one.ok and one.status == "matched" and 5.5 < one.making_amount <= 6
    buy = lambda: place(asset_id=id_, side="BUY", amount=6, builder_code=BUILDER)
    bought = table.ok("place_market_order (by money)", lambda: at_the_market(buy, spends), spends, tolerates=(400,))
    table.ok("wait_for_order_fill_settlement", lambda: client.wait_for_order_fill_settlement(bought), lambda hashes: len(hashes) == len(bought.trade_ids) > 0)
    table.ok("place_market_order (FOK, max_price)", lambda: place(asset_id=id_, side="BUY", amount=5, max_price="0.9", order_type="FOK"), lambda one: one.status == "matched")
    sells = lambda one: one.making_amount == 2 and one.taking_amount > 0
    sell = lambda: place(asset_id=id_, side="SELL", shares=2)
    table.ok("place_market_order (sale)", lambda: at_the_market(sell, sells), sells, tolerates=(400,))
    trades = table.ok("list_account_trades", lambda: items(client.list_account_trades()), lambda rows: {one.condition_id for one in rows} == {market.condition} and all(one.maker_orders[0].side for one in rows))
    table.ok("list_account_trades (by id)", lambda: items(client.list_account_trades(id=bought.trade_ids[0])), lambda rows: [one.taker_order_id for one in rows] == [bought.order_id])
    table.ok("list_builder_trades", lambda: items(client.list_builder_trades(builder_code=BUILDER, asset_id=id_)), lambda rows: {bought.order_id} <= {one.taker_order_hash for one in rows})
    held = sum(one.size if one.side == "BUY" else -one.size for one in trades)
    kind = "CONDITIONAL" if market.version == "v1" else "CONDITIONAL-V2"
    table.ok("get_balance_allowance (shares)", lambda: client.get_balance_allowance(asset_type=kind, asset_id=id_), lambda one: one.balance == int(held * 1_000_000))
    position = table.ok("list_positions", lambda: items(client.list_positions()), lambda rows: [(one.asset_id, one.status) for one in rows] == [(id_, "OPEN")] and abs(rows[0].current_size - held) < 0.01)
    table.ok("list_trades (own)", lambda: items(client.list_trades(user=client.wallet)), lambda rows: {one.asset_id for one in rows} == {id_})
    table.ok("list_activity (own)", lambda: items(client.list_activity()), lambda rows: {one.type for one in rows} == {"TRADE"})
    table.ok("get_portfolio_value (own)", client.get_portfolio_value, lambda one: abs(one.value - position[0].current_value) < 1)
    table.ok("get_user_volume (own)", client.get_user_volume, lambda one: one.trade_count >= 3)
    table.ok("get_notifications", client.get_notifications, lambda rows: {int(one.type) for one in rows} == {2})
    ids = [one.id for one in client.get_notifications()]
    table.ok("drop_notifications", lambda: client.drop_notifications(ids=ids), lambda none: none is None)
    table.ok("get_notifications (dropped)", client.get_notifications, lambda rows: rows == ())


def test_what_the_venue_refuses(table, demo, client, market):
    def limit(**more):
        return client.place_limit_order(**{"asset_id": market.id, "price": "0.11", "size": 10, "side": "BUY", **more})

    table.refused("place_limit_order (crossing, post-only)", lambda: limit(price=str(market.ask), post_only=True), "order crosses book")
    table.refused("place_limit_order (too small)", lambda: limit(size=4), "lower than the minimum: 5")
    table.refused("place_limit_order (short sale)", lambda: limit(side="SELL", price="0.9"), "not enough balance")
    table.refused("place_market_order (too much, FOK)", lambda: client.place_market_order(asset_id=market.id, side="BUY", amount=9_900, max_price=str(market.ask), order_type="FOK"), "couldn't be fully filled")
    signed = client.create_limit_order(asset_id=market.id, price="0.11", size=10, side="BUY")
    table.ok("post_order", lambda: client.post_order(signed), is_live)
    table.refused("post_order (again)", lambda: client.post_order(signed), "Duplicated")
    with opened(demo) as stranger:
        table.refused("post_order (a stranger's)", lambda: stranger.post_order(signed), "signer address has to be the address of the API KEY")


def test_account(table, demo, client):
    key = fresh_key()
    owner = opened(demo, key)
    table.ok("fetch_api_keys", client.fetch_api_keys, lambda keys: keys == (client.credentials.key,))
    table.ok("get_closed_only_mode", client.get_closed_only_mode, lambda is_so: is_so is False)
    table.ok("get_balance_allowance", lambda: client.get_balance_allowance(asset_type="COLLATERAL"), lambda one: one.balance > 1_000_000 and len(one.allowances) == 4)
    table.ok("get_trading_approvals_state", client.get_trading_approvals_state, lambda one: one.is_fully_approved is True)
    made = table.ok("create_builder_api_key", owner.create_builder_api_key, lambda one: isinstance(one, BuilderApiKey))
    table.ok("fetch_builder_api_keys", owner.fetch_builder_api_keys, lambda rows: [(one.key, one.revoked_at) for one in rows] == [(made.key, None)])
    with opened(demo, key, api_key=made) as builder:
        table.ok("revoke_builder_api_key", builder.revoke_builder_api_key, lambda none: none is None)
    table.ok("fetch_builder_api_keys (revoked)", owner.fetch_builder_api_keys, lambda rows: rows[0].revoked_at is not None)
    table.ok("get_builder_fee_rates", lambda: client.get_builder_fee_rates(BUILDER), lambda one: one.maker == one.taker == 0)
    beat = table.ok("send_order_heartbeat", client.send_order_heartbeat, lambda one: len(one.heartbeat_id) == 36)
    table.ok("send_order_heartbeat (next)", lambda: client.send_order_heartbeat(heartbeat_id=beat.heartbeat_id), lambda one: one.heartbeat_id != beat.heartbeat_id)
    table.refused("send_order_heartbeat (old)", lambda: client.send_order_heartbeat(heartbeat_id=beat.heartbeat_id), "heartbeat")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    table.ok("list_user_earnings_for_day", lambda: items(client.list_user_earnings_for_day(date=today)), lambda rows: rows == ())
    table.ok("get_total_earnings_for_user_for_day", lambda: client.get_total_earnings_for_user_for_day(date=today), lambda rows: rows == ())
    table.ok("list_user_earnings_and_markets_config", lambda: items(client.list_user_earnings_and_markets_config(date=today)), lambda rows: len(rows) > 10 and all(one.earning_percentage == 0 for one in rows))
    table.ok("get_reward_percentages", client.get_reward_percentages, lambda one: one == {})
    order = client.place_limit_order(asset_id=tradable(demo).id, price="0.11", size=10, side="BUY").order_id
    table.ok("get_order_scoring", lambda: client.get_order_scoring(order_id=order), lambda is_so: is_so is False)
    table.ok("get_orders_scoring", lambda: client.get_orders_scoring(order_ids=[order]), lambda one: one == {order: False})
    table.ok("delete_api_key", owner.delete_api_key, lambda none: none is None)
    table.refused("fetch_api_keys (deleted)", owner.fetch_api_keys, "Invalid api key", 401)
    again = opened(demo, key)
    table.ok("create (new keys)", lambda: again.fetch_api_keys(), lambda keys: keys != (owner.credentials.key,))
    table.ok("end_authentication", again.end_authentication, lambda public: type(public).__name__ == "PublicClient")
    owner.close()


def test_what_the_simulation_does_not_play(table, client):
    table.not_played("download_accounting_snapshot", client.download_accounting_snapshot)


def is_live(one) -> bool:
    return one.ok and one.status == "live" and len(one.order_id) == 66
