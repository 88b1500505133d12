"""The table of one client: method x result. Three results are allowed: ok, refused as the venue refuses, and 501."""

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .loopback import LeavesTheLoopback
from .wire import Seen, take_seen

OK, REFUSED, NOT_PLAYED, FAILED = "ok", "refused", "501", "FAILED"


@dataclass(frozen=True)
class Row:
    method: str
    result: str
    note: str = ""


class Table:
    """
    Rows of one test. A row that fails does not stop the test: it is red at its end, with every other failed row.
    Callables may be coroutines; those of one table share one event loop.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def ok(
        self,
        method: str,
        call: Callable[[], Any],
        check: Callable[[Any], Any] | None = None,
        tolerates: tuple[int, ...] = (),
    ) -> Any:
        """
        The call returns, and no response is an error, not even one that the client keeps to itself.
        @param check what must hold of the value: an exception is a failure, and so is whatever does not count as true,
               such as the None or the empty list that a check gives by mistake
        @param tolerates statuses that the client meets on its way at the venue too
        @returns what the call returned, or None when the row failed
        """
        value, error, seen = self._attempt(call)
        if error is not None:
            return self._fail(method, _spell(error, seen))
        swallowed = [one for one in seen if one.status >= 400 and one.status not in tolerates]
        if swallowed:
            return self._fail(method, f"the client says nothing of {', '.join(map(str, swallowed))}")
        try:
            if check is not None and not _holds(check(value)):
                return self._fail(method, f"not as expected: {_short(value)}")
        except Exception as wrong:
            return self._fail(method, f"{_spell(wrong, [])} in {_short(value)}")
        self._note(method, OK)
        return value

    def refused(self, method: str, call: Callable[[], Any], says: str, status: int | None = 400) -> None:
        """
        The venue refuses the call.
        @param says words of the venue, as they are in the error or, where the client returns refusals, in the value
        @param status of the response; None where no HTTP response carries it (a socket, or a library that
               support/wire.py does not watch)
        """
        _want_words(says)
        value, error, seen = self._attempt(call)
        text = repr(value) if error is None else _words(error)
        if error is not None and _is_model_error(error):
            return self._fail(method, _spell(error, seen))
        if status is not None and status not in [one.status for one in seen]:
            return self._fail(method, f"no response was {status}: {_outcome(value, error, seen)}")
        if says.lower() not in text.lower():
            return self._fail(method, f"'{says}' is not in: {_outcome(value, error, seen)}")
        self._note(method, REFUSED, f"{status or ''} {says}".strip())

    def not_played(self, method: str, call: Callable[[], Any], says: str | None = None) -> None:
        """
        The simulation answers 501. Once it plays the route this row is red, and becomes an `ok`.
        @param says for a socket: words of the frame or the error
        """
        if says is not None:
            _want_words(says)
        value, error, seen = self._attempt(call)
        text = repr(value) if error is None else _words(error)
        played = 501 not in [one.status for one in seen] if says is None else says.lower() not in text.lower()
        if played:
            return self._fail(method, f"expected 501; is it played now? {_outcome(value, error, seen)}")
        self._note(method, NOT_PLAYED)

    def run(self, coroutine: Any) -> Any:
        """Runs a coroutine in the table's event loop, for what is no row: opening a client, closing it."""
        self._loop = self._loop or asyncio.new_event_loop()
        return self._loop.run_until_complete(coroutine)

    def close(self) -> None:
        if self._loop is not None:
            self._loop.close()

    def failures(self) -> list[Row]:
        return [row for row in self.rows if row.result == FAILED]

    def _attempt(self, call: Callable[[], Any]) -> tuple[Any, BaseException | None, list[Seen]]:
        take_seen()
        try:
            value = call()
            if inspect.isawaitable(value):
                value = self.run(_awaited(value))
            return value, None, take_seen()
        # A client that ends the process, or leaves the loopback, is a failed row as well.
        except (Exception, SystemExit, LeavesTheLoopback) as error:
            return None, error, take_seen()

    def _note(self, method: str, result: str, note: str = "") -> None:
        self.rows.append(Row(method, result, note))

    def _fail(self, method: str, note: str) -> None:
        self._note(method, FAILED, note)


def _holds(verdict: Any) -> bool:
    """A coroutine counts as true and has checked nothing."""
    if inspect.isawaitable(verdict):
        verdict.close()
        raise TypeError("a check that is a coroutine checks nothing")
    return bool(verdict)


def _want_words(says: str) -> None:
    """@raises ValueError for words that are in every text"""
    if not says.strip():
        raise ValueError("a refusal is known by its words")


async def _awaited(value: Any) -> Any:
    return await value


def _is_model_error(error: BaseException) -> bool:
    """
    The client could not read the response: never a refusal, whatever its text. limitless-sdk calls a refusal with the
    status 400 by the name that pydantic gives to such a failure, but notes the status with it.
    """
    return any(
        type(one).__name__ in ("ValidationError", "DecodeError", "JSONDecodeError") and not hasattr(one, "status_code")
        for one in _chain(error)
    )


def _chain(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in found:
        found.append(at)
        at = at.__cause__
    return found


def _words(error: BaseException) -> str:
    """Text of an error and of what clients keep in it: the body, the response, the venue's message."""
    parts = [str(error), repr(error)]
    for name in ("body", "response", "data", "error_msg", "error_message", "message", "details", "text"):
        part = getattr(error, name, None)
        parts.append(str(getattr(part, "text", part)))
    return " ".join(parts)


def _outcome(value: Any, error: BaseException | None, seen: list[Seen]) -> str:
    if error is not None:
        return _spell(error, seen)
    return f"{_short(value)} after {', '.join(map(str, seen)) or 'no call'}"


def _spell(error: BaseException, seen: list[Seen]) -> str:
    after = f" after {', '.join(map(str, seen))}" if seen else ""
    return f"{type(error).__name__}: {_short(str(error), 500)}{after}"


def _short(value: Any, length: int = 200) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= length else f"{text[:length]}…"
