"""polymarket-client, the venue's unified SDK: lists, books, prices and history. It validates every member of a payload."""

import pytest
from polymarket.clients.public import PublicClient
from polymarket.models.clob.requests import PriceRequest
from support.polymarket import tradable
from support.polymarket_sdk import environment

CLIENT = "polymarket-client"


@pytest.fixture
def client(demo):
    with PublicClient(environment=environment(demo)) as opened:
        yield opened


def items(paginator):
    return paginator.first_page().items


def test_markets_and_events(table, demo, client):
    found = {version: tradable(demo, version) for version in ("v1", "v2")}
    markets = table.ok("list_markets", lambda: items(client.list_markets(page_size=50)), lambda rows: len(rows) == 50)
    paginator = client.list_markets(page_size=20)
    pages = [next(pages) for pages in [iter(paginator)] for _ in range(2)]
    table.ok("list_markets (next page)", lambda: pages[1].items, lambda rows: not {one.id for one in rows} & {one.id for one in pages[0].items})
    events = table.ok("list_events", lambda: items(client.list_events(page_size=20)), lambda rows: len(rows) == 20 and all(one.markets for one in rows))
    for version, market in found.items():
        named = {"clob_token_ids" if version == "v1" else "position_ids": [market.id]}
        table.ok(f"list_markets ({version})", lambda version=version: items(client.list_markets(version=version)), lambda rows, version=version: {one.version for one in rows} == {version})
        table.ok(f"list_markets ({', '.join(named)})", lambda named=named: items(client.list_markets(**named)), lambda rows, market=market: [one.id for one in rows] == [market.market])
        table.ok(
            f"get_market ({version})",
            lambda market=market: client.get_market(id=market.market),
            lambda one, market=market, version=version: (one.outcomes.yes.token_id if version == "v1" else one.outcomes.yes.position_id) == market.id and one.slug == market.slug,
        )
        table.ok("get_market (slug)", lambda market=market: client.get_market(slug=market.slug), lambda one, market=market: one.id == market.market)
        table.ok("get_market_tags", lambda market=market: client.get_market_tags(market.market), lambda tags: len(tags) > 0 and all(one.slug for one in tags))
        # An event that holds markets of both protocols has no version of its own.
        table.ok(f"list_events ({version})", lambda version=version: items(client.list_events(version=version, page_size=20)), lambda rows, version=version: version in {one.version for one in rows} <= {version, None})
    table.ok("get_event", lambda: client.get_event(id=events[0].id), lambda one: one.slug == events[0].slug)
    table.ok("get_event (slug)", lambda: client.get_event(slug=events[0].slug), lambda one: one.id == events[0].id)
    table.ok("get_event_tags", lambda: client.get_event_tags(events[0].id), lambda tags: len(tags) > 0)
    table.refused("get_market (unknown)", lambda: client.get_market(id="999999999"), "not found", 404)
    table.refused("get_event (unknown)", lambda: client.get_event(slug="nothing-17"), "not found", 404)
    table.ok("search", lambda: items(client.search(q="election")), lambda rows: len(rows[0].events) > 0)
    table.ok("search (profiles, tags)", lambda: items(client.search(q="heron", search_profiles=True, search_tags=True)), lambda rows: rows[0].profiles[0].name == "Quiet Heron")
    assert len(markets) == 50


def test_tags_series_and_sports(table, client):
    tags = table.ok("list_tags", lambda: items(client.list_tags(page_size=50)), lambda rows: len({one.slug for one in rows}) == 50)
    tag = tags[0]
    table.ok("get_tag", lambda: client.get_tag(id=tag.id), lambda one: one.slug == tag.slug)
    table.ok("get_tag (slug)", lambda: client.get_tag(slug=tag.slug), lambda one: one.id == tag.id)
    related = table.ok("get_related_tags", lambda: client.get_related_tags(id=tag.id), lambda rows: [one.rank for one in rows] == list(range(1, len(rows) + 1)))
    table.ok("get_related_tag_resources", lambda: client.get_related_tag_resources(slug=tag.slug), lambda rows: [int(one.id) for one in rows] == [one.related_tag_id for one in related])
    series = table.ok("list_series", lambda: items(client.list_series(page_size=5)), lambda rows: len(rows) == 5 and all(one.slug for one in rows))
    table.ok("get_series", lambda: client.get_series(series[0].id), lambda one: one.slug == series[0].slug)
    table.ok("get_sports", client.get_sports, lambda rows: len(rows) > 0 and all(one.sport for one in rows))
    table.ok("get_sports_market_types", client.get_sports_market_types, lambda one: "moneyline" in one.market_types)
    teams = table.ok("list_teams", lambda: items(client.list_teams(page_size=10)), lambda rows: len(rows) == 10 and all(one.name and one.league for one in rows))
    table.ok("list_teams (league)", lambda: items(client.list_teams(league=teams[0].league)), lambda rows: {one.league for one in rows} == {teams[0].league})


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_books_prices_and_history(table, demo, client, version):
    market = tradable(demo, version)
    id_ = market.id
    book = table.ok(
        "get_order_book",
        lambda: client.get_order_book(asset_id=id_),
        lambda one: one.condition_id == market.condition and max(level.price for level in one.bids) < min(level.price for level in one.asks),
    )
    table.ok("get_order_books", lambda: client.get_order_books(asset_ids=[id_, market.other]), lambda rows: {one.asset_id for one in rows} == {id_, market.other})
    table.ok("get_midpoint", lambda: client.get_midpoint(asset_id=id_), is_price)
    table.ok("get_midpoints", lambda: client.get_midpoints(asset_ids=[id_]), lambda one: is_price(one[id_]))
    bid = table.ok("get_price (BUY)", lambda: client.get_price(asset_id=id_, side="BUY"), is_price)
    table.ok("get_price (SELL)", lambda: client.get_price(asset_id=id_, side="SELL"), lambda price: bid < price < 1)
    table.ok("get_prices", lambda: client.get_prices(requests=[PriceRequest(id_, "SELL")]), lambda one: is_price(one[id_]["SELL"]))
    table.ok("get_spread", lambda: client.get_spread(asset_id=id_), lambda spread: 0 < spread < 0.5)
    table.ok("get_spreads", lambda: client.get_spreads(asset_ids=[id_]), lambda one: 0 < one[id_] < 0.5)
    table.ok("get_last_trade_price", lambda: client.get_last_trade_price(asset_id=id_), lambda one: is_price(one.price) and one.side in ("BUY", "SELL"))
    table.ok("get_last_trade_prices", lambda: client.get_last_trade_prices(asset_ids=[id_]), lambda rows: [one.asset_id for one in rows] == [id_])
    table.ok("estimate_market_price (BUY)", lambda: client.estimate_market_price(asset_id=id_, side="BUY", amount=5), lambda price: bid < price < 1)
    table.ok("estimate_market_price (SELL)", lambda: client.estimate_market_price(asset_id=id_, side="SELL", shares=5), is_price)
    table.ok(
        "list_price_history",
        lambda: items(client.list_price_history(asset_id=id_, interval="1d")),
        lambda rows: len(rows) > 1_000 and all(is_price(one.price) for one in rows) and rows[0].timestamp < rows[-1].timestamp,
    )
    table.ok(
        "list_price_history (buckets)",
        lambda: items(client.list_price_history(asset_id=id_, interval="1w", bucket_seconds=3_600)),
        # The last point is the newest price, off the grid.
        lambda rows: len(rows) > 50 and all(one.timestamp.minute == one.timestamp.second == 0 for one in rows[:-1]),
    )
    table.refused("get_midpoint (unknown)", lambda: client.get_midpoint(asset_id="17"), "No orderbook exists", 404)
    assert book is not None


def test_rewards_of_markets(table, client):
    rows = table.ok("list_current_rewards", lambda: items(client.list_current_rewards()), lambda rows: len(rows) > 10 and all(one.rewards_config for one in rows))
    condition = rows[0].condition_id
    table.ok("list_market_rewards", lambda: items(client.list_market_rewards(condition_id=condition)), lambda rows: [one.condition_id for one in rows] == [condition])
    table.ok("list_reward_markets", lambda: items(client.list_reward_markets(page_size=20)), lambda rows: len(rows) == 20)
    table.ok(
        "list_reward_markets (by spread)",
        lambda: items(client.list_reward_markets(page_size=20, order_by="spread", sort_direction="DESC")),
        lambda rows: [one.spread for one in rows] == sorted((one.spread for one in rows), reverse=True),
    )


def test_what_the_simulation_does_not_play(table, client):
    table.not_played("get_comment_thread", lambda: client.get_comment_thread("1"))
    table.not_played("list_comments", lambda: items(client.list_comments(parent_entity_id="1", parent_entity_type="Event")))
    table.not_played("list_comments_by_user_address", lambda: items(client.list_comments_by_user_address(address="0x" + "17" * 20)))
    table.not_played("download_accounting_snapshot", lambda: client.download_accounting_snapshot(user="0x" + "17" * 20))


def is_price(value) -> bool:
    return 0 < value < 1
