"""polymarket-us, the venue's own client: what is read, traded and heard."""

import asyncio
from datetime import datetime, timedelta, timezone

import pytest
from polymarket_us import AsyncPolymarketUS, PolymarketUS

CLIENT = "polymarket-us"

LONG, SHORT = "ORDER_INTENT_BUY_LONG", "ORDER_INTENT_BUY_SHORT"
IOC, FOK = "TIME_IN_FORCE_IMMEDIATE_OR_CANCEL", "TIME_IN_FORCE_FILL_OR_KILL"


def options(demo, **changes):
    keys = demo.keys("polymarket_us")
    return {
        "key_id": keys["apiKey"],
        "secret_key": keys["privateKey"],
        "gateway_base_url": demo.url("polymarket_us", "gateway"),
        "api_base_url": demo.url("polymarket_us", "api"),
        "max_retries": 0,
        **changes,
    }


@pytest.fixture
def client(demo):
    with PolymarketUS(**options(demo)) as opened:
        yield opened


def usd(value):
    return {"value": f"{float(value):.4f}", "currency": "USD"}


def number(amount):
    return float(amount["value"])


def tradable(client, count=1, games=False):
    """Slugs of open markets that are quoted on both sides in the middle of their range, and do not end within minutes."""
    found = []
    for offset in range(0, 2000, 200):
        rows = client.markets.list({"limit": 200, "offset": offset, "active": True, "closed": False})["markets"]
        for row in rows:
            bid, ask = row.get("bestBidQuote"), row.get("bestAskQuote")
            if row["slug"].startswith("cpc-"):
                continue
            if bid and ask and number(bid) > 0.2 and number(ask) < 0.8 and (row["comboEnabled"] or not games):
                found.append(row)
    different = {row["question"]: row for row in found}
    return [row["slug"] for row in different.values()][:count]


def test_reads(table, client):
    events = table.ok("events.list", lambda: client.events.list({"limit": 5, "active": True, "closed": False}))["events"]
    table.ok("events.retrieve", lambda: client.events.retrieve(int(events[0]["id"])), lambda one: one["event"]["slug"] == events[0]["slug"])
    table.ok("events.retrieve_by_slug", lambda: client.events.retrieve_by_slug(events[0]["slug"]))
    table.ok("markets.list", lambda: client.markets.list({"limit": 5}), lambda page: len(page["markets"]) == 5)
    (slug,) = tradable(client)
    market = table.ok("markets.retrieve_by_slug", lambda: client.markets.retrieve_by_slug(slug))["market"]
    table.ok("markets.retrieve", lambda: client.markets.retrieve(int(market["id"])), lambda one: one["market"]["slug"] == slug)
    table.ok("markets.book", lambda: client.markets.book(slug), lambda one: one["marketData"]["state"] == "MARKET_STATE_OPEN")
    table.ok(
        "markets.bbo",
        lambda: client.markets.bbo(slug),
        lambda one: one["marketData"]["bidDepth"] > 0 and number(one["marketData"]["bestBid"]) < number(one["marketData"]["bestAsk"]),
    )
    table.refused("markets.settlement (open)", lambda: client.markets.settlement(slug), "not settled", 404)
    closed = client.events.list({"limit": 20, "closed": True})["events"]
    settled = next(one for event in closed for one in event["markets"] if one["status"] == "MARKET_STATUS_RESOLVED")
    table.ok(
        "markets.settlement",
        lambda: client.markets.settlement(settled["slug"]),
        lambda one: one["slug"] == settled["slug"] and one["settlement"] in (0, 0.5, 1),
    )
    series = table.ok("series.list", lambda: client.series.list({"limit": 3}))["series"]
    table.ok("series.retrieve", lambda: client.series.retrieve(int(series[0]["id"])), lambda one: one["series"] == series[0])
    table.ok("search.query", lambda: client.search.query({"query": "election", "limit": 3}), lambda found: len(found["events"]) > 0)
    table.ok("sports.list", client.sports.list, lambda page: len(page["sports"]) > 1)
    teams = table.ok("sports.teams", lambda: client.sports.teams({"provider": "PROVIDER_SPORTRADAR"}), lambda page: len(page["teams"]) > 5)
    team = next(iter(teams["teams"].values()))
    table.ok("sports.teams (by id)", lambda: client.sports.teams({"teamIds": [str(team["id"])]}), lambda page: list(page["teams"]) == [str(team["id"])])
    table.refused("markets.retrieve_by_slug (unknown)", lambda: client.markets.retrieve_by_slug("aec-nobody-1"), "not found", 404)


def test_account(table, client):
    table.ok("account.balances", client.account.balances, lambda page: page["balances"][0]["availableToWithdraw"] > 0)
    table.ok("portfolio.positions", client.portfolio.positions)
    table.ok("portfolio.activities", lambda: client.portfolio.activities({"limit": 5, "types": ["ACTIVITY_TYPE_TRADE"]}))
    table.not_played("rfqs.trades", client.rfqs.trades)


def test_orders(table, client, demo):
    (slug,) = tradable(client)
    # The market moves meanwhile: what shall take something reaches far into the book.
    high, low = usd(0.95), usd(0.05)
    orders = client.orders
    sent = {"marketSlug": slug, "intent": LONG, "type": "ORDER_TYPE_LIMIT", "price": low, "quantity": 20}
    at_market = {"type": "ORDER_TYPE_MARKET", "price": None, "synchronousExecution": True}

    def create(**changes):
        return orders.create({**sent, **changes})

    def filled(made):
        return made["executions"][-1]["order"]["state"] == "ORDER_STATE_FILLED"

    def state(id):
        return orders.retrieve(id)["order"]["state"]

    resting = table.ok("orders.create (GTC)", create, lambda made: state(made["id"]) == "ORDER_STATE_NEW")["id"]
    table.ok("orders.list", lambda: orders.list({"slugs": [slug]}), lambda page: [one["id"] for one in page["orders"]] == [resting])
    table.ok("orders.retrieve", lambda: orders.retrieve(resting), lambda one: one["order"]["quantity"] == 20)
    table.ok(
        "orders.modify",
        lambda: orders.modify(resting, {"marketSlug": slug, "price": usd(0.06), "quantity": 15}),
        lambda _: orders.retrieve(resting)["order"]["price"] == usd(0.06),
    )
    table.refused("orders.cancel (another market)", lambda: orders.cancel(resting, {"marketSlug": "x"}), "marketSlug is required")
    table.ok("orders.cancel", lambda: orders.cancel(resting, {"marketSlug": slug}), lambda _: state(resting) == "ORDER_STATE_CANCELED")
    later = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
    till = {"tif": "TIME_IN_FORCE_GOOD_TILL_DATE", "goodTillTime": later}
    table.ok("orders.create (GTD)", lambda: create(**till), lambda made: orders.retrieve(made["id"])["order"]["tif"] == till["tif"])
    table.ok("orders.create (post-only)", lambda: create(participateDontInitiate=True))
    table.refused("orders.create (crossing, post-only)", lambda: create(price=high, participateDontInitiate=True), "would cross")
    table.ok("orders.cancel_all", orders.cancel_all, lambda page: len(page["canceledOrderIds"]) == 2)
    table.ok("orders.create (IOC)", lambda: create(price=high, quantity=1, tif=IOC, synchronousExecution=True), filled)
    table.ok("orders.create (FOK)", lambda: create(price=high, quantity=1, tif=FOK, synchronousExecution=True), filled)
    table.refused("orders.create (huge FOK)", lambda: create(price=high, quantity=5_000_000, tif=FOK), "not enough liquidity")
    table.ok("orders.create (market)", lambda: create(**at_market, quantity=2), filled)
    table.ok("orders.create (market, by cash)", lambda: create(**at_market, quantity=None, cashOrderQty=usd(5)), filled)
    tolerance = {"currentPrice": usd(0.9), "ticks": 5}
    table.ok("orders.create (slippage)", lambda: create(**at_market, quantity=1, slippageTolerance=tolerance), filled)
    table.ok("orders.create (sale)", lambda: create(price=low, quantity=1, intent="ORDER_INTENT_SELL_LONG", tif=IOC))
    table.ok(
        "orders.create (out of bounds)",
        lambda: create(price=usd(45)),
        lambda made: state(made["id"]) == "ORDER_STATE_REJECTED",
    )
    preview = {"request": {**sent, "price": high, "quantity": 1}}
    table.ok("orders.preview", lambda: orders.preview(preview), lambda one: 0 < number(one["order"]["avgPx"]) < 0.95)
    table.ok(
        "portfolio.positions",
        lambda: client.portfolio.positions({"market": slug}),
        lambda page: number(page["positions"][slug]["avgPx"]) > 0,
    )
    table.ok(
        "orders.close_position",
        lambda: orders.close_position({"marketSlug": slug, "synchronousExecution": True}),
        filled,
    )
    table.ok("orders.create (short)", lambda: create(price=low, quantity=1, intent=SHORT, tif=IOC, synchronousExecution=True), filled)
    table.ok("orders.close_position (short)", lambda: orders.close_position({"marketSlug": slug}))
    table.refused("orders.close_position (nothing held)", lambda: orders.close_position({"marketSlug": slug}), "no position")
    ids = table.ok("orders.create_many", lambda: orders.create_many({"orders": [sent, sent]}))["createdOrderIds"]
    changes = [{"orderId": id, "marketSlug": slug, "quantity": 9} for id in ids]
    table.ok(
        "orders.modify_many",
        lambda: orders.modify_many({"orders": changes}),
        lambda _: [orders.retrieve(id)["order"]["quantity"] for id in ids] == [9, 9],
    )
    table.refused("orders.create_many (21)", lambda: orders.create_many({"orders": [sent] * 21}), "1 to 20")
    table.ok(
        "orders.cancel_many",
        lambda: orders.cancel_many({"orders": [{"orderId": id, "marketSlug": slug} for id in ids]}),
        lambda _: [state(id) for id in ids] == ["ORDER_STATE_CANCELED"] * 2,
    )
    table.refused("orders.create (too much)", lambda: create(quantity=5_000_000), "buying power")
    with PolymarketUS(**options(demo, secret_key="AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")) as stranger:
        table.refused("account.balances (foreign key)", stranger.account.balances, "invalid signature", 401)


def test_combos(table, client):
    """The client makes none, and trades what its own request made."""
    legs = [{"symbol": slug, "side": "SIDE_BUY"} for slug in tradable(client, 2, games=True)]
    combo = table.ok(
        "post(/v1/combos)",
        lambda: client.post("/v1/combos", body={"legs": legs}, authenticated=True),
        lambda made: made["combo"]["id"].startswith("caoc-"),
    )["combo"]["id"]
    table.ok(
        "get(/v1/combos)",
        lambda: client.get("/v1/combos", query={"symbol": combo}, authenticated=True),
        lambda page: [one["id"] for one in page["combos"]] == [combo],
    )
    wanted = {"marketSlug": combo, "intent": LONG, "type": "ORDER_TYPE_MARKET", "quantity": 5}
    table.ok("orders.create (combo)", lambda: client.orders.create({**wanted, "synchronousExecution": True}))
    table.ok(
        "portfolio.positions (combo)",
        lambda: client.portfolio.positions({"market": combo}),
        lambda page: [leg["state"] for leg in page["positions"][combo]["comboLegDetails"]] == ["COMBO_LEG_STATE_PENDING"] * 2,
    )
    table.ok("orders.close_position (combo)", lambda: client.orders.close_position({"marketSlug": combo}))
    table.not_played("markets.book (combo)", lambda: client.markets.book(combo))


def test_asynchronous_client(table, demo):
    client = AsyncPolymarketUS(**options(demo))
    try:
        table.ok("events.list", lambda: client.events.list({"limit": 2}), lambda page: len(page["events"]) == 2)
        table.ok("account.balances", client.account.balances)
        table.ok("sports.list", client.sports.list)
    finally:
        table.run(client.close())


async def heard_by(socket, event, act=None):
    """The first payload of an event after something was done."""
    came = asyncio.get_running_loop().create_future()
    socket.once(event, lambda payload=None: came.done() or came.set_result(payload))
    if act is not None:
        await act
    return await asyncio.wait_for(came, 10)


def test_sockets(table, client):
    (slug,) = tradable(client)
    markets, private = client.ws.markets(), client.ws.private()
    table.ok("ws.markets().connect", markets.connect)
    table.ok("ws.private().connect", private.connect)
    sent = {"marketSlug": slug, "intent": LONG, "type": "ORDER_TYPE_LIMIT", "price": usd(0.05), "quantity": 3}

    async def buys():
        await asyncio.to_thread(client.orders.create, {**sent, "price": usd(0.95), "quantity": 1, "tif": IOC})

    async def rests():
        await asyncio.to_thread(client.orders.create, sent)

    try:
        table.ok(
            "subscribe_market_data",
            lambda: heard_by(markets, "market_data", markets.subscribe_market_data("md", [slug])),
            lambda told: told["marketData"]["marketSlug"] == slug,
        )
        table.ok(
            "subscribe_market_data_lite",
            lambda: heard_by(markets, "market_data_lite", markets.subscribe_market_data_lite("lite", [slug])),
            lambda told: number(told["marketDataLite"]["bestBid"]) > 0,
        )
        table.ok("subscribe_trades", lambda: markets.subscribe_trades("trades", [slug]))
        table.not_played(
            "subscribe_all (orders)",
            lambda: heard_by(markets, "error", markets.subscribe_all("x", "SUBSCRIPTION_TYPE_ORDER", [slug])),
            says="does not play",
        )
        table.ok("unsubscribe", lambda: markets.unsubscribe("lite"))
        table.ok("subscribe_orders", lambda: private.subscribe_orders("orders"))
        table.ok(
            "on(order_update)",
            lambda: heard_by(private, "order_update", rests()),
            lambda told: told["orderSubscriptionUpdate"]["execution"]["type"] == "EXECUTION_TYPE_NEW",
        )
        table.ok(
            "subscribe_all (snapshot)",
            lambda: heard_by(private, "order_snapshot", private.subscribe_all("snap", "SUBSCRIPTION_TYPE_ORDER_SNAPSHOT")),
            lambda told: told["orderSubscriptionSnapshot"]["eof"] and len(told["orderSubscriptionSnapshot"]["orders"]) >= 1,
        )
        table.ok(
            "subscribe_account_balance",
            lambda: heard_by(private, "account_balance_snapshot", private.subscribe_account_balance("money")),
        )
        table.ok("subscribe_positions", lambda: private.subscribe_positions("positions"))
        table.ok(
            "on(position_update)",
            lambda: heard_by(private, "position_update", buys()),
            lambda told: told["positionSubscription"]["entryType"] == "LEDGER_ENTRY_TYPE_ORDER_EXECUTION",
        )
        table.ok(
            "on(account_balance_update)",
            lambda: heard_by(private, "account_balance_update", buys()),
            lambda told: told["accountBalancesUpdate"]["balanceChange"]["afterBalance"]["currentBalance"] > 0,
        )
        table.ok("subscribe_rfq", lambda: private.subscribe_rfq("rfqs"))
        table.ok("on(trade)", lambda: heard_by(markets, "trade", buys()), lambda told: told["trade"]["marketSlug"] == slug)
        table.ok("on(heartbeat)", lambda: heard_by(private, "heartbeat"))
    finally:
        client.orders.cancel_all()
        table.run(markets.close())
        table.run(private.close())
