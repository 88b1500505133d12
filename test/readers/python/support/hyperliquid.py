"""What the tables of Hyperliquid's clients share: an outcome that can be traded, and a wallet that nobody has seen."""

import secrets

import requests


def ask(url: str, kind: str, **members):
    """One question to `POST /info`, beside the client that is tried."""
    return requests.post(f"{url}/info", json={"type": kind, **members}, timeout=20).json()


def tradable(url: str) -> tuple[str, int, float]:
    """A coin such as `#75440` with bids and asks in the middle of its range, its asset, and its best ask."""
    mids = ask(url, "allMids")
    for coin, mid in mids.items():
        if coin.startswith("#") and 0.3 < float(mid) < 0.7:
            bids, asks = ask(url, "l2Book", coin=coin)["levels"]
            if bids and asks:
                return coin, 100_000_000 + int(coin[1:]), float(asks[0]["px"])
    raise LookupError("no outcome in the middle of its range")


def fresh_key() -> str:
    return "0x" + secrets.token_hex(32)
