"""When a market order is sent again. It needs no client, no simulation and no pytest."""

import unittest

from .market_order import LOWERED, at_the_market, may_be_lowered


def answering(*answers):
    """A call that gives one answer after the other, and raises those that are exceptions."""
    left = list(answers)

    def send():
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return send


class MarketOrders(unittest.TestCase):
    def test_a_partial_fill_is_sent_again(self):
        self.assertEqual(at_the_market(answering(1, 3, 4), lambda filled: filled >= 3), 3)

    def test_a_book_that_moved_is_looked_at_again(self):
        killed = Exception("order couldn't be fully filled. FOK orders are fully filled or killed.")
        self.assertEqual(at_the_market(answering(killed, 3), lambda filled: filled >= 3), 3)

    def test_another_refusal_is_no_reason_to_try_again(self):
        with self.assertRaisesRegex(Exception, "not enough balance"):
            at_the_market(answering(Exception("not enough balance"), 3), lambda _: True)

    def test_the_last_answer_is_what_it_is(self):
        self.assertEqual(at_the_market(answering(1, 2), lambda filled: filled >= 3, attempts=2), 2)

    def test_prices_that_lose_a_tick_in_binary_are_avoided(self):
        self.assertEqual(LOWERED, (0.29, 0.57, 0.58))
        near = (0.23, 0.29, 0.31, 0.51, 0.56, 0.6)
        self.assertEqual([may_be_lowered(price) for price in near], [True] * 6)
        self.assertEqual([may_be_lowered(price) for price in (0.2, 0.35, 0.45, 0.65)], [False] * 4)


if __name__ == "__main__":
    unittest.main()
