"""The official Python SDK: orders on the demo's lent accounts, of every class that builds them, and what it refuses."""

import pytest
from support.sdk_demo import VENUES, WAITING, Rows, patiently
from support.sdk_models import is_book

CLIENT = "pmxt"

#: Enough for the least order of every venue at this price, far below the market.
AMOUNT, PRICE = 200, 0.1
#: Of the market order.
TAKEN = 50
#: Of what a market order may be told, and how often it is sent while it is canceled unfilled.
ENDED = ("filled", "closed", "open", "pending", "canceled")
MOST_ORDERS = 5
SPOILT = {"private_key": "0x" + "0" * 63 + "z"}


def tradable(client):
    """An outcome that is not known to be outside 0.3 to 0.7, the first one whose best ask fills the market order."""
    for market in patiently(lambda: client.fetch_markets(limit=200))():
        outcome = market.outcomes[0]
        # Pools of Myriad are traded by transactions, which are refused.
        if client.exchange_name == "myriad" and ":ob" not in market.market_id:
            continue
        if outcome.price is None or 0.3 <= outcome.price <= 0.7:
            book = patiently(lambda outcome=outcome: client.fetch_order_book(outcome))()
            if is_book(book) and book.bids and book.bids[0].price > PRICE and book.asks and book.asks[0].size >= TAKEN:
                return outcome
    return None


def bought(client, outcome):
    """The book moves between its reading and the order: a venue cancels what it then cannot fill, all of it or the rest."""
    for _ in range(MOST_ORDERS):
        order = client.create_order(outcome=outcome, side="buy", order_type="market", amount=TAKEN)
        if order.filled > 0 or order.status not in ("canceled", "rejected"):
            return order
    return order


def is_order(order, outcome, status=("open", "pending")):
    assert type(order).__name__ == "Order" and order.id, "no order"
    assert order.outcome_id == outcome.outcome_id and order.side == "buy", "another order"
    assert order.status in status, order.status
    return True


@pytest.mark.parametrize("name", [name for name in VENUES if name != "Metaculus"])
def test_orders(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    limit = {"side": "buy", "order_type": "limit", "amount": AMOUNT, "price": PRICE}
    if not rows.has("buildOrder"):
        ids = {"market_id": "1", "outcome_id": "1"}
        rows.not_supported("build_order", lambda: client.build_order(**ids, **limit))
        rows.not_supported("create_order", lambda: client.create_order(**ids, **limit))
        return
    outcome = table.ok(f"{name}, an outcome to trade", lambda: tradable(client), lambda found: found, tolerates=WAITING)
    if outcome is None:
        return
    built = rows.read(
        "build_order", "buildOrder", lambda: client.build_order(outcome=outcome, **limit),
        lambda one: type(one).__name__ == "BuiltOrder" and one.params,
    )
    order = built and rows.read(
        "submit_order", "submitOrder", lambda: client.submit_order(built), lambda one: is_order(one, outcome)
    )
    if order:
        rows.read(
            "fetch_order", "fetchOrder", lambda: client.fetch_order(order.id),
            lambda one: is_order(one, outcome) and one.id == order.id and one.amount == AMOUNT and one.price == PRICE,
        )
        rows.read(
            "fetch_open_orders, with it", "fetchOpenOrders", client.fetch_open_orders,
            lambda found: order.id in [one.id for one in found],
        )
        rows.read(
            "cancel_order", "cancelOrder", lambda: client.cancel_order(order.id),
            lambda one: one.id == order.id and one.status in ("canceled", "cancelled"),
        )
    rows.read(
        "create_order market", "createOrder",
        lambda: bought(client, outcome), lambda one: is_order(one, outcome, ENDED) and one.filled > 0,
    )
    rows.read(
        "fetch_positions, with it", "fetchPositions", client.fetch_positions,
        lambda found: outcome.outcome_id in [one.outcome_id for one in found],
    )
    rows.refused(
        "create_order, price 2", lambda: client.create_order(outcome=outcome, **{**limit, "price": 2}), "price", 400
    )
    rows.refused(
        "create_order, amount -1", lambda: client.create_order(outcome=outcome, **{**limit, "amount": -1}), "amount", 400
    )
    rows.refused(
        "submit_order, changed", lambda: client.submit_order(_changed(client.build_order(outcome=outcome, **limit))),
        "VALIDATION_ERROR", 400,
    )


def _changed(built):
    """What this daemon has not built."""
    from pmxt import BuiltOrder

    return BuiltOrder(exchange=built.exchange, params={**built.params, "amount": AMOUNT + 1}, raw=built.raw)


def test_forecasts(table, sdk):
    """There a limit order is a forecast: it has no size, and stands at once."""
    client = sdk.client("Metaculus")
    rows = Rows(table, client, "Metaculus")
    markets = patiently(lambda: client.fetch_markets(limit=100))()
    # A forecast of a number or a date is a distribution, which is refused; what has not begun shows no price.
    outcome = next(
        market.outcomes[0]
        for market in markets
        if market.source_metadata["type"] == "binary" and market.outcomes[0].price is not None
    )
    limit = {"side": "buy", "order_type": "limit", "amount": 1, "price": 0.4}
    built = rows.read(
        "build_order", "buildOrder", lambda: client.build_order(outcome=outcome, **limit),
        lambda one: type(one).__name__ == "BuiltOrder" and one.params,
    )
    order = built and rows.read(
        "submit_order", "submitOrder", lambda: client.submit_order(built), lambda one: is_order(one, outcome, ("filled",))
    )
    if order:
        rows.read(
            "fetch_order", "fetchOrder", lambda: client.fetch_order(order.id),
            lambda one: is_order(one, outcome, ("filled",)) and one.price == 0.4,
        )
        rows.read(
            "cancel_order", "cancelOrder", lambda: client.cancel_order(order.id),
            lambda one: one.id == order.id and one.status == "canceled",
        )
        rows.read(
            "fetch_order, canceled", "fetchOrder", lambda: client.fetch_order(order.id),
            lambda one: is_order(one, outcome, ("canceled",)),
        )
    market = {**limit, "order_type": "market", "price": None}
    # There is no book that it could be filled from.
    rows.not_supported("create_order market", lambda: client.create_order(outcome=outcome, **market))
    rows.refused("create_order, price 2", lambda: client.create_order(outcome=outcome, **{**limit, "price": 2}), "price", 400)


@pytest.mark.parametrize("name", ["Polymarket", "Limitless", "Probable", "Hyperliquid"])
def test_wrong_credentials(table, sdk, name):
    rows = Rows(table, sdk.client(name, **SPOILT), name)
    rows.refused("fetch_open_orders, a spoilt key", rows.client.fetch_open_orders, "AUTHENTICATION_ERROR", 401)


def test_names_that_are_not_supported(table, sdk):
    client = sdk.client("Kalshi")
    rows = Rows(table, client, "Kalshi")
    rows.not_supported("fetch_market_matches", lambda: client.fetch_market_matches(query="a"))
    rows.not_supported("fetch_arbitrage", lambda: client.fetch_arbitrage())
    rows.not_supported("call_api", lambda: client.call_api("GetMarkets", {}))
    rows.not_supported("watch_prices", lambda: client.watch_prices("1"))
    rows.not_supported("watch_user_positions", lambda: client.watch_user_positions())
    mock = sdk.client("Mock")
    Rows(table, mock, "Mock").not_supported("fetch_markets", lambda: mock.fetch_markets(limit=1))
