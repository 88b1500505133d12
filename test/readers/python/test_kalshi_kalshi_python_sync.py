"""kalshi-python-sync, Kalshi's own client: market data, and what belongs to accounts beside orders."""

import time
import uuid

import pytest
from kalshi_python_sync import Configuration, KalshiClient

CLIENT = "kalshi-python-sync"
DAY = 86_400


def client_of(demo, venue="kalshi", kind=None):
    configuration = Configuration(host=demo.url(venue))
    keys = demo.keys(venue, kind)
    configuration.api_key_id, configuration.private_key_pem = keys["apiKey"], keys["privateKey"]
    return KalshiClient(configuration)


@pytest.fixture
def client(demo):
    return client_of(demo)


@pytest.mark.parametrize("venue", ["kalshi", "kalshi-demo"])
def test_markets(table, demo, venue):
    client = client_of(demo, venue)
    now = int(time.time())
    page = table.ok("get_markets", lambda: client.get_markets(limit=200, status="open"), lambda one: len(one.markets) == 200)
    table.ok("get_markets of combos", lambda: client.get_markets(limit=20, mve_filter="only"), lambda one: one.markets)
    table.ok("get_markets settled", lambda: client.get_markets(limit=200, status="settled"), lambda one: one.markets)
    table.refused("get_markets of a body's word", lambda: client.get_markets(status="finalized"), says="invalid status filter")
    market = page.markets[0]
    table.ok("get_market", lambda: client.get_market(market.ticker), lambda one: one.market.settlement_bounds_type == "default")
    table.refused("get_market of nothing", lambda: client.get_market("KXNOBODY-26"), says="not_found", status=404)
    table.ok("get_market_orderbook", lambda: client.get_market_orderbook(market.ticker))
    table.ok("get_market_orderbooks", lambda: client.get_market_orderbooks([market.ticker]), lambda one: len(one.orderbooks) == 1)
    table.ok("get_trades", lambda: client.get_trades(limit=50), lambda one: len(one.trades) == 50)
    event = table.ok("get_event", lambda: client.get_event(market.event_ticker, with_nested_markets=True)).event
    window = {"start_ts": now - DAY, "end_ts": now, "period_interval": 60}
    table.ok("get_market_candlesticks", lambda: client.get_market_candlesticks(event.series_ticker, market.ticker, **window))
    table.ok("batch_get_market_candlesticks", lambda: client.batch_get_market_candlesticks(market.ticker, **window))
    table.ok(
        "get_market_candlesticks_by_event",
        lambda: client.get_market_candlesticks_by_event(event.event_ticker, event.series_ticker, **window),
        lambda one: one.market_tickers,
    )
    table.ok("get_series", lambda: client.get_series(event.series_ticker, include_volume=True))
    table.ok("get_series_list", client.get_series_list, lambda one: one.series)
    table.ok(
        "get_events",
        lambda: client.get_events(limit=50, with_nested_markets=True, with_milestones=True),
        lambda one: len(one.events) == 50,
    )
    table.ok("get_multivariate_events", lambda: client.get_multivariate_events(limit=5), lambda one: len(one.events) == 5)
    table.ok("get_event_metadata", lambda: client.get_event_metadata(event.event_ticker))
    table.ok("get_event_fee_changes", client.get_event_fee_changes)
    table.not_played(
        "get_event_forecast_percentiles_history",
        lambda: client.get_event_forecast_percentiles_history(
            ticker=event.event_ticker, series_ticker=event.series_ticker, percentiles=[5000], **window
        ),
    )


def test_exchange(table, client):
    table.ok("get_exchange_status", client.get_exchange_status, lambda one: len(one.exchange_index_statuses) == 4)
    table.ok("get_exchange_schedule", client.get_exchange_schedule)
    table.ok("get_user_data_timestamp", client.get_user_data_timestamp)
    table.ok("get_series_fee_changes", client.get_series_fee_changes)
    table.ok("get_tags_for_series_categories", client.get_tags_for_series_categories)
    table.ok("get_filters_for_sports", client.get_filters_for_sports)
    table.ok("get_incentive_programs", client.get_incentive_programs)
    milestones = table.ok("get_milestones", lambda: client.get_milestones(5), lambda one: len(one.milestones) == 5)
    one = milestones.milestones[0]
    table.ok("get_milestone", lambda: client.get_milestone(one.id))
    table.ok("get_live_data_by_milestone", lambda: client.get_live_data_by_milestone(one.id), lambda it: it.live_data.details)
    table.ok("get_live_data", lambda: client.get_live_data("game", one.id))
    table.ok(
        "get_live_datas",
        lambda: client.get_live_datas([each.id for each in milestones.milestones]),
        lambda it: len(it.live_datas) == 5,
    )
    table.ok("get_game_stats", lambda: client.get_game_stats(one.id))
    table.refused("get_live_data_by_milestone of nothing", lambda: client.get_live_data_by_milestone("x"), says="not_found", status=404)
    table.not_played("get_event_live_data", lambda: client.get_event_live_data("KX-1"))
    table.not_played("get_weather_index", lambda: client.get_weather_index("nyc"))
    targets = table.ok("get_structured_targets", client.get_structured_targets).structured_targets
    table.ok("get_structured_target", lambda: client.get_structured_target(targets[0].id))
    collections = table.ok(
        "get_multivariate_event_collections", client.get_multivariate_event_collections
    ).multivariate_contracts
    table.ok(
        "get_multivariate_event_collection",
        lambda: client.get_multivariate_event_collection(collections[0].collection_ticker),
        lambda it: it.multivariate_contract.price_ranges,
    )


def test_history(table, client):
    table.ok("get_historical_cutoff", client.get_historical_cutoff)
    page = table.ok("get_historical_markets", lambda: client.get_historical_markets(limit=5), lambda one: len(one.markets) == 5)
    market = page.markets[0]
    until = int(market.close_time.timestamp())
    table.ok("get_historical_market", lambda: client.get_historical_market(market.ticker))
    table.ok(
        "get_market_candlesticks_historical",
        lambda: client.get_market_candlesticks_historical(market.ticker, until - 7 * DAY, until, 1440),
    )
    table.ok("get_trades_historical", lambda: client.get_trades_historical(limit=5), lambda one: len(one.trades) == 5)
    for name in ("get_fills_historical", "get_historical_orders", "get_historical_positions"):
        table.ok(name, getattr(client, name))


def test_account(table, client, demo):
    table.ok("get_balance", client.get_balance, lambda one: one.balance > 0 and len(one.balance_breakdown) == 4)
    table.ok("get_balance by Ed25519", client_of(demo, kind="ed25519").get_balance, lambda one: one.balance > 0)
    stranger = client_of(demo, kind="ed25519")
    stranger.kalshi_auth.key_id = demo.keys("kalshi")["apiKey"]
    table.refused("get_balance with another key's signature", stranger.get_balance, says="unauthorized", status=401)
    table.ok("get_account_api_limits", client.get_account_api_limits, lambda one: one.usage_tier == "basic")
    table.refused("create_subaccount in the lowest tier", client.create_subaccount, says="requires_advanced", status=403)
    table.refused("upgrade_account_api_usage_level without an order", client.upgrade_account_api_usage_level, says="permission_denied", status=403)
    table.ok("get_account_endpoint_costs", client.get_account_endpoint_costs, lambda one: one.default_cost == 10)
    table.not_played("get_account_api_usage_level_volume_progress", client.get_account_api_usage_level_volume_progress)
    for name in ("get_positions", "get_settlements", "get_deposits", "get_fills", "get_orders"):
        table.ok(name, getattr(client, name))
    table.refused(
        "get_portfolio_resting_order_total_value",
        client.get_portfolio_resting_order_total_value,
        says="permission_denied",
        status=403,
    )
    table.not_played("get_rfqs", client.get_rfqs)
    table.not_played("get_quotes", client.get_quotes)
    table.not_played("get_fcm_orders", lambda: client.get_fcm_orders(subtrader_id="x"))


def test_keys(table, client, demo):
    made = table.ok("generate_api_key", lambda: client.generate_api_key(name="made", key_type="ed25519"))
    table.ok("get_api_keys", client.get_api_keys, lambda one: made.api_key_id in [key.api_key_id for key in one.api_keys])
    own = client_of(demo)
    own.kalshi_auth = type(own.kalshi_auth)(made.api_key_id, made.private_key)
    table.ok("get_orders with the made key", own.get_orders)
    table.ok("delete_api_key", lambda: client.delete_api_key(made.api_key_id))
    table.refused("get_orders with the deleted key", own.get_orders, says="unauthorized", status=401)


def test_money(table, client):
    market = next(row for row in client.get_markets(limit=1000, status="open", mve_filter="exclude").markets if row.exchange_index == 0)
    client.create_order_v2(
        ticker=market.ticker,
        side="bid",
        count="1.00",
        price="0.0100",
        time_in_force="good_till_canceled",
        self_trade_prevention_type="taker_at_cross",
    )
    client.cancel_all_orders()
    table.ok("upgrade_account_api_usage_level", client.upgrade_account_api_usage_level)
    table.ok("get_account_api_limits after it", client.get_account_api_limits, lambda one: one.usage_tier == "advanced")
    number = table.ok("create_subaccount", client.create_subaccount).subaccount_number
    table.ok(
        "apply_subaccount_transfer",
        lambda: client.apply_subaccount_transfer(
            client_transfer_id=str(uuid.uuid4()), from_subaccount=0, to_subaccount=number, amount_cents=500
        ),
    )
    table.ok(
        "get_subaccount_balances",
        client.get_subaccount_balances,
        lambda one: any(row.subaccount_number == number and float(row.balance) == 5 for row in one.subaccount_balances),
    )
    table.ok("get_subaccount_transfers", client.get_subaccount_transfers, lambda one: one.transfers[0].amount_cents == 500)
    table.ok("update_subaccount_netting", lambda: client.update_subaccount_netting(subaccount_number=number, enabled=True))
    table.ok("get_subaccount_netting", client.get_subaccount_netting)
    transfer = {"source": "event_contract", "destination": "event_contract", "destination_exchange_shard": 2}
    sent = table.ok(
        "intra_exchange_instance_transfer", lambda: client.intra_exchange_instance_transfer(amount=10_000, **transfer)
    )
    table.ok("get_intra_exchange_instance_transfer", lambda: client.get_intra_exchange_instance_transfer(sent.transfer_id))
    table.ok("get_intra_exchange_instance_transfers", client.get_intra_exchange_instance_transfers)
    table.refused(
        "intra_exchange_instance_transfer of too much",
        lambda: client.intra_exchange_instance_transfer(amount=10_000 * 1_000_000, **transfer),
        says="insufficient_balance",
    )
    table.ok(
        "set_target_balance_allocation",
        lambda: client.set_target_balance_allocation(allocations=[{"exchange_index": 0, "percent": 100}]),
    )
    table.ok("get_target_balance_allocation", client.get_target_balance_allocation, lambda one: one.allocations[0].percent == 100)
    table.ok("set_target_balance_allocation to none", lambda: client.set_target_balance_allocation(allocations=[]))
