"""The socket of opinion-clob-sdk: books, prices and trades of markets, orders and trades of the account."""

import time

import pytest
from opinion_clob_sdk.chain.py_order_utils.model.order_type import MARKET_ORDER
from opinion_clob_sdk.chain.py_order_utils.model.sides import OrderSide

from support.opinion import busiest, client_of, order, tradable

CLIENT = "opinion-clob-sdk"


@pytest.fixture
def client(demo):
    return client_of(demo)


def test_socket(table, client, demo):
    row, ask = tradable(client)
    answer = busiest(client)
    parents = {child.market_id: parent.market_id for parent in answer.result.list for child in parent.child_markets}
    root = parents.get(row.market_id)
    socket = client.create_websocket_client(ws_url=demo.socket("opinion"))
    heard = {"depth": [], "price": [], "trade": [], "order": [], "record": []}

    def until(name, holds, seconds=30):
        for _ in range(seconds * 10):
            if any(holds(message) for message in heard[name]):
                return heard[name]
            time.sleep(0.1)
        raise TimeoutError(f"no {name} as wanted in {heard[name]}")

    def connect():
        socket.connect()
        socket.start()
        for _ in range(50):
            if socket.is_connected:
                return
            time.sleep(0.1)
        raise TimeoutError("not connected")

    table.ok("connect", connect)
    try:
        table.ok(
            "subscribe_market_depth_diff",
            lambda: socket.subscribe_market_depth_diff(row.market_id, callback=heard["depth"].append),
        )
        for name, subscribe in (
            ("price", socket.subscribe_market_last_price),
            ("trade", socket.subscribe_market_last_trade),
            ("order", socket.subscribe_trade_order_update),
            ("record", socket.subscribe_trade_record_new),
        ):
            table.ok(
                subscribe.__name__,
                lambda name=name, subscribe=subscribe: subscribe(root_market_id=root, callback=heard[name].append),
            )
        buy = order(row, OrderSide.BUY, MARKET_ORDER, makerAmountInQuoteToken="20")
        made = table.ok("place_order, heard by", lambda: client.place_order(buy), lambda said: said.errno == 0)
        name = made.result.order_data.order_id
        for kind in ("orderNew", "orderFill", "orderConfirm"):
            table.ok(
                f"on {kind}",
                lambda kind=kind: until(
                    "order", lambda one: one.order_id == name and one.order_update_type == kind and one.timestamp > 0
                ),
            )
        table.ok(
            "on trade.record.new",
            lambda: until("record", lambda one: one.order_id == name and float(one.fee) > 0 and one.trade_no != ""),
        )
        table.ok("on market.depth.diff", lambda: until("depth", lambda one: one.token_id == row.yes_token_id))
        table.ok("on market.last.price", lambda: until("price", lambda one: one.timestamp > 0))
        table.ok("on market.last.trade", lambda: until("trade", lambda one: float(one.shares) > 0))
        table.ok("unsubscribe", lambda: socket.unsubscribe_trade_order_update(root_market_id=root))
    finally:
        socket.close()
