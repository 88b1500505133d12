"""py-clob-client-v2: orders of both protocols, cancels, and what the venue refuses."""

import time
from dataclasses import replace

import pytest
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import (
    MarketOrderArgs,
    OpenOrderParams,
    OrderArgs,
    OrderMarketCancelParams,
    OrderPayload,
    OrderType,
    PartialCreateOrderOptions,
    PostOrdersV2Args,
)
from py_clob_client_v2.order_utils import SignatureTypeV2
from support.market_order import at_the_market
from support.polymarket import fresh_key, tradable

CLIENT = "py-clob-client-v2"

BUILDER, METADATA = "0x" + "b1" * 32, "0x" + "6d" * 32
#: Kinds of CTF tokens and positions, with and without negative risk: each signs for another exchange or domain.
KINDS = {"v1": ("v1", False), "v1 neg-risk": ("v1", True), "v2": ("v2", False), "v2 neg-risk": ("v2", True)}


def trader(demo, key=None, **more):
    client = ClobClient(demo.url("polymarket", "clob"), 137, key=key or fresh_key(), **more)
    client.set_api_creds(client.derive_api_key())
    return client


@pytest.fixture
def client(demo):
    return trader(demo)


@pytest.fixture(params=KINDS)
def market(demo, request):
    return tradable(demo, *KINDS[request.param])


def named(market) -> dict:
    """The outcome as the client wants it: a position selects the signing of the second protocol."""
    return {"position_id" if market.version == "v2" else "token_id": market.id}


def resting(market, **more):
    return OrderArgs(**{**named(market), "price": 0.11, "size": 10, "side": "BUY", **more})


def test_orders(table, client, market):
    post = client.create_and_post_order
    placed = table.ok("create_and_post_order (GTC)", lambda: post(resting(market)), is_live)
    later = int(time.time()) + 600
    table.ok("create_and_post_order (GTD)", lambda: post(resting(market, expiration=later), order_type=OrderType.GTD), is_live)
    table.ok("create_and_post_order (post-only)", lambda: post(resting(market, price=0.12), post_only=True), is_live)
    table.ok(
        "create_and_post_order (builder code and metadata)",
        lambda: post(resting(market, price=0.13, builder_code=BUILDER, metadata=METADATA)),
        is_live,
    )
    orders = [PostOrdersV2Args(client.create_order(resting(market, price=price))) for price in (0.05, 0.06, 0.07)]
    batch = table.ok("post_orders", lambda: client.post_orders(orders), lambda rows: len({one["orderID"] for one in rows}) == 3 and all(map(is_live, rows)))
    table.ok(
        "get_open_orders",
        lambda: client.get_open_orders(OpenOrderParams(market=market.condition)),
        lambda rows: sorted(one["price"] for one in rows) == ["0.05", "0.06", "0.07", "0.11", "0.11", "0.12", "0.13"]
        and [one["expiration"] for one in rows if one["order_type"] == "GTD"] == [str(later)],
    )
    table.ok("cancel_order", lambda: client.cancel_order(OrderPayload(placed["orderID"])), cancels(placed["orderID"]))
    table.ok(
        "cancel_order (again)",
        lambda: client.cancel_order(OrderPayload(placed["orderID"])),
        lambda said: said["canceled"] == [] and "already canceled" in said["not_canceled"][placed["orderID"]],
    )
    some = [one["orderID"] for one in batch[:2]]
    table.ok("cancel_orders", lambda: client.cancel_orders(some), cancels(*some))
    table.ok("cancel_market_orders (asset)", lambda: client.cancel_market_orders(OrderMarketCancelParams(asset_id="17")), cancels())
    table.ok(
        "cancel_market_orders",
        lambda: client.cancel_market_orders(OrderMarketCancelParams(market=market.condition, asset_id=market.id)),
        lambda said: len(said["canceled"]) == 4,
    )
    last = post(resting(market))["orderID"]
    table.ok("cancel_all", client.cancel_all, cancels(last))


def test_orders_at_the_market(table, client, market):
    post = client.create_and_post_market_order

    def order(name, side, amount, kind, fills):
        # The client keeps the price that it works out in the arguments, so each attempt has arguments of its own.
        send = lambda: post(MarketOrderArgs(**named(market), amount=amount, side=side, order_type=kind), order_type=kind)
        return table.ok(name, lambda: at_the_market(send, fills), fills, tolerates=(400,))

    bought = order("create_and_post_market_order (FOK, by money)", "BUY", 6, OrderType.FOK, spends(6))
    order("create_and_post_market_order (FAK, by money)", "BUY", 3, OrderType.FAK, spends(3))
    shares = float(bought["takingAmount"])
    sold = order(
        "create_and_post_market_order (FAK, sale)", "SELL", 2, OrderType.FAK,
        lambda one: one["status"] == "matched" and float(one["makingAmount"]) == 2 and is_settled(one),
    )
    table.ok(
        "get_trades",
        client.get_trades,
        lambda rows: {one["side"] for one in rows if one["taker_order_id"] == sold["orderID"]} == {"SELL"}
        and abs(sum(float(one["size"]) for one in rows if one["taker_order_id"] == bought["orderID"]) - shares) < 1e-6,
    )
    limit = resting(market, side="SELL", price=0.01, size=5)
    table.ok("create_and_post_order (sale that crosses)", lambda: client.create_and_post_order(limit), lambda one: one["status"] == "matched")


def test_orders_that_the_venue_refuses(table, client, market):
    post = client.create_and_post_order
    crossing = resting(market, price=round(market.ask + 0.05, 2))
    table.refused("create_and_post_order (crossing, post-only)", lambda: post(crossing, post_only=True), "order crosses book")
    soon = resting(market, expiration=int(time.time()) + 60)
    table.refused("create_and_post_order (GTD in a minute)", lambda: post(soon, order_type=OrderType.GTD), "invalid expiration")
    table.refused("create_and_post_order (too small)", lambda: post(resting(market, size=4)), "lower than the minimum: 5")
    table.refused("create_and_post_order (short sale)", lambda: post(resting(market, side="SELL", price=0.9)), "not enough balance")
    table.refused("create_and_post_order (beyond the balance)", lambda: post(resting(market, size=5_000_000)), "not enough balance")
    huge = resting(market, price=market.ask, size=400_000)
    table.refused("create_and_post_order (huge, FOK)", lambda: post(huge, order_type=OrderType.FOK), "couldn't be fully filled")
    table.refused("create_and_post_order (no match, FAK)", lambda: post(resting(market, price=0.02), order_type=OrderType.FAK), "no orders found to match")
    signed = client.create_order(resting(market))
    table.ok("post_order", lambda: client.post_order(signed), is_live)
    table.refused("post_order (again)", lambda: client.post_order(signed), "Duplicated")


def test_orders_that_are_signed_wrongly(table, demo, client, market):
    signed = client.create_order(resting(market))
    for name, changed in {
        "makerAmount": "1200000",
        "tokenId": market.other,
        "timestamp": "1",
        "builder": BUILDER,
        "metadata": METADATA,
    }.items():
        wrong = replace(signed, **{name: changed})
        table.refused(f"post_order (another {name})", lambda wrong=wrong: client.post_order(wrong), "invalid signature")
    stranger = ClobClient(client.host, 137, key=fresh_key(), creds=client.creds)
    foreign = stranger.create_order(resting(market))
    table.refused("post_order (a stranger's)", lambda: client.post_order(foreign), "signer address has to be the address of the API KEY")
    mine = replace(foreign, maker=client.get_address(), signer=client.get_address())
    table.refused("post_order (signed by a stranger)", lambda: client.post_order(mine), "invalid signature")
    amoy = ClobClient(client.host, 80_002, key=client.signer.private_key, creds=client.creds)
    elsewhere = amoy.create_order(resting(market))
    table.refused("post_order (another chain)", lambda: client.post_order(elsewhere), "invalid signature")
    other = "token_id" if market.version == "v2" else "position_id"
    misrouted = client.create_order(
        OrderArgs(**{other: market.id}, price=0.11, size=10, side="BUY"), PartialCreateOrderOptions(neg_risk=False)
    )
    table.refused("post_order (the other protocol's exchange)", lambda: client.post_order(misrouted), "invalid signature")
    old = client.create_order(OrderArgs(token_id=market.id, price=0.11, size=10, side="BUY"), PartialCreateOrderOptions(version=1))
    table.refused("post_order (version 1)", lambda: client.post_order(old), "order_version_mismatch")


@pytest.mark.parametrize("kind", [SignatureTypeV2.POLY_PROXY, SignatureTypeV2.POLY_GNOSIS_SAFE, SignatureTypeV2.POLY_1271])
def test_wallets(table, demo, market, kind):
    """A wallet that is not the key's own by its address may be of any kind but 0."""
    wallet = "0x1111111111111111111111111111111111111111"
    client = trader(demo, signature_type=kind, funder=wallet)
    placed = table.ok(f"create_and_post_order ({kind.name})", lambda: client.create_and_post_order(resting(market)), is_live)
    table.ok(f"get_order ({kind.name})", lambda: client.get_order(placed["orderID"]), lambda one: one["maker_address"] == wallet)
    key = trader(demo, client.signer.private_key, signature_type=SignatureTypeV2.EOA, funder=wallet)
    table.refused("create_and_post_order (a wallet as a key)", lambda: key.create_and_post_order(resting(market)), "maker address not allowed")


def is_live(one) -> bool:
    return one["success"] and one["status"] == "live" and len(one["orderID"]) == 66


def is_settled(one) -> bool:
    """The client waits until every trade of an order has its transaction."""
    return len(one["transactionsHashes"]) == len(one["tradeIDs"]) > 0


def spends(money: float):
    return lambda one: one["status"] == "matched" and money - 0.5 < float(one["makingAmount"]) <= money and is_settled(one)


def cancels(*ids: str):
    return lambda said: sorted(said["canceled"]) == sorted(ids) and said["not_canceled"] == {}
