"""The venue's AsyncAPI document, which kalshi-sdk keeps in its source archive: every frame of the socket."""

import asyncio
import json
import uuid

import httpx
import pytest
from kalshi import KalshiAuth
from websockets.asyncio.client import connect

from support.asyncapi import Messages
from support.schemas import document

CLIENT = "kalshi-sdk"
PATH = "/trade-api/ws/v2"
#: What comes at all comes within this.
SECONDS = 60
PUBLIC = ["orderbook_delta", "ticker", "trade"]
OWN = ["fill", "user_orders", "market_positions", "order_group_updates"]


class Member:
    """Calls of the demo account, signed."""

    def __init__(self, demo):
        keys = demo.keys("kalshi")
        self.auth = KalshiAuth.from_pem(keys["apiKey"], keys["privateKey"])
        self._base = httpx.URL(demo.url("kalshi"))

    def call(self, method, path, **how):
        url = self._base.join(f"/trade-api/v2{path}")
        response = httpx.request(method, url, headers=self.auth.sign_request(method, url.path), timeout=30, **how)
        response.raise_for_status()
        return response.json() if response.content else None

    def order(self, market, **changes):
        return self.call(
            "POST",
            "/portfolio/events/orders",
            json={
                "ticker": market["ticker"],
                "client_order_id": str(uuid.uuid4()),
                "side": "bid",
                "count": "2.00",
                "price": "0.0500",
                "time_in_force": "good_till_canceled",
                "self_trade_prevention_type": "taker_at_cross",
                **changes,
            },
        )


class Listener:
    """One socket. Every frame that it reads is held to the document."""

    def __init__(self, socket, messages):
        self._socket, self._messages, self._last = socket, messages, 0

    async def say(self, cmd, **params):
        self._last += 1
        await self._socket.send(json.dumps({"id": self._last, "cmd": cmd, **({"params": params} if params else {})}))

    async def until(self, *kinds):
        """Reads until there has been a frame of each kind; returns the last of each."""
        found = {}
        async with asyncio.timeout(SECONDS):
            while not set(kinds) <= found.keys():
                frame = json.loads(await self._socket.recv())
                mistakes = self._messages.mistakes(frame)
                assert not mistakes, f"{sorted(mistakes)} in {frame}"
                found[frame["type"]] = frame
        return found


@pytest.fixture(scope="module")
def messages():
    return Messages(document(CLIENT, "specs/asyncapi.yaml"))


def test_frames(table, demo, messages):
    member = Member(demo)
    open_markets = member.call("GET", "/markets", params={"status": "open", "limit": 1000, "mve_filter": "exclude"})["markets"]
    market = next(
        one for one in open_markets if float(one["yes_bid_dollars"]) >= 0.15 and float(one["yes_ask_dollars"]) <= 0.85
    )
    socket = table.run(connect(demo.socket("kalshi") + PATH, additional_headers=member.auth.sign_request("GET", PATH)).__aenter__())
    heard = Listener(socket, messages)
    mine = {"market_tickers": [market["ticker"]]}

    async def subscribe():
        await heard.say("subscribe", channels=PUBLIC, send_initial_snapshot=True, **mine)
        await heard.until("orderbook_snapshot", "ticker")
        await heard.say("subscribe", channels=[*OWN, "market_lifecycle_v2"])
        await heard.until("subscribed")

    async def trade():
        await asyncio.to_thread(member.order, market, price=f"{float(market['yes_ask_dollars']) + 0.05:.4f}", time_in_force="immediate_or_cancel")
        await heard.until("orderbook_delta", "trade", "fill", "user_order", "market_position")

    async def rest():
        order = await asyncio.to_thread(member.order, market)
        await heard.until("user_order", "orderbook_delta")
        await asyncio.to_thread(member.call, "DELETE", f"/portfolio/events/orders/{order['order_id']}", params={"market_ticker": market["ticker"]})
        await heard.until("user_order")

    async def group():
        made = await asyncio.to_thread(member.call, "POST", "/portfolio/order_groups/create", json={"contracts_limit": 5})
        await heard.until("order_group_updates")
        for act, body in (("limit", {"contracts_limit": 9}), ("trigger", {}), ("reset", {})):
            await asyncio.to_thread(member.call, "PUT", f"/portfolio/order_groups/{made['order_group_id']}/{act}", json=body)
            await heard.until("order_group_updates")
        await asyncio.to_thread(member.call, "DELETE", f"/portfolio/order_groups/{made['order_group_id']}")
        await heard.until("order_group_updates")

    async def change():
        other = next(one["ticker"] for one in open_markets if one["ticker"] != market["ticker"])
        await heard.say("update_subscription", sids=[1], action="add_markets", market_tickers=[other])
        await heard.until("orderbook_snapshot", "ok")
        await heard.say("update_subscription", sids=[1], action="get_snapshot", market_tickers=[other])
        await heard.until("orderbook_snapshot")
        await heard.say("update_subscription", sids=[1], action="delete_markets", market_tickers=[other])
        await heard.until("ok")
        await heard.say("list_subscriptions")
        await heard.until("ok")

    async def refusals():
        await heard.say("nonsense", any=1)
        await heard.until("error")
        await heard.say("update_subscription", sids=[1], action="nonsense", **mine)
        await heard.until("error")
        await heard.say("unsubscribe", sids=[1])
        await heard.until("unsubscribed")

    table.ok("subscribe, orderbook_snapshot, ticker", subscribe)
    table.ok("orderbook_delta, trade, fill, user_order, market_position", trade)
    table.ok("user_order of one that rests", rest)
    table.ok("order_group_updates", group)
    table.ok("update_subscription, list_subscriptions", change)
    table.ok("error, unsubscribed", refusals)
    table.run(socket.close())
    member.call("DELETE", "/portfolio/events/orders")


def test_what_the_document_does_not_have(table, messages):
    """The frames above pass because they fit."""
    members = {"event_type": "created", "order_group_id": "x", "contracts_limit_fp": "5.00", "ts_ms": 1}

    def mistakes(**changes):
        msg = {name: value for name, value in {**members, **changes}.items() if value is not None}
        return messages.mistakes({"type": "order_group_updates", "sid": 1, "seq": 1, "sending_ts_ms": 1, "msg": msg})

    table.ok("a frame that fits", mistakes, lambda found: not found)
    for name, changes in (("another type", {"ts_ms": "1"}), ("a word too many", {"event_type": "x"}), ("without an id", {"order_group_id": None}), ("an unknown member", {"other": 1})):
        table.ok(name, lambda: mistakes(**changes), lambda found: len(found) == 1)
