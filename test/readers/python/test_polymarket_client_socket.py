"""polymarket-client: both channels of its socket. Prices of assets, sports and comments come from hosts that are not played."""

import asyncio

import pytest
from eth_account import Account
from polymarket.clients.async_public import AsyncPublicClient
from polymarket.clients.async_secure import AsyncSecureClient
from polymarket.streams import MarketSpec, UserSpec
from support.polymarket import fresh_key, tradable
from support.polymarket_sdk import environment

CLIENT = "polymarket-client"


async def until(handle, holds, seconds=20):
    """The first event for which it holds. @raises TimeoutError"""
    async with asyncio.timeout(seconds):
        async for event in handle:
            if holds(event):
                return event
    raise ConnectionError("the stream has ended")


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_user_and_market(table, demo, version):
    market, key = tradable(demo, version), fresh_key()
    wallet = Account.from_key(key).address
    client = table.ok("create", lambda: AsyncSecureClient.create(private_key=key, wallet=wallet, environment=environment(demo)))
    books = table.ok("subscribe(MarketSpec)", lambda: client.subscribe(MarketSpec(asset_ids=[market.id], custom_feature_enabled=True)))
    user = table.ok("subscribe(UserSpec)", lambda: client.subscribe(UserSpec(markets=[market.condition])))
    table.ok("book", lambda: until(books, lambda one: one.type == "book"), lambda one: one.payload.asset_id == market.id and one.payload.market == market.condition)
    placed = table.ok(
        "place_limit_order", lambda: client.place_limit_order(asset_id=market.id, price="0.11", size=10, side="BUY"), lambda one: one.status == "live"
    )
    table.ok("order (PLACEMENT)", lambda: until(user, is_order("PLACEMENT", placed.order_id)), lambda one: one.payload.asset_id == market.id and one.payload.status == "LIVE")
    bought = table.ok("place_market_order", lambda: client.place_market_order(asset_id=market.id, side="BUY", amount=6), lambda one: one.status == "matched")
    table.ok("trade (MATCHED)", lambda: until(user, is_trade("MATCHED", bought.trade_ids)), lambda one: one.payload.taker_order_id == bought.order_id)
    table.ok("trade (CONFIRMED)", lambda: until(user, is_trade("CONFIRMED", bought.trade_ids)), lambda one: one.payload.transaction_hash is not None)
    table.ok("cancel_order", lambda: client.cancel_order(order_id=placed.order_id), lambda one: one.canceled == (placed.order_id,))
    table.ok("order (CANCELLATION)", lambda: until(user, is_order("CANCELLATION", placed.order_id)))
    table.run(user.close())
    table.run(books.close())
    table.run(client.close())


def test_market_without_a_key(table, demo):
    market = tradable(demo)
    client = AsyncPublicClient(environment=environment(demo))
    books = table.ok("subscribe(MarketSpec)", lambda: client.subscribe(MarketSpec(asset_ids=[market.id, market.other])))
    table.ok("book", lambda: until(books, lambda one: one.type == "book" and one.payload.asset_id == market.other), lambda one: len(one.payload.bids) > 0)
    table.run(books.close())
    table.run(client.close())


def is_order(kind: str, order_id: str):
    return lambda one: one.type == "order" and one.payload.order_event_type == kind and one.payload.id == order_id


def is_trade(status: str, ids):
    return lambda one: one.type == "trade" and one.payload.status == status and one.payload.id in ids
