"""kalshi-sdk, an independent client that is generated from the venue's documents: what is read and traded."""

import time
import uuid

import pytest
from kalshi import KalshiClient
from kalshi.models.orders import (
    AmendOrderV2Request,
    BatchCancelOrdersV2Request,
    BatchCreateOrdersV2Request,
    CreateOrderV2Request,
    DecreaseOrderV2Request,
)

CLIENT = "kalshi-sdk"
DAY = 86_400


@pytest.fixture
def client(demo):
    keys = demo.keys("kalshi")
    with KalshiClient(
        key_id=keys["apiKey"], private_key=keys["privateKey"], base_url=demo.url("kalshi"), max_retries=0
    ) as opened:
        yield opened


def tradable(client, shard=0):
    for market in client.markets.list_all(status="open", mve_filter="exclude", limit=1000):
        if market.exchange_index == shard and market.yes_bid >= 0.15 and market.yes_ask <= 0.85:
            return market


def order(market, **changes):
    return CreateOrderV2Request(
        **{
            "ticker": market.ticker,
            "client_order_id": str(uuid.uuid4()),
            "side": "bid",
            "count": "5.00",
            "price": "0.0500",
            "time_in_force": "good_till_canceled",
            "self_trade_prevention_type": "taker_at_cross",
            **changes,
        }
    )


def test_reads(table, client):
    now = int(time.time())
    page = table.ok("markets.list", lambda: client.markets.list(limit=200), lambda one: len(one.items) == 200)
    market = tradable(client)
    table.ok("markets.list_all", lambda: sum(1 for _ in client.markets.list_all(status="settled", limit=1000)), lambda count: count > 1000)
    table.ok("markets.get", lambda: client.markets.get(market.ticker), lambda one: one.settlement_bounds_type == "default")
    table.ok("markets.get of a combo", lambda: client.markets.get(page.items[0].ticker))
    table.ok("markets.orderbook", lambda: client.markets.orderbook(market.ticker))
    table.ok("markets.bulk_orderbooks", lambda: client.markets.bulk_orderbooks(tickers=[market.ticker]))
    table.ok("markets.list_trades", lambda: client.markets.list_trades(ticker=market.ticker, limit=5))
    event = table.ok("events.get", lambda: client.events.get(market.event_ticker, with_nested_markets=True))
    window = {"start_ts": now - DAY, "end_ts": now, "period_interval": 60}
    table.ok("markets.candlesticks", lambda: client.markets.candlesticks(event.series_ticker, market.ticker, **window))
    table.ok("markets.bulk_candlesticks", lambda: client.markets.bulk_candlesticks(market_tickers=[market.ticker], **window))
    table.ok("series.event_candlesticks", lambda: client.series.event_candlesticks(event.series_ticker, event.event_ticker, **window))
    table.ok("series.get", lambda: client.series.get(event.series_ticker))
    table.ok("series.list", client.series.list)
    table.ok("series.fee_changes", client.series.fee_changes)
    table.ok("events.list", lambda: client.events.list(limit=50, with_nested_markets=True))
    table.ok("events.list_multivariate", lambda: client.events.list_multivariate(limit=5))
    table.ok("events.metadata", lambda: client.events.metadata(event.event_ticker))
    table.ok("events.fee_changes", client.events.fee_changes)
    for name in ("status", "schedule", "user_data_timestamp"):
        table.ok(f"exchange.{name}", getattr(client.exchange, name))
    # The venue removed it in July 2026.
    table.refused("exchange.announcements", client.exchange.announcements, says="not found", status=404)
    table.ok("search.tags_by_categories", client.search.tags_by_categories)
    table.ok("search.filters_by_sport", client.search.filters_by_sport)
    table.ok("multivariate_collections.list", client.multivariate_collections.list)
    table.ok("structured_targets.list", client.structured_targets.list)
    table.ok("incentive_programs.list", client.incentive_programs.list)
    milestones = table.ok("milestones.list", lambda: client.milestones.list(limit=3))
    table.ok("live_data.get", lambda: client.live_data.get(milestones.items[0].id))
    table.ok("live_data.batch", lambda: client.live_data.batch(milestone_ids=[one.id for one in milestones.items]))
    table.ok("historical.cutoff", client.historical.cutoff)
    table.ok("historical.markets", lambda: client.historical.markets(limit=5))
    table.ok("historical.trades", lambda: client.historical.trades(limit=5))
    for name in ("fills", "orders", "positions"):
        table.ok(f"historical.{name}", getattr(client.historical, name))


def test_account(table, client):
    table.ok("account.limits", client.account.limits)
    table.ok("account.endpoint_costs", client.account.endpoint_costs)
    table.not_played("account.volume_progress", client.account.volume_progress)
    for name in ("balance", "positions", "settlements", "fills", "deposits", "withdrawals", "intra_exchange_transfers", "target_balance_allocation"):
        table.ok(f"portfolio.{name}", getattr(client.portfolio, name))
    table.refused("portfolio.total_resting_order_value", client.portfolio.total_resting_order_value, says="permission denied", status=403)
    table.ok("api_keys.list", client.api_keys.list)
    client.orders.create_v2(request=order(tradable(client)))
    client.orders.cancel_all_v2()
    table.ok("account.upgrade", client.account.upgrade)
    number = table.ok("subaccounts.create", client.subaccounts.create).subaccount_number
    table.ok(
        "subaccounts.transfer",
        lambda: client.subaccounts.transfer(
            client_transfer_id=uuid.uuid4(), from_subaccount=0, to_subaccount=number, amount_cents=100
        ),
    )
    for name in ("list_balances", "list_transfers", "get_netting"):
        table.ok(f"subaccounts.{name}", getattr(client.subaccounts, name))
    table.ok("subaccounts.update_netting", lambda: client.subaccounts.update_netting(subaccount_number=number, enabled=True))
    table.not_played("communications.list_rfqs", client.communications.list_rfqs)
    table.not_played("communications.get_id", client.communications.get_id)
    table.not_played("fcm.orders", lambda: client.fcm.orders(subtrader_id="x"))


@pytest.mark.parametrize("shard", [0, 2, 3])
def test_orders(table, client, shard):
    market = tradable(client, shard)
    orders, where = client.orders, {"market_ticker": market.ticker}
    one = table.ok("orders.create_v2", lambda: orders.create_v2(request=order(market)))
    table.ok(
        "orders.create_v2 that takes",
        lambda: orders.create_v2(request=order(market, price=str(market.yes_ask), count="1.00", time_in_force="immediate_or_cancel")),
        lambda it: it.fill_count > 0,
    )
    table.ok("orders.get", lambda: orders.get(one.order_id), lambda it: it.exchange_index == shard)
    table.ok("orders.list", lambda: orders.list(status="resting"), lambda page: len(page.items) >= 1)
    table.ok("orders.fills", orders.fills, lambda page: page.items[0].exchange_index == shard)
    table.ok("orders.queue_position", lambda: orders.queue_position(one.order_id))
    table.ok("orders.queue_positions", lambda: orders.queue_positions(market_tickers=[market.ticker]))
    amended = AmendOrderV2Request(ticker=market.ticker, side="bid", price="0.0600", count="4.00")
    table.ok("orders.amend_v2", lambda: orders.amend_v2(one.order_id, request=amended))
    decreased = DecreaseOrderV2Request(reduce_by="1.00", market_ticker=market.ticker)
    table.ok("orders.decrease_v2", lambda: orders.decrease_v2(one.order_id, request=decreased))
    if shard > 0:
        table.refused("orders.cancel_v2 by the id alone", lambda: orders.cancel_v2(one.order_id), says="not found", status=404)
    table.ok("orders.cancel_v2", lambda: orders.cancel_v2(one.order_id, **where), lambda it: float(it.reduced_by) == 3)
    batch = BatchCreateOrdersV2Request(orders=[order(market), order(market)])
    made = table.ok("orders.batch_create_v2", lambda: orders.batch_create_v2(request=batch))
    rows = [{"order_id": row.order_id, **where} for row in made.orders]
    table.ok("orders.batch_cancel_v2", lambda: orders.batch_cancel_v2(request=BatchCancelOrdersV2Request(orders=rows)))
    group = table.ok("order_groups.create", lambda: client.order_groups.create(contracts_limit=5, exchange_index=shard)).order_group_id
    table.ok("orders.create_v2 in a group", lambda: orders.create_v2(request=order(market, order_group_id=group)))
    table.ok("order_groups.list", client.order_groups.list)
    table.ok("order_groups.get", lambda: client.order_groups.get(group))
    # The client names no shard here, so that it reaches the groups of shard 0 alone.
    for name, call in (
        ("trigger", lambda: client.order_groups.trigger(group)),
        ("reset", lambda: client.order_groups.reset(group)),
        ("update_limit", lambda: client.order_groups.update_limit(group, contracts_limit=9)),
    ):
        if shard == 0:
            table.ok(f"order_groups.{name}", call)
        else:
            table.refused(f"order_groups.{name}", call, says="not found", status=404)
    table.ok("order_groups.delete", lambda: client.order_groups.delete(group, exchange_index=shard))
    table.ok("orders.cancel_all_v2", orders.cancel_all_v2)
    name = str(uuid.uuid4())
    table.ok("orders.create_v2 with a name", lambda: orders.create_v2(request=order(market, client_order_id=name)))
    table.refused(
        "the same name again",
        lambda: orders.create_v2(request=order(market, client_order_id=name)),
        says="already exists",
        status=409,
    )
    orders.cancel_all_v2()
