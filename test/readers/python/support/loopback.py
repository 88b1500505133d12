"""Refuses every connection and look-up of a name beyond the loopback, whichever library asks for it."""

import os
import sys

_LOCAL = ("127.0.0.1", "::1", "localhost")


class LeavesTheLoopback(BaseException):
    """Not an Exception: no client may catch it, try again and go on."""


def stay_on_the_loopback() -> None:
    """Cannot be undone in this process."""
    # Clients that are not written in Python obey these; nothing listens on port 9.
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        os.environ[name] = os.environ[name.lower()] = "http://127.0.0.1:9"
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = ",".join(_LOCAL)
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        # Sockets between processes have a path instead of a host and a port.
        if isinstance(address, tuple) and address and address[0] not in _LOCAL:
            raise LeavesTheLoopback(f"a connection to {address[0]}")
    elif event == "socket.getaddrinfo":
        host = arguments[0]
        if host and _text(host) not in _LOCAL:
            raise LeavesTheLoopback(f"a look-up of {_text(host)}")


def _text(host: object) -> str:
    return host.decode() if isinstance(host, bytes) else str(host)
