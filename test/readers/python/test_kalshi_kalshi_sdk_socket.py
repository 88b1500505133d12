"""kalshi-sdk, an independent client: the socket, whose frames it reads by the venue's document."""

import asyncio
import uuid

import pytest
from kalshi import KalshiAuth, KalshiClient, KalshiConfig
from kalshi.errors import KalshiConnectionError
from kalshi.models.orders import CreateOrderV2Request
from kalshi.ws import KalshiWebSocket

CLIENT = "kalshi-sdk"
#: What comes at all comes within this.
SECONDS = 60


@pytest.fixture
def venue(demo):
    keys = demo.keys("kalshi")
    config = KalshiConfig(base_url=demo.url("kalshi"), ws_base_url=f"{demo.socket('kalshi')}/trade-api/ws/v2", max_retries=0)
    auth = KalshiAuth.from_pem(keys["apiKey"], keys["privateKey"])
    with KalshiClient(auth=auth, config=config) as client:
        yield client, auth, config


async def first(stream):
    return await asyncio.wait_for(anext(aiter(stream)), SECONDS)


def tradable(client):
    for market in client.markets.list_all(status="open", mve_filter="exclude", limit=1000):
        if market.yes_bid >= 0.15 and market.yes_ask <= 0.85:
            return market


def order(market, **changes):
    return CreateOrderV2Request(
        ticker=market.ticker,
        client_order_id=str(uuid.uuid4()),
        side="bid",
        count=changes.pop("count", "2.00"),
        price=changes.pop("price", "0.0500"),
        time_in_force=changes.pop("time_in_force", "good_till_canceled"),
        self_trade_prevention_type="taker_at_cross",
        **changes,
    )


def test_channels(table, venue):
    client, auth, config = venue
    market = tradable(client)
    socket = KalshiWebSocket(auth=auth, config=config)
    opened = socket.connect()
    session = table.run(opened.__aenter__())

    def channel(name, act=None, check=None, **params):
        """Subscribes, lets something happen, and reads the first frame."""

        async def work():
            stream = await getattr(session, name)(**params)
            if act is not None:
                await asyncio.to_thread(act)
            return await first(stream)

        return table.ok(name, work, check)

    def take():
        dearer = f"{float(market.yes_ask) + 0.05:.2f}"
        client.orders.create_v2(request=order(market, price=dearer, time_in_force="immediate_or_cancel"))

    def rest():
        client.orders.create_v2(request=order(market))

    def group():
        client.order_groups.create(contracts_limit=5)

    mine = {"tickers": [market.ticker]}
    channel("subscribe_orderbook_delta", None, lambda it: it.type == "orderbook_snapshot" and it.msg.clock > 0, **mine)
    channel("subscribe_trade", take, lambda it: it.msg.market_ticker == market.ticker and it.seq == 1, **mine)
    channel("subscribe_ticker", take, lambda it: it.msg.market_ticker == market.ticker, **mine)
    channel("subscribe_fill", take, lambda it: it.msg.outcome_side == "yes" and it.msg.exchange_index == market.exchange_index)
    channel("subscribe_user_orders", rest, lambda it: it.msg.status == "resting" and it.msg.ticker == market.ticker)
    channel("subscribe_market_positions", take, lambda it: it.msg.market_ticker == market.ticker)
    channel("subscribe_order_group", group, lambda it: it.msg.event_type == "created")
    table.ok("subscribe_market_lifecycle", lambda: session.subscribe_market_lifecycle())
    for name in ("subscribe_multivariate_lifecycle", "subscribe_communications", "subscribe_cfbenchmarks_value", "subscribe_cfbenchmarks_value_5hz"):
        table.not_played(name, getattr(session, name), says="not implemented")
    table.run(opened.__aexit__(None, None, None))
    client.orders.cancel_all_v2()


def test_strangers(table, venue, demo):
    _, _, config = venue
    stranger = KalshiAuth.from_pem(demo.keys("kalshi", "ed25519")["apiKey"], demo.keys("kalshi")["privateKey"])

    async def open_socket():
        try:
            async with KalshiWebSocket(auth=stranger, config=config).connect():
                pass
        except KalshiConnectionError as error:
            # The status is in what lies below.
            raise error.__cause__ from None

    table.refused("connect with another key's signature", open_socket, says="401", status=None)
