"""The official Python SDK: the Router, feeds and the server's own functions."""

import pytest
from support.sdk_demo import MOST_CALLS, Rows
from support.sdk_models import are_events, are_markets, is_joined_book, of_type

CLIENT = "pmxt"


def test_matches(table, sdk):
    router = sdk.client("Router")
    rows = Rows(table, router, "Router")
    clusters = rows.read(
        "fetch_matched_market_clusters", "fetchMarketMatches",
        until_found(lambda: router.fetch_matched_market_clusters(limit=5, with_orderbook=True)),
        lambda found: found and of_type("MatchedMarketCluster")(found),
    )
    rows.read(
        "fetch_matched_event_clusters", "fetchEventMatches", lambda: router.fetch_matched_event_clusters(limit=5),
        lambda found: found and of_type("MatchedEventCluster")(found),
    )
    rows.read(
        "fetch_market_matches", "fetchMarketMatches", lambda: router.fetch_market_matches(limit=5, include_prices=True),
        lambda found: found and of_type("MatchResult")(found),
    )
    rows.read("fetch_event_matches", "fetchEventMatches", lambda: router.fetch_event_matches(limit=5), of_type("EventMatchResult"))
    rows.read("fetch_arbitrage", "fetchArbitrage", lambda: router.fetch_arbitrage(limit=5), of_type("ArbitrageOpportunity"))
    if not clusters:
        return
    market = clusters[0].markets[0]
    of_row(rows, "fetch_market_matches", "fetchMarketMatches", lambda: router.fetch_market_matches(market), "MatchResult")
    of_row(rows, "compare_market_prices", "compareMarketPrices", lambda: router.compare_market_prices(market), "PriceComparison")
    of_row(rows, "fetch_hedges", "fetchHedges", lambda: router.fetch_hedges(market), "PriceComparison")
    rows.read(
        "fetch_order_book of a row", "fetchOrderBook", lambda: router.fetch_order_book(market.outcomes[0].outcome_id),
        is_joined_book,
    )


def of_row(rows, title, method, call, model):
    """
    The SDK sends the slug of a row that has one, else the venue's id, and never the venue. Where either names several
    markets, the answer must say so, or tell of all.
    """
    if names_several(call):
        rows.refused(f"{title} of a row", call, "BAD_REQUEST", 400)
    else:
        rows.read(f"{title} of a row", method, call, of_type(model))


def names_several(call):
    from pmxt import PmxtError

    try:
        call()
    except PmxtError as error:
        return error.code == "BAD_REQUEST" and "markets are named" in str(error)
    return False


def until_found(call):
    """The SDK turns the 503 of a catalog that is still being read into an empty list."""
    return lambda: next((found for found in (call() for _ in range(MOST_CALLS)) if found), [])


def test_lists(table, sdk):
    router = sdk.client("Router")
    rows = Rows(table, router, "Router")
    rows.read("fetch_markets", "fetchMarkets", lambda: router.fetch_markets(limit=5), are_markets)
    rows.read("fetch_events", "fetchEvents", lambda: router.fetch_events(limit=3), are_events)


@pytest.mark.parametrize("feed", ["binance", "chainlink"])
def test_feeds(table, sdk, feed):
    port = sdk.port
    client = sdk.client("FeedClient", feed_name=feed, base_url=f"http://localhost:{port}")
    table.ok(f"FeedClient.{feed}.list_feeds", client.list_feeds, lambda names: feed in names)
    markets = table.ok(f"FeedClient.{feed}.load_markets", client.load_markets, lambda found: len(found) > 0)
    if markets:
        symbol = next(iter(markets))
        table.ok(f"FeedClient.{feed}.fetch_ticker", lambda: client.fetch_ticker(symbol), lambda one: one.symbol == symbol)
