"""What the tests of opinion-clob-sdk share."""

from opinion_clob_sdk import Client, TopicStatusFilter, TopicType
from opinion_clob_sdk.chain.py_order_utils.model.order import PlaceOrderDataInput
from opinion_clob_sdk.model import TopicSortType

#: No node of a chain listens here: nothing in this file asks for one.
NO_CHAIN = "http://127.0.0.1:1"
STRANGER = "0x" + "22" * 32
ELSEWHERE = "0x" + "11" * 20


def client_of(demo, **changes) -> Client:
    keys = {**demo.keys("opinion"), **changes}
    made = Client(
        host=demo.url("opinion").removesuffix("/openapi"),
        apikey=keys["apiKey"],
        chain_id=56,
        rpc_url=NO_CHAIN,
        private_key=keys["privateKey"],
        multi_sig_addr=keys.get("safe", ELSEWHERE),
    )
    if "safe" in keys:
        return made
    return client_of(demo, **changes, safe=made.get_user_auth().result.wallet_users["56"])


def busiest(client, page=1):
    return client.get_markets(
        TopicType.CATEGORICAL, page, 20, TopicStatusFilter.ACTIVATED, TopicSortType.BY_VOLUME_24H_DESC
    )


def tradable(client):
    """A child of a categorical market in the middle of its range with enough in its book, and its best ask."""
    for page in range(1, 6):
        answer = busiest(client, page)
        for row in [child for parent in answer.result.list for child in parent.child_markets]:
            book = client.get_orderbook(row.yes_token_id).result
            offered = sum(float(one.price) * float(one.size) for one in book.asks)
            wanted = sum(float(one.size) for one in book.bids if float(one.price) > 0.15)
            if offered > 80 and wanted > 40 and float(book.asks[0].price) < 0.85:
                return row, float(book.asks[0].price)
    raise LookupError("no market with two sides")


def order(row, side, kind, price="0", **amount) -> PlaceOrderDataInput:
    return PlaceOrderDataInput(
        marketId=row.market_id, tokenId=row.yes_token_id, side=side, orderType=kind, price=str(price), **amount
    )
