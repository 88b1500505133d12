"""Market orders of clients that look at the book first."""

from collections.abc import Callable
from math import floor

#: How Polymarket refuses a market order when the book no longer has what the client saw there.
BOOK_MOVED = ("couldn't be fully filled", "no orders found to match")


def at_the_market(send: Callable, fills: Callable[..., bool], attempts: int = 5):
    """
    Sends a market order again while the book moves between the client's look and the order. The venue then fills less, or
    refuses an order that it cannot fill.
    @returns the first response that `fills`, else the last one
    @raises whatever else `send` raises, and what the last attempt raises
    """
    for _ in range(attempts - 1):
        try:
            made = send()
        except Exception as error:
            if not any(words in str(error) for words in BOOK_MOVED):
                raise
            continue
        if fills(made):
            return made
    return send()


#: Whole cents that `floor(price * 100) / 100` lowers: 0.57 * 100 is 56.99... in binary.
LOWERED = tuple(cent / 100 for cent in range(1, 100) if floor(cent / 100 * 100) < cent)
#: The levels of a book above its best ask, and how far it moves while a test runs.
ABOVE, BELOW = 0.06, 0.02


def may_be_lowered(best_ask: float) -> bool:
    """
    Whether py-clob-client-v2 may send a purchase at the market a tick below the offers that it found, which then fills
    nothing: it rounds the price of a market order down, in binary (`order_builder/helpers.py`, `round_down`).
    """
    return any(-BELOW <= round(price - best_ask, 6) <= ABOVE for price in LOWERED)
