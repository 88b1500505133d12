"""The venue's OpenAPI document, which kalshi-sdk keeps in its source archive: every operation of it, played or 501."""

import time
import uuid

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from kalshi import KalshiAuth

from support.openapi import Described
from support.schemas import document

CLIENT = "kalshi-sdk"
DAY = 86_400
EVENTS = "/portfolio/events/orders"
GROUPS = "/portfolio/order_groups"

#: What the mock venue says besides, and who says that it is right. Recorded refusals stand in a member `error`, too.
BEYOND = {
    # Every recorded market of August 2026 has it (venue-samples/kalshi), always 0.
    "* *market*: *('liquidity_dollars' was unexpected)",
    # Recorded: it is for FCM members alone.
    "GET /portfolio/summary/total_resting_order_value the status 403 *",
    # The document has the status alone; kalshi-sdk, which is tried on the venue's own demo, fails where there is no JSON.
    "POST /account/api_usage_level/upgrade a body where *",
    "PUT /portfolio/subaccounts/netting a body where *",
}


@pytest.fixture(scope="module")
def described(demo):
    keys = demo.keys("kalshi")
    auth = KalshiAuth.from_pem(keys["apiKey"], keys["privateKey"])
    prefix = "" if demo.url("kalshi").endswith("/trade-api/v2") else "/trade-api/v2"
    return Described(document(CLIENT, "specs/openapi.yaml"), demo.url("kalshi") + prefix, auth.sign_request, BEYOND, refusal="error")


@pytest.fixture
def ask(table, described):
    """A row for each call: ask("GET /markets", params={...}, of={names of the path}, status=200)."""

    def work(operation, of=None, status=200, note="", **how):
        return table.ok(
            f"{operation} {note}".rstrip(),
            lambda: described.call(operation, status, of, **how),
            tolerates=(status,),
        )

    return work


def tradable(ask, shard=0):
    for market in ask("GET /markets", params={"status": "open", "limit": 1000, "mve_filter": "exclude"})["markets"]:
        if market["exchange_index"] == shard and 0.15 <= float(market["yes_bid_dollars"]) and float(market["yes_ask_dollars"]) <= 0.85:
            return market


def order(market, **changes):
    return {
        "ticker": market["ticker"],
        "client_order_id": str(uuid.uuid4()),
        "side": "bid",
        "count": "5.00",
        "price": "0.0500",
        "time_in_force": "good_till_canceled",
        "self_trade_prevention_type": "taker_at_cross",
        **changes,
    }


def test_market_data(ask):
    now = int(time.time())
    for status in ("open", "unopened", "closed", "settled"):
        ask("GET /markets", params={"status": status, "limit": 100}, note=status)
    ask("GET /markets", params={"limit": 200}, note="combos first")
    ask("GET /markets", status=400, params={"status": "nonsense"}, note="of no status")
    ask("GET /markets/{ticker}", {"ticker": "NOTHING-26"}, 404)
    market = tradable(ask)
    ticker = {"ticker": market["ticker"]}
    event = ask("GET /events/{event_ticker}", {"event_ticker": market["event_ticker"]}, params={"with_nested_markets": "true"})["event"]
    series = {"series_ticker": event["series_ticker"]}
    window = {"start_ts": now - DAY, "end_ts": now, "period_interval": 60}
    ask("GET /markets/{ticker}", ticker)
    ask("GET /markets/{ticker}/orderbook", ticker)
    ask("GET /markets/orderbooks", params={"tickers": market["ticker"]})
    ask("GET /markets/trades", params={"limit": 100})
    ask("GET /markets/candlesticks", params={"market_tickers": market["ticker"], **window})
    ask("GET /series/{series_ticker}/markets/{ticker}/candlesticks", {**series, **ticker}, params=window)
    ask("GET /series/{series_ticker}/events/{ticker}/candlesticks", {**series, "ticker": event["event_ticker"]}, params=window)
    ask("GET /series/{series_ticker}", series, params={"include_volume": "true"})
    ask("GET /series")
    ask("GET /series/fee_changes")
    ask("GET /events/fee_changes")
    ask("GET /events", params={"limit": 100, "with_nested_markets": "true", "with_milestones": "true"})
    combos = ask("GET /events/multivariate", params={"limit": 20, "with_nested_markets": "true"})["events"]
    ask("GET /events/{event_ticker}", {"event_ticker": combos[0]["event_ticker"]}, note="combo")
    ask("GET /events/{event_ticker}/metadata", {"event_ticker": event["event_ticker"]})
    collections = ask("GET /multivariate_event_collections")["multivariate_contracts"]
    ask("GET /multivariate_event_collections/{collection_ticker}", {"collection_ticker": collections[0]["collection_ticker"]})
    targets = ask("GET /structured_targets", params={"page_size": 50})["structured_targets"]
    ask("GET /structured_targets/{structured_target_id}", {"structured_target_id": targets[0]["id"]})
    milestones = ask("GET /milestones", params={"limit": 50})["milestones"]
    milestone = {"milestone_id": milestones[0]["id"]}
    ask("GET /milestones/{milestone_id}", milestone)
    ask("GET /live_data/milestone/{milestone_id}", milestone)
    ask("GET /live_data/{type}/milestone/{milestone_id}", {"type": "game", **milestone})
    ask("GET /live_data/batch", params={"milestone_ids": [one["id"] for one in milestones[:3]]})
    ask("GET /live_data/milestone/{milestone_id}/game_stats", milestone)
    for path in ("exchange/status", "exchange/schedule", "exchange/user_data_timestamp", "search/tags_by_categories", "search/filters_by_sport", "incentive_programs"):
        ask(f"GET /{path}")
    ask("GET /historical/cutoff")
    ask("GET /historical/trades", params={"limit": 100})
    old = {"ticker": ask("GET /historical/markets", params={"limit": 100})["markets"][0]["ticker"]}
    ask("GET /historical/markets/{ticker}", old)
    ask("GET /historical/markets/{ticker}/candlesticks", old, params={**window, "start_ts": now - 400 * DAY, "period_interval": 1440})
    for name in ("fills", "orders", "positions"):
        ask(f"GET /historical/{name}")


@pytest.mark.parametrize("shard", [0, 2, 3])
def test_orders(ask, shard):
    market = tradable(ask, shard)
    where = {"market_ticker": market["ticker"]}
    dear = {"price": market["yes_ask_dollars"], "time_in_force": "immediate_or_cancel"}
    one = ask(f"POST {EVENTS}", status=201, json=order(market))
    ask(f"POST {EVENTS}", status=201, json=order(market, **dear), note="that takes")
    ask(f"POST {EVENTS}", status=400, json=order(market, price="1.5000"), note="at no price")
    of = {"order_id": one["order_id"]}
    ask("GET /portfolio/orders/{order_id}", of)
    ask("GET /portfolio/orders/{order_id}", {"order_id": str(uuid.uuid4())}, 404)
    ask("GET /portfolio/orders/{order_id}/queue_position", of)
    ask("GET /portfolio/orders/queue_positions", params={"market_tickers": market["ticker"]})
    ask(f"POST {EVENTS}/{{order_id}}/amend", of, json={"ticker": market["ticker"], "side": "bid", "price": "0.0600", "count": "4.00"})
    ask(f"POST {EVENTS}/{{order_id}}/decrease", of, json={"reduce_by": "1.00", **where})
    ask(f"DELETE {EVENTS}/{{order_id}}", of, params=where)
    # The second is refused by itself.
    rows = ask(f"POST {EVENTS}/batched", status=201, json={"orders": [order(market), order(market, price="1.5000")]})["orders"]
    ask(
        f"DELETE {EVENTS}/batched",
        json={"orders": [{"order_id": rows[0]["order_id"], **where}, {"order_id": str(uuid.uuid4()), **where}]},
    )
    group = {"order_group_id": ask(f"POST {GROUPS}/create", status=201, json={"contracts_limit": 5, "exchange_index": shard})["order_group_id"]}
    on = {"params": {"exchange_index": shard}}
    ask(f"POST {EVENTS}", status=201, json=order(market, **group), note="in a group")
    ask(f"GET {GROUPS}")
    ask(f"GET {GROUPS}/{{order_group_id}}", group, **on)
    ask(f"PUT {GROUPS}/{{order_group_id}}/limit", group, json={"contracts_limit": 9}, **on)
    ask(f"PUT {GROUPS}/{{order_group_id}}/trigger", group, json={}, **on)
    ask(f"PUT {GROUPS}/{{order_group_id}}/reset", group, json={}, **on)
    ask(f"DELETE {GROUPS}/{{order_group_id}}", group, **on)
    ask("GET /portfolio/orders")
    ask("GET /portfolio/fills")
    ask("GET /portfolio/positions")
    ask(f"DELETE {EVENTS}", status=204)


def test_account(ask):
    for name in ("balance", "settlements", "deposits", "withdrawals", "target_balance_allocation"):
        ask(f"GET /portfolio/{name}")
    ask("GET /portfolio/summary/total_resting_order_value", status=403)
    ask("POST /portfolio/target_balance_allocation", json={"allocations": [{"exchange_index": 0, "percent": 100}]})
    between = {"source": "event_contract", "destination": "event_contract", "amount": 100, "source_exchange_shard": 0, "destination_exchange_shard": 2}
    ask("POST /portfolio/intra_exchange_instance_transfer", json=between)
    transfers = ask("GET /portfolio/intra_exchange_instance_transfers")["transfers"]
    ask("GET /portfolio/intra_exchange_instance_transfers/{transfer_id}", {"transfer_id": transfers[0]["transfer_id"]})
    # Who has traded may have more calls, and subaccounts.
    ask(f"POST {EVENTS}", status=201, json=order(tradable(ask)))
    ask(f"DELETE {EVENTS}", status=204)
    ask("POST /account/api_usage_level/upgrade", status=201)
    number = ask("POST /portfolio/subaccounts", status=201)["subaccount_number"]
    sent = {"client_transfer_id": str(uuid.uuid4()), "from_subaccount": 0, "to_subaccount": number, "amount_cents": 100}
    ask("POST /portfolio/subaccounts/transfer", json=sent)
    for name in ("balances", "transfers", "netting"):
        ask(f"GET /portfolio/subaccounts/{name}")
    ask("PUT /portfolio/subaccounts/netting", json={"subaccount_number": number, "enabled": False})
    ask("GET /account/limits")
    ask("GET /account/endpoint_costs")
    ask("GET /api_keys")
    public = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    ask("POST /api_keys", status=201, json={"name": "brought", "public_key": public})
    made = ask("POST /api_keys/generate", status=201, json={"name": "made"})["api_key_id"]
    ask("DELETE /api_keys/{api_key}", {"api_key": made}, 204)


def test_all_the_rest_is_said_not_to_be_played(table, described):
    """After the tests above: an operation that none of them has reached is red unless the answer is 501."""
    rest = sorted(described.operations() - described.answered - {"GET /portfolio/summary/total_resting_order_value"})
    names = {name: "x" for path in described.operations() for name in _names(path)}
    for operation in rest:
        how = {} if operation.startswith(("GET", "DELETE")) else {"json": {}}
        table.not_played(operation, lambda: described.call(operation, 200, names, **how))
    table.ok("exceptions", lambda: BEYOND - described.used, lambda unused: not unused)


def _names(path):
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]
