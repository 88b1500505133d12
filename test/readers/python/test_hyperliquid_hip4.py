"""hip4, a client for outcome markets: discovery, books, an account, orders, the socket."""

import threading
import time

import pytest
from hip4.auth import LocalSigner
from hip4.sync.adapter import CreateHIP4AdapterConfig, HIP4Adapter
from hip4.sync.trading import MergeOutcomeParams, SplitOutcomeParams
from hip4.types.trading import PredictionCancelParams, PredictionModifyParams, PredictionOrderParams
from support.hyperliquid import fresh_key, tradable

CLIENT = "hip4"


@pytest.fixture
def adapter(demo):
    url = demo.url("hyperliquid")
    opened = HIP4Adapter(CreateHIP4AdapterConfig(info_url=f"{url}/info", exchange_url=f"{url}/exchange"))
    opened.client.ws_url = f"{demo.socket('hyperliquid', 'api')}/ws"
    signer = LocalSigner(fresh_key())
    opened.auth.init_auth(signer.get_address(), signer)
    opened.user = signer.get_address()
    yield opened
    opened.destroy()


@pytest.fixture
def coin(demo):
    return tradable(demo.url("hyperliquid"))[0]


def test_market_data(table, adapter, coin):
    outcome = coin[1:-1]
    table.ok("initialize", adapter.initialize)
    table.ok("events.fetch_events", lambda: adapter.events.fetch_events(active=True), lambda events: len(events) > 10)
    table.ok("events.fetch_markets", adapter.events.fetch_markets, lambda markets: len(markets) > 10)
    table.ok("events.fetch_settled_outcome", lambda: adapter.events.fetch_settled_outcome(int(outcome)), lambda one: one is None)
    table.ok(
        "market_data.fetch_order_book",
        lambda: adapter.market_data.fetch_order_book(outcome),
        lambda book: float(book.bids[0].price) < float(book.asks[0].price),
    )
    table.ok("market_data.fetch_price", lambda: adapter.market_data.fetch_price(outcome))
    table.ok("market_data.fetch_trades", lambda: adapter.market_data.fetch_trades(outcome), lambda rows: len(rows) > 0)
    now = int(time.time() * 1000)
    table.ok(
        "client.fetch_candle_snapshot",
        lambda: adapter.client.fetch_candle_snapshot(coin, "1h", now - 86_400_000, now),
        lambda rows: rows[0]["s"] == coin,
    )


def test_account(table, adapter):
    user, client = adapter.user, adapter.client
    table.ok("account.fetch_positions", lambda: adapter.account.fetch_positions(user), lambda rows: rows == [])
    table.ok("account.fetch_activity", lambda: adapter.account.fetch_activity(user), lambda rows: rows == [])
    table.ok("account.fetch_balance", lambda: adapter.account.fetch_balance(user), lambda rows: rows[0]["coin"] == "USDC")
    table.ok("account.fetch_open_orders", lambda: adapter.account.fetch_open_orders(user), lambda rows: rows == [])
    for name in (
        "fetch_clearinghouse_state",
        "fetch_extra_agents",
        "fetch_approved_builders",
        "fetch_referral_state",
        "fetch_user_role",
        "fetch_user_fees",
        "fetch_user_abstraction",
    ):
        table.ok(f"client.{name}", lambda name=name: getattr(client, name)(user))
    table.ok("client.fetch_max_builder_fee", lambda: client.fetch_max_builder_fee(user, user), lambda fee: fee == 0)
    table.ok("client.fetch_user_fills_by_time", lambda: client.fetch_user_fills_by_time(user, 0, int(time.time() * 1000)), lambda rows: rows == [])


def test_orders(table, adapter, coin):
    outcome = coin[1:-1]

    def order(side="buy", kind="limit", amount="200", price="0.1", tif=None):
        return PredictionOrderParams(outcome, coin, side, kind, amount, price=price, time_in_force=tif)

    place = adapter.trading.place_order
    placed = table.ok("place_order, GTC", lambda: place(order()), lambda one: one.success and one.status == "resting")
    table.ok("place_order, ALO", lambda: place(order(tif="ALO")), lambda one: one.success)
    table.ok(
        "place_orders",
        lambda: adapter.trading.place_orders([order(price="0.11"), order(price="0.12")]),
        lambda all_: all_.success and len(all_.results) == 2,
    )
    change = PredictionModifyParams(outcome, coin, placed.order_id, "buy", "limit", "0.13", "200")
    table.ok("modify_order", lambda: adapter.trading.modify_order(change), lambda one: one.success)
    rows = table.ok("account.fetch_open_orders", lambda: adapter.account.fetch_open_orders(adapter.user), lambda rows: len(rows) == 4)
    oid = str(next(row["oid"] for row in rows if row["limitPx"] == "0.13"))
    table.ok(
        "cancel_order",
        lambda: adapter.trading.cancel_order([PredictionCancelParams(outcome, oid, coin)]),
        lambda one: one["response"]["data"]["statuses"] == ["success"],
    )
    taken = table.ok("place_order, FAK", lambda: place(order(amount="100", price="0.95", tif="FAK")), lambda one: one.status == "filled")
    table.ok("account.fetch_positions", lambda: adapter.account.fetch_positions(adapter.user), lambda rows: len(rows) == 1)
    table.ok("place_order, market sale", lambda: place(order("sell", "market", taken.shares)), lambda one: one.status == "filled")
    table.ok("account.fetch_activity", lambda: adapter.account.fetch_activity(adapter.user), lambda rows: len(rows) >= 2)
    far = int(time.time() * 1000) + 3_600_000
    table.ok("schedule_cancel", lambda: adapter.trading.schedule_cancel(far))
    table.refused(
        "place_order beyond the holding",
        lambda: place(order("sell", price="0.9")),
        says="Insufficient spot balance",
        status=200,
    )
    table.not_played("split_outcome", lambda: adapter.trading.split_outcome(SplitOutcomeParams(int(outcome), "1")))
    table.not_played("merge_outcome", lambda: adapter.trading.merge_outcome(MergeOutcomeParams(int(outcome), "1")))


def test_socket(table, adapter, coin):
    outcome = coin[1:-1]

    def heard(subscribe):
        arrived, box = threading.Event(), []

        def note(message):
            box.append(message)
            arrived.set()

        stop = subscribe(note)
        try:
            assert arrived.wait(20), "nothing came"
        finally:
            stop()
        return box[0]

    market_data = adapter.market_data
    table.ok("subscribe_order_book", lambda: heard(lambda note: market_data.subscribe_order_book(outcome, note)))
    table.ok("subscribe_trades", lambda: heard(lambda note: market_data.subscribe_trades(outcome, note)))
    table.ok("subscribe_all_mids", lambda: heard(market_data.subscribe_all_mids))
    table.ok("subscribe_active_asset_ctx", lambda: heard(lambda note: market_data.subscribe_active_asset_ctx(coin, note)))
