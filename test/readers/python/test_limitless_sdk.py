"""limitless-sdk, the venue's own client. It takes the wallet, and either the older key or a token with its secret."""

import asyncio

import pytest
from eth_account import Account
from limitless_sdk import Client
from limitless_sdk.api import HttpClient
from limitless_sdk.market_pages import MarketPageFetcher
from limitless_sdk.markets import MarketFetcher
from limitless_sdk.orders import OrderClient
from limitless_sdk.portfolio import PortfolioFetcher
from limitless_sdk.types import ActiveMarketsParams, HMACCredentials, OrderType, Side
from limitless_sdk.websocket import WebSocketClient, WebSocketConfig

CLIENT = "limitless-sdk"


@pytest.fixture(params=["older key", "token"])
def auth(request, demo):
    keys = demo.keys("limitless")
    if request.param == "older key":
        return {"api_key": keys["apiKey"]}
    return {"hmac_credentials": HMACCredentials(token_id=keys["apiKey"], secret=keys["apiSecret"])}


@pytest.fixture
def http(auth, demo, table):
    client = HttpClient(base_url=demo.url("limitless"), **auth)
    yield client
    table.run(client.close())


async def tradable(http, wants_module: bool):
    """A market with both sides in the middle of its range, its best ask, and who fetched it."""
    fetcher = MarketFetcher(http)
    for page in range(1, 9):
        rows = (await fetcher.get_active_markets(ActiveMarketsParams(limit=25, page=page))).data
        for row in [one for row in rows for one in row.markets or [row]]:
            has_module = row.venue is not None and row.venue.fee_module is not None
            if row.tokens is None or has_module != wants_module:
                continue
            book = await fetcher.get_orderbook(row.slug)
            if book.bids and book.asks and book.bids[0].price > 0.15 and book.asks[0].price < 0.85:
                return await fetcher.get_market(row.slug), book.asks[0].price, fetcher
    raise LookupError("no market with two sides")


def test_market_data(table, http):
    market, ask, fetcher = table.run(tradable(http, wants_module=False))
    table.ok(
        "get_active_markets",
        lambda: fetcher.get_active_markets(ActiveMarketsParams(limit=8, page=1, sort_by="newest")),
        lambda page: len(page.data) == 8 and page.total_markets_count > 8,
    )
    table.ok("get_market", lambda: fetcher.get_market(market.slug), lambda one: one.tokens.yes == market.tokens.yes)
    table.ok("get_orderbook", lambda: fetcher.get_orderbook(market.slug), lambda book: book.asks[0].price >= ask - 0.1)
    table.refused("get_market (unknown)", lambda: fetcher.get_market("nothing-17"), "Market not found", 404)
    pages = MarketPageFetcher(http)
    table.ok("get_navigation", pages.get_navigation, lambda menu: len(menu) > 2)
    keys = table.ok("get_property_keys", pages.get_property_keys, lambda found: len(found) > 1)
    table.ok("get_property_key", lambda: pages.get_property_key(keys[0].id), lambda one: one.id == keys[0].id)
    table.ok("get_property_options", lambda: pages.get_property_options(keys[0].id), lambda rows: len(rows) > 0)
    table.not_played("get_market_page_by_path", lambda: pages.get_market_page_by_path("/crypto"))
    table.not_played("get_markets (page)", lambda: pages.get_markets("1"))


@pytest.mark.parametrize("wants_module", [False, True], ids=["older fee", "collateral fee"])
def test_orders(table, http, demo, wants_module):
    wallet = Account.from_key(demo.keys("limitless")["privateKey"])
    market, ask, fetcher = table.run(tradable(http, wants_module))
    orders = OrderClient(http, wallet, market_fetcher=fetcher)
    portfolio = PortfolioFetcher(http)
    wanted = {"token_id": market.tokens.yes, "market_slug": market.slug}

    def create(**more):
        return orders.create_order(**{**wanted, "side": Side.BUY, "order_type": OrderType.GTC, **more})

    resting = table.ok(
        "create_order (GTC)",
        lambda: create(price=0.101, size=20, post_only=True),
        lambda made: made.execution.settlement_status == "UNMATCHED" and made.order.price == 0.101,
    )
    table.ok(
        "get_user_orders",
        market.get_user_orders,
        lambda rows: [row["originalSize"] for row in rows if row["id"] == resting.order.id] == ["20000000"],
    )
    table.ok(
        "cancel", lambda: orders.cancel(resting.order.id), lambda said: said["message"] == "Order canceled successfully"
    )
    table.refused("cancel (again)", lambda: orders.cancel(resting.order.id), "already canceled")
    table.ok("create_order (another)", lambda: create(price=0.1, size=20))
    table.ok("cancel_all", lambda: orders.cancel_all(market.slug), lambda done: len(done["canceled"]) == 1)
    bought = table.ok(
        "create_order (FAK)",
        lambda: create(price=round(ask + 0.01, 3), size=5, order_type=OrderType.FAK),
        lambda made: made.execution.matched and pays(made.execution, wants_module),
    )
    table.ok(
        "create_order (FOK, sell)",
        lambda: create(maker_amount=2, side=Side.SELL, order_type=OrderType.FOK),
        lambda made: made.execution.settlement_status == "MINED",
    )
    table.refused(
        "create_order (too much)", lambda: create(price=0.1, size=1_000_000), "Insufficient balance"
    )
    table.not_played("cancel_replace", lambda: orders.cancel_replace(
        order_id=bought.order.id, side=Side.BUY, order_type=OrderType.GTC, price=0.1, size=5, **wanted
    ))
    table.ok("get_profile", lambda: portfolio.get_profile(wallet.address), lambda one: one["rank"]["feeRateBps"] == 300)
    table.ok("get_current_profile", portfolio.get_current_profile, lambda one: one["account"] == wallet.address)
    table.ok(
        "get_positions",
        portfolio.get_positions,
        lambda all: any(row["market"]["slug"] == market.slug for row in all["clob"]),
    )
    table.ok("get_clob_positions", portfolio.get_clob_positions, lambda rows: len(rows) > 0)
    table.ok("get_amm_positions", portfolio.get_amm_positions, lambda rows: rows == [])
    table.ok(
        "get_user_history",
        lambda: portfolio.get_user_history(limit=20),
        lambda page: [row["strategy"] for row in page["data"][:2]] == ["Market Sell", "Market Buy"]
        and page["data"][1]["tradeEventId"] == bought.execution.trade_event_id,
    )


def pays(execution, wants_module: bool) -> bool:
    """Who buys pays in contracts, or USDC where a module takes the fee; the order says so too."""
    totals = execution.totals_raw
    contracts, usd = int(totals.contracts_fee), int(totals.usd_fee)
    if wants_module:
        return contracts == 0 and usd > 0 and execution.fee_rate_bps == 0
    return contracts > 0 and usd == 0 and execution.fee_rate_bps == 300


def test_what_the_simulation_does_not_play(table, http, demo, auth):
    client = Client(base_url=demo.url("limitless"), **auth)
    try:
        table.not_played("packs.list", client.packs.list)
        if "hmac_credentials" in auth:
            table.not_played("api_tokens.list_tokens", client.api_tokens.list_tokens)
            table.not_played("api_tokens.get_capabilities", lambda: client.api_tokens.get_capabilities("identity"))
            table.not_played("partner_accounts.list_accounts", client.partner_accounts.list_accounts)
    finally:
        table.run(client.http.close())


def test_socket(table, http, demo, auth):
    wallet = Account.from_key(demo.keys("limitless")["privateKey"])
    market, ask, fetcher = table.run(tradable(http, wants_module=False))
    orders = OrderClient(http, wallet, market_fetcher=fetcher)
    heard: dict[str, list] = {}
    socket = WebSocketClient(WebSocketConfig(url=demo.socket("limitless"), auto_reconnect=False, **auth))
    for name in ("orderbookUpdate", "orderEvent", "tx", "exception"):

        async def listen(payload, name=name):
            heard.setdefault(name, []).append(payload)

        socket.on(name, listen)

    async def until(name, holds):
        for _ in range(100):
            if any(holds(payload) for payload in heard.get(name, [])):
                return heard[name]
            await asyncio.sleep(0.1)
        raise TimeoutError(f"no {name} as wanted in {heard.get(name)}")

    async def buy():
        await orders.create_order(
            token_id=market.tokens.yes,
            market_slug=market.slug,
            side=Side.BUY,
            order_type=OrderType.FAK,
            price=round(ask + 0.02, 3),
            size=5,
        )

    table.ok("connect", socket.connect)
    try:
        for channel in ("subscribe_order_events", "subscribe_transactions", "subscribe_market_lifecycle"):
            table.ok(f"subscribe({channel})", lambda channel=channel: socket.subscribe(channel))
        table.ok(
            "subscribe(subscribe_market_prices)",
            lambda: socket.subscribe("subscribe_market_prices", {"marketSlugs": [market.slug]}),
        )
        table.ok(
            "on(orderbookUpdate)", lambda: until("orderbookUpdate", lambda one: one["marketSlug"] == market.slug)
        )
        table.ok("create_order, heard by", buy)
        for kind in ("EXECUTION", "MATCHED", "MINED"):
            table.ok(f"on(orderEvent {kind})", lambda kind=kind: until("orderEvent", lambda one: one["type"] == kind))
        table.ok("on(tx)", lambda: until("tx", lambda one: one["status"] == "CONFIRMED"))
        table.ok("subscribe(subscribe_positions)", lambda: socket.subscribe("subscribe_positions"))
        table.not_played(
            "on(positions)", lambda: until("exception", lambda one: "positions" in one["message"]), says="501 not implemented"
        )
        table.ok("unsubscribe", lambda: socket.unsubscribe("subscribe_order_events"))
    finally:
        table.run(socket.disconnect())
