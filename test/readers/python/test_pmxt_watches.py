"""The official Python SDK: watches of books and trades, of all classes at once: a quiet one repeats after 20 seconds."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.sdk_demo import VENUES, Rows, patiently
from support.sdk_models import are_trades, is_book

CLIENT = "pmxt"

#: Watches of trades, each of a market of its own: the SDK sends the arguments of the first watch of an outcome alone.
TRADES = (("", {}), (" limit", {"limit": 5}), (" since", {"since": 1_795_000_000_000}))


@pytest.fixture(scope="module")
def watched(sdk):
    """What each watch of a class gave or raised, as calls: by class, and by title."""
    with ThreadPoolExecutor(len(VENUES) * (1 + len(TRADES))) as pool:
        yield {name: _watches_of(name, sdk, pool) for name in VENUES}


def _watches_of(name, sdk, pool):
    """
    A client has one watch of books at a time, and one of each outcome's trades: after a refusal it waits for frames that
    were refused, so where trades cannot be watched they are asked for once.
    """
    client = sdk.client(name)
    markets = patiently(lambda: client.fetch_markets(limit=4))()
    outcomes = [market.outcomes[0] for market in markets]
    forms = TRADES if client.has.get("watchTrades") else TRADES[:1]
    books = pool.submit(_books, client, outcomes)
    trades = [
        (title, options, pool.submit(client.watch_trades, outcome, **options))
        for (title, options), outcome in zip(forms, outcomes)
    ]
    return client, outcomes, books, trades


def _books(client, outcomes):
    """One book, all books, and the documented loop: a stream of frames, at the latest the repetition of the last one."""
    return [
        _held(call)
        for call in (
            lambda: client.watch_order_book(outcomes[0]),
            lambda: client.watch_order_books(outcomes),
            lambda: client.watch_order_books(outcomes),
        )
    ]


def _held(call):
    """A call that gives again what this one gave, or raises it."""
    try:
        value = call()
        return lambda: value
    except Exception as error:  # noqa: BLE001: the table judges it
        raised = error

    def again():
        raise raised

    return again


@pytest.mark.parametrize("name", VENUES)
def test_books(table, watched, name):
    client, outcomes, books, _ = watched[name]
    rows = Rows(table, client, name)
    one, every, again = books.result()
    ids = {outcome.outcome_id for outcome in outcomes}
    watch(rows, "watch_order_book", "watchOrderBook", one, is_book)
    watch(
        rows, "watch_order_books", "watchOrderBooks", every,
        lambda found: all(map(is_book, found.values())) and set(found) == ids,
    )
    if rows.has("watchOrderBooks"):
        rows.read(
            "watch_order_books, once more", "watchOrderBooks", again,
            lambda found: found and set(found) <= ids and all(map(is_book, found.values())),
        )
        rows.read("unwatch_order_book", "unwatchOrderBook", lambda: client.unwatch_order_book(outcomes[0]) is None, bool)


@pytest.mark.parametrize("name", VENUES)
def test_trades(table, watched, name):
    client, _, _, trades = watched[name]
    rows = Rows(table, client, name)
    for title, options, found in trades:
        watch(
            rows, f"watch_trades{title}", "watchTrades", found.result,
            lambda rows_, options=options: isinstance(rows_, list)
            and are_trades(rows_, options.get("since", 0))
            and len(rows_) <= options.get("limit", len(rows_)),
        )


@pytest.mark.parametrize("name", VENUES)
def test_close(table, watched, name):
    client = watched[name][0]
    Rows(table, client, name).read("close", "close", lambda: client.close() is None, bool)


def watch(rows, title, method, call, check):
    """An error over the socket has no code, so a refusal is known by its words."""
    if rows.has(method):
        rows.read(title, method, call, check)
    else:
        rows.table.not_played(f"{rows.name}.{title}", call, says="is not supported")
