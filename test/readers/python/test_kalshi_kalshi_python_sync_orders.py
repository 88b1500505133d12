"""kalshi-python-sync, Kalshi's own client: orders on every shard, groups, and what is refused."""

import time
import uuid

import pytest
from kalshi_python_sync import Configuration, KalshiClient

CLIENT = "kalshi-python-sync"


@pytest.fixture
def client(demo):
    configuration = Configuration(host=demo.url("kalshi"))
    keys = demo.keys("kalshi")
    configuration.api_key_id, configuration.private_key_pem = keys["apiKey"], keys["privateKey"]
    return KalshiClient(configuration)


def tradable(client, shard=0):
    """An open market of a shard with both sides in its book, away from its ends."""
    cursor = None
    while True:
        page = client.get_markets(limit=1000, status="open", mve_filter="exclude", cursor=cursor)
        for market in page.markets:
            if market.exchange_index == shard and 0.15 <= float(market.yes_bid_dollars) and float(market.yes_ask_dollars) <= 0.85:
                return market
        cursor = page.cursor


def order(market, **changes):
    return {
        "ticker": market.ticker,
        "client_order_id": str(uuid.uuid4()),
        "side": "bid",
        "count": "5.00",
        "price": "0.0500",
        "time_in_force": "good_till_canceled",
        "self_trade_prevention_type": "taker_at_cross",
        **changes,
    }


def test_orders(table, client):
    market = tradable(client)
    ask, bid = market.yes_ask_dollars, market.yes_bid_dollars
    now = int(time.time())
    ioc = {"time_in_force": "immediate_or_cancel"}

    def place(name, check=None, **changes):
        return table.ok(f"create_order_v2, {name}", lambda: client.create_order_v2(**order(market, **changes)), check)

    rested = place("good till canceled", lambda one: one.remaining_count == "5.00")
    place("good till a time", expiration_time=now + 600)
    taken = place("immediate or cancel", lambda one: float(one.fill_count) > 0, price=ask, count="1.00", **ioc)
    place("fill or kill", lambda one: one.fill_count == "1.00", price=ask, count="1.00", time_in_force="fill_or_kill")
    place("post only", post_only=True)
    place("hundredths of a contract", price=ask, count="0.25", **ioc)
    place("a sale", lambda one: float(one.fill_count) > 0, side="ask", price=bid, count="1.00", **ioc)
    place("reduce only", lambda one: float(one.fill_count) <= 1.25, side="ask", price=bid, reduce_only=True, **ioc)
    place("canceled on pause", cancel_order_on_pause=True)
    place("of a subaccount, a shard and a self-trade rule", subaccount=0, exchange_index=-1, self_trade_prevention_type="maker")

    table.ok("get_order", lambda: client.get_order(rested.order_id), lambda one: one.order.status == "resting")
    table.ok("get_orders", lambda: client.get_orders(ticker=market.ticker, status="resting"), lambda one: len(one.orders) >= 5)
    table.ok(
        "get_order_queue_positions",
        lambda: client.get_order_queue_positions(market_tickers=market.ticker),
        lambda one: len(one.queue_positions) >= 5,
    )
    table.ok(
        "get_order_queue_position",
        lambda: client.get_order_queue_position(rested.order_id),
        lambda one: float(one.queue_position_fp) > 0,
    )
    table.ok(
        "get_fills",
        lambda: client.get_fills(ticker=market.ticker),
        lambda one: {"bid", "ask"} == {fill.book_side for fill in one.fills} and all(fill.side == fill.outcome_side for fill in one.fills),
    )
    table.ok("get_fills of an order", lambda: client.get_fills(order_id=taken.order_id), lambda one: len(one.fills) >= 1)
    table.ok("get_positions", client.get_positions, lambda one: one.market_positions and one.event_positions)

    same = {"ticker": market.ticker, "side": "bid", "price": "0.0500"}
    table.ok(
        "amend_order_v2, smaller",
        lambda: client.amend_order_v2(rested.order_id, count="4.00", **same),
        lambda one: one.remaining_count == "4.00",
    )
    table.ok(
        "amend_order_v2, dearer and renamed",
        lambda: client.amend_order_v2(rested.order_id, **{**same, "price": "0.0600", "count": "4.00"}, updated_client_order_id="new"),
        lambda one: one.client_order_id == "new",
    )
    table.ok(
        "decrease_order_v2",
        lambda: client.decrease_order_v2(rested.order_id, reduce_to="3.00"),
        lambda one: one.remaining_count == "3.00",
    )
    table.ok("cancel_order_v2", lambda: client.cancel_order_v2(rested.order_id), lambda one: one.reduced_by == "3.00")
    table.refused("cancel_order_v2 again", lambda: client.cancel_order_v2(rested.order_id), says="not_found", status=404)
    table.ok("cancel_all_orders", client.cancel_all_orders)
    table.ok("get_orders after it", lambda: client.get_orders(status="resting"), lambda one: one.orders == [])


@pytest.mark.parametrize("shard", [2, 3])
def test_shards(table, client, shard):
    market = tradable(client, shard)

    def place():
        return client.create_order_v2(**order(market)).order_id

    one = place()
    title = f"on shard {shard}"
    table.refused(f"cancel_order_v2 {title} by the id alone", lambda: client.cancel_order_v2(one), says="not_found", status=404)
    table.refused(
        f"cancel_order_v2 {title} by another index",
        lambda: client.cancel_order_v2(one, exchange_index=1),
        says="not_found",
        status=404,
    )
    table.refused(f"decrease_order_v2 {title} by the id alone", lambda: client.decrease_order_v2(one, reduce_by="1.00"), says="not_found", status=404)
    table.ok(f"decrease_order_v2 {title}", lambda: client.decrease_order_v2(one, reduce_by="1.00", market_ticker=market.ticker))
    table.ok(f"cancel_order_v2 {title}", lambda: client.cancel_order_v2(one, market_ticker=market.ticker), lambda it: it.reduced_by == "4.00")
    other = place()
    table.ok(f"cancel_order_v2 {title} by the index", lambda: client.cancel_order_v2(other, exchange_index=shard))


def test_batches(table, client):
    market = tradable(client, 2)
    made = table.ok(
        "batch_create_orders_v2",
        lambda: client.batch_create_orders_v2(orders=[order(market), order(market), order(market, price="0.05001")]),
        lambda one: [row.error is None for row in one.orders] == [True, True, False],
    )
    ids = [row.order_id for row in made.orders if row.error is None]
    table.ok(
        "batch_cancel_orders_v2",
        lambda: client.batch_cancel_orders_v2(
            orders=[{"order_id": ids[0]}, {"order_id": ids[1], "market_ticker": market.ticker}]
        ),
        lambda one: [row.reduced_by for row in one.orders] == ["0.00", "5.00"],
    )
    client.cancel_all_orders()


def test_groups(table, client):
    market = tradable(client, 2)
    group = table.ok("create_order_group", lambda: client.create_order_group(contracts_limit=1, exchange_index=2)).order_group_id
    on_shard = {"exchange_index": 2}
    table.ok("create_order_v2 in a group", lambda: client.create_order_v2(**order(market, order_group_id=group)))
    table.ok("get_order_groups", client.get_order_groups, lambda one: group in [row.id for row in one.order_groups])
    table.ok("get_order_group", lambda: client.get_order_group(group), lambda one: len(one.orders) == 1)
    table.refused("trigger_order_group on shard 0", lambda: client.trigger_order_group(group), says="not_found", status=404)
    table.ok("trigger_order_group", lambda: client.trigger_order_group(group, **on_shard))
    table.refused("create_order_v2 in a triggered group", lambda: client.create_order_v2(**order(market, order_group_id=group)), says="must be reset")
    table.ok("reset_order_group", lambda: client.reset_order_group(group, **on_shard))
    table.ok("update_order_group_limit", lambda: client.update_order_group_limit(group, contracts_limit=9, **on_shard))
    table.ok("delete_order_group", lambda: client.delete_order_group(group, **on_shard))


def test_refusals(table, client):
    market = tradable(client)
    ask = market.yes_ask_dollars

    def refused(name, says, status=400, **changes):
        table.refused(name, lambda: client.create_order_v2(**order(market, **changes)), says=says, status=status)

    refused("post only that crosses", "would cross", post_only=True, price=ask)
    refused("a time that is past", "already expired", expiration_time=int(time.time()) - 60)
    refused("immediate or cancel with a time", "expiration_time", time_in_force="immediate_or_cancel", expiration_time=int(time.time()) + 60)
    refused("a price off the grid", "invalid_order", price="0.05001")
    refused("thousandths of a contract", "invalid_order_size", count="0.005")
    refused("fill or kill that is too large", "fill_or_kill_insufficient_resting_volume", count="90000.00", time_in_force="fill_or_kill")
    refused("more than the account has", "available_balance_too_low", count="9000000.00")
    refused("reduce only that rests", "reduce_only", reduce_only=True)
    refused("a market that is none", "not_found", status=404, ticker="KXNOBODY-26")
    name = str(uuid.uuid4())
    table.ok("create_order_v2 with a name", lambda: client.create_order_v2(**order(market, client_order_id=name)))
    refused("the same name again", "order_already_exists", status=409, client_order_id=name)
    crypto = tradable(client, 2)
    dear = order(crypto, price="0.0500", count="60000.00")
    table.refused("what lies on another shard", lambda: client.create_order_v2(**dear), says="insufficient collateral on exchange_index 2")
    floored = next(row for row in client.get_markets(limit=1000, status="open", mve_filter="exclude").markets if row.settlement_bounds_type == "floor")
    table.refused("a price below a settlement floor", lambda: client.create_order_v2(**order(floored)), says="settlement floor")
    combo = client.get_markets(limit=1, mve_filter="only").markets[0]
    table.not_played("an order on a combo", lambda: client.create_order_v2(**order(combo)))
    client.cancel_all_orders()
