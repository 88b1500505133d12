"""hunch-agent, Hunch's own client: every method of its agent platform."""

import pytest
from eth_account import Account
from hunch_agent import HunchAgent

CLIENT = "hunch-agent"
STRANGER = Account.from_key("0x" + "11" * 32)


@pytest.fixture
def client(demo):
    # The client adds the API's path itself.
    with HunchAgent(base_url=demo.url("hunch", "agent").removesuffix("/api/agent/v1")) as agent:
        yield agent


def test_markets(table, client):
    markets = table.ok("markets", lambda: client.markets(status="open", limit=50), lambda rows: len(rows) == 50)
    table.ok(
        "markets, all, by id",
        lambda: client.markets(status="all", ids=[markets[0]["id"], markets[1]["id"]]),
        lambda rows: [row["id"] for row in rows] == [markets[0]["id"], markets[1]["id"]],
    )
    table.ok(
        "markets by type and token",
        lambda: client.markets(type=markets[0]["category"], token=markets[0]["tokenSymbol"]),
        lambda rows: markets[0]["id"] in [row["id"] for row in rows],
    )
    table.refused("markets, limit 201", lambda: client.markets(limit=201), says="limit", status=400)
    one = markets[0]
    table.ok("market", lambda: client.market(one["id"]), lambda found: found["question"] == one["question"])
    table.refused("market of nothing", lambda: client.market("nothing"), says="market_not_found", status=404)
    table.ok(
        "research",
        lambda: client.research(one["id"]),
        lambda found: found["market"]["id"] == one["id"] and isinstance(found["oddsHistory"], list),
    )
    table.ok("result", lambda: client.result(one["id"]), lambda found: found["status"] == "pending")
    table.ok(
        "discover",
        lambda: client.discover(q="$" + one["tokenSymbol"]),
        lambda found: found[0]["market"]["tokenSymbol"] == one["tokenSymbol"],
    )
    table.not_played("discover by a post", lambda: client.discover(post="gm"))
    table.ok("sentiment", lambda: client.sentiment(one["tokenSymbol"]), lambda found: 0 <= found["sentiment"]["score"] <= 100)
    table.ok("health", client.health, lambda found: found["ok"] is True)
    table.not_played("stats", client.stats)


def test_wallets(table, client, demo):
    wallet = demo.keys("hunch")["walletAddress"]
    table.ok("positions", lambda: client.positions(wallet), lambda found: found["count"] == len(found["positions"]) > 0)
    table.refused("positions of no wallet", lambda: client.positions("me"), says="invalid_wallet", status=422)
    table.ok("readiness", lambda: client.readiness(wallet), lambda found: found["usdcBalanceUsd"] > 100)
    table.not_played("poll", lambda: client.poll(wallet))
    table.refused("proof", lambda: client.proof("nothing"), says="proof_not_found", status=404)


def test_bets(table, client, demo):
    two_sided = [row for row in client.markets(limit=200) if row["outcomes"] is None]
    market = two_sided[0]["id"]
    wallet = STRANGER.address
    quote = table.ok(
        "quote",
        lambda: client.quote(market, "yes", 250),
        lambda found: found["tier"] == "locked" and found["netStakeUsd"] == 245,
    )
    table.refused("quote of no side", lambda: client.quote(market, "maybe", 1), says="invalid_side", status=422)
    table.ok(
        "bet, simulated",
        lambda: client.bet(market, "yes", 1, wallet_address=wallet, simulate=True),
        lambda receipt: receipt["simulated"] is True and receipt["txHash"] is None,
    )
    table.ok(
        "bet above 10 dollars, simulated",
        lambda: client.bet(
            market,
            "yes",
            250,
            wallet_address=wallet,
            simulate=True,
            quote_id=quote["quoteId"],
            min_shares_out=quote["suggestedMinSharesOut"],
        ),
        lambda receipt: receipt["shares"] == quote["estimatedShares"],
    )
    table.refused(
        "bet above 10 dollars without a quote",
        lambda: client.bet(market, "yes", 250, wallet_address=wallet),
        says="quote_required",
        status=422,
    )
    table.refused(
        "bet without a payment",
        lambda: client.bet(market, "yes", 1, wallet_address=wallet),
        says="x402 USDC payment",
        status=402,
    )
    paying = HunchAgent(base_url=client.base_url, account=STRANGER)
    table.not_played("bet with a payment", lambda: paying.bet(market, "yes", 1))
