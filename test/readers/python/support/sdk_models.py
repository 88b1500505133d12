"""What must hold of the official Python SDK's models: types as its models.py has them, and orders of rows."""

from typing import Any


def is_market(market: Any) -> bool:
    assert isinstance(market.market_id, str) and market.market_id, "market_id"
    assert isinstance(market.title, str) and market.title, "title"
    assert market.outcomes, "outcomes"
    for outcome in market.outcomes:
        assert isinstance(outcome.outcome_id, str) and outcome.outcome_id, "outcome_id"
        assert outcome.market_id == market.market_id, "outcome.market_id"
        assert outcome.price is None or 0 <= outcome.price <= 1, f"price {outcome.price}"
    return True


def are_markets(markets: list, status: str | None = None) -> bool:
    assert status is None or all(market.status == status for market in markets), f"not all are {status}"
    return len(markets) > 0 and all(map(is_market, markets))


def is_event(event: Any) -> bool:
    assert isinstance(event.id, str) and event.id and isinstance(event.title, str) and event.title
    return all(map(is_market, event.markets))


def are_events(events: list) -> bool:
    return len(events) > 0 and all(map(is_event, events))


def is_book(book: Any) -> bool:
    """A book of one venue."""
    assert not book.bids or not book.asks or book.bids[0].price < book.asks[0].price, "the book is crossed"
    return is_joined_book(book)


def is_joined_book(book: Any) -> bool:
    """A book of one venue or of several, of which one may bid more than another asks."""
    bids, asks = [level.price for level in book.bids], [level.price for level in book.asks]
    assert bids == sorted(bids, reverse=True) and asks == sorted(asks), "levels are not in order"
    assert all(0 <= price <= 1 for price in bids + asks), "a price is no probability"
    return all(level.size > 0 for level in book.bids + book.asks)


def are_candles(candles: list, start_ms: float, end_ms: float) -> bool:
    times = [candle.timestamp for candle in candles]
    assert times == sorted(set(times)), "times are not in order"
    assert all(start_ms <= time <= end_ms for time in times), "a candle is outside the window"
    return all(candle.low <= min(candle.open, candle.close) <= max(candle.open, candle.close) <= candle.high for candle in candles)


def are_trades(trades: list, since_ms: float = 0) -> bool:
    assert all(trade.timestamp >= since_ms for trade in trades), "a trade is older than the bound"
    return all(0 <= trade.price <= 1 and trade.amount > 0 for trade in trades)


def of_type(*names: str):
    """A list whose rows are all of one of the SDK's classes; an empty list is one."""
    return lambda rows: isinstance(rows, list) and all(type(row).__name__ in names for row in rows)
