"""The official Python SDK: class x method, reads of every venue in demo mode."""

from datetime import datetime, timedelta, timezone

import pytest
from support.sdk_demo import VENUES, Rows
from support.sdk_models import are_candles, are_events, are_markets, are_trades, is_book, is_event, is_market, of_type

CLIENT = "pmxt"

#: These venues list open markets only; `has` knows a method, not its arguments.
OPEN_ONLY = ("Limitless", "Hyperliquid")
#: An account there needs an address of the caller's own.
NO_DEMO_ACCOUNT = ("Baozi", "SuiBets")
ADDRESS = "0x" + "1" * 40


@pytest.mark.parametrize("name", VENUES)
def test_markets(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    markets = rows.read("fetch_markets", "fetchMarkets", lambda: client.fetch_markets(limit=20), are_markets)
    if not markets:
        return
    market = markets[0]
    rows.read("fetch_market id", "fetchMarket", lambda: client.fetch_market(market.market_id), is_market)
    rows.read("fetch_market market_id", "fetchMarket", lambda: client.fetch_market(market_id=market.market_id), is_market)
    rows.read(
        "fetch_market outcome_id", "fetchMarket", lambda: client.fetch_market(outcome_id=market.outcomes[0].outcome_id),
        lambda found: found.market_id == market.market_id,
    )
    if market.slug:
        rows.read("fetch_markets slug", "fetchMarkets", lambda: client.fetch_markets(slug=market.slug), are_markets)
    rows.refused("fetch_market unknown", lambda: client.fetch_market(market_id="999999999"), "NOT_FOUND", 404)
    rows.read(
        "fetch_markets filter", "fetchMarkets",
        lambda: client.fetch_markets(limit=5, filter={"volume_24h": {"min": 0}}), are_markets,
    )
    rows.read(
        "fetch_markets query", "fetchMarkets",
        lambda: client.fetch_markets(query=max(market.title.split(), key=len).strip("?!.,:"), search_in="title", limit=5),
        are_markets,
    )
    rows.read(
        "fetch_markets own title", "fetchMarkets",
        lambda: client.fetch_markets(query=market.title, search_in="title"),
        lambda found: market.market_id in [one.market_id for one in found],
    )
    first = rows.read(
        "fetch_markets_paginated", "fetchMarketsPaginated", lambda: client.fetch_markets_paginated(limit=3),
        lambda page: are_markets(page.data) and len(page.data) == 3,
    )
    if first and first.next_cursor:
        seen = {row.market_id for row in first.data}
        rows.read(
            "fetch_markets_paginated cursor", "fetchMarketsPaginated",
            lambda: client.fetch_markets_paginated(limit=3, cursor=first.next_cursor),
            lambda page: are_markets(page.data) and not seen & {row.market_id for row in page.data},
        )
    if name in OPEN_ONLY:
        rows.not_supported("fetch_markets closed", lambda: client.fetch_markets(status="closed", limit=3))
    else:
        rows.read(
            "fetch_markets closed", "fetchMarkets", lambda: client.fetch_markets(status="closed", limit=3),
            lambda found: found == [] or are_markets(found, "closed"),
        )


@pytest.mark.parametrize("name", VENUES)
def test_events(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    events = rows.read("fetch_events", "fetchEvents", lambda: client.fetch_events(limit=3), are_events)
    if events:
        event = events[0]
        rows.read("fetch_event", "fetchEvent", lambda: client.fetch_event(event_id=event.id), is_event)
        rows.read("get_event_by_id", "fetchEvent", lambda: client.get_event_by_id(event.id), is_event)
        if event.slug:
            rows.read("fetch_event slug", "fetchEvent", lambda: client.fetch_event(slug=event.slug), is_event)
            rows.read("get_event_by_slug", "fetchEvent", lambda: client.get_event_by_slug(event.slug), is_event)
        metadata = lambda: client.fetch_event_metadata(event.id)
        if name in ("Kalshi", "KalshiDemo"):
            rows.read("fetch_event_metadata", "fetchEventMetadata", metadata, lambda found: isinstance(found, dict))
        else:
            rows.not_supported("fetch_event_metadata", metadata)
    rows.read(
        "fetch_events_paginated", "fetchEventsPaginated", lambda: client.fetch_events_paginated(limit=2),
        lambda page: are_events(page.data),
    )
    # A venue without series has none, as upstream answers.
    has_series = rows.has("fetchSeries")
    table.ok(
        f"{name}.fetch_series", lambda: client.fetch_series(limit=2),
        lambda found: all(type(one).__name__ == "UnifiedSeries" for one in found) and bool(found) == has_series,
    )


@pytest.mark.parametrize("name", VENUES)
def test_prices(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    markets = rows.read("fetch_markets", "fetchMarkets", lambda: client.fetch_markets(limit=5), are_markets)
    if not markets:
        return
    outcome = markets[0].outcomes[0]
    book = rows.read("fetch_order_book", "fetchOrderBook", lambda: client.fetch_order_book(outcome), is_book)
    rows.read(
        "fetch_order_book limit", "fetchOrderBook", lambda: client.fetch_order_book(outcome.outcome_id, limit=1),
        lambda found: is_book(found) and len(found.bids) <= 1 and len(found.asks) <= 1,
    )
    outcomes = [market.outcomes[0] for market in markets]
    rows.read(
        "fetch_order_books", "fetchOrderBooks", lambda: client.fetch_order_books(outcomes),
        lambda found: all(map(is_book, found.values())) and set(found) == {one.outcome_id for one in outcomes},
    )
    if book and book.asks:
        rows.read(
            "get_execution_price", "fetchOrderBook", lambda: client.get_execution_price(book, "buy", 0.01),
            lambda price: 0 < price <= 1,
        )
    end = datetime.now(timezone.utc)
    start = end - timedelta(days=2)
    start_ms, end_ms = start.timestamp() * 1000, end.timestamp() * 1000
    for title, window in (
        ("start end", {"resolution": "1h", "start": start, "end": end}),
        ("since until", {"timeframe": "1h", "since": int(start_ms), "until": int(end_ms)}),
    ):
        candles = lambda window=window: client.fetch_ohlcv(outcome, **window)
        if client.has.get("fetchOHLCV") == "sampled":
            # The venue has no history, and nobody has asked the daemon to keep one of this outcome.
            rows.refused(f"fetch_ohlcv {title}", candles, "NOT_SUPPORTED", 501)
        else:
            rows.read(
                f"fetch_ohlcv {title}", "fetchOHLCV", candles,
                lambda found: are_candles(found, start_ms - 3_600_000, end_ms),
            )
    rows.read("fetch_trades", "fetchTrades", lambda: client.fetch_trades(outcome, limit=10), are_trades)
    rows.read(
        "fetch_trades since", "fetchTrades", lambda: client.fetch_trades(outcome, since=int(start_ms), limit=50),
        lambda found: are_trades(found, int(start_ms)),
    )
    rows.read(
        "fetch_trades start end", "fetchTrades",
        lambda: client.fetch_trades(outcome, start=start.isoformat(), end=end.isoformat(), limit=50),
        lambda found: are_trades(found, int(start_ms)),
    )


@pytest.mark.parametrize("name", VENUES)
def test_account(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    for title, method, call, model in (
        ("fetch_balance", "fetchBalance", client.fetch_balance, "Balance"),
        ("fetch_positions", "fetchPositions", client.fetch_positions, "Position"),
        ("fetch_open_orders", "fetchOpenOrders", client.fetch_open_orders, "Order"),
        ("fetch_closed_orders", "fetchClosedOrders", client.fetch_closed_orders, "Order"),
        ("fetch_all_orders", "fetchAllOrders", client.fetch_all_orders, "Order"),
        ("fetch_my_trades", "fetchMyTrades", client.fetch_my_trades, "UserTrade"),
    ):
        if name == "Limitless" and title in ("fetch_closed_orders", "fetch_all_orders"):
            # Its API lists them market by market.
            rows.refused(title, call, "VALIDATION_ERROR", 400)
        elif name in NO_DEMO_ACCOUNT and rows.has(method):
            rows.refused(title, call, "AUTHENTICATION_ERROR", 401)
        else:
            rows.read(title, method, call, lambda found, model=model: of_type(model)(found))
    # Only Probable has sessions; every other venue has none that is active, as upstream says.
    table.ok(f"{name}.is_session_active", lambda: client.is_session_active(ADDRESS), lambda active: active is False)
    if name not in NO_DEMO_ACCOUNT and rows.has("fetchOrder"):
        rows.refused("fetch_order unknown", lambda: client.fetch_order("999999999"), "NOT_FOUND", 404)
    else:
        rows.not_supported("fetch_order", lambda: client.fetch_order("999999999"))
