"""What a wrong check would let pass: the tables' own rules. It needs no client, no simulation and no pytest."""

import asyncio
import unittest
from http import HTTPStatus

from .table import FAILED, NOT_PLAYED, OK, REFUSED, Table
from .wire import Seen, _seen


def answering(status: int, value=None, error: Exception | None = None):
    """A call of a client that meets a status on its way."""

    def call():
        _seen.append(Seen(status, "GET /x"))
        if error is not None:
            raise error
        return value

    return call


class ValidationError(Exception):
    """Named as that of the models."""


class Tables(unittest.TestCase):
    def setUp(self):
        self.table = Table()

    def result(self) -> str:
        return self.table.rows[-1].result

    def test_a_value_must_pass_its_check(self):
        self.table.ok("x", answering(200, 5), lambda value: value == 5)
        self.assertEqual(self.result(), OK)
        for check in (lambda value: False, lambda value: value == 6, lambda value: value["x"]):
            self.assertIsNone(self.table.ok("x", answering(200, 5), check))
            self.assertEqual(self.result(), FAILED)

    def test_a_check_that_says_nothing_is_no_check(self):
        for nothing in (None, [], {}, "", 0):
            self.table.ok("x", answering(200, []), lambda value, nothing=nothing: nothing)
            self.assertEqual(self.result(), FAILED, repr(nothing))
        # An empty list passes no condition on its rows.
        self.table.ok("x", answering(200, []), lambda rows: rows and rows[0]["price"] > 0)
        self.assertEqual(self.result(), FAILED)

    def test_a_check_that_is_a_coroutine_checks_nothing(self):
        async def check(value):
            await asyncio.sleep(0)
            return value == 6

        self.table.ok("x", answering(200, 5), check)
        self.assertEqual(self.result(), FAILED)

    def test_an_error_that_the_client_keeps_to_itself(self):
        self.table.ok("x", answering(404, []))
        self.assertEqual(self.result(), FAILED)
        self.table.ok("x", answering(404, []), tolerates=(404,))
        self.assertEqual(self.result(), OK)
        self.table.ok("x", answering(500, []), tolerates=(404,))
        self.assertEqual(self.result(), FAILED)

    def test_a_status_of_an_earlier_row_is_not_of_this_one(self):
        answering(404)()
        self.table.ok("x", answering(200, 5))
        self.assertEqual(self.result(), OK)

    def test_a_refusal_needs_its_status_and_its_words(self):
        self.table.refused("x", answering(400, error=RuntimeError("Order crosses book")), "crosses BOOK")
        self.assertEqual(self.result(), REFUSED)
        for status, words in ((200, "crosses book"), (404, "crosses book"), (400, "not found")):
            self.table.refused("x", answering(status, error=RuntimeError(words)), "crosses book")
            self.assertEqual(self.result(), FAILED, f"{status} {words}")
        for says in ("", "  "):
            with self.assertRaises(ValueError):
                self.table.refused("x", answering(400, error=RuntimeError("anything")), says)

    def test_what_the_models_cannot_read_is_no_refusal(self):
        self.table.refused("x", answering(400, error=ValidationError("crosses book")), "crosses book")
        self.assertEqual(self.result(), FAILED)
        wrapped = RuntimeError("crosses book")
        wrapped.__cause__ = ValidationError("a member is missing")
        self.table.refused("x", answering(400, error=wrapped), "crosses book")
        self.assertEqual(self.result(), FAILED)

    def test_only_501_is_not_played(self):
        self.table.not_played("x", answering(HTTPStatus.NOT_IMPLEMENTED, error=RuntimeError("no")))
        self.assertEqual(self.result(), NOT_PLAYED)
        for status in (200, 400, 404, 500):
            self.table.not_played("x", answering(status, error=RuntimeError("501")))
            self.assertEqual(self.result(), FAILED, status)
        with self.assertRaises(ValueError):
            self.table.not_played("x", answering(200), says=" ")

    def test_every_failed_row_is_named(self):
        self.table.ok("good", answering(200, 5))
        self.table.ok("bad", answering(500))
        self.table.ok("ended", lambda: exit(3))
        self.assertEqual([row.method for row in self.table.failures()], ["bad", "ended"])


if __name__ == "__main__":
    unittest.main()
