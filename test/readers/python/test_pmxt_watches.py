"""The official Python SDK: watches of books and trades, each bounded by the SDK's own 30 seconds."""

import pytest
from support.sdk_demo import VENUES, Rows, patiently
from support.sdk_models import are_trades, is_book

CLIENT = "pmxt"
#: The table takes longer than a change may wait.
ONLY_NAMED = True


@pytest.mark.parametrize("name", VENUES)
def test_books(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    outcomes = [market.outcomes[0] for market in patiently(lambda: client.fetch_markets(limit=4))()]
    watch(rows, "watch_order_book", "watchOrderBook", lambda: client.watch_order_book(outcomes[0]), is_book)
    watch(
        rows, "watch_order_books", "watchOrderBooks", lambda: client.watch_order_books(outcomes),
        lambda found: all(map(is_book, found.values())) and set(found) == {one.outcome_id for one in outcomes},
    )
    if rows.has("watchOrderBooks"):
        # The documented loop: a stream of frames, at the latest the repetition of the last one.
        rows.read(
            "watch_order_books, once more", "watchOrderBooks", lambda: client.watch_order_books(outcomes),
            lambda found: found and all(map(is_book, found.values())),
        )
        rows.read("unwatch_order_book", "unwatchOrderBook", lambda: client.unwatch_order_book(outcomes[0]) is None, bool)
    rows.read("close", "close", lambda: client.close() is None, bool)


@pytest.mark.parametrize("name", VENUES)
def test_trades(table, sdk, name):
    client = sdk.client(name)
    rows = Rows(table, client, name)
    outcome = patiently(lambda: client.fetch_markets(limit=1))()[0].outcomes[0]
    for title, options in (("", {}), (" limit", {"limit": 5}), (" since", {"since": 1_795_000_000_000})):
        watch(
            rows, f"watch_trades{title}", "watchTrades",
            lambda options=options: client.watch_trades(outcome, **options),
            lambda found, options=options: isinstance(found, list) and are_trades(found, options.get("since", 0)),
        )


def watch(rows, title, method, call, check):
    """An error over the socket has no code, so a refusal is known by its words."""
    if rows.has(method):
        rows.read(title, method, call, check)
    else:
        rows.table.not_played(f"{rows.name}.{title}", call, says="is not supported")
