"""pykalshi, an independent client: reads, orders, and its feed, whose address is fixed to the venue's."""

import time

import pykalshi.feed
import pytest
from pykalshi import Action, KalshiClient, Side, TimeInForce
from pykalshi.enums import CandlestickPeriod, MarketStatus, OrderStatus

CLIENT = "pykalshi"
DAY = 86_400


@pytest.fixture
def client(demo, tmp_path):
    keys = demo.keys("kalshi")
    key = tmp_path / "key.pem"
    key.write_text(keys["privateKey"])
    with KalshiClient(keys["apiKey"], str(key), api_base=demo.url("kalshi"), max_retries=0) as opened:
        yield opened


def tradable(client, shard=0):
    """The client's markets have no shard: it is looked for in the rows."""
    for row in client.paginated_get("/markets", "markets", {"status": "open", "limit": 1000, "mve_filter": "exclude"}, True):
        is_traded = float(row["volume_24h_fp"]) > 0
        is_middle = float(row["yes_bid_dollars"]) >= 0.15 and float(row["yes_ask_dollars"]) <= 0.85
        if row["exchange_index"] == shard and is_traded and is_middle:
            return client.get_market(row["ticker"])


def test_reads(table, client):
    now = int(time.time())
    market = tradable(client)
    table.ok("get_markets", lambda: client.get_markets(status=MarketStatus.OPEN, limit=200), lambda rows: len(rows) == 200)
    table.ok("get_markets.to_dataframe", lambda: client.get_markets(limit=20)[0].ticker)
    table.ok("get_market", lambda: client.get_market(market.ticker))
    table.ok("Market.get_orderbook", market.get_orderbook)
    traded = client.get_market(client.get_trades(limit=1)[0].ticker)
    table.ok("Market.get_trades", lambda: traded.get_trades(limit=5), lambda rows: 0 < len(rows) <= 5)
    table.ok("Market.get_candlesticks", lambda: market.get_candlesticks(now - DAY, now, CandlestickPeriod.ONE_HOUR))
    table.ok(
        "get_candlesticks_batch",
        lambda: client.get_candlesticks_batch([market.ticker], now - DAY, now, CandlestickPeriod.ONE_HOUR),
    )
    event = table.ok("get_event", lambda: client.get_event(market.event_ticker))
    table.ok("get_events", lambda: client.get_events(limit=20))
    table.ok("get_series", lambda: client.get_series(event.series_ticker))
    table.ok("get_all_series", client.get_all_series)
    table.ok("get_trades", lambda: client.get_trades(limit=5))
    table.ok("get_multivariate_events", lambda: client.get_multivariate_events(limit=5))
    collections = table.ok("get_mve_collections", client.get_mve_collections)
    table.ok("get_mve_collection", lambda: client.get_mve_collection(collections[0].collection_ticker))
    for name in ("get_status", "get_schedule", "get_user_data_timestamp", "is_trading"):
        table.ok(f"exchange.{name}", getattr(client.exchange, name))
    table.ok("history.get_cutoff", client.history.get_cutoff)
    for name in ("get_markets", "get_trades", "get_fills", "get_orders"):
        table.ok(f"history.{name}", getattr(client.history, name))
    table.ok("api_keys.list", client.api_keys.list)
    table.ok("api_keys.get_limits", client.api_keys.get_limits)
    table.not_played("communications.get_rfqs", client.communications.get_rfqs)
    table.not_played("communications.get_quotes", client.communications.get_quotes)


def test_orders(table, client):
    portfolio, market = client.portfolio, tradable(client)
    table.ok("get_balance", portfolio.get_balance)

    def place(name, action=Action.BUY, side=Side.YES, count="5.00", **changes):
        price = {} if {"yes_price_dollars", "no_price_dollars", "price_dollars"} & changes.keys() else {"yes_price_dollars": "0.05"}
        return table.ok(f"place_order, {name}", lambda: portfolio.place_order(market, action, side, count, **price, **changes))

    rested = place("a purchase of YES")
    other = place("a purchase of NO", side=Side.NO, no_price_dollars="0.05")
    ask = market.yes_ask_dollars
    place("that takes", count="1.00", yes_price_dollars=ask, time_in_force=TimeInForce.IOC)
    place("a sale", action=Action.SELL, count="1.00", yes_price_dollars=market.yes_bid_dollars, time_in_force=TimeInForce.IOC)
    place("post only", post_only=True)
    table.ok("get_order", lambda: portfolio.get_order(rested.order_id))
    table.ok("get_orders", lambda: portfolio.get_orders(status=OrderStatus.RESTING), lambda rows: len(rows) >= 3)
    table.ok("get_fills", portfolio.get_fills, lambda rows: {row.book_side.value for row in rows} == {"bid", "ask"})
    table.ok("get_positions", portfolio.get_positions)
    table.ok("get_settlements", portfolio.get_settlements)
    table.ok("get_queue_position", lambda: portfolio.get_queue_position(rested.order_id))
    table.ok("get_queue_positions", lambda: portfolio.get_queue_positions(market_tickers=[market.ticker]))
    table.ok("amend_order", lambda: portfolio.amend_order(rested.order_id, price_dollars="0.06"))
    table.ok("decrease_order", lambda: portfolio.decrease_order(rested.order_id, "1.00"))
    table.ok("cancel_order", lambda: portfolio.cancel_order(rested.order_id))
    rows = [
        {"ticker": market.ticker, "action": "buy", "side": "yes", "count_fp": "1.00", "yes_price_dollars": "0.05"} for _ in range(2)
    ]
    made = table.ok("batch_place_orders", lambda: portfolio.batch_place_orders(rows), lambda it: len(it) == 2)
    table.ok("batch_cancel_orders", lambda: portfolio.batch_cancel_orders([other.order_id, *(one.order_id for one in made)]))
    crypto = tradable(client, 2)
    elsewhere = portfolio.place_order(crypto, Action.BUY, Side.YES, "1.00", yes_price_dollars="0.05")
    # The client names no market, so that it reaches the orders of shard 0 alone.
    table.refused("cancel_order of shard 2", lambda: portfolio.cancel_order(elsewhere.order_id), says="not found", status=404)
    client.delete("/portfolio/events/orders")


def test_groups_and_subaccounts(table, client):
    portfolio, market = client.portfolio, tradable(client)
    group = table.ok("create_order_group", lambda: portfolio.create_order_group("5.00")).id
    table.ok(
        "place_order, in a group",
        lambda: portfolio.place_order(market, Action.BUY, Side.YES, "1.00", yes_price_dollars="0.05", order_group_id=group),
    )
    table.ok("get_order_group", lambda: portfolio.get_order_group(group))
    table.ok("get_order_groups", portfolio.get_order_groups)
    table.ok("trigger_order_group", lambda: portfolio.trigger_order_group(group))
    table.ok("reset_order_group", lambda: portfolio.reset_order_group(group))
    table.ok("update_order_group_limit", lambda: portfolio.update_order_group_limit(group, "7.00"))
    table.refused("get_resting_order_value", portfolio.get_resting_order_value, says="permission", status=403)
    table.refused("create_subaccount in the lowest tier", portfolio.create_subaccount, says="requires_advanced", status=403)
    client.post("/account/api_usage_level/upgrade", {})
    number = table.ok("create_subaccount", portfolio.create_subaccount).subaccount_number
    table.ok("transfer_between_subaccounts", lambda: portfolio.transfer_between_subaccounts(0, number, 100))
    table.ok("get_subaccount_balances", portfolio.get_subaccount_balances)
    table.ok("get_subaccount_transfers", portfolio.get_subaccount_transfers)
    table.ok("update_subaccount_netting", lambda: portfolio.update_subaccount_netting(number, True))
    table.ok("get_subaccount_netting", portfolio.get_subaccount_netting)


def test_feed(table, client, demo, monkeypatch):
    monkeypatch.setattr(pykalshi.feed, "DEFAULT_WS_BASE", f"{demo.socket('kalshi')}/trade-api/ws/v2")
    market = tradable(client)
    heard = []
    with client.feed() as feed:
        for channel in ("orderbook_delta", "user_orders", "fill", "market_positions"):
            feed.on(channel, lambda message, channel=channel: heard.append(channel))
            feed.subscribe(channel, market_ticker=market.ticker)

        def heard_of(channel):
            until = time.time() + 60
            while channel not in heard and time.time() < until:
                time.sleep(0.05)
            return channel in heard

        table.ok("feed, orderbook_delta", lambda: heard_of("orderbook_delta"), lambda it: it)
        dearer = f"{float(market.yes_ask_dollars) + 0.05:.2f}"
        client.portfolio.place_order(market, Action.BUY, Side.YES, "1.00", yes_price_dollars=dearer, time_in_force=TimeInForce.IOC)
        for channel in ("user_orders", "fill", "market_positions"):
            table.ok(f"feed, {channel}", lambda: heard_of(channel), lambda it: it)
