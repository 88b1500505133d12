"""Market orders of clients that look at the book first."""

from collections.abc import Callable

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
