"""hyperliquid-python-sdk, the venue's own client. It knows no outcomes: their coins are put into its tables by hand."""

import threading
import time

import eth_account
import pytest
from hyperliquid.exchange import Exchange
from hyperliquid.info import Info
from hyperliquid.utils.types import Cloid
from support.hyperliquid import fresh_key, tradable

CLIENT = "hyperliquid-python-sdk"
GTC, IOC, ALO = ({"limit": {"tif": word}} for word in ("Gtc", "Ioc", "Alo"))


@pytest.fixture
def url(demo):
    return demo.url("hyperliquid")


def introduce(info: Info, coin: str, asset: int) -> None:
    info.name_to_coin[coin] = coin
    info.coin_to_asset[coin] = asset
    info.asset_to_sz_decimals[asset] = 0


def test_market_data(table, url):
    info = Info(url, skip_ws=True)
    coin, asset, _ask = tradable(url)
    introduce(info, coin, asset)
    now = int(time.time() * 1000)
    table.ok("all_mids", info.all_mids, lambda mids: coin in mids)
    table.ok("meta", info.meta, lambda meta: len(meta["universe"]) > 0)
    table.ok("meta_and_asset_ctxs", info.meta_and_asset_ctxs, lambda both: len(both) == 2)
    table.ok("spot_meta", info.spot_meta, lambda meta: len(meta["tokens"]) > 0)
    table.ok("spot_meta_and_asset_ctxs", info.spot_meta_and_asset_ctxs, lambda both: len(both[1]) > 2)
    table.ok("perp_dexs", info.perp_dexs, lambda dexs: dexs == [None])
    table.ok(
        "l2_snapshot",
        lambda: info.l2_snapshot(coin),
        lambda book: book["coin"] == coin
        and all(float(level["sz"]).is_integer() for side in book["levels"] for level in side),
    )
    table.ok(
        "candles_snapshot",
        lambda: info.candles_snapshot(coin, "1h", now - 86_400_000, now),
        lambda rows: rows and all(row["s"] == coin and float(row["v"]).is_integer() for row in rows),
    )
    for name, call in {
        "funding_history": lambda: info.funding_history("BTC", now - 86_400_000),
        "query_perp_deploy_auction_status": info.query_perp_deploy_auction_status,
    }.items():
        table.not_played(name, call)


def test_account(table, url):
    info = Info(url, skip_ws=True)
    user = eth_account.Account.from_key(fresh_key()).address
    now = int(time.time() * 1000)
    table.ok("user_state", lambda: info.user_state(user), lambda state: state["assetPositions"] == [])
    table.ok(
        "spot_user_state",
        lambda: info.spot_user_state(user),
        lambda state: state["balances"][0]["total"] == "10000.0",
    )
    for name in ("open_orders", "frontend_open_orders", "user_fills", "historical_orders", "user_twap_slice_fills"):
        table.ok(name, lambda name=name: getattr(info, name)(user), lambda rows: rows == [])
    for name in ("user_staking_delegations", "user_staking_rewards", "delegator_history", "user_vault_equities"):
        table.ok(name, lambda name=name: getattr(info, name)(user), lambda rows: rows == [])
    table.ok("user_fills_by_time", lambda: info.user_fills_by_time(user, 0), lambda rows: rows == [])
    table.ok("user_funding_history", lambda: info.user_funding_history(user, 0, now), lambda rows: rows == [])
    table.ok("user_fees", lambda: info.user_fees(user), lambda fees: fees["userSpotCrossRate"] == "0.0007")
    table.ok("user_role", lambda: info.user_role(user), lambda role: role == {"role": "user"})
    table.ok("user_rate_limit", lambda: info.user_rate_limit(user), lambda limit: limit["nRequestsCap"] > 0)
    table.ok("user_staking_summary", lambda: info.user_staking_summary(user), lambda one: one["delegated"] == "0.0")
    table.ok("query_referral_state", lambda: info.query_referral_state(user), lambda one: one["referredBy"] is None)
    table.ok("query_sub_accounts", lambda: info.query_sub_accounts(user), lambda none: none is None)
    table.ok("query_user_to_multi_sig_signers", lambda: info.query_user_to_multi_sig_signers(user))
    table.ok("query_user_dex_abstraction_state", lambda: info.query_user_dex_abstraction_state(user))
    table.ok("query_user_abstraction_state", lambda: info.query_user_abstraction_state(user), lambda one: one == "default")
    table.ok("extra_agents", lambda: info.extra_agents(user), lambda rows: rows == [])
    table.ok("query_order_by_oid", lambda: info.query_order_by_oid(user, 1), lambda one: one["status"] == "unknownOid")
    for name, call in {
        "user_non_funding_ledger_updates": lambda: info.user_non_funding_ledger_updates(user, 0),
        "portfolio": lambda: info.portfolio(user),
        "query_spot_deploy_auction_status": lambda: info.query_spot_deploy_auction_status(user),
    }.items():
        table.not_played(name, call)


def test_orders(table, url):
    wallet = eth_account.Account.from_key(fresh_key())
    exchange = Exchange(wallet, url)
    coin, asset, ask = tradable(url)
    introduce(exchange.info, coin, asset)
    cloid = Cloid.from_int(time.time_ns())

    def status(answer):
        return answer["response"]["data"]["statuses"][0]

    # The first thing that anybody hears of this account.
    placed = table.ok(
        "order, GTC", lambda: exchange.order(coin, True, 200, 0.1, GTC, cloid=cloid), lambda one: "resting" in status(one)
    )
    oid = status(placed)["resting"]["oid"]
    user = wallet.address
    table.ok(
        "query_order_by_cloid",
        lambda: exchange.info.query_order_by_cloid(user, cloid),
        lambda one: one["order"]["order"]["oid"] == oid,
    )
    table.ok(
        "modify_order",
        lambda: exchange.modify_order(oid, coin, True, 200, 0.12, GTC, cloid=cloid),
        lambda one: status(one)["resting"]["oid"] != oid,
    )
    table.ok("cancel_by_cloid", lambda: exchange.cancel_by_cloid(coin, cloid), lambda one: status(one) == "success")
    resting = table.ok(
        "bulk_orders, ALO",
        lambda: exchange.bulk_orders(
            [
                {"coin": coin, "is_buy": True, "sz": 200, "limit_px": px, "order_type": ALO, "reduce_only": False}
                for px in (0.1, 0.11)
            ]
        ),
        lambda one: len(one["response"]["data"]["statuses"]) == 2,
    )
    oids = [one["resting"]["oid"] for one in resting["response"]["data"]["statuses"]]
    table.ok(
        "bulk_modify_orders_new",
        lambda: exchange.bulk_modify_orders_new(
            [
                {
                    "oid": oids[0],
                    "order": {
                        "coin": coin,
                        "is_buy": True,
                        "sz": 200,
                        "limit_px": 0.13,
                        "order_type": ALO,
                        "reduce_only": False,
                    },
                }
            ]
        ),
        lambda one: "resting" in status(one),
    )
    table.ok("cancel", lambda: exchange.cancel(coin, oids[1]), lambda one: status(one) == "success")
    far = int(time.time() * 1000) + 3_600_000
    table.ok("schedule_cancel", lambda: exchange.schedule_cancel(far), lambda one: one["status"] == "ok")
    table.ok("schedule_cancel, taken back", lambda: exchange.schedule_cancel(None), lambda one: one["status"] == "ok")
    table.ok("noop", lambda: exchange.noop(int(time.time() * 1000)), lambda one: one["status"] == "ok")
    table.ok("market_open", lambda: exchange.market_open(coin, True, 100, px=ask), lambda one: "filled" in status(one))
    table.ok(
        "order, reduce-only",
        lambda: exchange.order(coin, False, 500, 0.15, IOC, reduce_only=True),
        lambda one: float(status(one)["filled"]["totalSz"]) <= 100,
    )
    for name, call, words in (
        ("order below 10 USDC", lambda: exchange.order(coin, True, 50, 0.1, GTC), "minimum value of $10"),
        ("order, reduce-only purchase", lambda: exchange.order(coin, True, 200, 0.1, GTC, reduce_only=True), "Reduce only"),
        ("order, crossing ALO", lambda: exchange.order(coin, True, 100, 0.99, ALO), "Post only"),
        ("order, IOC that meets nobody", lambda: exchange.order(coin, True, 2000, 0.01, IOC), "could not immediately match"),
        ("order beyond the money", lambda: exchange.order(coin, True, 500_000, 0.1, GTC), "Insufficient spot balance"),
        ("cancel of nothing", lambda: exchange.cancel(coin, 1), "never placed"),
        ("modify_order of nothing", lambda: exchange.modify_order(1, coin, True, 200, 0.1, GTC), "Cannot modify"),
        ("schedule_cancel, too soon", lambda: exchange.schedule_cancel(far - 3_600_000), "5 seconds"),
    ):
        table.refused(name, call, says=words, status=200)
    builder = {"b": user, "f": 10}
    table.refused(
        "order with a builder that is not approved",
        lambda: exchange.order(coin, True, 200, 0.1, GTC, builder=builder),
        says="Builder fee has not been approved.",
        status=200,
    )
    table.ok("approve_builder_fee", lambda: exchange.approve_builder_fee(user, "0.01%"), lambda one: one["status"] == "ok")
    table.ok(
        "order with a builder",
        lambda: exchange.order(coin, True, 200, 0.1, GTC, builder=builder),
        lambda one: "resting" in status(one),
    )
    trigger = {"trigger": {"triggerPx": 0.5, "isMarket": True, "tpsl": "tp"}}
    for name, call in {
        "order with a trigger": lambda: exchange.order(coin, True, 200, 0.1, trigger),
        "update_leverage": lambda: exchange.update_leverage(3, "BTC"),
        "usd_transfer": lambda: exchange.usd_transfer(1, user),
        "approve_agent": exchange.approve_agent,
    }.items():
        table.not_played(name, call)


def test_socket(table, url):
    wallet = eth_account.Account.from_key(fresh_key())
    exchange = Exchange(wallet, url)
    coin, asset, ask = tradable(url)
    info = Info(url)
    for one in (info, exchange.info):
        introduce(one, coin, asset)
    user = wallet.address.lower()
    heard: dict[str, list] = {}
    arrived = threading.Condition()

    def listen(subscription):
        def note(message):
            with arrived:
                heard.setdefault(subscription["type"], []).append(message)
                arrived.notify_all()

        info.subscribe(subscription, note)

    def first(kind, act=None):
        act and act()
        with arrived:
            assert arrived.wait_for(lambda: heard.get(kind), timeout=20), f"nothing of {kind}"
            return heard[kind].pop(0)

    for kind in ("l2Book", "bbo", "trades", "activeAssetCtx"):
        listen({"type": kind, "coin": coin})
    listen({"type": "allMids"})
    for kind in ("userFills", "orderUpdates", "userEvents"):
        listen({"type": kind, "user": user})
    try:
        for kind in ("l2Book", "bbo", "trades", "activeAssetCtx"):
            table.ok(f"subscribe {kind}", lambda kind=kind: first(kind), lambda message: message["data"])
        table.ok("subscribe allMids", lambda: first("allMids"), lambda message: coin in message["data"]["mids"])
        table.ok("subscribe userFills", lambda: first("userFills"), lambda message: message["data"]["isSnapshot"] is True)
        table.ok(
            "subscribe orderUpdates",
            lambda: first("orderUpdates", lambda: exchange.market_open(coin, True, 100, px=ask)),
            lambda message: message["data"][0]["status"] == "open",
        )
        table.ok("subscribe userEvents", lambda: first("userEvents"), lambda message: message["data"]["fills"])
        table.ok("subscribe userFills, news", lambda: first("userFills"), lambda message: message["data"]["fills"])
        listen({"type": "candle", "coin": coin, "interval": "1d"})
        table.ok("subscribe candle", lambda: first("candle"), lambda message: message["data"]["i"] == "1d")
    finally:
        info.disconnect_websocket()
