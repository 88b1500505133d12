"""polymarket-client: what wallets hold and did, who holds a market, leaders, and resolutions."""

import time

import pytest
from polymarket.clients.public import PublicClient
from support.polymarket import tradable
from support.polymarket_sdk import environment

CLIENT = "polymarket-client"

#: One of the simulation's wallets that hold something on every venue, and one that nobody has.
HOLDER, NOBODY = "0xde30de30de30de30de30de30de30de30de300001", "0x" + "17" * 20


@pytest.fixture
def client(demo):
    with PublicClient(environment=environment(demo)) as opened:
        yield opened


def items(paginator):
    return paginator.first_page().items


def test_wallets(table, client):
    positions = table.ok("list_positions", lambda: items(client.list_positions(user=HOLDER)), lambda rows: len(rows) > 3 and all(one.current_size > 0 for one in rows))
    condition = positions[0].condition_id
    table.ok("list_positions (of a market)", lambda: items(client.list_positions(user=HOLDER, condition_id=condition)), lambda rows: {one.condition_id for one in rows} == {condition})
    # An open position may be worth what a redeemable one is: the documented superset.
    table.ok("list_positions (OPEN)", lambda: items(client.list_positions(user=HOLDER, status="OPEN")), lambda rows: {one.status for one in rows} <= {"OPEN", "REDEEMABLE"})
    table.ok("list_positions (nobody)", lambda: items(client.list_positions(user=NOBODY)), lambda rows: rows == ())
    table.ok("list_combo_positions", lambda: items(client.list_combo_positions(user=HOLDER)), lambda rows: rows == ())
    worth = sum(one.current_value for one in items(client.list_positions(user=HOLDER, page_size=500, include_archived=True)))
    table.ok("get_portfolio_value", lambda: client.get_portfolio_value(user=HOLDER), lambda one: abs(one.value - worth) / worth < 0.05)
    trades = table.ok("list_trades (user)", lambda: items(client.list_trades(user=HOLDER)), lambda rows: len(rows) > 3 and {one.wallet for one in rows} == {HOLDER})
    table.ok("list_activity", lambda: items(client.list_activity(user=HOLDER)), lambda rows: {type(one).__name__ for one in rows} <= {"TradeActivity", "RedeemActivity"} and len(rows) > 3)
    table.ok("list_activity (trades)", lambda: items(client.list_activity(user=HOLDER, activity_types=["TRADE"])), lambda rows: {one.type for one in rows} == {"TRADE"})
    table.ok("list_combo_activity", lambda: items(client.list_combo_activity(user=HOLDER)), lambda rows: rows == ())
    table.ok("get_user_stats", lambda: client.get_user_stats(user=HOLDER), lambda one: one.traded_market_count >= len({row.condition_id for row in trades}))
    table.ok("get_user_stats (nobody)", lambda: client.get_user_stats(user=NOBODY), lambda one: one is None)
    table.ok("get_user_pnl", lambda: client.get_user_pnl(user=HOLDER, interval="1w"), lambda one: len(one.points) > 5 and one.points[-1].unrealized_pnl is not None)
    table.ok("get_user_volume", lambda: client.get_user_volume(user=HOLDER, full_history=True), lambda one: one.trade_count > 3 and one.volume_usdc > 0)
    table.ok("get_public_profile", lambda: client.get_public_profile(HOLDER), lambda one: one.name == "Quiet Heron")
    # The client takes the venue's 404 for a wallet without a profile.
    table.ok("get_public_profile (nobody)", lambda: client.get_public_profile(NOBODY), lambda one: one is None, tolerates=(404,))
    table.ok("get_trading_approvals_state", lambda: client.get_trading_approvals_state(wallet=HOLDER), lambda one: one.is_fully_approved is True)
    table.ok("get_current_rebates", lambda: client.get_current_rebates(date=time.strftime("%Y-%m-%d"), maker_address=HOLDER), lambda rows: rows == ())
    table.refused("list_activity (no address)", lambda: items(client.list_activity(user="heron")), "user", 400)


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_markets(table, demo, client, version):
    market = tradable(demo, version)
    event = client.list_markets(**{"clob_token_ids" if version == "v1" else "position_ids": [market.id]}).first_page().items[0].events[0]
    table.ok(
        "list_trades",
        lambda: items(client.list_trades(condition_id=market.condition)),
        lambda rows: {one.condition_id for one in rows} == {market.condition} and {one.asset_id for one in rows} <= {market.id, market.other} and all(0 < one.price < 1 for one in rows),
    )
    table.ok("list_trades (side)", lambda: items(client.list_trades(condition_id=market.condition, side="SELL")), lambda rows: {one.side for one in rows} == {"SELL"})
    table.ok("list_market_holders", lambda: items(client.list_market_holders(condition_ids=market.condition)), lambda rows: {one.asset_id for one in rows} == {market.id, market.other} and all(one.holders for one in rows))
    table.ok("get_open_interests", lambda: client.get_open_interests(condition_ids=market.condition), lambda rows: [one.condition_id for one in rows] == [market.condition] and rows[0].value > 0)
    table.ok("get_event_live_volume", lambda: client.get_event_live_volume(event_ids=int(event.id)), lambda one: market.condition in [row.condition_id for row in one.markets] and one.taker_volume_total > 0)
    table.ok(
        "get_token_references",
        lambda: client.get_token_references(asset_ids=[market.id, market.other]),
        lambda rows: [(one.outcome_index, one.condition_id) for one in rows] == [(0, market.condition), (1, market.condition)]
        and (rows[0].module == "v1_ctf") is (version == "v1"),
    )
    table.ok("get_token_references (of a market)", lambda: client.get_token_references(condition_ids=market.condition), lambda rows: {one.asset_id for one in rows} == {market.id, market.other})
    table.ok("get_resolutions", lambda: client.get_resolutions(condition_ids=market.condition), lambda rows: [one.condition_id for one in rows] == [market.condition] and rows[0].status != "resolved")


def test_boards(table, client):
    leaders = table.ok("list_trader_leaderboard", lambda: items(client.list_trader_leaderboard(page_size=10)), lambda rows: [one.rank for one in rows] == list(range(1, 11)) and rows[0].pnl >= rows[9].pnl)
    table.ok("get_trader_leaderboard_standing", lambda: client.get_trader_leaderboard_standing(user=leaders[0].wallet), lambda one: one.pnl_rank == 1 and one.pnl == leaders[0].pnl)
    table.ok("list_biggest_winners", lambda: items(client.list_biggest_winners(page_size=5)), lambda rows: all(one.final_value - one.initial_value == one.pnl for one in rows))
    builders = table.ok("list_builder_leaderboard", lambda: items(client.list_builder_leaderboard()), lambda rows: [one.volume for one in rows] == sorted((one.volume for one in rows), reverse=True))
    table.ok("get_builder_volumes", client.get_builder_volumes, lambda rows: {one.builder_code for one in rows} <= {one.builder_code for one in builders} and len(rows) > 0)
    table.ok("list_builder_trades", lambda: items(client.list_builder_trades(builder_code="0x" + "c2" * 32)), lambda rows: rows == ())
