"""opinion-clob-sdk, the venue's own client. What it reads or writes on the chain (fee rates, split, merge) is left out."""

import copy

import pytest
from eth_account import Account
from opinion_clob_sdk import BuilderClient, TopicStatusFilter, TopicType
from opinion_clob_sdk.chain.py_order_utils.model.order_type import LIMIT_ORDER, MARKET_ORDER
from opinion_clob_sdk.chain.py_order_utils.model.sides import OrderSide
from opinion_clob_sdk.model import CollectionType, TopicSortType

from support.opinion import ELSEWHERE, NO_CHAIN, STRANGER, client_of, order, tradable

CLIENT = "opinion-clob-sdk"


@pytest.fixture
def client(demo):
    return client_of(demo)


def test_market_data(table, client):
    row, ask = tradable(client)
    good = lambda answer: answer.errno == 0
    table.ok(
        "get_markets",
        lambda: client.get_markets(limit=20, sort_by=TopicSortType.BY_VOLUME_24H_DESC),
        lambda answer: good(answer) and len(answer.result.list) == 20 and answer.result.total > 20,
    )
    table.ok(
        "get_markets (collections)",
        lambda: client.get_markets(collection_type=CollectionType.ALL_COLLECTION_MARKETS),
        lambda answer: all(one.collection.current is not None for one in answer.result.list)
        and any(len(one.collection.next) > 0 for one in answer.result.list),
    )
    table.ok(
        "get_market",
        lambda: client.get_market(row.market_id, use_cache=False),
        lambda answer: answer.result.data.yes_token_id == row.yes_token_id,
    )
    parent = client.get_markets(TopicType.CATEGORICAL).result.list[0]
    table.ok(
        "get_categorical_market",
        lambda: client.get_categorical_market(parent.market_id),
        lambda answer: len(answer.result.data.child_markets) == len(parent.child_markets),
    )
    table.refused("get_market (unknown)", lambda: client.get_market(999_999_999), "Topic ID does not exist", 200)
    table.ok("get_quote_tokens", client.get_quote_tokens, lambda answer: answer.result.list[0].decimal == 18)
    table.ok(
        "get_orderbook",
        lambda: client.get_orderbook(row.yes_token_id),
        lambda answer: abs(float(answer.result.asks[0].price) - ask) < 0.1,
    )
    table.ok(
        "get_latest_price",
        lambda: client.get_latest_price(row.yes_token_id),
        lambda answer: 0 < float(answer.result.price) < 1,
    )

    def history(**window):
        return client.get_price_history(row.yes_token_id, **window)

    newest = table.ok(
        "get_price_history", lambda: history(interval="1h"), lambda answer: len(answer.result.history) > 100
    )
    last = newest.result.history[5].t
    table.ok(
        "get_price_history (end_at)",
        lambda: history(interval="1h", end_at=last),
        lambda answer: len(answer.result.history) == 1000 and answer.result.history[0].t == last,
    )
    table.ok(
        "get_price_history (1m)",
        lambda: history(interval="1m"),
        lambda answer: answer.result.history[0].t - answer.result.history[1].t == 86_400,
    )


def test_orders_and_the_account(table, client):
    row, ask = tradable(client)
    buying = (row, OrderSide.BUY)

    def place(data):
        return client.place_order(data)

    def placed(answer) -> str:
        assert answer.errno == 0, answer.errmsg
        return answer.result.order_data.order_id

    resting = table.ok(
        "place_order (limit, by shares)",
        lambda: place(order(*buying, LIMIT_ORDER, 0.05, makerAmountInBaseToken="200")),
        lambda answer: placed(answer) and answer.result.order_data.status == 1,
    )
    name = placed(resting)
    table.ok(
        "get_order_by_id",
        lambda: client.get_order_by_id(name),
        lambda answer: answer.result.order_data.order_shares == "200"
        and float(answer.result.order_data.order_amount) == 10,
    )
    table.ok(
        "get_my_orders",
        lambda: client.get_my_orders(market_id=row.market_id, status="1"),
        lambda answer: [one.order_id for one in answer.result.list] == [name],
    )
    table.ok(
        "get_my_balances",
        client.get_my_balances,
        lambda answer: answer.result.balances[0].frozen_balance == "10" and answer.result.multi_sign_address,
    )
    table.ok("cancel_order", lambda: client.cancel_order(name), lambda answer: answer.result.result is True)
    table.ok(
        "place_order (limit, by money)",
        lambda: place(order(*buying, LIMIT_ORDER, 0.05, makerAmountInQuoteToken="10")),
        placed,
    )
    table.ok(
        "place_orders_batch",
        lambda: client.place_orders_batch(
            [order(*buying, LIMIT_ORDER, price, makerAmountInQuoteToken="6") for price in (0.04, 0.06)]
        ),
        lambda rows: all(one["success"] and placed(one["result"]) for one in rows),
    )
    table.ok(
        "cancel_all_orders",
        lambda: client.cancel_all_orders(market_id=row.market_id),
        lambda said: said["total_orders"] == 3 and said["cancelled"] == 3,
    )
    bought = table.ok(
        "place_order (market, buy)",
        lambda: place(order(*buying, MARKET_ORDER, makerAmountInQuoteToken="60")),
        lambda answer: placed(answer) and answer.result.order_data.status == 2,
    )
    spent = table.ok(
        "get_order_by_id (filled)",
        lambda: client.get_order_by_id(placed(bought)),
        lambda answer: float(answer.result.order_data.filled_shares) > 60
        and len(answer.result.order_data.trades) > 0,
    ).result.order_data
    held = table.ok(
        "get_my_positions",
        lambda: client.get_my_positions(market_id=row.market_id),
        # Who buys pays his fee in shares.
        lambda answer: 0 < float(answer.result.list[0].shares_owned) < float(spent.filled_shares),
    ).result.list[0]
    table.ok(
        "get_my_trades",
        lambda: client.get_my_trades(market_id=row.market_id),
        lambda answer: sum(float(one.fee) for one in answer.result.list) >= 0.25
        and abs(sum(float(one.shares) for one in answer.result.list) - float(held.shares_owned)) < 1e-6,
    )
    table.ok(
        "place_order (market, sell)",
        lambda: place(order(row, OrderSide.SELL, MARKET_ORDER, makerAmountInBaseToken="35")),
        lambda answer: placed(answer) and answer.result.order_data.side == 2,
    )
    table.ok(
        "place_order (limit, sell)",
        lambda: place(order(row, OrderSide.SELL, LIMIT_ORDER, 0.95, makerAmountInBaseToken="6")),
        placed,
    )
    table.ok("cancel_all_orders (sales)", client.cancel_all_orders, lambda said: said["cancelled"] == 1)
    table.ok("get_user_auth", client.get_user_auth, lambda answer: answer.result.wallet_users["56"])
    small = order(*buying, LIMIT_ORDER, 0.05, makerAmountInQuoteToken="4.9")
    table.refused("place_order (below 5 USDT)", lambda: place(small), "below the minimum required value", 200)
    large = order(*buying, LIMIT_ORDER, 0.05, makerAmountInQuoteToken="50000")
    table.refused("place_order (too much)", lambda: place(large), "Insufficient token balance", 200)


def test_wrong_signatures(table, client, demo):
    row, _ask = tradable(client)
    wanted = order(row, OrderSide.BUY, LIMIT_ORDER, 0.05, makerAmountInQuoteToken="10")
    other = client.get_markets(TopicType.CATEGORICAL, status=TopicStatusFilter.ACTIVATED, page=2).result.list[0]
    post = client.market_api.openapi_order_post

    def changed(**changes):
        """Places the order with members that were changed after it was signed."""

        def send(apikey, add_order_req):
            body = copy.copy(add_order_req)
            for name, value in changes.items():
                setattr(body, name, value)
            return post(apikey=apikey, add_order_req=body)

        client.market_api.openapi_order_post = send
        try:
            return client.place_order(wanted)
        finally:
            client.market_api.openapi_order_post = post

    refused = lambda name, call, says="Invalid signature": table.refused(f"place_order ({name})", call, says, 200)
    refused("zeros", lambda: changed(signature="0x" + "00" * 65))
    refused("another amount", lambda: changed(maker_amount="20000000000000000000"))
    refused("another side", lambda: changed(side="1"))
    refused("another maker", lambda: changed(maker=ELSEWHERE))
    refused("another signer", lambda: changed(signer=Account.from_key(STRANGER).address))
    refused(
        "another token",
        lambda: changed(token_id=other.child_markets[0].yes_token_id, topic_id=other.child_markets[0].market_id),
    )
    safe = client.get_user_auth().result.wallet_users["56"]
    stranger = client_of(demo, privateKey=STRANGER, safe=safe)
    refused("who does not own the wallet", lambda: stranger.place_order(wanted))
    foreign = client_of(demo, safe=ELSEWHERE)
    refused("from another wallet", lambda: foreign.place_order(wanted), "must be the current multi-signature wallet")
    keyless = client_of(demo, apiKey="", safe=safe)
    refused("without a key", lambda: keyless.place_order(wanted), "Invalid API key")
    table.ok("get_my_orders (none)", lambda: client.get_my_orders(status="1"), lambda answer: answer.result.total == 0)


def test_what_the_simulation_does_not_play(table, demo):
    builder = BuilderClient(
        host=demo.url("opinion").removesuffix("/openapi"), builder_apikey="a platform", chain_id=56, rpc_url=NO_CHAIN
    )
    wallet = Account.from_key(STRANGER).address
    table.not_played("builder.create_user", lambda: builder.create_user(wallet))
    table.not_played("builder.get_user", lambda: builder.get_user(wallet))
    table.not_played("builder.regenerate_user_apikey", lambda: builder.regenerate_user_apikey(wallet))
