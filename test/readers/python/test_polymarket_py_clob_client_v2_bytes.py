"""
py-clob-client-v2 and the daemon build the same orders, field by field and signature by signature.

The client counts in binary floats and so loses a cent of a size, or a tick of a price, now and then. Such an order is
equal once the client's own code counts in decimals: that run has to agree on every order, and the two runs of the client
have to differ exactly where its roundings do.
"""

import random
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

import pytest
from eth_account import Account
from py_clob_client_v2 import client as client_module
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import MarketOrderArgs, OrderArgs
from py_clob_client_v2.order_builder import builder as builder_module
from py_clob_client_v2.order_builder.builder import ROUNDING_CONFIG
from py_clob_client_v2.order_builder.helpers import round_down
from py_clob_client_v2.order_utils import ExchangeOrderBuilderV2
from py_clob_client_v2.order_utils.model.order_data_v2 import order_to_json_v2
from support.daemon import Daemon
from support.polymarket import tradable

CLIENT = "py-clob-client-v2"

#: The public development key, and a wallet that is none of its own.
KEY, WALLET = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", "0x1111111111111111111111111111111111111111"


@pytest.fixture(scope="module")
def daemon(demo):
    started = Daemon(demo, "polymarket")
    yield started
    started.stop()


@pytest.mark.parametrize(("version", "count", "seed"), [("v2", 200, 2), ("v1", 100, 1)])
def test_orders(table, demo, daemon, monkeypatch, version, count, seed):
    markets = [market for neg_risk in (False, True) for market in on_ticks(demo, version, neg_risk)]
    draw = random.Random(seed)
    orders = [wanted(draw, draw.choice(markets)) for _ in range(count)]
    ours = table.ok(f"buildOrder ({count} of {version})", lambda: [built(daemon, one) for one in orders], lambda rows: len(rows) == count)
    clients = {kind: trader(demo, kind) for kind in range(4)}
    floats = table.ok(f"create_order ({count} of {version})", lambda: [signed(clients, monkeypatch, *pair) for pair in zip(orders, ours, strict=True)])
    count_in_decimals(monkeypatch)
    exact = table.ok(f"create_order ({count} of {version}, in decimals)", lambda: [signed(clients, monkeypatch, *pair) for pair in zip(orders, ours, strict=True)])
    table.ok("every field and signature", lambda: [pair for pair in zip(ours, exact, strict=True) if pair[0] != pair[1]], lambda different: different == [])
    lost = [one for one, mine, theirs in zip(orders, ours, floats, strict=True) if mine != theirs]
    explained = [one for one in orders if loses(one)]
    table.ok(f"{len(lost)} lose to the client's floats", lambda: lost, lambda rows: rows == explained and 0 < len(rows) < count / 8)


def on_ticks(demo, version: str, neg_risk: bool) -> list:
    """A market on the usual tick, and one on the finer tick where prices are near an end of their range."""
    fine = []
    try:
        fine = [tradable(demo, version, neg_risk, 0.001, anywhere=True)]
    except LookupError:
        pass
    return [tradable(demo, version, neg_risk, 0.01, anywhere=True), *fine]


def wanted(draw: random.Random, market) -> dict:
    """An order that the market takes: on its ticks, and not too small."""
    ticks = round(1 / market.tick)
    price = Decimal(draw.randrange(5, ticks - 5)) / ticks
    amount = Decimal(draw.randrange(500, 100_000)) / 100
    return {
        "market": market,
        "outcome": draw.choice((market.id, market.other)),
        "side": draw.choice(("buy", "sell")),
        "type": draw.choice(("limit", "market")),
        "kind": draw.randrange(4),
        "price": price,
        "amount": amount,
    }


def built(daemon, one: dict) -> dict:
    """The order of the daemon."""
    params = {"marketId": one["market"].market, "outcomeId": one["outcome"], **{name: one[name] for name in ("side", "type")}}
    numbers = {name: float(one[name]) for name in ("price", "amount")}
    credentials = {"privateKey": KEY, "signatureType": one["kind"], **({} if one["kind"] == 0 else {"funderAddress": WALLET})}
    return daemon.call("polymarket", "buildOrder", {**params, **numbers}, credentials=credentials)["signedOrder"]


def trader(demo, kind: int) -> ClobClient:
    funder = None if kind == 0 else WALLET
    return ClobClient(demo.url("polymarket", "clob"), 137, key=KEY, signature_type=kind, funder=funder)


def signed(clients, monkeypatch, one: dict, ours: dict) -> dict:
    """The order of the client, with the salt and the time of ours."""
    client, build = clients[one["kind"]], ExchangeOrderBuilderV2.build_order
    named = {"position_id" if one["market"].version == "v2" else "token_id": one["outcome"]}
    number = Decimal if builder_module.round_down is not round_down else float
    price, side = number(one["price"]), one["side"].upper()
    with monkeypatch.context() as patch:
        same = {"salt": str(ours["salt"]), "timestamp": ours["timestamp"]}
        patch.setattr(ExchangeOrderBuilderV2, "build_order", lambda self, data: replace(build(self, data), **same))
        if is_limit(one):
            order = client.create_order(OrderArgs(**named, price=price, size=number(one["amount"]), side=side))
        else:
            order = client.create_market_order(MarketOrderArgs(**named, price=price, amount=number(one["amount"]), side=side))
    return order_to_json_v2(order, "", "GTC")["order"]


def is_limit(one: dict) -> bool:
    """A purchase at the market is a limit order of the daemon, which cancels its rest: the client's would spend money."""
    return one["type"] == "limit" or one["side"] == "buy"


def count_in_decimals(monkeypatch) -> None:
    """Puts decimals in the place of the client's roundings of floats, and leaves its rules as they are."""

    def rounding(mode):
        return lambda x, digits: x.quantize(Decimal(1).scaleb(-digits), mode)

    def places(x):
        return max(0, -x.normalize().as_tuple().exponent)

    for module in (builder_module, client_module):
        monkeypatch.setattr(module, "round_normal", rounding(ROUND_HALF_EVEN))
    monkeypatch.setattr(builder_module, "round_down", rounding(ROUND_FLOOR))
    monkeypatch.setattr(builder_module, "round_up", rounding(ROUND_CEILING))
    monkeypatch.setattr(builder_module, "decimal_places", places)
    monkeypatch.setattr(builder_module, "to_token_decimals", lambda x: int((x * 10**6).to_integral_value(ROUND_HALF_EVEN)))


def loses(one: dict) -> bool:
    """
    Whether one of the client's expressions, floor(x * 10 ** digits) / 10 ** digits, gives less than a number that has no
    more digits than that: 161.67 * 100 is 16166.999999999998.
    """
    digits = ROUNDING_CONFIG[str(one["market"].tick)]
    numbers = [(one["amount"], digits.size)]
    if not is_limit(one):
        numbers.append((one["price"], digits.price))
    return any(round_down(float(x), places) < float(x) for x, places in numbers)


def test_the_key(table):
    table.ok("the public development key", lambda: Account.from_key(KEY).address, lambda one: one == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
