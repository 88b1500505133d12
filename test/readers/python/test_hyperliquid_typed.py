"""typed-hyperliquid, which validates every response against models written from recordings."""

from datetime import UTC, datetime, timedelta

import pytest
from eth_account import Account
from support.hyperliquid import fresh_key, tradable
from typed_hyperliquid import Hyperliquid

CLIENT = "typed-hyperliquid"


@pytest.fixture
def client(demo, table):
    opened = Hyperliquid.new(
        fresh_key(), base_url=demo.url("hyperliquid"), ws_url=f"{demo.socket('hyperliquid', 'api')}/ws"
    )
    table.run(opened.__aenter__())
    yield opened
    table.run(opened.__aexit__(None, None, None))


def test_market_data(table, demo, client):
    info = client.info
    coin, _asset, _ask = tradable(demo.url("hyperliquid"))
    now = datetime.now(UTC)
    table.ok("all_mids", lambda: info.all_mids(), lambda mids: coin in mids)
    table.ok("outcome_meta", lambda: info.outcome_meta(), lambda meta: len(meta["outcomes"]) > 100)
    table.ok("outcome_templates", lambda: info.outcome_templates(), lambda rows: len(rows) > 0)
    table.ok("settled_outcome", lambda: info.settled_outcome(int(coin[1:]) // 10), lambda none: none is None)
    table.ok("l2_book", lambda: info.l2_book(coin), lambda book: len(book["levels"]) == 2)
    table.ok(
        "candle_snapshot",
        lambda: info.candle_snapshot(coin, interval="1h", start_time=now - timedelta(days=1), end_time=now),
        lambda rows: len(rows) > 0,
    )
    for name in ("exchange_status", "perp_dexs", "perp_meta", "perp_meta_and_asset_ctxs", "spot_meta"):
        table.ok(name, lambda name=name: getattr(info, name)())
    table.ok("spot_meta_and_asset_ctxs", lambda: info.spot_meta_and_asset_ctxs(), lambda both: len(both[1]) > 2)
    for name in ("all_perp_metas", "perp_categories", "predicted_fundings", "perps_at_open_interest_cap"):
        table.not_played(name, lambda name=name: getattr(info, name)())


def test_account(table, client):
    info, user = client.info, client.wallet.address
    for name in ("clearinghouse_state", "open_orders", "frontend_open_orders"):
        table.ok(name, lambda name=name: getattr(info, name)(user=user))
    for name in (
        "spot_clearinghouse_state",
        "user_fills",
        "user_historical_orders",
        "user_twap_slice_fills",
        "user_fees",
        "user_role",
        "user_rate_limit",
        "user_referral",
        "user_abstraction",
        "user_dex_abstraction",
        "user_vault_equities",
        "approved_builders",
        "staking_delegations",
        "staking_history",
        "staking_rewards",
        "staking_summary",
        "sub_accounts",
    ):
        table.ok(name, lambda name=name: getattr(info, name)(user))
    yesterday = datetime.now(UTC) - timedelta(days=1)
    builder = Account.from_key(fresh_key()).address
    table.ok("builder_fee_approved", lambda: info.builder_fee_approved(user=user, builder=builder))
    table.ok("user_fills_by_time", lambda: info.user_fills_by_time(user, start_time=yesterday), lambda rows: rows == [])
    table.ok("user_funding", lambda: info.user_funding(user, start_time=yesterday), lambda rows: rows == [])
    table.ok("order_status", lambda: info.order_status(user, oid=1), lambda one: one["status"] == "unknownOid")
    for name in ("user_portfolio", "borrow_lend_user_state", "spot_deploy_state"):
        table.not_played(name, lambda name=name: getattr(info, name)(user))


def test_orders(table, demo, client):
    exchange, info, user = client.exchange, client.info, client.wallet.address
    coin, asset, _ask = tradable(demo.url("hyperliquid"))
    cloid = "0x" + "5c" * 16

    def order(price, size="200", tif="Gtc", buys=True, reduces=False, **more):
        return {"a": asset, "b": buys, "p": price, "s": size, "r": reduces, "t": {"limit": {"tif": tif}}, **more}

    def place(*orders):
        return exchange.order(list(orders), grouping="na")

    def first(answer):
        return (answer.get("data") or answer["response"]["data"])["statuses"][0]

    placed = table.ok("order", lambda: place(order("0.1", c=cloid)), lambda one: "resting" in first(one))
    oid = first(placed)["resting"]["oid"]
    table.ok("order_status, resting", lambda: info.order_status(user, oid=oid), lambda one: one["order"]["status"] == "open")
    table.ok("modify_order", lambda: exchange.modify_order(oid, order=order("0.11", c=cloid)))
    table.ok("modify_order, always placed", lambda: exchange.modify_order(1, order=order("0.12"), a=True))
    table.ok(
        "modify_orders",
        lambda: exchange.modify_orders([{"oid": cloid, "order": order("0.13", c=cloid)}]),
        lambda one: "resting" in first(one),
    )
    table.ok(
        "cancel_by_cloid",
        lambda: exchange.cancel_by_cloid([{"asset": asset, "cloid": cloid}]),
        lambda one: first(one) == "success",
    )
    [resting] = table.ok("open_orders", lambda: info.open_orders(user=user), lambda rows: len(rows) == 1)
    table.ok(
        "cancel, fast", lambda: exchange.cancel([{"a": asset, "o": resting["oid"]}], f=True), lambda one: first(one) == "success"
    )
    table.ok("schedule_cancel", lambda: exchange.schedule_cancel(time=datetime.now(UTC) + timedelta(minutes=1)))
    table.ok("noop", lambda: exchange.noop())
    table.ok("order, taking", lambda: place(order("0.95", "100", "Ioc")), lambda one: "filled" in first(one))
    table.ok(
        "order, reducing", lambda: place(order("0.01", "100", "Ioc", buys=False, reduces=True)), lambda one: "filled" in first(one)
    )
    table.ok("user_fills", lambda: info.user_fills(user), lambda rows: {row["dir"] for row in rows} == {"Buy", "Sell"})
    table.ok("user_historical_orders", lambda: info.user_historical_orders(user), lambda rows: len(rows) > 4)
    table.ok(
        "spot_clearinghouse_state",
        lambda: info.spot_clearinghouse_state(user),
        lambda state: all(isinstance(row["token"], int) for row in state["balances"]),
    )
    table.refused("order below 10 USDC", lambda: place(order("0.1", "50")), says="minimum value of $10", status=200)
    table.refused("cancel of nothing", lambda: exchange.cancel([{"a": asset, "o": 1}]), says="never placed", status=200)
    table.not_played("split_outcome", lambda: exchange.user_outcome().split_outcome(5, amount="12.5"))
    table.not_played("claim_rewards", lambda: exchange.claim_rewards())


def test_streams(table, demo, client):
    coin, asset, _ask = tradable(demo.url("hyperliquid"))
    user = client.wallet.address

    async def first(manager, act=None):
        async with manager as stream:
            if act:
                await act()
            async for message in stream:
                return message

    async def buy():
        order = {"a": asset, "b": True, "p": "0.95", "s": "100", "r": False, "t": {"limit": {"tif": "Ioc"}}}
        await client.exchange.order([order], grouping="na")

    streams = client.streams
    table.ok("l2_book", lambda: first(streams.l2_book(coin)), lambda book: book["coin"] == coin)
    table.ok("bbo", lambda: first(streams.bbo(coin)), lambda one: one["coin"] == coin)
    table.ok("trades", lambda: first(streams.trades(coin)), lambda rows: rows)
    table.ok("all_mids", lambda: first(streams.all_mids()), lambda one: coin in one["mids"])
    table.ok("user_fills", lambda: first(streams.user_fills(user)), lambda one: one["isSnapshot"] is True)
    table.ok("order_updates", lambda: first(streams.order_updates(user), buy), lambda rows: rows[0]["status"] == "open")
    # Buying has printed a trade of today.
    table.ok("candle", lambda: first(streams.candle(coin, interval="1d")), lambda one: one["s"] == coin)
    table.not_played("open_orders", lambda: first(streams.open_orders(dex="", user=user)), says="501 not implemented")
    table.not_played("spot_state", lambda: first(streams.spot_state(user)), says="501 not implemented")
